// The `.strings` files in a folder of translations, and their locales.

internal import CatalogSearch
internal import Files
internal import Localization

/// A `.strings` file.
struct MessageTable {
    /// The table's name: `Errors` for `Errors.strings`.
    let name: String
    /// The locale that the file's folder names; `nil` for `Base.lproj` and other folders.
    let locale: LocaleIdentifier?
    /// The file's path.
    let path: String

    /// A file; its folder's name determines the locale.
    init(path: String) {
        let (folder, name) = PathName.split(path)
        self.path = path
        self.name = Self.name(ofFile: name) ?? name
        locale = Self.locale(ofFolder: folder)
    }

    /// The table of a file with this name; `nil` if it is not a `.strings` file.
    static func name(ofFile name: String) -> String? {
        guard !name.hasPrefix("."), let (format, id) = CatalogFormat.parsed(fileName: name),
            format == .strings
        else { return nil }
        return id
    }

    private static func locale(ofFolder path: String) -> LocaleIdentifier? {
        guard case .locale(let locale)? = LocalizationFolder(name: PathName.split(path).name) else {
            return nil
        }
        return locale
    }

    /// The tables of an `.lproj` folder.
    ///
    /// - Throws: `FileError` if the folder cannot be listed.
    static func tables(
        ofLocalization folder: String, _ fileSystem: any FileSystem
    ) throws(FileError) -> [MessageTable] {
        try fileSystem.names(inFolder: folder).compactMap { file in
            name(ofFile: file) == nil ? nil : MessageTable(path: PathName.joined(folder, file))
        }
    }

    /// The tables of all `.lproj` folders in a folder.
    ///
    /// - Throws: `FileError` if a folder cannot be listed.
    static func tables(
        in folder: String, _ fileSystem: any FileSystem
    ) throws(FileError) -> [MessageTable] {
        var tables: [MessageTable] = []
        for name in try fileSystem.names(inFolder: folder) where LocalizationFolder(name: name) != nil {
            let path = PathName.joined(folder, name)
            guard try fileSystem.kind(of: path) == .folder else { continue }
            tables += try self.tables(ofLocalization: path, fileSystem)
        }
        return tables
    }
}
