// How is a large file read without reading it? It is mapped into memory, and the system fetches what is looked at.

/// A file's bytes as memory that cannot be written, until the last reference to them goes.
///
/// A file that is replaced meanwhile by renaming, as everything here replaces files, stays as it was. One that another
/// program makes shorter in place ends the process that looks behind its new end: that is how the system tells it.
package final class MappedFile: Sendable {
    /// All bytes of the file; good for as long as this object lives.
    // Sendable: nobody writes to them.
    package nonisolated(unsafe) let bytes: UnsafeRawBufferPointer

    /// Maps a file.
    ///
    /// - Throws: `FileError`, also for what is no regular file, and for one that is empty.
    package init(_ path: String) throws(FileError) {
        let descriptor = try FileDescriptor.opened(forReading: path, waits: false)
        guard descriptor.status.isRegular, descriptor.status.size > 0 else {
            throw FileError(
                path: path,
                code: descriptor.kind == .folder ? ErrorNumber.isFolder : ErrorNumber.notSupported)
        }
        bytes = try descriptor.map(count: descriptor.status.size)
    }

    deinit { SystemCalls.unmap(bytes) }
}
