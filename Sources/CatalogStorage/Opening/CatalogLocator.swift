// Finds the catalogs at the paths that a user names.

public import Files
internal import Localization

/// Finds catalogs by paths of files and folders.
public struct CatalogLocator: Sendable {
    /// The catalogs found, and the problems.
    public struct Location: Hashable, Sendable {
        /// The catalogs, in the order of the paths, and by name within a folder. Ids are unique.
        public var files: [CatalogFile] = []
        /// Paths and files that could not be used.
        public var diagnostics: [CatalogDiagnostic] = []
    }

    private let fileSystem: any FileSystem
    private let acceptsPipes: Bool
    private let columns: [String: String]

    /// A locator for a file system.
    ///
    /// - Parameters:
    ///   - acceptsPipes: whether a path may name a pipe, which can be read only once. In folders only regular
    ///     files are catalogs.
    ///   - columns: the record's member for each column or JSON member of the catalogs, see
    ///     ``CatalogFile/columns``.
    public init(
        fileSystem: any FileSystem = LocalFileSystem(), acceptsPipes: Bool = true,
        columns: [String: String] = [:]
    ) {
        self.columns = columns
        self.fileSystem = fileSystem
        self.acceptsPipes = acceptsPipes
    }

    /// Finds the catalogs at some paths.
    ///
    /// A folder yields the catalogs directly in it, without hidden files, subfolders and files of other
    /// formats. A folder of translations, that is an `.lproj` folder or a folder with such folders, is one
    /// catalog. A folder with checkpoints yields the catalogs of the newest one. A path that cannot be used
    /// yields a diagnostic, and so does a pipe, socket or device in a folder, or a link that leads out of it.
    public func locate(_ paths: [String]) -> Location {
        var location = Location()
        var seen: Set<String> = []
        for path in paths {
            do throws(FileError) {
                switch try fileSystem.kind(of: path) {
                case .file: addFile(path, to: &location, seen: &seen)
                case .folder: try addFolder(path, to: &location, seen: &seen)
                case .pipe where acceptsPipes: addFile(path, to: &location, seen: &seen)
                case .pipe, .other: throw FileError(path: path, code: ErrorNumber.notSupported)
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
        // Nothing else in the folder is a catalog: the other files belong to checkpoints.
        if names.contains(where: CheckpointFolder.isCheckpoint) {
            return addCheckpoint(folder, to: &location, seen: &seen)
        }
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
                let kind = try fileSystem.kind(of: path)
                if kind == .folder { continue }
                guard kind == .file else { throw FileError(path: path, code: ErrorNumber.notSupported) }
                let file = CatalogFile(path: path, format: format)
                for path in [path, file.sidecarPath, file.vectorsPath] {
                    try fileSystem.refuseLink(path, outOf: [folder])
                }
                isEmpty = false
                addFile(path, to: &location, seen: &seen)
            } catch {
                // For example a symbolic link without target, or a pipe.
                isEmpty = false
                location.diagnostics.append(CatalogDiagnostic(error, file: error.path))
            }
        }
        if isEmpty { location.diagnostics.append(CatalogDiagnostic(file: folder, kind: .folderEmpty)) }
    }

    private func addCheckpoint(_ folder: String, to location: inout Location, seen: inout Set<String>) {
        guard seen.insert(PathName.normalized(folder)).inserted else { return }
        do throws(CheckpointFolder.Fault) {
            for id in try CheckpointFolder(folder).newest().manifest.catalogs.map(\.facts.id).sorted() {
                add(CatalogFile(path: folder, format: .checkpoint, id: id), to: &location)
            }
        } catch {
            location.diagnostics.append(CatalogDiagnostic(file: folder, kind: error.kind(folder)))
        }
    }

    /// Whether a folder contains a table of texts; `true` if it cannot be listed,
    /// so that its reader reports why.
    private func holdsTexts(_ folder: String) -> Bool {
        do throws(FileError) {
            return try fileSystem.names(inFolder: folder).contains { MessageTable.name(ofFile: $0) != nil }
        } catch {
            return error.code != ErrorNumber.notFolder
        }
    }

    private func addFile(_ path: String, to location: inout Location, seen: inout Set<String>) {
        if let file = CatalogFile(path: path) ?? exportedText(path) {
            add(file, to: &location, seen: &seen)
        } else {
            let isWorkbook = head(of: path).withUnsafeBufferPointer(FileSignature.isWorkbook)
            location.diagnostics.append(
                CatalogDiagnostic(file: path, kind: isWorkbook ? .workbook : .unknownFormat))
        }
    }

    /// The first bytes of a regular file; empty if it cannot be read.
    private func head(of path: String) -> [UInt8] {
        guard (try? fileSystem.kind(of: path)) == .file, let file = try? fileSystem.open(path) else {
            return []
        }
        let stream = DecodingStream(file) { _ in }
        return [UInt8](unsafeUninitializedCapacity: 1 << 14) { buffer, count in
            count = (try? stream.read(into: UnsafeMutableRawBufferPointer(buffer))) ?? 0
        }
    }

    /// A table in a file named `.txt`, as spreadsheets and merchants' feeds write it: its first line has a
    /// separator.
    private func exportedText(_ path: String) -> CatalogFile? {
        guard path.lowercased().hasSuffix(CatalogFormat.textSuffix) else { return nil }
        let separator = head(of: path).withUnsafeBufferPointer {
            TableSeparator.found(in: $0, isWhole: true, usual: 0)
        }
        // Other texts have commas and bars, too.
        return separator == 0x09 || separator == UInt8(ascii: ";")
            ? CatalogFile(path: path, format: .tsv) : nil
    }

    private func add(_ file: CatalogFile, to location: inout Location, seen: inout Set<String>) {
        // A file given together with its folder is one catalog, not two with the same id.
        if seen.insert(PathName.normalized(file.path)).inserted { add(file, to: &location) }
    }

    private func add(_ file: CatalogFile, to location: inout Location) {
        var file = file
        file.columns = columns
        if location.files.contains(where: { $0.id == file.id }) {
            location.diagnostics.append(CatalogDiagnostic(file: file.path, kind: .nameTwice(id: file.id)))
        } else {
            location.files.append(file)
        }
    }
}
