// A file mapped into memory; the system loads pages on access.

/// The bytes of a file as read-only memory, mapped until the object is released.
///
/// If the file is replaced by renaming, as this library does, the mapping keeps the old bytes. If another program
/// truncates the file, reading past its new end kills the process (SIGBUS).
package final class MappedFile: Sendable {
    /// All bytes of the file; valid while this object lives.
    // Safe to share: the memory is never written.
    package nonisolated(unsafe) let bytes: UnsafeRawBufferPointer

    /// Maps a file.
    ///
    /// - Throws: `FileError`, also if the file is empty or not a regular file.
    package init(_ path: String) throws(FileError) {
        let descriptor = try FileDescriptor.opened(forReading: path)
        guard descriptor.status.isRegular, descriptor.status.size > 0 else {
            throw FileError(
                path: path,
                code: descriptor.kind == .folder ? ErrorNumber.isFolder : ErrorNumber.notSupported)
        }
        bytes = try descriptor.map(count: descriptor.status.size)
    }

    deinit { SystemCalls.unmap(bytes) }
}
