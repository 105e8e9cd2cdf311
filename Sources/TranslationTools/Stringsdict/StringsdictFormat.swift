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
            let plain = StringsWriter.translations(table) { unit in
                guard let message = unit.translation, unit.state != .obsolete else { return false }
                return !message.hasVariations
            }
            return [
                TranslationFile(path: place + ".stringsdict", bytes: bytes, findings: findings),
                TranslationFile(path: place + ".strings", bytes: plain.serialized()),
            ]
        }
    }
}
