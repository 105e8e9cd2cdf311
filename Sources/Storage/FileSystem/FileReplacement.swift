// How does a file change so that no reader, no crash and no full disk ever sees half of it?

internal import CatalogSearch

/// A file that is written beside the one whose place it takes when it is complete; until then the old one is as it
/// was. One that is dropped before leaves nothing behind.
final class FileReplacement: SegmentOutput {
    private let descriptor: FileDescriptor
    private let target: String
    private var isPending = true
    /// What is written next, in blocks that are worth a system call.
    private var buffer: [UInt8] = []

    private static let blockSize = 1 << 20

    /// Makes a new file beside another one, which need not exist.
    ///
    /// - Parameter permissions: of the new file; the process's umask narrows them.
    init(of target: String, permissions: UInt32) throws(FileError) {
        self.target = target
        let folder = PathName.split(target).folder
        while true {
            do throws(FileError) {
                descriptor = try FileDescriptor.created(
                    PathName.joined(folder, UnfinishedFile.newName()), permissions: permissions)
                return
            } catch {
                // By a process of another machine or container that has the same number and luck.
                if error.code != ErrorNumber.exists { throw error }
            }
        }
    }

    deinit { if isPending { SystemCalls.remove(descriptor.path) } }

    /// Changes the new file's permissions, whatever the umask says.
    func changePermissions(_ permissions: UInt32) throws(FileError) {
        try descriptor.changePermissions(permissions)
    }

    /// Appends bytes.
    func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
        if buffer.count + bytes.count > Self.blockSize { try flush() }
        if bytes.count >= Self.blockSize { return try descriptor.write(bytes) }
        buffer += bytes
    }

    private func flush() throws(FileError) {
        let buffer = buffer
        try buffer.span.withUnsafeBytes { bytes throws(FileError) in try descriptor.write(bytes) }
        self.buffer.removeAll(keepingCapacity: true)
    }

    /// Puts the new file into its place.
    ///
    /// - Throws: where that cannot be done; the old file is as it was.
    func commit() throws(FileError) {
        try flush()
        // Before the renaming: else a crash may leave the name on bytes that never reached the disk.
        try descriptor.synchronize()
        try SystemCalls.rename(descriptor.path, to: target)
        isPending = false
        // The new file is in place now, so that a folder which cannot be synchronized is no failure.
        try? FileDescriptor.opened(forReading: PathName.split(target).folder).synchronize()
    }
}

/// The names of files that are not complete, and what becomes of those whose writer was killed.
enum UnfinishedFile {
    private static let suffix = ".new"
    /// No file takes longer to write, in nanoseconds: an hour.
    private static let greatestAge = 3_600_000_000_000

    /// A name that no other file has: it tells the process, so that others know whether it is still at work.
    static func newName() -> String {
        let random = String(UInt64.random(in: 0 ... .max), radix: 16)
        return ".\(SystemCalls.processIdentifier)-\(random)\(suffix)"
    }

    /// The process that writes a file of this name; `nil` where it is not one of ours.
    private static func writer(of name: String) -> Int32? {
        guard name.hasPrefix("."), name.hasSuffix(suffix) else { return nil }
        let parts = name.dropFirst().dropLast(suffix.count).split(separator: "-")
        return parts.count == 2 ? Int32(parts[0]) : nil
    }

    /// Whether a file of this name was left by a process that was ended while it wrote.
    static func isLeftOver(_ name: String, inFolder folder: String) -> Bool {
        guard let process = writer(of: name) else { return false }
        if !SystemCalls.isRunning(process) { return true }
        // The number may be another process's by now.
        guard let status = try? SystemCalls.status(of: PathName.joined(folder, name)) else { return false }
        return SystemCalls.now - status.modified > greatestAge
    }
}
