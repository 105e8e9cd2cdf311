// String catalogs as a format.

internal import JSON
public import Localization

/// `.xcstrings` files: one for each table, with all locales.
public struct StringCatalogFormat: TranslationFormat {
    /// The format has no options.
    public init() {}

    /// `xcstrings`
    public var name: String { "xcstrings" }
    /// `xcstrings`
    public var fileExtensions: [String] { ["xcstrings"] }
    /// One table in all locales.
    public var contents: TranslationFileContents { .allLocales }
    /// Those of MessageFormat, which programs for these files do not read.
    public var spelledOutPlurals: EmbeddedPluralSyntax { .messageFormat }
    /// That of Apple's formats.
    public var placeholderSyntax: PlaceholderSyntax? { .objectiveC }
    public var mergeSyntax: FileMerge.Syntax? { .json }
    /// Beside the translations.
    public var sourceTexts: SourceTextLocation { .ownFile }
    /// States of forms, and the source texts.
    public var facts: ExchangedFacts { [.states, .formStates, .sources, .obsoleteTexts] }

    /// Reads a file, and fills in the source texts that it leaves out.
    public func read(
        _ bytes: [UInt8], from source: TranslationFileSource
    ) -> (tables: [TranslationTable], findings: [any LocalizationDiagnostic]) {
        let reading = read(bytes, from: source, after: nil)
        return (reading.tables, reading.findings)
    }

    /// Brings the existing file up to date in its own bytes: what has not changed stays as it is.
    public func updated(
        _ old: [UInt8], with tables: [TranslationTable], at path: String, new: () -> TranslationFile?
    ) -> TranslationFile? {
        let (bytes, findings) = StringCatalog.update(old, with: tables)
        return TranslationFile(path: path, bytes, over: old, findings)
    }

    /// The file with other texts of some keys.
    public func applying(
        _ edits: [TableEdits], to old: TranslationDocument?, at path: String,
        following source: LocalizationFile?
    ) -> TranslationFile? {
        let tables = edits.tables
        guard let old, !tables.isEmpty else {
            return write(tables, name: "", isOnly: true).first?.moved(to: path)
        }
        let document = old.contents as? StringCatalogDocument ?? StringCatalogDocument(old.bytes)
        let (bytes, findings) = StringCatalog.update(document, with: tables)
        return TranslationFile(path: path, bytes, over: old.bytes, findings)
    }

    /// Writes a file.
    public func write(_ tables: [TranslationTable], name: String, isOnly: Bool) -> [TranslationFile] {
        let (bytes, findings) = StringCatalog.write(tables)
        return [TranslationFile(path: name + ".xcstrings", bytes: bytes, findings: findings)]
    }
}

extension StringCatalogFormat {
    /// By itself in its folder: it has all locales.
    public func place(of path: String) -> PlacedFile? {
        let names = PathNames(path)
        return PlacedFile(path, in: names.folder(1), .stringCatalog, table: names.stem)
    }

    /// The path of the same file: it has all locales.
    public func path(
        of locale: LocaleIdentifier, beside source: LocalizationFile, in project: LocalizationProject
    ) -> String? { LocalizationProject.joined(project.folder, PathNames(source.path).name(1)) }

    /// The edit of the key, which all locales have in common.
    public func renaming(_ key: String, to newKey: String, in text: [UInt8]) -> [TextEdit] {
        // Places of members are those of a well-formed document.
        guard (try? JSONParser().withValue(of: text) { $0.kind == .object }) == true else { return [] }
        let places = JSONMemberLocations(text)
        guard let strings = places.member("strings", ofObjectAt: 0) else { return [] }
        return places.members(ofObjectAt: strings.valueOffset).filter { $0.decodedName == key }.map {
            TextEdit($0.nameOffset..<$0.nameOffset + $0.name.count + 2, JSON.string(newKey).text)
        }
    }
}

extension StringCatalogFormat: RereadingFormat {
    func read(
        _ bytes: [UInt8], from source: TranslationFileSource, after previous: FormatReading?
    ) -> FormatReading {
        let name = source.table ?? source.nameInFolder
        // Texts of the project would have to be filled in again.
        let isAlone = source.project.tables.isEmpty
        if isAlone, let previous, let edited = StringCatalogReading.edited(previous, bytes, name: name) {
            return edited
        }
        let document = StringCatalogDocument(bytes)
        let tables = document.tables(name).map { table in
            source.project.sourceCatalog(table.name).map { table.withSources(of: $0) } ?? table
        }
        return FormatReading(
            tables: tables, findings: document.findings,
            memory: isAlone ? StringCatalogReading(document) : nil,
            document: source.keepsDocument ? document : nil)
    }
}

extension TranslationTable {
    /// With the project's source text for each key that is its own text here: a string catalog need not
    /// contain the texts of its source language, and what it leaves out has not changed.
    fileprivate func withSources(of catalog: MessageCatalog) -> TranslationTable {
        var table = self
        for index in table.units.indices {
            let unit = table.units[index]
            guard let source = catalog[unit.key], unit.source == Message(key: unit.key, text: unit.key)
            else { continue }
            table.units[index].source = source
            if locale == sourceLocale { table.units[index].translation = source }
        }
        return table
    }
}
