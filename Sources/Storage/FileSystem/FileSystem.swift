// What does this library ask of a file system? A few things, so that a test can answer them from memory.

/// What stands at a path, symbolic links followed.
public enum FileKind: Hashable, Sendable {
    /// A regular file or a pipe: bytes that end.
    case file
    /// A folder.
    case folder
    /// A device, a socket or the like: nothing that a catalog is read from.
    case other
}

/// What the operating system answers instead of doing what it was asked.
public struct FileError: Error, Hashable, Sendable {
    /// The path asked for.
    public let path: String
    /// The error's number (`errno`).
    public let code: Int32
    /// The system's words for it (strerror(3)).
    public let message: String

    /// Whether nothing stands at the path.
    public var isMissing: Bool { code == ErrorNumber.missing || code == ErrorNumber.notFolder }
}

/// A file open for reading, from its beginning to its end.
public protocol FileStream: AnyObject {
    /// The file's size in bytes when it was opened; `nil` for a pipe.
    var size: Int? { get }

    /// Reads as many bytes as there are, up to the buffer's size.
    ///
    /// - Returns: How many bytes were read; 0 only at the end of the file (or for an empty buffer).
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int
}

/// The few things that are done with files. Paths are those of the operating system.
public protocol FileSystem: Sendable {
    /// What stands at a path, symbolic links followed.
    func kind(of path: String) throws(FileError) -> FileKind

    /// The names in a folder, sorted by their bytes, without `.` and `..`.
    func names(inFolder path: String) throws(FileError) -> [String]

    /// Opens a regular file or a pipe; refuses everything else, because a device may never end.
    func open(_ path: String) throws(FileError) -> any FileStream

    /// Puts these bytes in the place of a file's, or makes the file, so that a reader sees all of the old
    /// bytes or all of the new ones, also after a crash. On failure the old file is as it was.
    func replace(_ path: String, with bytes: [UInt8]) throws(FileError)

    /// Makes a folder and those around it; one that is there already is no failure.
    func makeFolder(_ path: String) throws(FileError)

    /// Whether a symbolic link stands at a path: whoever walks through folders would go in circles along them.
    func isSymbolicLink(_ path: String) -> Bool
}

extension FileSystem {
    /// All bytes of a file.
    ///
    /// - Throws: `FileError`; "File too large" where there are more than `limit`.
    public func contents(of path: String, limit: Int = .max) throws(FileError) -> [UInt8] {
        try contents(of: try open(path), at: path, limit: limit)
    }

    /// All bytes of a file that is open: of a pipe, which cannot be opened twice, too.
    func contents(of stream: any FileStream, at path: String, limit: Int) throws(FileError) -> [UInt8] {
        let tooLarge = FileError(path: path, code: ErrorNumber.tooLarge)
        if let size = stream.size, size > limit { throw tooLarge }
        var bytes: [UInt8] = []
        // One byte more than the file had, so that its end is seen without another allocation.
        var block = [UInt8](repeating: 0, count: min(stream.size ?? 1 << 16, 1 << 22) + 1)
        while true {
            // A closure that throws a typed error loses its type in the standard library's rethrowing.
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
