// What our own PO files say to programs in extracted comments, beside what people read there.

internal import Localization

/// The notes of an entry: lines of `#.` comments that begin with one of these words.
///
///     max-length: 20                      the translation has at most so many characters
///     x-table: Localizable                the table that the message is of
///     x-context: "KEY"                    the context that the entry would have if no other table had the same one
///     x-category: one,few,many            the category of each form, for translators
///     x-source: other                     what `msgid` repeats where the source has no text of its own for this entry
///     x-source.few: "%d soubory"          a form of the source that `msgid` and `msgid_plural` have no place for
///     x-previous: "%d soubor"             the source text before it changed, where `msgid` contains keys
struct GettextNotes {
    /// Where an entry's `msgid` was taken from.
    enum Origin: Hashable {
        /// The source has no text at all.
        case key
        /// The source has none any more; the text is the one that it had.
        case previous
        /// Another text of the message, in its place.
        case message
        /// A form of the source.
        case form(PluralCategory)

        var name: String {
            switch self {
            case .key: "key"
            case .previous: "previous"
            case .message: "message"
            case .form(let category): category.rawValue
            }
        }

        init?(_ name: Substring) {
            switch name {
            case "key": self = .key
            case "previous": self = .previous
            case "message": self = .message
            default:
                guard let category = PluralCategory(rawValue: String(name)) else { return nil }
                self = .form(category)
            }
        }
    }

    var maximumLength: Int?
    var table: String?
    var context: String?
    var categories: [PluralCategory] = []
    var origin: Origin?
    var previousSource: String?
    /// Source texts by category; `nil` is the plain text.
    var sourceTexts: [(category: PluralCategory?, text: String)] = []

    init() {}

    /// Takes notes out of the lines of a comment, and leaves what is for people.
    init(readingFrom lines: inout [String]) {
        guard lines.contains(where: Self.isNote) else { return }
        var words: [String] = []
        for line in lines where !(Self.isNote(line) && read(line)) { words.append(line) }
        lines = words
    }

    /// A line for people that reads like a note is moved to the right by one blank.
    static func escaped(_ line: String) -> String { isNote(line) ? " " + line : line }

    /// Appends the notes to the lines of a comment.
    func write(to lines: inout [String]) {
        if let maximumLength { lines.append("max-length: \(maximumLength)") }
        if let table { lines.append("x-table: " + POWriter.quoted(table).dropFirst().dropLast()) }
        if let context { lines.append("x-context: " + POWriter.quoted(context)) }
        if !categories.isEmpty {
            lines.append("x-category: " + categories.map(\.rawValue).joined(separator: ","))
        }
        if let origin { lines.append("x-source: " + origin.name) }
        for (category, text) in sourceTexts {
            lines.append("x-source.\(category?.rawValue ?? "plain"): " + POWriter.quoted(text))
        }
        if let previousSource { lines.append("x-previous: " + POWriter.quoted(previousSource)) }
    }

    /// Whether a line of a comment names the category of each form.
    static func namesCategories(_ line: String) -> Bool { line.hasPrefix("x-category: ") }

    private static func isNote(_ line: String) -> Bool {
        let bytes = line.utf8
        guard bytes.first == 0x6D || bytes.first == 0x78 else { return false }
        return line.hasPrefix("max-length: ") || line.hasPrefix("x-table: ") || line.hasPrefix("x-category: ")
            || line.hasPrefix("x-context: ") || line.hasPrefix("x-source: ") || line.hasPrefix("x-source.")
            || line.hasPrefix("x-previous: ")
    }

    /// Reads a line; `false` where it is not understood and stays a comment.
    private mutating func read(_ line: String) -> Bool {
        guard let colon = line.firstIndex(of: ":") else { return false }
        let value = line[colon...].dropFirst(2)
        switch line[..<colon] {
        case "max-length":
            guard let length = Int(value), length > 0 else { return false }
            maximumLength = length
        case "x-table":
            guard let name = Self.unquoted("\"\(value)\"") else { return false }
            table = name
        case "x-context":
            guard let text = Self.unquoted(String(value)) else { return false }
            context = text
        case "x-category":
            categories = value.split(separator: ",").compactMap { PluralCategory(rawValue: String($0)) }
        case "x-source":
            guard let origin = Origin(value) else { return false }
            self.origin = origin
        case "x-previous":
            guard let text = Self.unquoted(String(value)) else { return false }
            previousSource = text
        case let name:
            guard let text = Self.unquoted(String(value)) else { return false }
            let form = name.dropFirst("x-source.".count)
            let category = PluralCategory(rawValue: String(form))
            guard category != nil || form == "plain" else { return false }
            sourceTexts.append((category, text))
        }
        return true
    }

    /// A text between quotes, read as in a PO file; `nil` where it is not quoted.
    private static func unquoted(_ text: String) -> String? {
        let file = POFile(Array("msgid \"x\"\nmsgstr \(text)\n".utf8))
        guard file.diagnostics.allSatisfy({ $0.severity < .error || Self.isShapeOnly($0.kind) }),
            let entry = file.entries.first, entry.translations.count == 1
        else { return nil }
        return entry.translations[0]
    }

    private static func isShapeOnly(_ kind: PODiagnostic.Kind) -> Bool {
        switch kind {
        case .leadingLineBreak, .trailingLineBreak: true
        default: false
        }
    }
}
