// Which catalogs are meant by the paths a user gives?

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
    /// passed over. A path that cannot be used gives a diagnostic, and the others are used.
    public func locate(_ paths: [String]) -> Location {
        var location = Location()
        var seen: Set<String> = []
        for path in paths {
            do throws(FileError) {
                switch try fileSystem.kind(of: path) {
                case .file: add(path, to: &location, seen: &seen)
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
        let catalogs = try fileSystem.names(inFolder: folder).filter { name in
            !name.hasPrefix(".") && CatalogFormat.parsed(fileName: name) != nil
        }
        var isEmpty = true
        for name in catalogs {
            let path = PathName.joined(folder, name)
            do throws(FileError) {
                if try fileSystem.kind(of: path) == .folder { continue }
                isEmpty = false
                add(path, to: &location, seen: &seen)
            } catch {
                // Such as a symbolic link that leads nowhere.
                isEmpty = false
                location.diagnostics.append(CatalogDiagnostic(error, file: path))
            }
        }
        if isEmpty { location.diagnostics.append(CatalogDiagnostic(file: folder, kind: .folderEmpty)) }
    }

    private func add(_ path: String, to location: inout Location, seen: inout Set<String>) {
        guard let file = CatalogFile(path: path) else {
            location.diagnostics.append(CatalogDiagnostic(file: path, kind: .unknownFormat))
            return
        }
        // A file given beside its folder is one catalog, not a clash of two.
        guard seen.insert(PathName.normalized(path)).inserted else { return }
        if location.files.contains(where: { $0.id == file.id }) {
            location.diagnostics.append(CatalogDiagnostic(file: path, kind: .nameTwice(id: file.id)))
        } else {
            location.files.append(file)
        }
    }
}
