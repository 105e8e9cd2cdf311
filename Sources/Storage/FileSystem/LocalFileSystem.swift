// How are the files of this machine read and replaced?

internal import Synchronization

/// The operating system's own files.
public struct LocalFileSystem: FileSystem {
    /// Counts the files written beside others, so that two threads never share a name.
    private static let written = Atomic<Int>(0)

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
        let folder = PathName.split(target).folder
        let number = Self.written.wrappingAdd(1, ordering: .relaxed).newValue
        let beside = PathName.joined(folder, ".\(SystemCalls.processIdentifier)-\(number).new")
        do throws(FileError) {
            let file = try FileDescriptor.created(beside, permissions: 0o666)
            // The process's umask narrows the permissions of a new file; an old one keeps its own.
            if let existing { try file.changePermissions(existing.permissions) }
            try file.write(bytes)
            // Before the renaming: else a crash may leave the name on bytes that never reached the disk.
            try file.synchronize()
            try SystemCalls.rename(beside, to: target)
        } catch {
            if error.code != ErrorNumber.exists { SystemCalls.remove(beside) }
            throw error
        }
        // The new file is in place now, so that a folder which cannot be synchronized is no failure.
        try? FileDescriptor.opened(forReading: folder).synchronize()
    }

    /// Makes a folder and those around it.
    public func makeFolder(_ path: String) throws(FileError) {
        let path = PathName.normalized(path)
        guard (try? SystemCalls.status(of: path)) == nil else { return }
        let parent = PathName.split(path).folder
        if parent != path { try makeFolder(parent) }
        try SystemCalls.makeFolder(path)
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
