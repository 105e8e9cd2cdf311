// Files of other formats, read as files of a project. What an edit does not change is not made again.

internal import Localization

extension LocalizationFile {
    /// The texts of a file of another format: a file of a project for each table and locale.
    ///
    /// - Parameters:
    ///   - source: where the file comes from, and the project's source locale.
    ///   - usesOwnSource: whether translations are those of the source texts in the
    ///     file itself, where it has both.
    /// - Returns: `nil` if neither path nor content names the texts' locale.
    public static func files(
        of bytes: [UInt8], _ format: any TranslationFormat, from source: TranslationFileSource,
        usesOwnSource: Bool = true
    ) -> [LocalizationFile]? {
        DocumentReading(bytes, format, from: source, usesOwnSource: usesOwnSource)?.files
    }
}

/// What was read of a file of another format.
///
/// After an edit most tables are the same, and their texts are on the same lines and columns. Then their
/// files are those of the reading before, with the same revision, so that nothing is checked again. Only byte
/// offsets behind the edit are those of before.
package struct DocumentReading: Sendable {
    /// The texts of a locale.
    struct Part: Sendable {
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

    /// Reads a file; `nil` if neither path nor content names the texts' locale.
    ///
    /// - Parameters:
    ///   - previous: what the file was when it was read in the same way before.
    package init?(
        _ bytes: [UInt8], _ format: any TranslationFormat, from source: TranslationFileSource,
        usesOwnSource: Bool, reusing previous: DocumentReading? = nil
    ) {
        let contents = format.reading(bytes, from: source, after: previous?.contents)
        let plan = DocumentPlan(
            bytes, contents, format, from: source, usesOwnSource: usesOwnSource, reusing: previous)
        guard let plan else { return nil }
        let made = plan.drafts.map { draft in
            let table = plan.tables[draft.table]
            return draft.make(table, UnitTexts(table.units, draft.selection))
        }
        self.init(contents, plan, source.document(bytes, contents), made: made)
    }

    /// The same; reads chunks of a large file, and describes its tables, concurrently.
    ///
    /// - Parameters:
    ///   - bytes: the file, which is freed as soon as nothing more is read of it.
    ///   - keepsUnits: whether the reading may be followed by another one. If not, files take the place of
    ///     units in memory, of which large ones need more than anything else.
    package static func concurrent(
        _ bytes: consuming [UInt8], _ format: any TranslationFormat, from source: TranslationFileSource,
        usesOwnSource: Bool, keepsUnits: Bool = true, reusing previous: DocumentReading? = nil
    ) async -> DocumentReading? {
        var contents = await format.concurrentReading(bytes, from: source, after: previous?.contents)
        // No other variable keeps the tables of the plan.
        guard
            var plan = DocumentPlan(
                copy bytes, contents, format, from: source, usesOwnSource: usesOwnSource, reusing: previous)
        else { return nil }
        let document = source.document(bytes, contents)
        _ = consume bytes
        if !keepsUnits { (contents.tables, contents.memory) = ([], nil) }
        let made = await plan.make(keepsUnits: keepsUnits)
        return DocumentReading(contents, plan, document, made: made)
    }

    /// - Parameter made: the files of the plan's drafts.
    private init(
        _ contents: FormatReading, _ plan: DocumentPlan, _ document: TranslationDocument?,
        made: [LocalizationFile]
    ) {
        self.contents = contents
        isClean = plan.isClean
        parts = plan.parts.map { part in
            var file = part.file.file(made)
            if let source = part.ownSource?.file(made) { file.ownSources = [source] }
            file.document = document
            return Part(
                file: file, table: plan.tables[part.table], side: part.side,
                source: part.sourceTable.map { plan.tables[$0] })
        }
    }

    /// Gives the files that are new a revision each.
    mutating func number(_ next: () -> Int) {
        for index in parts.indices where parts[index].file.revision == 0 {
            parts[index].file.revision = next()
        }
    }

    /// The part of a number, if there is nothing to report about any of them as a whole.
    func cleanPart(_ number: Int) -> Part? {
        isClean && number < parts.count ? parts[number] : nil
    }
}

extension TranslationFileSource {
    /// What edits of a file need, if they are wanted.
    fileprivate func document(_ bytes: [UInt8], _ contents: FormatReading) -> TranslationDocument? {
        keepsDocument ? TranslationDocument(bytes, contents.document) : nil
    }
}

extension TranslationTable {
    /// Whether the texts are the same, on the same lines and columns.
    ///
    /// - Parameters:
    ///   - side: which texts matter; `nil` for all.
    ///   - changed: the numbers of the units that may be others; `nil` for all.
    func isSame(as other: TranslationTable, _ side: TextSide?, _ changed: [Int]?) -> Bool {
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

    /// Whether texts are the same byte by byte. To `String`, one with other scalars
    /// for the same characters is equal.
    private static func haveSameBytes(_ left: Message?, _ right: Message?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        if !left.hasVariations, !right.hasVariations {
            let (one, other) = ((left.text?.source ?? "").utf8, (right.text?.source ?? "").utf8)
            return one.count == other.count && one.elementsEqual(other)
        }
        return left.forms.elementsEqual(right.forms) { $0.text.utf8.elementsEqual($1.text.utf8) }
    }
}
