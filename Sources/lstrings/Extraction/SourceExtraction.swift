// The keys of sources by tables, and problems that their authors should know.

internal import Localization
internal import TranslationTools

/// A key that a source uses.
struct ExtractedKey {
    var key: String
    var table: String
    var value: String?
    /// The plural text of gettext's functions.
    var plural: String?
    var comment: String?
    /// The file, and the line from 1.
    var file: String
    var position: SourcePosition

    var reference: String { "\(file):\(position.line)" }
}

/// A problem in a source that its author should know.
struct ExtractionFinding: LocalizationDiagnostic {
    let finding: SourceFinding
    let file: String

    var line: Int { finding.position.line }

    var severity: Severity {
        switch finding.identifier {
        case .uncertainType, .forwardedKey, .dynamicComment: .note
        default: .warning
        }
    }

    var position: SourcePosition? { finding.position }

    /// `Extract.` and the identifier in one word: `Extract.DynamicKey`.
    var messageKey: String {
        "Extract."
            + finding.identifier.rawValue.split(separator: "-").map {
                $0.prefix(1).uppercased() + $0.dropFirst()
            }
            .joined()
    }

    var arguments: [any FormatArgument] { finding.facts }
}

/// The keys of sources, and problems with others.
struct SourceExtraction {
    private(set) var keys: [ExtractedKey] = []
    private(set) var findings: [ExtractionFinding] = []

    /// Collects the keys of sources, and the texts of storyboards and xibs.
    init(_ sources: SourceUses) {
        for file in sources.files {
            for call in file.calls {
                var table = Localizer.defaultTable
                if case .named(let name) = call.table { table = name }
                keys.append(
                    ExtractedKey(
                        key: call.format ?? call.key, table: table, value: call.value, plural: call.plural,
                        comment: call.comment, file: file.path, position: call.position))
            }
            for text in file.interface?.texts ?? [] {
                keys.append(
                    ExtractedKey(
                        key: text.key, table: file.interface?.table ?? Localizer.defaultTable,
                        value: text.value, comment: text.comment, file: file.path, position: text.position))
            }
            findings += file.findings.map { ExtractionFinding(finding: $0, file: file.path) }
        }
        findings += conflicts
    }

    /// The keys that are used with different texts or comments. The first use counts; the others are
    /// reported. A use without a text or comment conflicts with none.
    private var conflicts: [ExtractionFinding] {
        var values: [[String]: ExtractedKey] = [:]
        var comments: [[String]: ExtractedKey] = [:]
        var findings: [ExtractionFinding] = []
        for key in keys {
            func compare(
                _ said: String?, _ first: inout [[String]: ExtractedKey], _ other: (ExtractedKey) -> String?,
                _ identifier: SourceFinding.Identifier
            ) {
                guard let said else { return }
                guard let known = first[[key.table, key.key]], let text = other(known) else {
                    first[[key.table, key.key]] = key
                    return
                }
                guard text != said else { return }
                findings.append(
                    ExtractionFinding(
                        finding: SourceFinding(
                            identifier, [key.key, key.table, text, known.reference], at: key.position),
                        file: key.file))
            }
            compare(key.value, &values, \.value, .conflictingValue)
            compare(key.comment, &comments, \.comment, .conflictingComment)
        }
        return findings
    }

    /// The keys by tables, each key once, with all positions where it is used.
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
            // A key for one form of a message belongs to the message.
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
