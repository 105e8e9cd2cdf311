// The parser of formats.

/// Parses a format from left to right. The `%` of an invalid specifier becomes text.
struct FormatParser {
    /// The specifiers, substitutions and `%%`. What is between them is literal text.
    private(set) var elements: [FormatElement] = []
    private(set) var problems: [FormatElement] = []
    private let text: [UInt8]
    private let isSubstitution: Bool
    private var index = 0
    private var hasNumbered = false
    private var hasUnnumbered = false

    /// Greater positions, widths and precisions are mistakes, and a width of a billion is an attack.
    static let largestNumber = 999

    init(_ source: String, isSubstitution: Bool) {
        text = Array(source.utf8)
        self.isSubstitution = isSubstitution
    }

    mutating func parse() {
        while index < text.count {
            switch text[index] {
            case 0x25: parsePercent()
            case 0xEF where isFullWidthPercent(index):
                reportFullWidthPercent()
                index += 3
            default: index += 1
            }
        }
        if hasNumbered && hasUnnumbered { report(.mixedPositions, 0..<text.count) }
    }

    private mutating func parsePercent() {
        let start = index
        index += 1
        if isPercentEncoded(start) { return }
        if peek == 0x25 {
            index += 1
            elements.append(FormatElement(.percentSign, range: start..<index))
            return
        }
        if isSubstitution, text[index...].starts(with: "arg".utf8) {
            index += 3
            elements.append(FormatElement(.countedArgument, range: start..<index))
            return
        }
        let position = parsePosition()
        if let substitution = parseSubstitution(from: start, position: position) {
            countPosition(substitution.position)
            elements.append(FormatElement(substitution))
            return
        }
        guard let specifier = parseSpecifier(from: start, position: position) else {
            reject(from: start)
            return
        }
        if specifier.position == 0 || specifier.amountPositions.contains(0) {
            report(.zeroPosition, specifier.range)
            return
        }
        if specifier.flags.contains(.space) { report(.spaceFlag, specifier.range) }
        if specifier.hasUselessHyphen { report(.hyphenFlag, specifier.range) }
        for case .argument(let position)? in [specifier.width, specifier.precision] {
            countPosition(position)
        }
        countPosition(specifier.position)
        elements.append(FormatElement(specifier))
    }

    /// Parses the rest of `%#@name@` or `%1$#@name@` after the position, or `%1#@name@`, another
    /// spelling that Apple's formatter takes.
    private mutating func parseSubstitution(from start: Int, position: Int?) -> FormatSubstitution? {
        var position = position
        let first = index
        if position == nil { position = parseNumber() }
        guard position != 0, peek == 0x23, index + 1 < text.count, text[index + 1] == 0x40 else {
            index = first
            return nil
        }
        let name = index + 2
        // Names are short, so only the next 128 bytes are searched for the end.
        guard let end = text[name..<min(name + 128, text.count)].firstIndex(of: 0x40), end > name,
            !text[name..<end].contains(where: { $0 == 0x25 || $0 <= 0x20 })
        else {
            index = first
            return nil
        }
        index = end + 1
        return FormatSubstitution(
            name: string(name..<end), position: position, source: string(start..<index), range: start..<index)
    }

    private mutating func parseSpecifier(from start: Int, position: Int?) -> FormatSpecifier? {
        let flags = parseFlags()
        guard let width = parseAmount() else { return nil }
        var precision: FormatSpecifier.Amount?
        if peek == 0x2E {
            index += 1
            guard let amount = parseAmount() else { return nil }
            precision = amount ?? .fixed(0)
        }
        let length = parseLength()
        guard let byte = peek, byte < 0x80,
            let conversion = FormatSpecifier.Conversion(rawValue: String(Unicode.Scalar(byte)))
        else { return nil }
        index += 1
        return FormatSpecifier(
            position: position, flags: flags, width: width, precision: precision, length: length,
            conversion: conversion, source: string(start..<index), range: start..<index)
    }

    /// Reports an invalid specifier: its `%` becomes text, and parsing continues after it.
    private mutating func reject(from start: Int) {
        let end = min(index + 1, text.count)
        let last = index < text.count ? text[index] : 0
        let isLetter = (0x41...0x5A).contains(last & 0xDF)
        let kind: FormatProblem.Kind =
            !isLetter ? .strayPercent : last == 0x6E ? .writesToMemory : .invalidSpecifier
        // In `50% von`, a space and a letter that is not a conversion are text.
        let isText = index > start + 1 && text[start + 1] == 0x20
        let range = isLetter && !isText ? start..<end : start..<start + 1
        report(isText ? .strayPercent : kind, range)
        index = start + 1
    }

    private mutating func parsePosition() -> Int? {
        let start = index
        if let number = parseNumber(), peek == 0x24 {
            index += 1
            return number
        }
        index = start
        return nil
    }

    private mutating func parseFlags() -> FormatSpecifier.Flags {
        var flags: FormatSpecifier.Flags = []
        while true {
            switch peek {
            case 0x2D: flags.insert(.leftJustified)
            case 0x2B: flags.insert(.sign)
            case 0x20: flags.insert(.space)
            case 0x30: flags.insert(.zeroPadded)
            case 0x23: flags.insert(.alternate)
            case 0x27: flags.insert(.grouped)
            default: return flags
            }
            index += 1
        }
    }

    /// Parses a width or precision. It may be absent (`.some(nil)`); the result is `nil` if the number is too
    /// large.
    private mutating func parseAmount() -> FormatSpecifier.Amount?? {
        if peek == 0x2A {
            index += 1
            return .some(.argument(position: parsePosition()))
        }
        guard let digit = peek, (0x30...0x39).contains(digit) else { return .some(nil) }
        guard let number = parseNumber() else { return nil }
        return .some(.fixed(number))
    }

    private mutating func parseLength() -> FormatSpecifier.Length? {
        for length in ["hh", "ll", "h", "l", "q", "L", "z", "t", "j"]
        where text[index...].starts(with: length.utf8) {
            index += length.utf8.count
            return FormatSpecifier.Length(rawValue: length)
        }
        return nil
    }

    private mutating func parseNumber() -> Int? {
        var number = 0
        let start = index
        while let digit = peek, (0x30...0x39).contains(digit) {
            number = number * 10 + Int(digit - 0x30)
            if number > Self.largestNumber { return nil }
            index += 1
        }
        return index > start ? number : nil
    }

    private mutating func reportFullWidthPercent() {
        let next = index + 3 < text.count ? text[index + 3] : 0
        // `100％` is correct Japanese, but `％@` or `％ld` was meant as a specifier,
        // and no formatter reads it as one.
        var probe = FormatParser(string(index + 3..<min(index + 16, text.count)), isSubstitution: false)
        guard next != 0x20, probe.parseSpecifierAlone() else { return }
        report(.fullWidthPercent, index..<index + 3 + probe.index)
    }

    private mutating func parseSpecifierAlone() -> Bool {
        let position = parsePosition()
        guard let specifier = parseSpecifier(from: 0, position: position) else { return false }
        // A letter directly after it makes it a word.
        return specifier.conversion == .object || !(peek.map { (0x41...0x5A).contains($0 & 0xDF) } ?? false)
    }

    private var peek: UInt8? { index < text.count ? text[index] : nil }

    private func isFullWidthPercent(_ offset: Int) -> Bool {
        text[offset...].starts(with: [0xEF, 0xBC, 0x85])
    }

    private mutating func countPosition(_ position: Int?) {
        if position == nil { hasUnnumbered = true } else { hasNumbered = true }
    }

    private func string(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }

    private mutating func report(_ kind: FormatProblem.Kind, _ range: Range<Int>) {
        problems.append(FormatElement(.problem(kind), range: range))
    }
}

extension FormatSpecifier {
    /// The positions named in widths and precisions such as `*2$`.
    fileprivate var amountPositions: [Int] {
        [width, precision].compactMap { if case .argument(let position?)? = $0 { position } else { nil } }
    }
}

extension FormatParser {
    /// Whether a percent sign stands for a byte of an address (RFC 3986, section 2.1), as in
    /// `https://example.org/a%20b`: such a text is no format, whatever letter follows.
    fileprivate func isPercentEncoded(_ offset: Int) -> Bool {
        guard let byte = encodedByte(offset) else { return false }
        // `%02d` and `%de` are specifiers: control characters are rare in addresses, and
        // letters alone may be a word's.
        let isControl = byte < 0x20 && ![0x09, 0x0A, 0x0D].contains(byte)
        let isWord = text[offset + 1] >= 0x61 && text[offset + 2] >= 0x61
        if isControl || isWord, encodedByte(offset + 3) == nil, offset < 3 || encodedByte(offset - 3) == nil {
            return false
        }
        return isInAddress(offset)
    }

    /// The byte that `%` and two hexadecimal digits stand for.
    private func encodedByte(_ offset: Int) -> Int? {
        guard offset + 2 < text.count, text[offset] == 0x25, let high = Self.digit(text[offset + 1]),
            let low = Self.digit(text[offset + 2])
        else { return nil }
        return high * 16 + low
    }

    private static func digit(_ byte: UInt8) -> Int? {
        switch byte {
        case 0x30...0x39: Int(byte - 0x30)
        case 0x41...0x46, 0x61...0x66: Int(byte | 0x20) - 0x61 + 10
        default: nil
        }
    }

    private static let beginningsOfAddresses = ["www.", "mailto:", "tel:", "sms:", "data:"].map {
        Array($0.utf8)
    }

    /// Whether the word up to an offset begins as an address does: with a scheme, `www.`, or the path of a
    /// page.
    private func isInAddress(_ offset: Int) -> Bool {
        // Addresses are not longer than this, and a text of many percent signs is
        // not searched for each of them.
        let first = max(0, offset - 2048)
        let start =
            text[first..<offset].lastIndex { $0 <= 0x20 || "\"'<>()".utf8.contains($0) }.map { $0 + 1 }
            ?? first
        let word = text[start..<offset]
        if let sign = word.first, "/?#".utf8.contains(sign) { return true }
        return Self.beginningsOfAddresses.contains(where: word.starts)
            || word.indices.contains { word[$0...].starts(with: "://".utf8) }
    }
}
