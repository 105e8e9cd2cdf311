// A project: the tables of a folder of `.lproj` folders, in all their locales, with their files.

public import Localization

/// All tables of a project in all locales.
public struct LocalizationProject: Sendable {
    /// The folder that contains the `.lproj` folders, as it is shown to people; `.` for the current one.
    public let folder: String
    /// The locale in which the texts were written first.
    public let sourceLocale: LocaleIdentifier
    /// The files, in the order in which they were found.
    public let files: [LocalizationFile]
    /// The locales that there is a folder for, the source locale first and the others by their identifiers;
    /// also those that have no file yet.
    public let locales: [LocaleIdentifier]
    /// The names of all tables that any locale has, by their names.
    public let tables: [String]
    /// The tables of the source locale as the translations follow them, by table; `nil` where
    /// the project does not record them.
    public let syncedSources: [String: LocalizationFile]?
    /// The folder beside the `.lproj` folders in which a project records the source
    /// texts that its translations follow.
    public static let syncedFolderName = ".synced"
    private let localeFolders: [LocaleIdentifier: String]
    private let indices: [LocalizedTable: [Int]]
    /// The names of tables by the spellings that only some of their files have.
    private let otherSpellings: [String: String]
    /// The files with source texts, by table.
    private var sourceIndices: [String: [Int]] = [:]

    private struct LocalizedTable: Hashable {
        let table: String
        let locale: LocaleIdentifier
    }

    /// Puts files together. Of two files for the same table and locale, such as a `.strings` and a
    /// `.stringsdict` file, the first one is *the* file, and both have texts of the table.
    ///
    /// - Parameters:
    ///   - folder: the folder that contains the `.lproj` folders; `.` for the current one.
    ///   - localeFolders: the paths of the `.lproj` folders, whether or not they contain a file.
    ///   - syncedSources: the recorded files of the source locale; `nil` where
    ///     the project does not record them.
    public init(
        folder: String = ".", sourceLocale: LocaleIdentifier, files: [LocalizationFile],
        localeFolders: [LocaleIdentifier: String] = [:], syncedSources: [LocalizationFile]? = nil
    ) {
        self.folder = folder
        self.localeFolders = localeFolders
        self.sourceLocale = sourceLocale
        let found = files
        let files = found.withCommonTableNames(sourceLocale: sourceLocale)
        otherSpellings = Dictionary(
            zip(found, files).lazy.filter { $0.table != $1.table }.map { ($0.table, $1.table) }
        ) { first, _ in first }
        var indices: [LocalizedTable: [Int]] = [:]
        for (index, file) in files.enumerated() {
            indices[LocalizedTable(table: file.table, locale: file.locale), default: []].append(index)
        }
        self.indices = indices
        var related = files
        for group in indices.values where group.count > 1 {
            for index in group {
                related[index].companions = group.filter { $0 != index }.map { files[$0] }
                related[index].isCompanion = index != group[0]
            }
        }
        for index in related.indices where related[index].isCompiledByGettext {
            let source = indices[LocalizedTable(table: files[index].table, locale: sourceLocale)]?.map {
                files[$0].catalog
            }
            if let source { related[index].leaveOutObsolete(known: source) }
        }
        for index in related.indices where !related[index].ownSources.isEmpty {
            let key = LocalizedTable(table: related[index].table, locale: sourceLocale)
            let shown = (indices[key] ?? []).filter { files[$0].isOwnSource && $0 != index }
            for source in shown { related[index].takeSourceTexts(from: files[source].catalog) }
        }
        for index in related.indices where related[index].locale != sourceLocale {
            let parents = related[index].locale.lineage.dropFirst().flatMap { locale in
                locale == sourceLocale
                    ? [] : indices[LocalizedTable(table: related[index].table, locale: locale)] ?? []
            }
            if !parents.isEmpty { related[index].parents = parents.map { related[$0] } }
        }
        self.files = related
        let all = Set(localeFolders.keys).union(files.map(\.locale))
        let others = all.subtracting([sourceLocale]).sorted { $0.identifier < $1.identifier }
        self.locales = (all.contains(sourceLocale) ? [sourceLocale] : []) + others
        tables = Set(files.map(\.table)).sorted()
        self.syncedSources = syncedSources.map { files in
            Dictionary(files.map { ($0.table, $0) }, uniquingKeysWith: { first, _ in first })
        }
        for (index, file) in self.files.enumerated() where isSource(file) {
            sourceIndices[file.table, default: []].append(index)
        }
    }

    public func file(_ table: String, _ locale: LocaleIdentifier) -> LocalizationFile? {
        indices[place(table, locale)].map { files[$0[0]] }
    }

    private func place(_ table: String, _ locale: LocaleIdentifier) -> LocalizedTable {
        LocalizedTable(table: otherSpellings[table] ?? table, locale: locale)
    }

    /// The file of a table in the source locale.
    public func source(_ table: String) -> LocalizationFile? { file(table, sourceLocale) }

    /// All files of a table in a locale, such as a `.strings` and a `.stringsdict` file.
    public func files(_ table: String, _ locale: LocaleIdentifier) -> [LocalizationFile] {
        (indices[place(table, locale)] ?? []).map { files[$0] }
    }

    /// All files with source texts of a table.
    public func sources(_ table: String) -> [LocalizationFile] {
        (sourceIndices[otherSpellings[table] ?? table] ?? []).map { files[$0] }
    }

    /// The messages of a table in the source language, from all of its files; `nil` where there are none.
    public func sourceCatalog(_ table: String) -> MessageCatalog? {
        source(table).map(catalog)
            ?? files.lazy.filter { $0.table == table }.compactMap(\.ownSource).first?.catalog
    }

    /// The messages of a table in a locale, from all of its files; `nil` where there are none.
    public func translationCatalog(_ table: String, _ locale: LocaleIdentifier) -> MessageCatalog? {
        file(table, locale).map(catalog)
    }

    /// The project with files of other formats in the same folder.
    package func adding(_ others: [LocalizationFile]) -> LocalizationProject {
        LocalizationProject(
            folder: folder, sourceLocale: sourceLocale, files: files + others, localeFolders: localeFolders,
            syncedSources: syncedSources.map { Array($0.values) })
    }

    /// The locales that have a `.lproj` folder or a `.strings` file, in the order of `locales`.
    package var localesOfFolders: [LocaleIdentifier] {
        let known = Set(localeFolders.keys).union(files.lazy.filter { $0.strings != nil }.map(\.locale))
        return locales.filter(known.contains)
    }

    /// The source texts that the texts of a file are translations of; `nil` for source texts
    /// themselves, and where there are none.
    public func source(of file: LocalizationFile) -> LocalizationFile? {
        if isSource(file) { return nil }
        if let source = file.ownSource { return source }
        guard let indices = indices[LocalizedTable(table: file.table, locale: sourceLocale)] else {
            return nil
        }
        guard indices.count > 1 else { return files[indices[0]] }
        // The file of the same kind comes first: of a key that both have, a `.strings` file
        // translates the `.strings` file's.
        let sources = indices.map { files[$0] }
        return LocalizationFile(
            joining: sources.filter { $0.format.name == file.format.name }
                + sources.filter { $0.format.name != file.format.name })
    }

    /// The revisions of all files on which the findings in a file depend: its own, those of the other files
    /// of the same table and locale, and those of the source, each with its storyboard or its like.
    package func revisions(behind file: LocalizationFile) -> [Int] {
        func group(_ locale: LocaleIdentifier) -> [Int] {
            (indices[LocalizedTable(table: file.table, locale: locale)] ?? []).flatMap {
                [files[$0].revision] + files[$0].interfaces.map(\.revision)
            }
        }
        return [file.revision] + group(file.locale) + [-1] + group(sourceLocale)
            + file.parents.map(\.revision)
    }

    /// Whether the texts of a file are in the language in which they were written first.
    public func isSource(_ file: LocalizationFile) -> Bool {
        file.isOwnSource || (file.ownSource == nil && file.locale == sourceLocale)
    }

    /// The messages of a file and of the others of the same table and locale. Forms
    /// that vary count before plain texts.
    public func catalog(of file: LocalizationFile) -> MessageCatalog {
        file.companions.isEmpty
            ? file.catalog
            : LocalizationFile(
                joining: ([file] + file.companions).sorted { $0.strings == nil && $1.strings != nil }
            ).catalog
    }

    /// The messages of a file and of the others of the same table and locale that programs show: gettext does
    /// not compile translations that are fuzzy or obsolete.
    package func shownCatalog(of file: LocalizationFile) -> MessageCatalog {
        let catalog = catalog(of: file)
        guard file.isCompiledByGettext, !file.isOwnSource else { return catalog }
        return MessageCatalog(locale: catalog.locale, messages: catalog.list.filter(\.isCompiled))
    }

    /// Whether source texts of a table are known.
    public func hasSource(_ table: String) -> Bool {
        source(table) != nil
            || files.contains { $0.table == table && ($0.isOwnSource || $0.ownSource != nil) }
    }

    /// Whether source texts of any table are known.
    package var hasSources: Bool { tables.contains(where: hasSource) }

    /// A table of a locale beside the source; `nil` where there is no source. Of a text with plural forms
    /// beside a plain one of the same key it has the forms, which are what programs show.
    public func translationTable(_ table: String, _ locale: LocaleIdentifier) -> TranslationTable? {
        translationTable(table, locale, prefersForms: true)
    }

    /// - Parameter prefersForms: whether plural forms count before a plain text of the same key.
    package func translationTable(
        _ table: String, _ locale: LocaleIdentifier, prefersForms: Bool
    ) -> TranslationTable? {
        let own = files(table, locale)
        let sources: [LocalizationFile]
        if let first = own.first {
            sources = isSource(first) ? own : first.ownSource.map { [$0] } ?? files(table, sourceLocale)
        } else {
            sources = files(table, sourceLocale)
        }
        func catalog(_ files: [LocalizationFile]) -> MessageCatalog? {
            files.count > 1
                ? LocalizationFile(joining: files, prefersForms: prefersForms).catalog : files.first?.catalog
        }
        guard let source = catalog(sources) else { return nil }
        var units = TranslationTable(
            name: table, source: source,
            translation: catalog(own) ?? MessageCatalog(locale: locale, messages: []))
        units.placeholderSyntax = sources.first?.format.placeholderSyntax
        units.isInCatalog = sources.first?.format.contents == .allLocales
        return units
    }

    // MARK: Places

    /// The path of a table's file in a locale, or the path that it would have.
    public func path(_ table: String, _ locale: LocaleIdentifier) -> String {
        file(table, locale)?.path ?? Self.joined(folder(of: locale), table + ".strings")
    }

    /// The path of a locale's folder, or the path that it would have.
    public func folder(of locale: LocaleIdentifier) -> String {
        localeFolders[locale] ?? Self.joined(folder, LocalizationFolder.locale(locale).name)
    }

    /// The path under which a source table is recorded, or would be.
    public func syncedPath(_ table: String) -> String {
        Self.joined(Self.joined(folder, Self.syncedFolderName), table + ".strings")
    }

    package static func joined(_ folder: String, _ name: String) -> String {
        if folder == "." { return name }
        return folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }
}
