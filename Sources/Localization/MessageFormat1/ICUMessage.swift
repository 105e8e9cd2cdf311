// ICU's MessageFormat as a syntax tree (ICU User Guide, "Formatting Messages"; `MessagePattern` of its API).

/// A message of MessageFormat: text and arguments, which may contain messages.
///
/// All ranges are half-open ranges of UTF-8 code units of the whole text.
package struct ICUMessage: Sendable {
    package enum Part: Sendable {
        /// Text as it is written, with its apostrophes.
        case text(Range<Int>)
        /// `#`, the number of the plural around it.
        case number(Range<Int>)
        case argument(Argument)
    }

    /// `{name}`, `{name, type, style}` or a choice.
    package struct Argument: Sendable {
        /// A name, or a number from 0.
        package let name: String
        package let range: Range<Int>
        package let format: Format
    }

    /// What is done with an argument.
    package enum Format: Sendable {
        case plain
        /// A formatter, such as `number` or `date`, and its style as it is written.
        case formatter(String, style: String?)
        case choice(Choice)
    }

    /// Which branches an argument chooses among.
    package enum ChoiceKind: String, Sendable {
        case plural
        case ordinal = "selectordinal"
        case select
    }

    /// An argument that chooses among messages.
    package struct Choice: Sendable {
        package let kind: ChoiceKind
        /// What is subtracted from the number before `#` and the categories see it.
        package let offset: String?
        package let branches: [Branch]
        /// Whether the choice is one by number.
        package var isPlural: Bool { kind != .select }
    }

    /// A message that is chosen by a selector: a plural category, `=` and a number, or a word.
    package struct Branch: Sendable {
        package let selector: String
        /// Where the selector is.
        package let selectorRange: Range<Int>
        package let message: ICUMessage
    }

    /// Why a text is no message.
    package struct Fault: Error, Hashable {
        package enum Kind: Sendable, Hashable {
            /// A brace that is not closed, or closes nothing.
            case brace
            /// An argument without a name, or what follows a name is neither a comma nor a brace.
            case argument
            /// A type that ICU does not have.
            case type
            /// A selector that is no word, is there twice, or is no plural category.
            case selector
            /// A choice without `other`.
            case missingOther
            /// More levels of choices than are read.
            case tooDeep
        }

        package let kind: Kind
        package let range: Range<Int>
    }

    package let parts: [Part]
    /// Where the message is, without the braces around it.
    package let range: Range<Int>

    /// The most levels of choices within choices.
    package static let deepest = 16

    package init(_ text: String) throws(Fault) {
        var reader = ICUMessageReader(text)
        self = try reader.message(depth: 0, isInPlural: false)
    }

    fileprivate init(_ parts: [Part], _ range: Range<Int>) { (self.parts, self.range) = (parts, range) }

    /// All arguments in the order of their beginnings, those within choices after these.
    package var arguments: [Argument] {
        parts.flatMap { part -> [Argument] in
            guard case .argument(let argument) = part else { return [] }
            guard case .choice(let choice) = argument.format else { return [argument] }
            return [argument] + choice.branches.flatMap(\.message.arguments)
        }
    }

    /// Where the texts are, those of all branches.
    package var textRanges: [Range<Int>] {
        parts.flatMap { part -> [Range<Int>] in
            switch part {
            case .text(let range): [range]
            case .number: []
            case .argument(let argument): (argument.choice?.branches ?? []).flatMap(\.message.textRanges)
            }
        }
    }

    /// Whether any argument chooses among messages.
    package var hasChoice: Bool {
        parts.contains { if case .argument(let argument) = $0 { argument.choice != nil } else { false } }
    }
}

extension ICUMessage.Argument {
    /// The choice; `nil` for other arguments.
    package var choice: ICUMessage.Choice? { if case .choice(let choice) = format { choice } else { nil } }
}

private struct ICUMessageReader {
    private var scanner: ByteScanner

    init(_ text: String) { scanner = ByteScanner(text) }

    private func fault(
        _ kind: ICUMessage.Fault.Kind, from start: Int? = nil
    ) -> ICUMessage.Fault {
        let start = start ?? scanner.index
        let end = min(max(scanner.index, start + 1), scanner.bytes.count)
        return ICUMessage.Fault(kind: kind, range: min(start, end)..<end)
    }

    /// Reads a message up to its end or to the brace that closes it.
    mutating func message(depth: Int, isInPlural: Bool) throws(ICUMessage.Fault) -> ICUMessage {
        guard depth < ICUMessage.deepest else { throw fault(.tooDeep) }
        var parts: [ICUMessage.Part] = []
        let first = scanner.index
        var start = first
        func text(upTo end: Int) -> [ICUMessage.Part] { start < end ? [.text(start..<end)] : [] }
        while let byte = scanner.peek {
            switch byte {
            case 0x27: skipQuoted(isInPlural: isInPlural)
            case 0x7B:
                parts += text(upTo: scanner.index)
                parts.append(.argument(try argument(depth: depth, isInPlural: isInPlural)))
                start = scanner.index
            case 0x7D:
                if depth == 0 { throw fault(.brace) }
                return ICUMessage(parts + text(upTo: scanner.index), first..<scanner.index)
            case 0x23 where isInPlural:
                parts += text(upTo: scanner.index) + [.number(scanner.index..<scanner.index + 1)]
                scanner.index += 1
                start = scanner.index
            default: scanner.index += 1
            }
        }
        if depth > 0 { throw fault(.brace, from: max(0, first - 1)) }
        return ICUMessage(parts + text(upTo: scanner.index), first..<scanner.index)
    }

    /// Goes beyond an apostrophe and what it quotes: only signs that have a meaning are quoted.
    private mutating func skipQuoted(isInPlural: Bool) {
        scanner.index += 1
        if scanner.skip(0x27) { return }
        guard let byte = scanner.peek, byte == 0x7B || byte == 0x7D || byte == 0x23 && isInPlural else {
            return
        }
        while let byte = scanner.peek {
            scanner.index += 1
            guard byte == 0x27 else { continue }
            if !scanner.skip(0x27) { return }
        }
    }

    private mutating func argument(
        depth: Int, isInPlural: Bool
    ) throws(ICUMessage.Fault) -> ICUMessage.Argument {
        let start = scanner.index
        scanner.index += 1
        skipSpace()
        let name = word()
        guard !name.isEmpty else { throw fault(.argument, from: start) }
        skipSpace()
        var format = ICUMessage.Format.plain
        if scanner.skip(0x2C) { format = try self.format(depth: depth, isInPlural: isInPlural) }
        guard scanner.skip(0x7D) else {
            throw scanner.peek == nil ? fault(.brace, from: start) : fault(.argument, from: start)
        }
        return ICUMessage.Argument(name: name, range: start..<scanner.index, format: format)
    }

    private mutating func format(
        depth: Int, isInPlural: Bool
    ) throws(ICUMessage.Fault) -> ICUMessage.Format {
        skipSpace()
        let start = scanner.index
        let type = word()
        skipSpace()
        if let kind = ICUMessage.ChoiceKind(rawValue: type.lowercased()) {
            guard scanner.skip(0x2C) else { throw fault(.argument, from: start) }
            return .choice(try choice(kind, from: start, depth: depth, isInPlural: isInPlural))
        }
        guard Self.formatters.contains(type.lowercased()) else { throw fault(.type, from: start) }
        guard scanner.skip(0x2C) else { return .formatter(type, style: nil) }
        let style = scanner.index
        try skipStyle()
        return .formatter(type, style: scanner.string(style..<scanner.index))
    }

    /// The types of ICU's formatters.
    private static let formatters: Set<String> = [
        "number", "date", "time", "spellout", "ordinal", "duration", "choice", "list",
    ]

    /// Reads `one {…} other {…}`.
    private mutating func choice(
        _ kind: ICUMessage.ChoiceKind, from start: Int, depth: Int, isInPlural: Bool
    ) throws(ICUMessage.Fault) -> ICUMessage.Choice {
        var offset: String?
        var branches: [ICUMessage.Branch] = []
        var selectors: Set<String> = []
        skipSpace()
        while let byte = scanner.peek, byte != 0x7D {
            let place = scanner.index
            let selector = self.selector()
            let range = place..<scanner.index
            skipSpace()
            if kind != .select, offset == nil, branches.isEmpty, selector.hasPrefix("offset:") {
                offset = String(selector.dropFirst("offset:".utf8.count))
                if offset == "" { offset = self.selector() }
                guard let value = offset, Double(value) != nil else { throw fault(.selector, from: place) }
                skipSpace()
                continue
            }
            guard !selector.isEmpty, selectors.insert(selector).inserted,
                kind == .select || Self.isPluralSelector(selector)
            else { throw fault(.selector, from: place) }
            guard scanner.skip(0x7B) else { throw fault(.brace, from: place) }
            let message = try message(depth: depth + 1, isInPlural: kind != .select || isInPlural)
            guard scanner.skip(0x7D) else { throw fault(.brace, from: place) }
            branches.append(ICUMessage.Branch(selector: selector, selectorRange: range, message: message))
            skipSpace()
        }
        guard selectors.contains("other") else {
            throw fault(.missingOther, from: start)
        }
        return ICUMessage.Choice(kind: kind, offset: offset, branches: branches)
    }

    private static func isPluralSelector(_ selector: String) -> Bool {
        selector.hasPrefix("=")
            ? Double(selector.dropFirst()) != nil
            : ["zero", "one", "two", "few", "many", "other"].contains(selector)
    }

    private mutating func selector() -> String {
        let start = scanner.index
        while let byte = scanner.peek, scanner.spaceLength == 0, byte != 0x7B, byte != 0x7D {
            scanner.index += 1
        }
        return scanner.string(start..<scanner.index)
    }

    /// Reads a name or a number. Pattern_Syntax and white space end it; letters
    /// of all scripts are none of them.
    private mutating func word() -> String {
        let start = scanner.index
        while let byte = scanner.peek,
            byte >= 0x80 && scanner.spaceLength == 0 || ByteScanner.isLetter(byte)
                || (0x30...0x39).contains(byte) || byte == 0x2E || byte == 0x2D
        { scanner.index += 1 }
        return scanner.string(start..<scanner.index)
    }

    /// Goes up to the end of a style, in which braces come in pairs.
    private mutating func skipStyle() throws(ICUMessage.Fault) {
        var depth = 0
        let start = scanner.index
        while let byte = scanner.peek {
            switch byte {
            case 0x27: skipQuoted(isInPlural: false)
            case 0x7D where depth == 0: return
            default:
                if byte == 0x7B { depth += 1 }
                if byte == 0x7D { depth -= 1 }
                scanner.index += 1
            }
        }
        throw fault(.brace, from: start)
    }

    private mutating func skipSpace() {
        while case let length = scanner.spaceLength, length > 0 { scanner.index += length }
    }
}

/// Reads a text byte by byte.
private struct ByteScanner {
    let bytes: [UInt8]
    var index = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// Goes beyond a byte, if it is the next one.
    mutating func skip(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        index += 1
        return true
    }

    /// How many bytes the white space of patterns here has; 0 where there is none. Next to blanks these are the
    /// marks of direction, which editors of right-to-left languages insert, and the separators of lines and
    /// paragraphs (Pattern_White_Space of Unicode Standard Annex 31).
    var spaceLength: Int {
        guard let byte = peek else { return 0 }
        if byte <= 0x20 { return 1 }
        guard byte == 0xC2 || byte == 0xE2 else { return 0 }
        return Self.longSpaces.first { bytes[index...].starts(with: $0) }?.count ?? 0
    }

    private static let longSpaces = ["\u{85}", "\u{200E}", "\u{200F}", "\u{2028}", "\u{2029}"].map {
        Array($0.utf8)
    }

    func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) || byte == 0x5F }
}
