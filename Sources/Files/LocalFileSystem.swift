// The files of this machine.

/// The operating system's files.
public struct LocalFileSystem: FileSystem {
    /// How long a pipe without writers is kept open before it is an error, in milliseconds. A shell opens
    /// both ends of a named pipe in any order.
    package var pipePatience: Int32 = 1_000

    public init() {}

    /// What a path leads to, symbolic links followed.
    public func kind(of path: String) throws(FileError) -> FileKind {
        try SystemCalls.status(of: path).kind
    }

    /// The names in a folder, sorted by their bytes.
    public func names(inFolder path: String) throws(FileError) -> [String] {
        try SystemCalls.names(inFolder: path).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Opens a regular file or a pipe; refuses devices and folders. Reading a pipe into which no
    /// process writes fails after a second.
    public func open(_ path: String) throws(FileError) -> any FileStream {
        // Checked before opening, too: opening some devices has side effects.
        try Self.refuseUnreadable(kind(of: path), at: path)
        let descriptor = try FileDescriptor.opened(forReading: path)
        try Self.refuseUnreadable(descriptor.kind, at: path)
        return LocalFileStream(descriptor, pipePatience: pipePatience)
    }

    /// The standard input of this process.
    package func openStandardInput() throws(FileError) -> any FileStream {
        // The process that started this one is the writer.
        LocalFileStream(try FileDescriptor.standardInput(), pipePatience: 0, hasWriter: true)
    }

    /// Writes a new file beside the old one, flushes it to the disk, and renames it.
    public func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
        // A symbolic link stays; its target is replaced.
        let existing = try? SystemCalls.status(of: path)
        let target = existing == nil ? path : try SystemCalls.resolved(path)
        if existing?.kind == .folder { throw FileError(path: path, code: ErrorNumber.isFolder) }
        if let kind = existing?.kind, kind != .file {
            throw FileError(path: path, code: ErrorNumber.notSupported)
        }
        // The umask narrows the permissions of a new file; an existing file keeps its own.
        let file = try FileReplacement(of: target, permissions: 0o666)
        if let existing { try file.changePermissions(existing.permissions) }
        try file.write(bytes)
        try file.commit()
    }

    /// Creates a folder and its parents.
    public func makeFolder(_ path: String) throws(FileError) { try makeFolder(path, permissions: 0o777) }

    /// Creates a folder and its parents with these permissions.
    package func makeFolder(_ path: String, permissions: UInt32) throws(FileError) {
        let path = PathName.normalized(path)
        guard (try? SystemCalls.status(of: path)) == nil else { return }
        let parent = PathName.split(path).folder
        if parent != path { try makeFolder(parent, permissions: permissions) }
        try SystemCalls.makeFolder(path, permissions: permissions)
    }

    public func isSymbolicLink(_ path: String) -> Bool { SystemCalls.isSymbolicLink(path) }

    /// The absolute path with all symbolic links followed.
    public func realPath(of path: String) throws(FileError) -> String { try SystemCalls.resolved(path) }

    private static func refuseUnreadable(_ kind: FileKind, at path: String) throws(FileError) {
        switch kind {
        case .file, .pipe: return
        case .folder: throw FileError(path: path, code: ErrorNumber.isFolder)
        case .other: throw FileError(path: path, code: ErrorNumber.notSupported)
        }
    }
}

/// A file of this machine, open for reading.
private final class LocalFileStream: FileStream {
    private let descriptor: FileDescriptor
    /// How long to wait for the first writer of a pipe, in milliseconds.
    private let pipePatience: Int32
    /// Whether a writer of the pipe was seen.
    private var hasWriter: Bool

    init(_ descriptor: FileDescriptor, pipePatience: Int32, hasWriter: Bool = false) {
        self.descriptor = descriptor
        self.pipePatience = pipePatience
        self.hasWriter = hasWriter
    }

    var size: Int? { descriptor.size }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
        while descriptor.kind == .pipe, !buffer.isEmpty {
            // `nil` while a writer has the pipe open and has written nothing.
            guard let count = try descriptor.readAvailable(into: buffer) else {
                hasWriter = true
                descriptor.awaitInput()
                continue
            }
            if count > 0 || hasWriter {
                hasWriter = true
                return count
            }
            guard descriptor.awaitInput(milliseconds: pipePatience) else {
                throw FileError(path: descriptor.path, code: ErrorNumber.noWriter)
            }
            hasWriter = true
        }
        return try descriptor.read(into: buffer)
    }
}
