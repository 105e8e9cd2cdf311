// How are the files of this machine read and replaced?

/// The operating system's own files.
public struct LocalFileSystem: FileSystem {
    /// The files of this machine.
    public init() {}

    /// What stands at a path, symbolic links followed.
    public func kind(of path: String) throws(FileError) -> FileKind {
        try SystemCalls.status(of: path).kind
    }

    /// The names in a folder, sorted by their bytes.
    public func names(inFolder path: String) throws(FileError) -> [String] {
        try SystemCalls.names(inFolder: path).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Opens a regular file or a pipe; refuses devices and folders.
    public func open(_ path: String) throws(FileError) -> any FileStream {
        // Asked before opening, too: opening some devices has effects of its own.
        try Self.refuseUnreadable(kind(of: path), at: path)
        let descriptor = try FileDescriptor.opened(forReading: path)
        try Self.refuseUnreadable(descriptor.kind, at: path)
        return LocalFileStream(descriptor)
    }

    /// Writes a new file beside the old one, makes sure that it is on the disk, and renames it.
    public func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
        // A symbolic link stays one: what it leads to is replaced.
        let existing = try? SystemCalls.status(of: path)
        let target = existing == nil ? path : try SystemCalls.resolved(path)
        if existing?.kind == .folder { throw FileError(path: path, code: ErrorNumber.isFolder) }
        if existing?.kind == .other { throw FileError(path: path, code: ErrorNumber.notSupported) }
        // The process's umask narrows the permissions of a new file; an old one keeps its own.
        let file = try FileReplacement(of: target, permissions: 0o666)
        if let existing { try file.changePermissions(existing.permissions) }
        try bytes.span.withUnsafeBytes { bytes throws(FileError) in try file.write(bytes) }
        try file.commit()
    }

    /// Makes a folder and those around it.
    public func makeFolder(_ path: String) throws(FileError) { try makeFolder(path, permissions: 0o777) }

    /// The same for a folder that not everybody may look into.
    func makeFolder(_ path: String, permissions: UInt32) throws(FileError) {
        let path = PathName.normalized(path)
        guard (try? SystemCalls.status(of: path)) == nil else { return }
        let parent = PathName.split(path).folder
        if parent != path { try makeFolder(parent, permissions: permissions) }
        try SystemCalls.makeFolder(path, permissions: permissions)
    }

    /// Whether a symbolic link stands at a path.
    public func isSymbolicLink(_ path: String) -> Bool { SystemCalls.isSymbolicLink(path) }

    private static func refuseUnreadable(_ kind: FileKind, at path: String) throws(FileError) {
        switch kind {
        case .file: return
        case .folder: throw FileError(path: path, code: ErrorNumber.isFolder)
        case .other: throw FileError(path: path, code: ErrorNumber.notSupported)
        }
    }
}

/// A file of this machine, open for reading.
private final class LocalFileStream: FileStream {
    private let descriptor: FileDescriptor

    init(_ descriptor: FileDescriptor) { self.descriptor = descriptor }

    var size: Int? { descriptor.size }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
        try descriptor.read(into: buffer)
    }
}
