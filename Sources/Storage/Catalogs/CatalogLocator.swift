// Which catalogs are meant by the paths a user gives?

internal import Localization

/// Finds catalog files: those given, and those in folders given.
public struct CatalogLocator: Sendable {
    /// What was found, and what was wrong.
    public struct Location: Hashable, Sendable {
        /// The catalogs, in the order of the paths; those of a folder by name. No two have the same id.
        public var files: [CatalogFile] = []
        /// What could not be used.
        public var diagnostics: [CatalogDiagnostic] = []
    }

    private let fileSystem: any FileSystem

    /// A locator among these files.
    public init(fileSystem: any FileSystem = LocalFileSystem()) { self.fileSystem = fileSystem }

    /// Finds the catalogs that some paths mean.
    ///
    /// A folder stands for the catalogs directly in it; hidden files, subfolders and files of other kinds are
    /// passed over. A folder of translations, which is an `.lproj` folder or one that holds such folders, is one
    /// catalog. A path that cannot be used gives a diagnostic, and the others are used.
    public func locate(_ paths: [String]) -> Location {
        var location = Location()
        var seen: Set<String> = []
        for path in paths {
            do throws(FileError) {
                switch try fileSystem.kind(of: path) {
                case .file: addFile(path, to: &location, seen: &seen)
                case .folder: try addFolder(path, to: &location, seen: &seen)
                case .other: throw FileError(path: path, code: ErrorNumber.notSupported)
                }
            } catch {
                location.diagnostics.append(CatalogDiagnostic(error, file: path))
            }
        }
        return location
    }

    private func addFolder(
        _ folder: String, to location: inout Location, seen: inout Set<String>
    ) throws(FileError) {
        let names = try fileSystem.names(inFolder: folder).filter { !$0.hasPrefix(".") }
        let isLocalization = LocalizationFolder(name: PathName.split(folder).name) != nil
        let hasTexts =
            isLocalization
            ? holdsTexts(folder)
            : names.contains {
                LocalizationFolder(name: $0) != nil && holdsTexts(PathName.joined(folder, $0))
            }
        if hasTexts {
            let format = isLocalization ? CatalogFormat.localization : .localizations
            add(CatalogFile(path: folder, format: format), to: &location, seen: &seen)
        }
        var isEmpty = !hasTexts
        for name in names {
            guard let format = CatalogFormat.parsed(fileName: name)?.format,
                !(isLocalization && format == .strings)
            else { continue }
            let path = PathName.joined(folder, name)
            do throws(FileError) {
                if try fileSystem.kind(of: path) == .folder { continue }
                isEmpty = false
                addFile(path, to: &location, seen: &seen)
            } catch {
                // Such as a symbolic link that leads nowhere.
                isEmpty = false
                location.diagnostics.append(CatalogDiagnostic(error, file: path))
            }
        }
        if isEmpty { location.diagnostics.append(CatalogDiagnostic(file: folder, kind: .folderEmpty)) }
    }

    /// Whether a folder holds a table of texts; `true` where it cannot be listed, so that its reader says why.
    private func holdsTexts(_ folder: String) -> Bool {
        do throws(FileError) {
            return try fileSystem.names(inFolder: folder).contains { MessageTable.name(ofFile: $0) != nil }
        } catch {
            return error.code != ErrorNumber.notFolder
        }
    }

    private func addFile(_ path: String, to location: inout Location, seen: inout Set<String>) {
        if let file = CatalogFile(path: path) {
            add(file, to: &location, seen: &seen)
        } else {
            location.diagnostics.append(CatalogDiagnostic(file: path, kind: .unknownFormat))
        }
    }

    private func add(_ file: CatalogFile, to location: inout Location, seen: inout Set<String>) {
        let path = file.path
        // A file given beside its folder is one catalog, not a clash of two.
        guard seen.insert(PathName.normalized(path)).inserted else { return }
        if location.files.contains(where: { $0.id == file.id }) {
            location.diagnostics.append(CatalogDiagnostic(file: path, kind: .nameTwice(id: file.id)))
        } else {
            location.files.append(file)
        }
    }
}
