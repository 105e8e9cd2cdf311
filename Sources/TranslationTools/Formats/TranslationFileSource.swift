// Where a file for translators comes from: what its path says, and what the user says about it.

public import Localization

/// What is known about a file before it is read.
public struct TranslationFileSource: Sendable {
    public let project: LocalizationProject
    public let path: String
    /// The locale of the translations, where the user names it.
    public let locale: LocaleIdentifier?
    /// The table, where the user names it.
    public let table: String?
    /// Whether files keep what edits need of them, as `LocalizationFile.document`.
    public let keepsDocument: Bool
    /// What any of the files that belong together tells about keys, as the format's
    /// `sharedContexts(in:)` finds it.
    public let sharedContexts: Set<String>

    /// Describes a file.
    public init(
        project: LocalizationProject, path: String, locale: LocaleIdentifier? = nil, table: String? = nil,
        keepsDocument: Bool = true, sharedContexts: Set<String> = []
    ) {
        self.sharedContexts = sharedContexts
        self.keepsDocument = keepsDocument
        self.project = project
        self.path = path
        self.locale = locale
        self.table = table
    }

    /// The file's name without its last extension.
    public var stem: String {
        let name = name(0)
        return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    }

    /// The name of the folder that contains the file; empty where the path names none.
    public var folder: String { name(1) }

    /// The name of the folder above `folder`; empty where the path names none.
    public var parentFolder: String { name(2) }

    /// The locale of the `.lproj` folder that contains the file.
    public var folderLocale: LocaleIdentifier? {
        switch LocalizationFolder(name: folder) {
        case .locale(let locale)?: locale
        case .base?: project.sourceLocale
        case nil: nil
        }
    }

    /// The table of entries that do not name theirs: the file's or its folder's
    /// name, or the only table there is.
    public var tableName: String {
        if let table { return table }
        // The locale may follow the table: `Errors_de.properties`, `Errors.de.resx`.
        let families = ["_", "."].map { FileFamily(path, separator: $0).table }
        let folders = self.folders
        let named =
            ([stem] + families).lazy.compactMap { known($0, in: folders) }.first
            ?? known(folder, in: folders.dropLast())
        return named ?? (project.tables.count == 1 ? project.tables[0] : Localizer.defaultTable)
    }

    /// The table of a file that has its name: with the names of folders before it,
    /// if the project has such a table.
    var nameInFolder: String { known(stem, in: folders) ?? stem }

    /// The folders of the path, but for those of languages.
    private var folders: ArraySlice<Substring> {
        path.split(separator: "/").dropLast().filter { $0 != "." && !$0.hasSuffix(".lproj") }[...]
    }

    /// The project's table of a name. That of a folder has the folder's name before its own: `Widget/Errors`.
    private func known(_ name: String, in folders: ArraySlice<Substring>) -> String? {
        let tables = project.tables.filter { $0.hasSuffix(name) }
        guard !tables.isEmpty else { return nil }
        return (0...folders.count).reversed().lazy
            .map { (folders.suffix($0).map(String.init) + [name]).joined(separator: "/") }
            .first(where: tables.contains)
    }

    /// The catalogs of the source locale by table.
    public var sources: [String: MessageCatalog] {
        var sources: [String: MessageCatalog] = [:]
        for table in project.tables { sources[table] = project.sourceCatalog(table) }
        return sources
    }

    /// A component of the path, counted from its end.
    private func name(_ distance: Int) -> String {
        path.split(separator: "/").filter { $0 != "." }.dropLast(distance).last.map(String.init) ?? ""
    }
}
