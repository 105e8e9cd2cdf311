// `.stringsdict` files as a format, each with the `.strings` file beside it.

public import Localization

/// What an Apple build takes: messages that vary in a `.stringsdict` file, the others in a `.strings` file beside it.
public struct StringsdictFormat: TranslationFormat {
    /// The format has no options.
    public init() {}

    /// `stringsdict`
    public var name: String { "stringsdict" }
    /// `stringsdict`
    public var fileExtensions: [String] { ["stringsdict"] }
    /// One table in one locale.
    public var contents: TranslationFileContents { .table }
    /// That of Apple's formats.
    public var placeholderSyntax: PlaceholderSyntax? { .objectiveC }
    /// None: what is in the file is shown.
    public var facts: ExchangedFacts { [] }

    /// Reads a file, whose locale is the user's or that of its `.lproj` folder.
    public func read(
        _ bytes: [UInt8], from source: TranslationFileSource
    ) -> (tables: [TranslationTable], findings: [any LocalizationDiagnostic]) {
        let (table, sourceLocale) = (source.table ?? source.stem, source.project.sourceLocale)
        guard let locale = source.locale ?? source.folderLocale else {
            return ([TranslationTable(name: table, sourceLocale: sourceLocale, locale: nil, units: [])], [])
        }
        return Stringsdict.read(bytes, name: table, sourceLocale: sourceLocale, locale: locale)
    }

    /// Writes both files.
    public func write(_ tables: [TranslationTable], name: String, isOnly: Bool) -> [TranslationFile] {
        tables.flatMap { table -> [TranslationFile] in
            guard let locale = table.locale else { return [] }
            let place = LocalizationFolder.locale(locale).name + "/" + table.name
            let (bytes, findings) = Stringsdict.write(table)
            let plain = StringsWriter.translations(table, where: Self.isPlain)
            return [
                TranslationFile(path: place + ".stringsdict", bytes: bytes, findings: findings),
                TranslationFile(path: place + ".strings", bytes: plain.serialized()),
            ]
        }
    }

    private static func isPlain(_ unit: TranslationUnit) -> Bool {
        guard let message = unit.translation, unit.state != .obsolete else { return false }
        return !message.hasVariations
    }

    /// Brings the existing file up to date in its own bytes.
    public func updated(
        _ file: TranslationFile, with tables: [TranslationTable], over old: [UInt8]
    ) -> TranslationFile {
        guard var table = tables.first(where: { $0.locale != nil }) else { return file }
        if file.path.hasSuffix(".stringsdict") {
            let (bytes, findings) = Stringsdict.update(old, with: table)
            return TranslationFile(
                path: file.path, bytes: bytes ?? old, findings: findings, isRefused: bytes == nil)
        }
        let merger = TranslationMerger(source: StringsWriter.file(table), sourceLocale: table.sourceLocale)
        // The file says nothing about states and translators.
        table.units = table.units.filter(Self.isPlain).map {
            TranslationUnit(key: $0.key, source: $0.source, translation: $0.translation)
        }
        let merged = merger.merge(table, into: StringsFile(old), facts: [])
        return TranslationFile(path: file.path, bytes: merged.file.serialized())
    }
}
