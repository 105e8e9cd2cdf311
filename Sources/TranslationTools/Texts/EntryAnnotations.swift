// The parts of an entry's comments that programs read: flags, places, earlier texts. The rest is for people.

internal import Localization

/// The comments of an entry, parsed by the grammar of GNU gettext's own `.strings` files with a few words
/// more in the same style, one to a line:
///
///     Comment: A greeting.            said by the programmer, where gettext wrote the file
///     File: Sources/Shop.swift:12     where the text is used
///     Flag: untranslated              not translated yet; the value is the source text
///     Flag: unmatched                 the source has no such key any more
///     Flag: fuzzy                     the translation is to be reviewed
///     Flag: objc-format               any other flag of gettext
///     Flag plural.one: fuzzy          the state of one form, where it is not the message's; `text` is the plain text
///     Translator: A note.             said by the translator
///     Previous: "Old source text"     the source text that the translation was made for, quoted as a value
///     Previous key: "old.key"         the key that the translation stood under
///     max-length: 20                  the translation has at most so many characters
///     max-size: 300:2                 the translation is at most so many pixels wide, in so many lines (1 if not said)
///     lint:ignore ID ID               checks that are silent about this entry
///     keep                            the program uses the text, though no source names the key
///
/// A line that is none of these is a comment for people.
public struct EntryAnnotations: Sendable, Hashable {
    /// The comment for people, lines joined by a line break; `nil` where there is none.
    public var comment: String?
    /// Where the text is used, as `file:line`.
    public var references: [String] = []
    /// All flags but the three that say how far the translation is.
    public var flags: [String] = []
    /// How far the translation is; `translated` where no flag says otherwise.
    public var state = TranslationState.translated
    /// The states of forms that are not `state`; the plain text has no variation.
    public var formStates: [VariationKey.Variation?: TranslationState] = [:]
    /// What the translator says, where a comment is marked as the translator's.
    public var translatorComment: String?
    /// The source text that the translation was made for.
    public var previousSource: String?
    /// The key that the translation stood under before.
    public var previousKey: String?
    /// The most characters (grapheme clusters) that the text may have.
    public var maximumLength: Int?
    /// The most room that the text may take.
    public var maximumSize: MaximumSize?
    /// The height of the font in which the text is shown, in pixels.
    public var fontSize = 10
    /// The identifiers of checks that are silent about this entry; `all` for every one.
    public var ignoredChecks: Set<String> = []

    /// The room for a text.
    public struct MaximumSize: Sendable, Hashable {
        /// The width in pixels.
        public let width: Int
        /// The number of lines.
        public let lines: Int

        /// Reads `300` and `300:2`; `nil` for another text.
        fileprivate init?(_ text: some StringProtocol) {
            let numbers = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
            guard (1...2).contains(numbers.count), numbers.allSatisfy({ $0 > 0 }) else { return nil }
            (width, lines) = (numbers[0], numbers.count > 1 ? numbers[1] : 1)
        }
    }

    /// No annotations.
    public init() {}

    /// Reads comments, as `StringsEntry.comment` and `Message.comment` give them: without
    /// their signs, joined by line breaks.
    public init(_ comment: String?) {
        guard let comment, !comment.isEmpty else { return }
        // Fast path: most comments are for people alone.
        guard comment.utf8.contains(UInt8(ascii: ":")) else {
            let text = comment.trimmingBlankLines
            self.comment = text.isEmpty ? nil : text
            return
        }
        var words: [Substring] = []
        for line in comment.split(separator: "\n", omittingEmptySubsequences: false) where !read(line) {
            let rest = readEnd(of: line)
            if !rest.isEmpty || line.isEmpty { words.append(rest) }
        }
        if flags.count > 1 {
            var known: Set<String> = []
            flags = flags.filter { known.insert($0).inserted }
        }
        let text = words.joined(separator: "\n").trimmingBlankLines
        self.comment = text.isEmpty ? nil : text
    }

    /// Whether a comment may say how far the translation is, or how long it may be. It is not read for that.
    static func mayHaveStateOrLimit(_ comment: String) -> Bool {
        comment.containsASCII("fuzzy", "untranslated", "max-length")
    }

    /// How far a translation is, as its comment says. Most comments are not read for that.
    static func state(in comment: String?) -> TranslationState {
        guard let comment, comment.containsASCII("fuzzy", "untranslated", "unmatched") else {
            return .translated
        }
        return EntryAnnotations(comment).state
    }

    /// Reads a line; `false` where it is for people.
    private mutating func read(_ line: Substring) -> Bool {
        let text = line.trimmingBlanks
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let value = text[text.utf8.index(after: colon)...].trimmingBlanks
        switch text[..<colon] {
        case "Flag":
            for flag in value.split(whereSeparator: { $0 == "," || $0 == " " }) { add(flag: String(flag)) }
        case "File": references.append(String(value))
        case "Comment": comment.appendLine(value)
        case "Translator": translatorComment.appendLine(value)
        case "Previous": previousSource = Self.unquoted(value)
        case "Previous key": previousKey = Self.unquoted(value)
        case let name where name.hasPrefix("Flag "):
            let form = name.dropFirst("Flag ".utf8.count)
            let variation = VariationKey.Variation(suffix: form)
            guard variation != nil || form == Self.plainText, let state = TranslationState(annotation: value)
            else { return false }
            formStates[variation] = state
        default: return false
        }
        return true
    }

    /// The name of the plain text among the forms of a message.
    static let plainText = "text"

    /// What the translator says, given what the source's comment says: also a comment that is no copy of it.
    func translatorComment(besides sourceComment: String?) -> String? {
        guard let own = ownComment(besides: sourceComment) else { return translatorComment }
        return translatorComment.map { own + "\n" + $0 } ?? own
    }

    /// A comment without a mark that is no copy of the source's, as comments can be written.
    func ownComment(besides sourceComment: String?) -> String? {
        if comment == sourceComment { return nil }
        return comment.map(StateComment.escaped) == sourceComment.map(StateComment.escaped) ? nil : comment
    }

    /// Reads what may also follow words for people, as in `Title. max-length: 20`.
    ///
    /// - Returns: the words.
    private mutating func readEnd(of line: Substring) -> Substring {
        if let found = line.firstRange(of: "lint:ignore") {
            let names = line[found.upperBound...]
            // `lint:ignore-file` is about the whole file.
            guard names.isEmpty || names.first?.isWhitespace == true else { return line }
            let identifiers = names.split { $0 == "," || $0.isWhitespace }.prefix { name in
                name.allSatisfy { $0 == "-" || ("a"..."z").contains($0) }
            }
            ignoredChecks.formUnion(identifiers.isEmpty ? ["all"] : identifiers.map(String.init))
            return readEnd(of: line[..<found.lowerBound].trimmingBlanks)
        }
        if let found = line.firstRange(of: "max-size:") {
            let size = line[found.upperBound...].trimmingBlanks.prefix {
                ("0"..."9").contains($0) || $0 == ":"
            }
            guard let size = MaximumSize(size) else { return line }
            maximumSize = size
            return readEnd(of: line[..<found.lowerBound].trimmingBlanks)
        }
        if let found = line.firstRange(of: "max-length:") {
            let digits = line[found.upperBound...].trimmingBlanks.prefix { ("0"..."9").contains($0) }
            guard let length = Int(digits), length > 0 else { return line }
            maximumLength = length
            return line[..<found.lowerBound].trimmingBlanks
        }
        return line
    }

    private mutating func add(flag: String) {
        if let state = TranslationState.allCases.first(where: { $0.flag == flag }) {
            self.state = state
            return
        }
        // Weblate's flags for the same as `max-length: 20` and `lint:ignore ID`.
        if flag.hasPrefix("max-length:"), let length = Int(flag.dropFirst(11)), length > 0 {
            maximumLength = length
        } else if flag.hasPrefix("max-size:") {
            maximumSize = MaximumSize(flag.dropFirst(9)) ?? maximumSize
        } else if flag.hasPrefix("font-size:"), let size = Int(flag.dropFirst(10)), (1...1000).contains(size)
        {
            fontSize = size
        } else if flag.hasPrefix("ignore-") {
            ignoredChecks.insert(String(flag.dropFirst(7)))
        }
        flags.append(flag)
    }

    /// The value of a text in quotes, with the escapes of `.strings` files; a text
    /// without quotes is its own value.
    private static func unquoted(_ text: Substring) -> String {
        guard text.hasPrefix("\"") else { return String(text) }
        return StringsFile(text: text + ";").entries.first?.key ?? String(text)
    }
}

extension Message {
    /// Whether a comment says that the program uses the text, though no source names the key.
    var isKept: Bool {
        guard let comment, comment.utf8.count >= 4 else { return false }
        return comment.split(whereSeparator: \.isNewline).contains { $0.trimmingBlanks == "keep" }
    }
}

extension String {
    fileprivate var trimmingBlankLines: String {
        var text = self[...]
        while text.first?.isNewline == true { text.removeFirst() }
        while text.last?.isNewline == true { text.removeLast() }
        return String(text)
    }
}

extension String? {
    /// Adds a line, in place: a file may have thousands of notes about one message.
    mutating func appendLine(_ line: some StringProtocol) {
        guard self != nil else { return self = String(line) }
        self?.append("\n")
        self?.append(contentsOf: line)
    }
}
