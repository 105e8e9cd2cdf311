// Texts that look translated and can still be read: what is cut off, not localized or laid out the wrong way
// shows.

public import Localization

/// Makes a pseudo-locale out of the source language, as CLDR names them: `en_XA`, accented and longer,
/// and `ar_XB`, from right to left.
///
/// Specifiers, references to substitutions, tags and URLs stay as they are, so
/// that a program runs with the texts.
public struct PseudoLocalizer: Sendable {
    /// What is done to texts.
    public struct Style: Sendable, Hashable {
        /// Whether Latin letters are given accents.
        public var addsAccents: Bool
        /// By how many percent a text becomes longer; short texts grow more, as they do in translation.
        public var growth: Int
        /// Whether each text gets brackets around it, which show whether it is cut off.
        public var addsBrackets: Bool
        /// Whether texts run from right to left.
        public var isRightToLeft: Bool

        /// Accented, a third longer, in brackets.
        public static let accented = Style(
            addsAccents: true, growth: 35, addsBrackets: true, isRightToLeft: false)
        public static let rightToLeft = Style(
            addsAccents: false, growth: 0, addsBrackets: false, isRightToLeft: true)

        /// Describes a style.
        public init(addsAccents: Bool, growth: Int, addsBrackets: Bool, isRightToLeft: Bool) {
            self.addsAccents = addsAccents
            self.growth = min(max(growth, 0), 300)
            self.addsBrackets = addsBrackets
            self.isRightToLeft = isRightToLeft
        }
    }

    private let style: Style

    public init(_ style: Style) { self.style = style }

    /// A message with all its texts changed, and with the plural forms of a locale.
    ///
    /// - Parameters:
    ///   - locale: the locale whose plural categories the message gets; its own by default.
    ///   - flags: what flags of the message say about its placeholders, such as `python-format`.
    public func message(
        _ message: Message, for locale: LocaleIdentifier? = nil, flags: [String] = []
    ) -> Message {
        let syntaxes =
            Self.usualSyntaxes + (message.placeholderFlags + flags).compactMap(PlaceholderSyntax.named)
        let message =
            locale.map { message.untranslated($0.pluralCategories) }
            ?? message
        return message.withoutComment.mapFormats { variation, format in
            // A part of a text has no brackets of its own.
            if case .substitution? = variation {
                return FormatString(changed(format, syntaxes), isSubstitution: true)
            }
            return FormatString(text(format, syntaxes))
        }
    }

    /// A text with everything done to it.
    public func text(_ format: FormatString) -> String { text(format, Self.usualSyntaxes) }

    /// Placeholders that stay in a text of unknown syntax. A word too many that stays does no harm.
    private static let usualSyntaxes =
        [PlaceholderSyntax.common]
        + ["qt-format", "percent-placeholders", "i18next-interpolation"].compactMap(PlaceholderSyntax.named)

    private func text(_ format: FormatString, _ syntaxes: [PlaceholderSyntax]) -> String {
        let source = format.source
        guard source.contains(where: { !$0.isWhitespace }) else { return source }
        if let message = messageFormat2(source) { return message }
        // GNU msgfmt wants line breaks at the ends of a translation where its source has them.
        let first = source.prefix(while: \.isNewline)
        let rest = source.dropFirst(first.count)
        let middle = rest.prefix(
            upTo: rest.lastIndex { !$0.isNewline }.map(rest.index(after:)) ?? rest.startIndex)
        if middle.count < source.count {
            let last = rest.dropFirst(middle.count)
            return String(first) + text(FormatString(String(middle)), syntaxes) + String(last)
        }
        return enlarged(changed(format, syntaxes), from: source.count, syntaxes)
    }

    /// A message of MessageFormat 2 in which each pattern is changed as a text; `nil` for other texts.
    private func messageFormat2(_ source: String) -> String? {
        guard MessageFormat2.isMessage(source), let message = try? MessageFormat2(source) else { return nil }
        let bytes = Array(source.utf8)
        func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        let edits = message.patterns.filter { !$0.parts.isEmpty }.map { pattern in
            let parts = pattern.parts.map { part in
                switch part {
                case .text(_, let range): changed(text(range))
                case .expression(let expression): isolated(text(expression.range))
                case .markup(let markup): isolated(text(markup.range))
                }
            }
            return TextEdit(
                pattern.range, enlarged(parts.joined(), from: text(pattern.range).count, [.messageFormat2]))
        }
        return String(decoding: edits.applied(to: bytes), as: UTF8.self)
    }

    /// A changed text with more letters and brackets.
    ///
    /// - Parameter letters: the length of the original text.
    private func enlarged(_ text: String, from letters: Int, _ syntaxes: [PlaceholderSyntax]) -> String {
        var text = text
        let missing = style.growth == 0 ? 0 : max(letters * style.growth / 100, letters < 10 ? 3 : 0)
        // The sign keeps a percent sign at the end from becoming a specifier; a tilde is one itself in Lisp.
        let sign = syntaxes.contains { Self.tildeFlags.contains($0.flag) } ? "=" : "~"
        if missing > 0 { text += " " + sign + Self.filler(missing) }
        return style.addsBrackets ? "[" + text + "]" : text
    }

    private static let tildeFlags: Set<String> = ["lisp-format", "scheme-format"]

    /// Letters of a count, in words.
    private static func filler(_ count: Int) -> String {
        let words = "one two three four five six seven eight nine ten "
        var text = String(String(repeating: words, count: count / words.count + 1).prefix(count))
        while text.last == " " { text.removeLast() }
        return text
    }

    private func changed(_ format: FormatString, _ syntaxes: [PlaceholderSyntax]) -> String {
        var result = ""
        var rest = Array(format.source.utf8)[...]
        let fixed = Self.fixedRanges(of: format, syntaxes)
        var position = 0
        for range in fixed {
            result += changed(String(decoding: rest.prefix(range.lowerBound - position), as: UTF8.self))
            rest = rest.dropFirst(range.lowerBound - position)
            result += isolated(String(decoding: rest.prefix(range.count), as: UTF8.self))
            rest = rest.dropFirst(range.count)
            position = range.upperBound
        }
        return result + changed(String(decoding: rest, as: UTF8.self))
    }

    /// What must stay as it is, as ranges of UTF-8 code units: all that begins
    /// with a percent sign, tags, URLs.
    private static func fixedRanges(
        of format: FormatString, _ syntaxes: [PlaceholderSyntax]
    ) -> [Range<Int>] {
        var ranges = format.specifiers.map(\.range) + format.substitutions.map(\.range)
        let branches = branchSyntax(of: format.source)
        // To other syntaxes a choice with its branches is one placeholder.
        ranges +=
            branches.isEmpty
            ? syntaxes.flatMap { syntax -> [Range<Int>] in
                switch syntax {
                case .objectiveC: []
                case .fluent: FluentPattern.syntaxRanges(in: format.source)
                default: syntax.ranges(in: format.source)
                }
            } : branches
        ranges += format.problems.filter { $0.kind != .mixedPositions }.map(\.range)
        let bytes = Array(format.source.utf8)
        // Found once: a text may have many beginnings of tags and no end.
        let lastEnd = bytes.lastIndex(of: UInt8(ascii: ">")) ?? 0
        var index = 0
        while index < bytes.count {
            // The grammar of a noun, as `^[%lld file](inflect: true)` has it.
            if bytes[index...].starts(with: "](".utf8),
                let end = bytes[index...].prefix(256).firstIndex(of: UInt8(ascii: ")")),
                bytes[index..<end].contains(UInt8(ascii: ":"))
            {
                ranges.append(index..<end + 1)
                index = end + 1
            } else if bytes[index] == UInt8(ascii: "<"), index + 1 < lastEnd,
                bytes[index + 1] == UInt8(ascii: "/") || (bytes[index + 1] | 0x20) >= UInt8(ascii: "a"),
                let end = bytes[index...].firstIndex(of: UInt8(ascii: ">"))
            {
                ranges.append(index..<end + 1)
                index = end + 1
            } else if bytes[index...].starts(with: "://".utf8) {
                var start = index
                while start > 0, (bytes[start - 1] | 0x20) >= 0x61, (bytes[start - 1] | 0x20) <= 0x7A {
                    start -= 1
                }
                let end = bytes[index...].firstIndex { $0 <= 0x20 } ?? bytes.count
                ranges.append(start..<end)
                index = end
            } else if bytes[index] == UInt8(ascii: "&"),
                let end = bytes[index...].prefix(16).firstIndex(of: UInt8(ascii: ";")), index + 1 < end,
                bytes[(index + 1)..<end].allSatisfy({
                    (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || $0 == 0x23
                })
            {
                let tag = escapedTag(from: index, entityEnd: end + 1, in: bytes)
                ranges.append(index..<tag)
                index = tag
            } else if bytes[index] == UInt8(ascii: "%"), index + 1 < bytes.count,
                bytes[index + 1] == UInt8(ascii: "%")
            {
                ranges.append(index..<index + 2)
                index += 2
            } else if bytes[index...].starts(with: "%arg".utf8) {
                ranges.append(index..<index + 4)
                index += 4
            } else {
                index += 1
            }
        }
        return joined(ranges)
    }

    /// Where a tag ends that is written with references, `&lt;b&gt;` or `&lt;b>`; the end of
    /// the reference where it is none.
    private static func escapedTag(from start: Int, entityEnd: Int, in bytes: [UInt8]) -> Int {
        guard bytes[start..<entityEnd].elementsEqual("&lt;".utf8), entityEnd < bytes.count,
            bytes[entityEnd] == UInt8(ascii: "/") || (0x61...0x7A).contains(bytes[entityEnd] | 0x20)
        else { return entityEnd }
        let rest = bytes[entityEnd...].prefix(256)
        for index in rest.indices {
            if bytes[index] == UInt8(ascii: ">") { return index + 1 }
            if rest[index...].starts(with: "&gt;".utf8) { return index + 4 }
        }
        return entityEnd
    }

    /// What is no text in a message of MessageFormat with branches or formatters:
    /// names, selectors, styles, braces.
    private static func branchSyntax(of text: String) -> [Range<Int>] {
        guard text.utf8.contains(UInt8(ascii: "{")), text.utf8.contains(UInt8(ascii: ",")),
            let message = try? ICUMessage(text),
            message.arguments.contains(where: { if case .plain = $0.format { false } else { true } })
        else { return [] }
        return message.textRanges.sorted { $0.lowerBound < $1.lowerBound }.gaps(in: text.utf8.count)
    }

    /// Ranges in order, those that overlap as one: what one syntax reads may begin within what
    /// another reads, and both must stay.
    private static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
        var joined: [Range<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = joined.last, range.lowerBound < last.upperBound {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
        return joined
    }

    private func isolated(_ fixed: String) -> String {
        style.isRightToLeft ? "\u{2066}\(fixed)\u{2069}" : fixed
    }

    private func changed(_ literal: String) -> String {
        guard !literal.isEmpty else { return "" }
        guard style.isRightToLeft else {
            return style.addsAccents ? String(literal.map { Self.accents[$0] ?? $0 }) : literal
        }
        // Each word by itself, between an override and its end: lines may break between words.
        var result = ""
        var word = ""
        func endWord() {
            if !word.isEmpty { result += "\u{202E}\(word)\u{202C}" }
            word = ""
        }
        for character in literal {
            if character.isWhitespace { endWord(); result.append(character) } else { word.append(character) }
        }
        endWord()
        return result
    }

    /// Letters that resemble a letter of ASCII and are not one.
    private static let accents: [Character: Character] = Dictionary(
        uniqueKeysWithValues: zip(
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
            "åƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ"))
}
