// Replaces a file so that no reader, crash or full disk leaves half of it.

/// A new file written beside the one that it replaces when it is complete. Until then the old file is
/// unchanged. If the object is released before, the new file is removed.
package final class FileReplacement {
    private let descriptor: FileDescriptor
    private let target: String
    private var isPending = true
    /// Bytes for the next system call.
    private var buffer: [UInt8] = []

    private static let blockSize = 1 << 20

    /// Creates a new file beside the target, which need not exist.
    ///
    /// - Parameter permissions: the permissions of the new file; the process's umask narrows them.
    package init(of target: String, permissions: UInt32) throws(FileError) {
        self.target = target
        let folder = PathName.split(target).folder
        while true {
            do throws(FileError) {
                descriptor = try FileDescriptor.created(
                    PathName.joined(folder, UnfinishedFile.newName()), permissions: permissions)
                return
            } catch {
                // A process on another machine or in another container may have the same number, and have
                // drawn the same random name.
                if error.code != ErrorNumber.exists { throw error }
            }
        }
    }

    deinit { if isPending { SystemCalls.remove(descriptor.path) } }

    /// Sets the new file's permissions; the umask does not apply.
    package func changePermissions(_ permissions: UInt32) throws(FileError) {
        try descriptor.changePermissions(permissions)
    }

    /// Appends bytes.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
        if buffer.count + bytes.count > Self.blockSize { try flush() }
        if bytes.count >= Self.blockSize { return try descriptor.write(bytes.bytes) }
        buffer += bytes
    }

    /// Appends bytes.
    package func write(_ bytes: [UInt8]) throws(FileError) {
        if buffer.count + bytes.count > Self.blockSize { try flush() }
        if bytes.count >= Self.blockSize { return try descriptor.write(bytes.span.bytes) }
        buffer += bytes
    }

    private func flush() throws(FileError) {
        let pending = buffer
        try descriptor.write(pending.span.bytes)
        buffer.removeAll(keepingCapacity: true)
    }

    /// Replaces the target by the new file.
    ///
    /// - Throws: `FileError`; the old file is unchanged then.
    package func commit() throws(FileError) {
        _ = try close()
        try commit(as: target)
    }

    /// Ends writing.
    ///
    /// - Returns: the path of the new file, which can be read until it is committed.
    package func close() throws(FileError) -> String {
        try flush()
        // Flushed before renaming: after a crash the name must not lead to bytes that never reached the disk.
        try descriptor.synchronize()
        return descriptor.path
    }

    /// Renames the closed file to a name in the same folder, for files whose name depends on their content.
    package func commit(as target: String) throws(FileError) {
        try SystemCalls.rename(descriptor.path, to: target)
        isPending = false
        // The new file is in place; a folder that cannot be flushed is no failure.
        try? FileDescriptor.opened(forReading: PathName.split(target).folder).synchronize()
    }
}

/// The names of incomplete files, and how to recognize those of killed processes.
package enum UnfinishedFile {
    private static let suffix = ".new"
    /// The longest time that writing a file may take, in nanoseconds: an hour.
    private static let greatestAge = 3_600_000_000_000

    /// A unique name. It contains the number of the process, so that other processes can tell whether it is
    /// still writing.
    package static func newName() -> String {
        let random = String(UInt64.random(in: 0 ... .max), radix: 16)
        return ".\(SystemCalls.processIdentifier)-\(random)\(suffix)"
    }

    /// The process that writes a file of this name; `nil` if the name is not of this form.
    private static func writer(of name: String) -> Int32? {
        guard name.hasPrefix("."), name.hasSuffix(suffix) else { return nil }
        let parts = name.dropFirst().dropLast(suffix.count).split(separator: "-")
        return parts.count == 2 ? Int32(parts[0]) : nil
    }

    /// Whether a file was left by a process that was killed while writing.
    package static func isLeftOver(_ name: String, inFolder folder: String) -> Bool {
        guard let process = writer(of: name) else { return false }
        if !SystemCalls.isRunning(process) { return true }
        // Another process may have reused the number.
        guard let status = try? SystemCalls.status(of: PathName.joined(folder, name)) else { return false }
        return SystemCalls.now - status.modified > greatestAge
    }
}
