// Syntaxes whose placeholders are names between signs: those of shells, of
// JavaScript's libraries, and common ones.

internal import Localization

/// Reads texts with names between signs. What is no placeholder is text.
enum NamedPlaceholders {
    /// `$name` and `${name}` of shells, as envsubst(1) replaces them. Other variables are a fault.
    static func shell(_ text: String) -> PlaceholderText {
        PlaceholderText(reading: text, sign: 0x24) { scanner, start, result in
            let isBraced = scanner.skip(0x7B)
            guard let name = scanner.identifier(), !isBraced || scanner.skip(0x7D) else { return false }
            result.add(.name(name), scanner, from: start)
            return true
        }
    }

    /// `${name}` of ECMAScript's template literals.
    static func template(_ text: String) -> PlaceholderText {
        read(text) { $0.enclosed("${", "}") }
    }

    /// `:name`, `:Name` and `:NAME` of Laravel, which are one argument with its letters as they are, its
    /// first letter in upper case, or all of them.
    static func laravel(_ text: String) -> PlaceholderText {
        PlaceholderText(reading: text, sign: 0x3A) { scanner, start, result in
            let isWord = start > 0 && PlaceholderScanner.isLetter(scanner.bytes[start - 1])
            if !isWord, let name = scanner.identifier() {
                result.add(.name(name.lowercased()), scanner, from: start)
            }
            return true
        }
    }

    /// `{{name}}` and `$t(key)` of i18next.
    static func i18next(_ text: String) -> PlaceholderText {
        read(text) { $0.enclosed("{{", "}}") ?? $0.enclosed("$t(", ")") }
    }

    /// `{name}`, `%{name}` and `@:key` of Vue I18n.
    static func vue(_ text: String) -> PlaceholderText {
        read(text) { $0.enclosed("%{", "}") ?? $0.enclosed("{", "}") ?? $0.linked() }
    }

    /// `%name%`.
    static func percent(_ text: String) -> PlaceholderText {
        read(text) { $0.percentName() }
    }

    /// `$name$`, in any case, and `$1` to `$9` of browsers' extensions.
    static func browserExtension(_ text: String) -> PlaceholderText {
        PlaceholderText(reading: text, sign: 0x24) { scanner, start, result in
            // Of two signs the first one makes the second one text.
            if scanner.skip(0x24) { return true }
            let first = scanner.index
            while let byte = scanner.peek,
                PlaceholderScanner.isLetter(byte) || (0x30...0x39).contains(byte) || byte == 0x40
            { scanner.index += 1 }
            let name = scanner.string(first..<scanner.index)
            if !name.isEmpty, scanner.skip(0x24) {
                result.add(.name(name.lowercased()), scanner, from: start)
            } else if let digit = name.utf8.first, (0x31...0x39).contains(digit) {
                scanner.index = first + 1
                result.add(.number(Int(digit) - 0x30), scanner, from: start)
            } else {
                scanner.index = first
            }
            return true
        }
    }

    /// `{{component}}` and `{{/component}}` of Automattic.
    static func components(_ text: String) -> PlaceholderText {
        read(text) { scanner in
            scanner.enclosed("{{", "}}").map { _, start in
                (scanner.string(start..<scanner.index), start)
            }
        }
    }

    /// `{`, `%`, `$` or `@`
    private static func beginsPlaceholder(_ byte: UInt8) -> Bool {
        byte == 0x7B || byte == 0x25 || byte == 0x24 || byte == 0x40
    }

    /// - Parameter placeholder: the name of a placeholder that begins at the present place; goes beyond it.
    static func read(
        _ text: String, placeholder: (inout PlaceholderScanner) -> (name: String, start: Int)?
    ) -> PlaceholderText {
        guard text.utf8.contains(where: beginsPlaceholder) else { return PlaceholderText() }
        var scanner = PlaceholderScanner(text)
        var result = PlaceholderText()
        while let start = scanner.bytes[scanner.index...].firstIndex(where: beginsPlaceholder) {
            scanner.index = start
            if let found = placeholder(&scanner) {
                result.add(.name(found.name), scanner, from: start)
            } else {
                scanner.index = start + 1
            }
        }
        return result
    }
}

/// What programs commonly have for the names of arguments, in texts of unknown syntax:
/// `{name}`, `{{name}}`, `${name}`, `%{name}`, `%(name)s`, `%name%`, `$t(key)`. Only the whole
/// placeholder counts, whatever its syntax is.
enum CommonPlaceholders {
    static func read(_ text: String) -> PlaceholderText {
        var result = readAll(text)
        let intervals = IntervalChoice.syntaxRanges(in: text)
        if !intervals.isEmpty {
            result.placeholders.removeAll { placeholder in
                intervals.contains { $0.overlaps(placeholder.range) }
            }
            result.otherSyntax = intervals
        }
        guard result.placeholders.contains(where: \.isCapitalized) else { return result }
        let quotations = quotations(in: text)
        result.placeholders.removeAll { placeholder in
            placeholder.isCapitalized
                && quotations.contains { $0.hasWords && $0.range.contains(placeholder.range.lowerBound) }
        }
        return result
    }

    /// What stands between quotation marks: half-open ranges of UTF-8 code units, and
    /// whether there are words in them.
    ///
    /// A template that is quoted, as in “The capital of {{Country}} is:”, shows readers what they can
    /// write, and its names are translated.
    private static func quotations(in text: String) -> [(range: Range<Int>, hasWords: Bool)] {
        var quotations: [(Range<Int>, Bool)] = []
        var start: Int?
        var hasSpace = false
        var offset = 0
        for scalar in text.unicodeScalars {
            if scalar.isDoubleQuotationMark {
                if let start { quotations.append((start..<offset, hasSpace)) }
                start = start == nil ? offset : nil
                hasSpace = false
            } else if scalar == " " {
                hasSpace = true
            }
            offset += UTF8.width(scalar)
        }
        return quotations
    }

    private static func readAll(_ text: String) -> PlaceholderText {
        NamedPlaceholders.read(text) { scanner in
            switch scanner.peek {
            case 0x7B?: scanner.commonBraces()
            case 0x24?:
                scanner.byte(after: 1) == 0x7B ? scanner.common("${", "}") : scanner.enclosed("$t(", ")")
            case 0x25?: scanner.common("%{", "}") ?? scanner.pythonName() ?? scanner.commonPercentName()
            default: nil
            }
        }
    }

    /// Whether a text has two percent signs.
    private static func isPaired(in text: String) -> Bool { text.utf8.count { $0 == 0x25 } > 1 }

    /// Whether a text may have such a placeholder.
    static func mayBe(in format: FormatString) -> Bool {
        format.source.utf8.contains { $0 == 0x7B || $0 == 0x24 }
            || (!format.isPlain
                && (format.source.utf8.containsPair(0x25, 0x28) || isPaired(in: format.source)))
    }
}

extension Placeholder {
    /// Whether the name is written like a word at the beginning of a sentence,
    /// as those of programs hardly are.
    fileprivate var isCapitalized: Bool {
        let name = source.drop { !$0.isLetter }
        return name.first?.isUppercase == true && name.dropFirst().first?.isLowercase == true
    }
}

extension PlaceholderScanner {
    private func begins(_ text: StaticString) -> Bool {
        let sought = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        // Many places are asked, and the first byte mostly decides.
        guard index + sought.count <= bytes.count, bytes[index] == sought[0] else { return false }
        return bytes[index...].starts(with: sought)
    }

    /// Reads what is between two signs, blanks left out; `nil` where the signs are not
    /// there, or nothing is between them.
    fileprivate mutating func enclosed(_ open: StaticString, _ close: StaticString) -> (
        name: String, start: Int
    )? {
        guard begins(open) else { return nil }
        let start = index
        index += open.utf8CodeUnitCount
        let inside = index
        while index < bytes.count, index - inside < 256 {
            if begins(close) {
                let name = String(decoding: bytes[inside..<index].filter { $0 > 0x20 }, as: UTF8.self)
                index += close.utf8CodeUnitCount
                if name.isEmpty { break }
                return (name, start)
            }
            index += 1
        }
        index = start
        return nil
    }

    /// `@:key`, `@.lower:key`, `@:(key)`.
    fileprivate mutating func linked() -> (name: String, start: Int)? {
        guard peek == 0x40 else { return nil }
        let start = index
        index += 1
        if skip(0x2E), identifier() == nil { return nil }
        guard skip(0x3A) else { return nil }
        let key = index
        while let byte = peek,
            Self.isLetter(byte) || (0x30...0x39).contains(byte) || "-|./()".utf8.contains(byte)
        { index += 1 }
        return index > key ? (string(start..<index), start) : nil
    }

    /// `%name%`
    fileprivate mutating func percentName() -> (name: String, start: Int)? {
        let start = index
        guard skip(0x25) else { return nil }
        while let byte = peek, Self.isLetter(byte) || (0x30...0x39).contains(byte) { index += 1 }
        guard index > start + 1, skip(0x25) else { return nil }
        return (string(start..<index), start)
    }

    /// `%name%` of three letters or more: `%d%` and `%lld%` are a number and a percent sign.
    fileprivate mutating func commonPercentName() -> (name: String, start: Int)? {
        var ahead = self
        guard index == 0 || !(0x30...0x39).contains(bytes[index - 1]), let found = ahead.percentName(),
            found.name.utf8.count > 4, Self.isLetter(bytes[index + 1]),
            !["%lld%", "%llu%", "%hhd%", "%hhu%"].contains(found.name)
        else { return nil }
        self = ahead
        return found
    }

    /// `%(name)s`
    fileprivate mutating func pythonName() -> (name: String, start: Int)? {
        let start = index
        guard begins("%(") else { return nil }
        index += 2
        guard identifier() != nil, skip(0x29) else { return nil }
        while let byte = peek, "-+ #0.".utf8.contains(byte) || (0x30...0x39).contains(byte) { index += 1 }
        guard let letter = peek, "srdiufFgGeExXoc".utf8.contains(letter) else { return nil }
        index += 1
        return (string(start..<index), start)
    }

    /// An identifier, maybe with members, between two signs. `{ or }` names the braces themselves.
    fileprivate mutating func common(_ open: StaticString, _ close: StaticString) -> (
        name: String, start: Int
    )? {
        var ahead = self
        // `{name!r}` of Python shows the same argument as `{name}`.
        guard let found = ahead.enclosed(open, close),
            found.name.withoutConversion.isPlaceholderName(in: open),
            !["or", "and", "nor"].contains(found.name)
        else {
            return nil
        }
        var inside = bytes[(found.start + open.utf8CodeUnitCount)..<(ahead.index - close.utf8CodeUnitCount)]
        // Programs cut blanks at the edges of a name.
        while inside.first == 0x20 { inside = inside.dropFirst() }
        while inside.last == 0x20 { inside = inside.dropLast() }
        inside = inside.prefix(inside.count + found.name.withoutConversion.utf8.count - found.name.utf8.count)
        // A sentence in braces is text.
        guard !inside.contains(0x20) || inside.contains(0x2C) || inside.first == 0x2D else { return nil }
        self = ahead
        return ("\(open)\(String(decoding: inside, as: UTF8.self))\(close)", found.start)
    }

    /// `{{name}}`, `{name}` and `{0}`. After a command of TeX and in a regular
    /// expression braces mean something else.
    fileprivate mutating func commonBraces() -> (name: String, start: Int)? {
        let start = index
        if start > 0, "\\$".utf8.contains(bytes[start - 1]) { return nil }
        if start > 0, "])".utf8.contains(bytes[start - 1]), byte(after: 1).map(Self.isLetter) != true {
            return nil
        }
        var word = start
        while word > 0, Self.isLetter(bytes[word - 1]) { word -= 1 }
        // `\\n` before a placeholder is a line break that was escaped twice.
        let isEscape = start - word == 1 && "nrt".utf8.contains(bytes[word])
        if word < start, word > 0, bytes[word - 1] == 0x5C, !isEscape { return nil }
        return byte(after: 1) == 0x7B ? common("{{", "}}") : common("{", "}")
    }
}

extension String {
    /// Whether the text is an identifier or a number: `name`, `user.name`, `item_count`, `0`; between double
    /// braces also one with a format, or with a sign against escaping: `date, datetime`, `- html`.
    fileprivate func isPlaceholderName(in open: StaticString) -> Bool {
        guard open.utf8CodeUnitCount == 2, open.utf8Start[1] == 0x7B, open.utf8Start[0] == 0x7B else {
            return isPlaceholderName
        }
        let name = hasPrefix("-") ? dropFirst() : self[...]
        guard let comma = name.firstIndex(of: ",") else { return String(name).isPlaceholderName }
        return String(name[..<comma]).isPlaceholderName
            && String(name[comma...].dropFirst().prefix { $0 != "(" }).isPlaceholderName
    }

    /// The name without what Python's `str.format` converts its argument by: `!r`, `!s`, `!a`.
    fileprivate var withoutConversion: String {
        utf8.dropLast().last == 0x21 && "rsa".utf8.contains(utf8.last ?? 0) ? String(dropLast(2)) : self
    }

    private var isPlaceholderName: Bool {
        guard utf8.count <= 64, let first = utf8.first, let last = utf8.last else { return false }
        func isInner(_ byte: UInt8) -> Bool {
            PlaceholderScanner.isLetter(byte) || (0x30...0x39).contains(byte) || byte == 0x2E || byte == 0x2D
        }
        return utf8.allSatisfy(isInner) && first != 0x2E && first != 0x2D && last != 0x2E && last != 0x2D
            && (utf8.contains(where: PlaceholderScanner.isLetter) || utf8.count <= 2)
    }
}
