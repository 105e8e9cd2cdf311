// Files of other formats, read as files of a project. What an edit does not change is not made again.

internal import Localization

extension LocalizationFile {
    /// The texts of a file of another format: a file of a project for each table and locale.
    ///
    /// - Parameters:
    ///   - source: where the file comes from, and the project's source locale.
    ///   - usesOwnSource: whether translations are those of the source texts in the file itself, where it has both.
    /// - Returns: `nil` where nobody says which locale the texts are in.
    public static func files(
        of bytes: [UInt8], _ format: any TranslationFormat, from source: TranslationFileSource,
        usesOwnSource: Bool = true
    ) -> [LocalizationFile]? {
        ForeignReading(bytes, format, from: source, usesOwnSource: usesOwnSource)?.files
    }
}

/// What was read of a file of another format.
///
/// After an edit most tables are the same, and their texts are on the same lines and columns. Then their files are those of
/// the reading before, with the same revision, so that nothing is checked again. Only byte offsets behind the edit are
/// those of before.
package struct ForeignReading: Sendable {
    /// The texts of a locale.
    private struct Part: Sendable {
        var file: LocalizationFile
        let table: TranslationTable
        let side: TextSide
        /// The table of the source texts in the file itself.
        let source: TranslationTable?
    }

    private var parts: [Part] = []
    private(set) var contents: FormatReading
    /// Whether nothing was found that is in none of the tables.
    private let isClean: Bool

    /// The files, for each table and locale.
    package var files: [LocalizationFile] { parts.map(\.file) }

    private let path: String
    private let lacksFractions: Bool

    /// Reads a file; `nil` where nobody says which locale the texts are in.
    ///
    /// - Parameters:
    ///   - previous: what the file was when it was read in the same way before.
    package init?(
        _ bytes: [UInt8], _ format: any TranslationFormat, from source: TranslationFileSource,
        usesOwnSource: Bool, reusing previous: ForeignReading? = nil
    ) {
        contents = format.reading(bytes, from: source, after: previous?.contents)
        let tables = contents.tables
        let found =
            contents.findings.filter { FormatFindings.check(of: $0) != nil }
            + ConflictMarkersCheck.findings(in: bytes)
        let sourceLocale = source.project.sourceLocale
        let isMonolingual = !tables.contains { $0.units.contains { $0.source != nil } }
        (path, lacksFractions, isClean) = (source.path, !format.hasFormsOfFractions, found.isEmpty)
        let known = isClean && previous?.isClean == true ? previous : nil
        switch format.contents {
        case .allLocales:
            guard let first = tables.first else { break }
            let ownSource = Source(first, changed: contents.changed?[0])
            for (number, table) in tables.enumerated() {
                guard let locale = table.locale else { continue }
                let changed = contents.changed?[number]
                if locale == table.sourceLocale {
                    add(table, .source, locale, found, known, changed: changed, isOwnSource: true)
                } else {
                    add(table, .translation, locale, found, known, changed: changed, ownSource: ownSource)
                }
            }
        case .template:
            for (number, table) in tables.enumerated() {
                add(table, .source, sourceLocale, found, known, changed: contents.changed?[number])
            }
        case .table, .locale:
            for (number, table) in tables.enumerated() {
                let changed = contents.changed?[number]
                let hasTemplate = format.contents == .locale && table.locale == nil
                guard let locale = hasTemplate ? table.sourceLocale : table.locale else { return nil }
                if isMonolingual {
                    add(table, .translation, locale, found, known, changed: changed)
                } else if locale == table.sourceLocale || hasTemplate {
                    add(
                        table, .translationOrSource, locale, found, known, changed: changed,
                        isOwnSource: format.contents == .locale)
                } else {
                    add(
                        table, .translation, locale, found, known, changed: changed,
                        ownSource: usesOwnSource ? Source(table, changed: changed) : nil)
                }
            }
        }
        if parts.isEmpty, !found.isEmpty {
            // Nothing could be read: what was found is all there is to say.
            let table = TranslationTable(
                name: source.tableName, sourceLocale: sourceLocale, locale: sourceLocale, units: [])
            add(table, .source, source.locale ?? sourceLocale, found, known, isOwnSource: true)
        }
    }

    /// The source texts in the file itself, made when they are needed first.
    private final class Source {
        let table: TranslationTable
        private let changed: [Int]?
        private(set) var file: LocalizationFile?
        /// Whether the file is that of the reading before.
        private(set) var isReused = false

        init(_ table: TranslationTable, changed: [Int]?) { (self.table, self.changed) = (table, changed) }

        func make(_ path: String, reusing old: Part?) {
            guard file == nil else { return }
            if let old, let known = old.file.ownSource, let before = old.source,
                table.isSame(as: before, .source, changed)
            {
                (file, isReused) = (known, true)
            } else {
                file = LocalizationFile(path: path, table: table, side: .source, locale: table.sourceLocale)
            }
        }
    }

    /// Gives the files that are new a revision each.
    mutating func number(_ next: () -> Int) {
        for index in parts.indices where parts[index].file.revision == 0 {
            parts[index].file.revision = next()
        }
    }

    private mutating func add(
        _ table: TranslationTable, _ side: TextSide, _ locale: LocaleIdentifier,
        _ found: [any LocalizationDiagnostic], _ known: ForeignReading?, changed: [Int]? = nil,
        isOwnSource: Bool = false, ownSource: Source? = nil
    ) {
        let old = known.flatMap { parts.count < $0.parts.count ? $0.parts[parts.count] : nil }
        ownSource?.make(path, reusing: old)
        let isSame =
            old.map {
                $0.side == side && $0.file.locale == locale && $0.file.isOwnSource == isOwnSource
                    && ownSource?.isReused ?? ($0.source == nil) && table.isSame(as: $0.table, nil, changed)
            } ?? false
        let file =
            isSame
            ? old!.file
            : LocalizationFile(
                path: path, table: table, side: side, locale: locale,
                lacksFractions: lacksFractions && side != .source,
                // Once for a file, however many locales it has.
                findings: parts.isEmpty ? found : [], isOwnSource: isOwnSource, ownSource: ownSource?.file)
        parts.append(Part(file: file, table: table, side: side, source: ownSource?.table))
    }
}

extension TranslationTable {
    /// Whether the texts are the same, on the same lines and columns.
    ///
    /// - Parameters:
    ///   - side: which texts matter; `nil` for all.
    ///   - changed: the numbers of the units that may be others; `nil` for all.
    fileprivate func isSame(as other: TranslationTable, _ side: TextSide?, _ changed: [Int]?) -> Bool {
        guard name == other.name, folder == other.folder, sourceLocale == other.sourceLocale,
            units.count == other.units.count
        else { return false }
        guard side == .source || locale == other.locale else { return false }
        func isSame(_ index: Int) -> Bool {
            units[index].isSame(as: other.units[index], sourceOnly: side == .source)
        }
        return changed?.allSatisfy(isSame) ?? units.indices.allSatisfy(isSame)
    }
}

extension TranslationUnit {
    /// Whether the texts are the same, on the same lines and columns.
    func isSame(as other: TranslationUnit, sourceOnly: Bool) -> Bool {
        guard places.unit.isAt(other.places.unit), places.source.areAt(other.places.source),
            Self.haveSameBytes(source, other.source)
        else { return false }
        guard sourceOnly else {
            return self == other && places.translation.areAt(other.places.translation)
                && Self.haveSameBytes(translation, other.translation)
        }
        return key == other.key && source == other.source && comment == other.comment
            && translatorComment == other.translatorComment && references == other.references
            && flags == other.flags && maximumLength == other.maximumLength
            && (state == .obsolete) == (other.state == .obsolete)
    }

    /// Whether texts are the same byte by byte. To `String`, one with other scalars for the same characters is equal.
    private static func haveSameBytes(_ left: Message?, _ right: Message?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        if !left.hasVariations, !right.hasVariations {
            let (one, other) = ((left.text?.source ?? "").utf8, (right.text?.source ?? "").utf8)
            return one.count == other.count && one.elementsEqual(other)
        }
        return left.forms.elementsEqual(right.forms) { $0.text.utf8.elementsEqual($1.text.utf8) }
    }
}
