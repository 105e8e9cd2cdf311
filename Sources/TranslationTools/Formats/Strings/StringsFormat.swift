// `.strings` files as a format.

public import Localization

/// `LOCALE.lproj/TABLE.strings`: one file for each table and locale.
///
/// Comments hold what the format has no place for: states, notes and earlier texts, in the grammar of `EntryAnnotations`.
public struct StringsFormat: TranslationFormat {
    /// The format has no options.
    public init() {}

    /// `strings`
    public var name: String { "strings" }
    /// `strings`
    public var fileExtensions: [String] { ["strings"] }
    /// One table in one locale.
    public var contents: TranslationFileContents { .table }
    /// That of Apple's formats.
    public var placeholderSyntax: PlaceholderSyntax? { .objectiveC }
    /// States of forms.
    public var facts: ExchangedFacts { [.states, .formStates] }

    /// Reads a file, whose locale is the user's or that of its `.lproj` folder. Its source texts are those of the project.
    public func read(
        _ bytes: [UInt8], from source: TranslationFileSource
    ) -> (tables: [TranslationTable], findings: [any LocalizationDiagnostic]) {
        let strings = StringsFile(sourceOrCompiled: bytes)
        let (name, sourceLocale) = (source.table ?? source.stem, source.project.sourceLocale)
        let locale = source.locale ?? source.folderLocale
        let catalog = MessageCatalog(locale: locale ?? sourceLocale, strings: strings)
        let known = source.project.sourceCatalog(name)
        var table = TranslationTable(name: name, source: known ?? catalog, translation: catalog)
        table.sourceLocale = sourceLocale
        table.locale = locale
        // What the file lacks is no unit of it.
        table.units.removeAll { $0.translation == nil }
        if known == nil {
            for index in table.units.indices { table.units[index].source = nil }
        }
        return ([table], strings.diagnostics)
    }

    /// Writes the file of a table, in the order of its units.
    public func write(_ tables: [TranslationTable], name: String, isOnly: Bool) -> [TranslationFile] {
        tables.compactMap { table in
            guard let locale = table.locale else { return nil }
            let path = LocalizationFolder.locale(locale).name + "/" + table.name + ".strings"
            return merged(table, into: nil, at: path)
        }
    }

    /// Brings the existing file up to date in its own bytes.
    public func updated(
        _ file: TranslationFile, with tables: [TranslationTable], over old: [UInt8]
    ) -> TranslationFile {
        guard let table = tables.first(where: { $0.locale != nil }) else { return file }
        let known = StringsFile(sourceOrCompiled: old)
        let damages = known.diagnostics.filter(\.hidesEntries)
        guard damages.isEmpty else {
            return TranslationFile(path: file.path, bytes: old, findings: damages, isRefused: true)
        }
        return merged(table, into: known, at: file.path)
    }

    private func merged(
        _ table: TranslationTable, into old: StringsFile?, at path: String
    ) -> TranslationFile {
        let merger = TranslationMerger(source: StringsWriter.file(table), sourceLocale: table.sourceLocale)
        let merged = merger.merge(table, into: old, facts: facts)
        return TranslationFile(path: path, bytes: merged.file.serialized(), findings: merged.findings)
    }
}

extension StringsFile {
    /// Reads a file. A compiled one is read as the source that it could have been made of.
    package init(sourceOrCompiled bytes: [UInt8]) {
        self = StringsFile(binaryPropertyList: bytes) ?? StringsFile(bytes)
    }
}
