// The keys of sources: those that lstrings-extract found in Swift, as JSON lines (see Plugins/KeyExtraction/README.md),
// and those of other sources.

internal import JSON
internal import Localization
internal import TranslationTools

/// A key that a source uses.
struct ExtractedKey {
    var key: String
    var table: String
    var value: String?
    /// The text for several, of gettext's functions.
    var plural: String?
    var comment: String?
    var reference: String
}

/// Something in a source that its author should know.
struct ExtractionFinding: LocalizationDiagnostic {
    var identifier: String
    var facts: [String]
    var file: String?
    var line: Int?

    var severity: Severity {
        switch identifier {
        case "uncertain-type", "forwarded-key", "dynamic-comment": .note
        case "unreadable-file", "not-a-file", "file-too-large", "invalid-request", "unknown-option",
            "invalid-routine":
            .error
        default: .warning
        }
    }

    var position: SourcePosition? { line.map { SourcePosition(line: $0, column: 1, byteOffset: 0) } }

    /// `Extract.` and the identifier in one word: `Extract.DynamicKey`.
    var messageKey: String {
        "Extract."
            + identifier.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    var arguments: [any FormatArgument] { facts }
}

/// The keys of sources, and what was in the way of others.
struct ExtractionAnswer {
    private(set) var keys: [ExtractedKey] = []
    private(set) var findings: [ExtractionFinding] = []

    /// The version of the protocol that is understood.
    private static let version = 1

    /// No keys.
    init() {}

    /// Adds the keys of sources in C and Objective-C, and the texts of storyboards and xibs.
    mutating func add(_ sources: SourceUses) {
        for file in sources.files {
            for call in file.calls {
                var table = Localizer.defaultTable
                if case .named(let name) = call.table { table = name }
                keys.append(
                    ExtractedKey(
                        key: call.key, table: table, value: call.value, plural: call.plural,
                        comment: call.comment,
                        reference: "\(file.path):\(call.position.line)"))
            }
            for text in file.interface?.texts ?? [] {
                keys.append(
                    ExtractedKey(
                        key: text.key, table: file.interface?.table ?? Localizer.defaultTable,
                        value: text.value,
                        comment: text.comment, reference: "\(file.path):\(text.position.line)"))
            }
        }
    }

    /// Reads an answer of lstrings-extract; `nil` where it is malformed or has another version.
    init?(_ output: [UInt8]) {
        let parser = JSONParser()
        var isAnswer = false
        for line in output.split(separator: UInt8(ascii: "\n")) {
            let isRead = try? parser.withValue(of: Array(line)) { value in
                if !isAnswer {
                    isAnswer = value.member("protocol")?.integer == Self.version
                } else {
                    read(value)
                }
                return true
            }
            guard isRead == true, isAnswer else { return nil }
        }
        if !isAnswer { return nil }
    }

    private mutating func read(_ value: JSONValue) {
        let file = value.member("file")?.string
        let line = value.member("line")?.integer
        let arguments = value.member("arguments").map { $0.elements.compactMap(\.string) } ?? []
        if let finding = value.member("finding")?.string {
            findings.append(
                ExtractionFinding(identifier: finding, facts: arguments, file: file, line: line))
        } else if let key = value.member("key")?.string {
            keys.append(
                ExtractedKey(
                    key: key, table: value.member("table")?.string ?? Localizer.defaultTable,
                    value: value.member("value")?.string, comment: value.member("comment")?.string,
                    reference: "\(file ?? ""):\(line ?? 0)"))
        }
    }

    /// The keys by tables, each key once with all places where it is used.
    func tables(sourceLocale: LocaleIdentifier) -> [TranslationTable] {
        var tables: [TranslationTable] = []
        var places: [String: Int] = [:]
        var units: [String: [String: Int]] = [:]
        for key in keys {
            let table = places[key.table] ?? tables.count
            if table == tables.count {
                places[key.table] = table
                tables.append(
                    TranslationTable(name: key.table, sourceLocale: sourceLocale, locale: nil, units: []))
            }
            // A key for one form of a message is for the message.
            if let known = units[key.table]?[key.key] {
                tables[table].units[known].references.append(key.reference)
                if tables[table].units[known].comment == nil {
                    tables[table].units[known].comment = key.comment
                }
                continue
            }
            units[key.table, default: [:]][key.key] = tables[table].units.count
            let text = FormatString(key.value ?? key.key)
            let message =
                key.plural.map { Message(key: key.key, plural: [.one: text, .other: FormatString($0)]) }
                ?? Message(key: key.key, text: text)
            var unit = TranslationUnit(key: key.key, source: message)
            unit.comment = key.comment
            unit.references = [key.reference]
            tables[table].units.append(unit)
        }
        return tables
    }
}
