// A project: the tables of a folder of `.lproj` folders, in all their locales, with their files.

public import Localization

/// A `.strings` file of a project, read.
public struct LocalizationFile: Sendable {
    /// Where the file is, as it is shown to people.
    public let path: String
    /// The table's name: the file's name without `.strings`.
    public let table: String
    /// The locale of the `.lproj` folder.
    public let locale: LocaleIdentifier
    /// The file itself, which loses nothing.
    public let strings: StringsFile
    /// The messages in it.
    public let catalog: MessageCatalog

    /// Reads a file's bytes. A compiled file is read as the source that it could have been made of.
    public init(path: String, table: String, locale: LocaleIdentifier, bytes: [UInt8]) {
        let strings = StringsFile(binaryPropertyList: bytes) ?? StringsFile(bytes)
        self.init(path: path, table: table, locale: locale, strings: strings)
    }

    /// A file that is read already.
    public init(path: String, table: String, locale: LocaleIdentifier, strings: StringsFile) {
        self.path = path
        self.table = table
        self.locale = locale
        self.strings = strings
        catalog = MessageCatalog(locale: locale, strings: strings)
    }
}

/// All tables of a project in all locales.
public struct LocalizationProject: Sendable {
    /// The folder that contains the `.lproj` folders, as it is shown to people; `.` for the current one.
    public let folder: String
    /// The locale in which the texts were written first.
    public let sourceLocale: LocaleIdentifier
    /// The files, in the order in which they were found.
    public let files: [LocalizationFile]
    /// The locales that there is a folder for, the source locale first and the others by their identifiers; also those
    /// that have no file yet.
    public let locales: [LocaleIdentifier]
    /// The names of all tables that any locale has, by their names.
    public let tables: [String]
    /// The tables of the source locale as the translations follow them, by table; `nil` where the project does not
    /// record them.
    public let syncedSources: [String: LocalizationFile]?
    /// The folder beside the `.lproj` folders in which a project records the source texts that its translations follow.
    public static let syncedFolderName = ".synced"
    private let localeFolders: [LocaleIdentifier: String]
    private let indices: [Place: Int]

    private struct Place: Hashable {
        let table: String
        let locale: LocaleIdentifier
    }

    /// Puts files together. Of two files for the same table and locale, the first one counts.
    ///
    /// - Parameters:
    ///   - folder: the folder that contains the `.lproj` folders; `.` for the current one.
    ///   - localeFolders: the paths of the `.lproj` folders, whether or not they contain a file.
    ///   - syncedSources: the recorded files of the source locale; `nil` where the project does not record them.
    public init(
        folder: String = ".", sourceLocale: LocaleIdentifier, files: [LocalizationFile],
        localeFolders: [LocaleIdentifier: String] = [:], syncedSources: [LocalizationFile]? = nil
    ) {
        self.folder = folder
        self.localeFolders = localeFolders
        self.sourceLocale = sourceLocale
        self.files = files
        var indices: [Place: Int] = [:]
        for (index, file) in files.enumerated() {
            let place = Place(table: file.table, locale: file.locale)
            if indices[place] == nil { indices[place] = index }
        }
        self.indices = indices
        let all = Set(localeFolders.keys).union(files.map(\.locale))
        let others = all.subtracting([sourceLocale]).sorted { $0.identifier < $1.identifier }
        self.locales = (all.contains(sourceLocale) ? [sourceLocale] : []) + others
        tables = Set(files.map(\.table)).sorted()
        self.syncedSources = syncedSources.map { files in
            Dictionary(files.map { ($0.table, $0) }, uniquingKeysWith: { first, _ in first })
        }
    }

    /// The file of a table in a locale.
    public func file(_ table: String, _ locale: LocaleIdentifier) -> LocalizationFile? {
        indices[Place(table: table, locale: locale)].map { files[$0] }
    }

    /// The file of a table in the source locale.
    public func source(_ table: String) -> LocalizationFile? { file(table, sourceLocale) }

    /// A table of a locale beside the source; `nil` where the source does not have it.
    public func translationTable(_ table: String, _ locale: LocaleIdentifier) -> TranslationTable? {
        source(table).map {
            TranslationTable(
                name: table, source: $0.catalog,
                translation: file(table, locale)?.catalog ?? MessageCatalog(locale: locale, messages: []))
        }
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

    private static func joined(_ folder: String, _ name: String) -> String {
        if folder == "." { return name }
        return folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }
}
