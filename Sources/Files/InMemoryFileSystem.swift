// Files in memory, for tests and previews.

internal import Synchronization

/// A file system in memory, for tests and previews.
///
/// A folder exists if it was created or if a file's path goes through it.
public final class InMemoryFileSystem: FileSystem {
    private struct State: Sendable {
        var files: [String: [UInt8]] = [:]
        var folders: Set<String> = ["/", "."]
        var failures: [String: Int32] = [:]
    }

    private let state = Mutex(State())

    /// A file system with these files, by path.
    public init(_ files: [String: String] = [:]) {
        for (path, text) in files { set(path, Array(text.utf8)) }
    }

    /// Creates a file or replaces its content.
    public func set(_ path: String, _ bytes: [UInt8]) {
        let path = PathName.normalized(path)
        makeFolder(PathName.split(path).folder)
        state.withLock { $0.files[path] = bytes }
    }

    /// Creates a folder and its parents.
    public func makeFolder(_ path: String) {
        var folder = PathName.normalized(path)
        while state.withLock({ $0.folders.insert(folder).inserted }) {
            folder = PathName.split(folder).folder
        }
    }

    /// Makes all later operations on a path fail with an error number; `nil` ends that.
    public func fail(_ path: String, code: Int32?) {
        state.withLock { $0.failures[PathName.normalized(path)] = code }
    }

    /// The content of a file; `nil` if it does not exist.
    public func bytes(of path: String) -> [UInt8]? {
        state.withLock { $0.files[PathName.normalized(path)] }
    }

    /// What a path leads to.
    public func kind(of path: String) throws(FileError) -> FileKind {
        let name = try checked(path)
        let kind: FileKind? = state.withLock {
            $0.files[name] != nil ? .file : $0.folders.contains(name) ? .folder : nil
        }
        guard let kind else { throw FileError(path: path, code: ErrorNumber.missing) }
        return kind
    }

    /// The names in a folder, sorted by their bytes.
    public func names(inFolder path: String) throws(FileError) -> [String] {
        guard try kind(of: path) == .folder else {
            throw FileError(path: path, code: ErrorNumber.notFolder)
        }
        let folder = PathName.normalized(path)
        let paths = state.withLock { Array($0.files.keys) + Array($0.folders) }
        let names = paths.map(PathName.split).filter {
            $0.folder == folder && !["", ".", "/"].contains($0.name)
        }
        return names.map(\.name).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    public func open(_ path: String) throws(FileError) -> any FileStream {
        guard try kind(of: path) == .file, let bytes = bytes(of: path) else {
            throw FileError(path: path, code: ErrorNumber.isFolder)
        }
        return InMemoryFileStream(bytes)
    }

    /// Replaces a file's content; fails if its folder does not exist.
    public func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
        let name = try checked(path)
        let folder = PathName.split(name).folder
        let folders = state.withLock { $0.folders }
        if folders.contains(name) { throw FileError(path: path, code: ErrorNumber.isFolder) }
        guard folders.contains(folder) else { throw FileError(path: path, code: ErrorNumber.missing) }
        state.withLock { $0.files[name] = bytes }
    }

    /// There are no symbolic links.
    public func isSymbolicLink(_ path: String) -> Bool { false }

    private func checked(_ path: String) throws(FileError) -> String {
        let name = PathName.normalized(path)
        if let code = state.withLock({ $0.failures[name] }) { throw FileError(path: path, code: code) }
        return name
    }
}

/// Bytes in memory, read like a file.
private final class InMemoryFileStream: FileStream {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var size: Int? { bytes.count }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, bytes.count - position)
        buffer.copyBytes(from: bytes[position..<position + count])
        position += count
        return count
    }
}
