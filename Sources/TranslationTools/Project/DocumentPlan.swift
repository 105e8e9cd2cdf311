// The files of a project that a file of another format gives, before they are made.

internal import Localization

/// Which files of a project a file of another format gives, and which of them have to be made.
struct DocumentPlan {
    /// A file that was made before, or is still to be made.
    enum PlannedFile {
        case known(LocalizationFile)
        /// The draft of a number.
        case draft(Int)

        /// - Parameter made: the files of all drafts.
        func file(_ made: [LocalizationFile]) -> LocalizationFile {
            switch self {
            case .known(let file): file
            case .draft(let number): made[number]
            }
        }
    }

    /// The texts of a locale. Tables are told by their numbers.
    struct Part {
        let file: PlannedFile
        let table: Int
        let side: TextSide
        let ownSource: PlannedFile?
        /// The table of the source texts in the file itself.
        let sourceTable: Int?
    }

    /// What a file is made of.
    struct Draft: Sendable {
        let path: String
        let table: Int
        let selection: UnitTexts.Selection
        let locale: LocaleIdentifier
        var findings: [any LocalizationDiagnostic] = []
        var isOwnSource = false
        let hasDistinctKeys: Bool
        let format: any TranslationFormat

        /// - Parameters:
        ///   - table: what the table is.
        ///   - texts: the selection of its units.
        func make(_ table: TranslationTable, _ texts: UnitTexts) -> LocalizationFile {
            LocalizationFile(
                path: path, format: format, table: table, texts: texts, side: selection.side,
                locale: locale, findings: findings, isOwnSource: isOwnSource,
                hasDistinctKeys: hasDistinctKeys)
        }
    }

    /// The tables of the file. Their units may be taken away once the parts are known.
    var tables: [TranslationTable]
    private(set) var parts: [Part] = []
    private(set) var drafts: [Draft] = []
    let isClean: Bool
    private let path: String
    private let hasDistinctKeys: Bool
    private let format: any TranslationFormat
    private let known: DocumentReading?
    private let found: [any LocalizationDiagnostic]

    /// `nil` if neither path nor content names the texts' locale.
    init?(
        _ bytes: [UInt8], _ contents: FormatReading, _ format: any TranslationFormat,
        from source: TranslationFileSource, usesOwnSource: Bool, reusing previous: DocumentReading?
    ) {
        let format = contents.format ?? format
        tables = contents.tables
        found =
            contents.findings.filter { FileMistake($0) != nil }
            + ConflictMarkers.findings(in: bytes)
        let sourceLocale = source.project.sourceLocale
        let isMonolingual = !contents.tables.contains { $0.units.contains { $0.source != nil } }
        (path, isClean) = (source.path, found.isEmpty)
        hasDistinctKeys = contents.hasDistinctKeys
        self.format = format
        known = isClean ? previous : nil
        switch format.contents {
        case .allLocales:
            guard !contents.tables.isEmpty else { break }
            let ownSource = Source(0, changed: contents.changed?[0])
            for (number, table) in contents.tables.enumerated() {
                guard let locale = table.locale else { continue }
                let changed = contents.changed?[number]
                if locale == table.sourceLocale {
                    add(number, .source, locale, changed: changed, isOwnSource: true)
                } else {
                    add(number, .translation, locale, changed: changed, ownSource: ownSource)
                }
            }
        case .template:
            for number in tables.indices {
                add(number, .source, sourceLocale, changed: contents.changed?[number])
            }
        case .table, .locale:
            for (number, table) in contents.tables.enumerated() {
                let changed = contents.changed?[number]
                let hasTemplate = format.contents == .locale && table.locale == nil
                guard let locale = hasTemplate ? table.sourceLocale : table.locale else { return nil }
                if isMonolingual {
                    add(number, .translation, locale, changed: changed)
                } else if locale == table.sourceLocale || hasTemplate {
                    add(
                        number, .translationOrSource, locale, changed: changed,
                        isOwnSource: format.contents == .locale)
                } else {
                    add(
                        number, .translation, locale, changed: changed,
                        ownSource: usesOwnSource ? Source(number, changed: changed) : nil)
                }
            }
        }
        if parts.isEmpty, !found.isEmpty {
            // Nothing could be read: what was found is all there is to say.
            let table = TranslationTable(
                name: source.tableName, sourceLocale: sourceLocale, locale: sourceLocale, units: [])
            // The name of a file may tell whose texts are lost: `de.xlf`, `app.de.xlf`.
            let named =
                format.contents == .locale
                ? source.stem.split(separator: ".").last.flatMap { LocaleIdentifier(String($0)) } : nil
            let locale = source.locale ?? (named?.isKnown == true ? named : nil) ?? sourceLocale
            tables.append(table)
            add(tables.count - 1, .source, locale, isOwnSource: true)
        }
    }

    /// The source texts in the file itself.
    private final class Source {
        let table: Int
        let changed: [Int]?
        /// `nil` until a part needs it.
        var file: PlannedFile?
        /// Whether the file is that of the reading before.
        var isReused = false

        init(_ table: Int, changed: [Int]?) { (self.table, self.changed) = (table, changed) }
    }

    private mutating func plan(_ source: Source, reusing old: DocumentReading.Part?) {
        guard source.file == nil else { return }
        if let old, let known = old.file.ownSource, let before = old.source,
            tables[source.table].isSame(as: before, .source, source.changed)
        {
            (source.file, source.isReused) = (.known(known), true)
        } else {
            source.file = .draft(drafts.count)
            drafts.append(
                Draft(
                    path: path, table: source.table, selection: .init(side: .source),
                    locale: tables[source.table].sourceLocale, hasDistinctKeys: hasDistinctKeys,
                    format: format))
        }
    }

    private mutating func add(
        _ table: Int, _ side: TextSide, _ locale: LocaleIdentifier, changed: [Int]? = nil,
        isOwnSource: Bool = false, ownSource: Source? = nil
    ) {
        let old = known?.cleanPart(parts.count)
        if let ownSource { plan(ownSource, reusing: old) }
        let isSame =
            old.map {
                $0.side == side && $0.file.locale == locale && $0.file.isOwnSource == isOwnSource
                    && ownSource?.isReused ?? ($0.source == nil)
                    && tables[table].isSame(as: $0.table, nil, changed)
            } ?? false
        let file = isSame ? PlannedFile.known(old!.file) : .draft(drafts.count)
        if !isSame {
            drafts.append(
                Draft(
                    path: path, table: table,
                    selection: UnitTexts.Selection(
                        of: tables[table], side, format, locale, hasOwnSource: ownSource != nil),
                    locale: locale,
                    // Once for a file, however many locales it has.
                    findings: parts.isEmpty ? found : [], isOwnSource: isOwnSource,
                    hasDistinctKeys: hasDistinctKeys, format: format))
        }
        parts.append(
            Part(
                file: file, table: table, side: side, ownSource: ownSource?.file,
                sourceTable: ownSource?.table))
    }
}
