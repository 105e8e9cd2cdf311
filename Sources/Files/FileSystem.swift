// The file operations for catalogs and messages, as a protocol with an implementation in memory for tests.
//
// The index cache does not use it: it maps, locks and renames files, which memory cannot imitate.

/// What a path leads to, symbolic links followed.
public enum FileKind: Hashable, Sendable {
    /// A regular file.
    case file
    /// A pipe, named or not: bytes that end only if another process closes it, and that can be read once.
    case pipe
    case folder
    /// A device, a socket or the like; catalogs are not read from these.
    case other
}

/// An operation on a file that the operating system refused.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path of the operation.
    public let path: String
    /// The error's number (`errno`).
    public let code: Int32
    /// The system's message for it (strerror(3)).
    public let message: String

    /// Path and message.
    public var description: String { path.isEmpty ? message : path + ": " + message }

    /// Whether the path does not exist.
    public var isMissing: Bool { code == ErrorNumber.missing || code == ErrorNumber.notFolder }

    /// Whether the path leads to a pipe, a socket or a device, which cannot be read as this file.
    public var isNotRegular: Bool { code == ErrorNumber.notSupported }

    /// Whether the path leads to a pipe into which no process writes.
    public var hasNoWriter: Bool { code == ErrorNumber.noWriter }

    /// Whether the path is a symbolic link that leads out of the folder in which it was found.
    public var leadsOut: Bool { code == ErrorNumber.leadsOut }
}

/// A file open for reading, from its beginning to its end.
public protocol FileStream: AnyObject {
    /// The file's size in bytes when it was opened; `nil` for a pipe.
    var size: Int? { get }

    /// Reads available bytes, at most as many as the buffer has room for.
    ///
    /// - Returns: the number of bytes read; 0 only at the end of the file or for an empty buffer.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int
}

/// Operations on files. Paths are those of the operating system.
public protocol FileSystem: Sendable {
    /// What a path leads to, symbolic links followed.
    func kind(of path: String) throws(FileError) -> FileKind

    /// The names in a folder, sorted by their bytes, without `.` and `..`.
    func names(inFolder path: String) throws(FileError) -> [String]

    /// Opens a regular file or a pipe. Refuses everything else: a device may never end. Opening
    /// does not wait for another process.
    func open(_ path: String) throws(FileError) -> any FileStream

    /// Replaces a file's content, or creates the file. Readers see all old or all new bytes, also after a
    /// crash. If it fails, the old file is unchanged.
    func replace(_ path: String, with bytes: [UInt8]) throws(FileError)

    /// Creates a folder and its parents; an existing folder is no failure.
    func makeFolder(_ path: String) throws(FileError)

    /// Whether a path is a symbolic link; walking folders along links could go in circles.
    func isSymbolicLink(_ path: String) -> Bool

    /// The absolute path with all symbolic links followed. Without links, as in memory, it is the path
    /// itself.
    ///
    /// - Throws: `FileError` if there is nothing at the path.
    func realPath(of path: String) throws(FileError) -> String
}

/// A file system that keeps the bytes of regular files in memory.
package protocol ContentsKeeper: FileSystem {
    /// The bytes of a regular file, without copying them; `nil` if it cannot be read.
    func cachedContents(of path: String) -> [UInt8]?
}

extension FileSystem {
    /// The path itself.
    public func realPath(of path: String) throws(FileError) -> String {
        _ = try kind(of: path)
        return PathName.normalized(path)
    }

    /// Whether a path is one of these folders or below one, also after following symbolic links. A path that
    /// does not exist yet is judged by its nearest existing folder.
    package func isBelow(_ path: String, _ folders: [String]) -> Bool {
        guard let target = futurePath(of: path) else { return false }
        return folders.contains { folder in
            guard let root = futurePath(of: folder) else { return false }
            return target == root || target.hasPrefix(root == "/" ? root : root + "/")
                // In memory, paths may be relative to the current folder.
                || root == "." && !target.hasPrefix("/") && !target.hasPrefix("../")
        }
    }

    /// Throws an error if a file that was found in one of these folders is a symbolic link, or is in one, that
    /// leads out of all of them: a link in a folder cannot name other files.
    package func refuseLink(
        _ path: String, outOf folders: @autoclosure () -> [String]
    ) throws(FileError) {
        guard isSymbolicLink(path) || isSymbolicLink(PathName.split(path).folder) else { return }
        if !isBelow(path, folders()) { throw FileError(path: path, code: ErrorNumber.leadsOut) }
    }

    /// The real path that a path has or will have; `nil` if nothing can be created there, as behind a broken
    /// link.
    private func futurePath(of path: String) -> String? {
        if let real = try? realPath(of: path) { return real }
        let (folder, name) = PathName.split(path)
        guard !isSymbolicLink(path), folder != path, name != ".." else { return nil }
        return futurePath(of: folder).map { PathName.joined($0, name) }
    }

    /// All bytes of a file.
    ///
    /// - Throws: `FileError`; "File too large" if there are more than `limit`.
    public func contents(of path: String, limit: Int = .max) throws(FileError) -> [UInt8] {
        try contents(of: try open(path), at: path, limit: limit)
    }

    /// All bytes of a regular file. For files that were found in a folder rather than named by the user:
    /// reading a pipe there would wait for another process.
    ///
    /// - Throws: `FileError`, also if the path leads to a pipe.
    package func contents(ofRegularFile path: String, limit: Int = .max) throws(FileError) -> [UInt8] {
        if let kept = (self as? any ContentsKeeper)?.cachedContents(of: path) { return kept }
        try refusePipe(path)
        return try contents(of: path, limit: limit)
    }

    /// Throws an error if a path leads to a pipe.
    package func refusePipe(_ path: String) throws(FileError) {
        if try kind(of: path) == .pipe { throw FileError(path: path, code: ErrorNumber.notSupported) }
    }

    /// All bytes of an open file. It may be a pipe, which cannot be opened twice.
    package func contents(of stream: any FileStream, at path: String, limit: Int) throws(FileError) -> [UInt8]
    {
        let tooLarge = FileError(path: path, code: ErrorNumber.tooLarge)
        if let size = stream.size, size > limit { throw tooLarge }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(stream.size ?? 0)
        // One byte more than the file's size, so that the first block reaches its end.
        var block = [UInt8](repeating: 0, count: min(stream.size ?? 1 << 16, 1 << 22) + 1)
        while true {
            // `withUnsafeMutableBytes` of an array does not rethrow typed errors.
            let outcome: Result<Int, FileError> = block.withUnsafeMutableBytes { buffer in
                do throws(FileError) {
                    return .success(try stream.read(into: buffer))
                } catch {
                    return .failure(error)
                }
            }
            let count = try outcome.get()
            if count == 0 { return bytes }
            if bytes.count + count > limit { throw tooLarge }
            bytes += block[..<count]
        }
    }
}
