// Resource bundles of Java as a format.

public import Localization

/// `messages.properties` with the source texts, and `messages_de.properties` beside it:
/// one file for each table and locale.
///
/// A text that is one plural of ICU's MessageFormat is a plural. Files are read in UTF-8
/// or ISO 8859-1, as their bytes are.
public struct PropertiesFormat: InPlaceFormat, RereadingFormat {
    private var spelling = PropertiesSpelling()

    /// The format has no options.
    public init() {}

    /// `properties`
    public var name: String { "properties" }
    /// `properties`
    public var fileExtensions: [String] { ["properties"] }
    /// One table in one locale.
    public var contents: TranslationFileContents { .table }
    /// Lines.
    public var mergeSyntax: FileMerge.Syntax? { .properties }
    /// None: what is in the file is shown.
    public var facts: ExchangedFacts { [] }
    /// That of `java.text.MessageFormat`, in texts that have its arguments.
    public var placeholderSyntax: PlaceholderSyntax? { .javaMessage }

    /// Reads a file, whose locale is the user's or that in its name; without any it has the source texts.
    public func read(
        _ bytes: [UInt8], from source: TranslationFileSource
    ) -> (tables: [TranslationTable], findings: [any LocalizationDiagnostic]) {
        let reading = read(bytes, from: source, after: nil)
        return (reading.tables, reading.findings)
    }

    func read(
        _ bytes: [UInt8], from source: TranslationFileSource, after previous: FormatReading?
    ) -> FormatReading {
        let sourceLocale = source.project.sourceLocale
        let file = PropertiesFile(bytes)
        let index = PositionIndex(file.text)
        func position(_ offset: Int) -> SourcePosition {
            let place = index.place(at: offset, in: file.text)
            return SourcePosition(
                line: place.line, column: place.column, byteOffset: offset + file.markLength)
        }
        let locale = source.locale ?? FileFamily(source.path, separator: "_").locale ?? sourceLocale
        let units = file.entries.map { entry in
            var unit = TranslationUnit(key: entry.key, describedBy: EntryAnnotations(entry.comment))
            unit.places.unit = position(entry.keyRange.lowerBound)
            unit.setTranslation(entry.text, in: locale) { length in
                let start = entry.range.lowerBound
                return position(
                    length == 0 ? start : PropertiesScanner.offset(in: file.text, from: start, after: length))
            }
            return unit
        }
        let table = TranslationTable(
            name: source.table ?? source.tableName, sourceLocale: sourceLocale, locale: locale, units: units)
        let findings = file.findings.map { ExchangeDiagnostic($0.kind, $0.facts, at: position($0.offset)) }
        var format = self
        format.spelling = PropertiesSpelling(of: file, like: spelling)
        return FormatReading(tables: [table], findings: findings, format: format)
    }

    /// Writes the file of a table.
    public func write(_ tables: [TranslationTable], name: String, isOnly: Bool) -> [TranslationFile] {
        tables.compactMap { table in
            guard let locale = table.locale else { return nil }
            let isSource = locale == table.sourceLocale
            let source = "\(table.name).properties"
            let path = FileFamily(source, separator: "_").path(of: locale)
            let (bytes, findings) = edited(nil, at: path, with: table, following: nil)
            return TranslationFile(
                path: isSource ? source : path, bytes: bytes ?? [], findings: findings,
                isEmpty: !isSource && table.units.allSatisfy { $0.translation == nil })
        }
    }

    /// Changes the texts of some messages. New ones are spelled as the source file's are.
    public func edited(
        _ old: [UInt8]?, at path: String, with table: TranslationTable, following source: LocalizationFile?
    ) -> (bytes: [UInt8]?, findings: [any LocalizationDiagnostic]) {
        let file = PropertiesFile(old ?? [])
        guard old == nil || file.isText else { return (nil, [ExchangeDiagnostic(.textEncoding)]) }
        let model = (source?.format as? PropertiesFormat)?.spelling ?? spelling
        var editor = PropertiesEditor(
            file, PropertiesSpelling(of: file, like: model),
            keys: source?.catalog.keys ?? table.units.map(\.key), locale: table.locale)
        for unit in table.units where unit.state != .obsolete { editor.set(unit) }
        return (file.encoded(editor.edited()), editor.findings)
    }
}

extension PropertiesFormat {
    /// Beside the files of other locales. Many programs have files of this kind, so that one
    /// without others is none of texts.
    public func place(of path: String) -> PlacedFile? {
        isOwn(path) ? FileFamily(path, separator: "_").placed(.properties) : nil
    }

    /// A file of the same family.
    public func path(
        of locale: LocaleIdentifier, beside source: LocalizationFile, in project: LocalizationProject
    ) -> String? {
        // Translations may be in another source set than their source.
        let other = project.files.first { $0.table == source.table && !project.isSource($0) }
        return FileFamily(other?.path ?? source.path, separator: "_").path(of: locale)
    }

    /// A comment above the key.
    public func commenting(_ comment: String, at offset: Int, in text: [UInt8]) -> TextEdit? {
        TextEdit(
            inserting: comment.split(whereSeparator: \.isNewline).map { "# \($0)" }.joined(separator: "\n"),
            before: offset, in: text)
    }

    public func renaming(_ key: String, to newKey: String, in text: [UInt8]) -> [TextEdit] {
        let file = PropertiesFile(text)
        guard let index = file.index(of: key), file.index(of: newKey) == nil, !newKey.isEmpty else {
            return []
        }
        let range = file.entries[index].keyRange
        return [
            TextEdit(
                range.lowerBound + file.markLength..<range.upperBound + file.markLength,
                PropertiesSpelling(of: file, like: spelling).key(newKey))
        ]
    }
}
