// The bytes of an index's file in memory, mapped or read.

internal import CMappedFiles
internal import Synchronization

/// The bytes of a file as read-only memory, mapped until the object is released;
/// the system loads pages on access.
///
/// If the file is replaced by renaming, as this library does, the mapping keeps the old
/// bytes. If another program truncates the file or writes into it, ``areIntact`` becomes
/// false; bytes beyond its new end are zeros.
package final class MappedFile: Sendable {
    /// All bytes of the file; valid while this object lives.
    // Safe to share: the memory is never written by this process.
    package nonisolated(unsafe) let bytes: UnsafeRawBufferPointer
    private let descriptor: FileDescriptor
    /// The number of the mapping in the signal handler's table.
    private let range: Int32
    private let wasChanged = Atomic(false)

    /// Maps an open file; `nil` if the process has mapped too many files.
    ///
    /// - Throws: `FileError`, also if the file is empty or not a regular file.
    package init?(_ descriptor: FileDescriptor) throws(FileError) {
        try descriptor.requireContent()
        let mapped = try descriptor.map(count: descriptor.status.size)
        range = cmapped_register(mapped.baseAddress!, mapped.count)
        guard range >= 0 else {
            SystemCalls.unmap(mapped)
            return nil
        }
        bytes = mapped
        self.descriptor = descriptor
    }

    deinit {
        cmapped_unregister(range)
        SystemCalls.unmap(bytes)
    }

    package var areIntact: Bool {
        if wasChanged.load(ordering: .relaxed) { return false }
        // The size alone does not reveal overwritten bytes, and the last page of a truncated file does not
        // fault.
        let isIntact = !cmapped_has_fault(range) && descriptor.isUnwritten
        if !isIntact { wasChanged.store(true, ordering: .relaxed) }
        return isIntact
    }

    /// For other handlers of SIGBUS: makes the page of a fault readable if a mapped file no longer has it.
    /// Allocates nothing and takes no lock.
    ///
    /// - Parameter information: the `siginfo_t` of the signal.
    /// - Returns: false if the fault is not in a mapped file.
    package static func repairFault(_ information: UnsafeRawPointer) -> Bool { cmapped_repair(information) }
}

/// The bytes of a file read into memory, which no other program can change.
package final class FileCopy: Sendable {
    // Safe to share: written before the object is shared, and never after.
    package nonisolated(unsafe) let bytes: UnsafeRawBufferPointer

    /// Reads an open file.
    ///
    /// - Throws: `FileError`, also if the file is empty, not a regular file, or
    ///   shorter than when it was opened.
    package init(_ descriptor: FileDescriptor) throws(FileError) {
        try descriptor.requireContent()
        let count = descriptor.status.size
        // Numbers in an index are aligned to 8 bytes.
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 8)
        bytes = UnsafeRawBufferPointer(memory)
        var filled = 0
        while filled < count {
            let read = try descriptor.read(into: UnsafeMutableRawBufferPointer(rebasing: memory[filled...]))
            if read == 0 { throw FileError(path: descriptor.path, code: ErrorNumber.unreliable) }
            filled += read
        }
    }

    deinit { bytes.deallocate() }
}

extension FileDescriptor {
    /// Throws an error unless the file is regular and has bytes.
    fileprivate func requireContent() throws(FileError) {
        guard status.isRegular, status.size > 0 else {
            throw FileError(
                path: path, code: kind == .folder ? ErrorNumber.isFolder : ErrorNumber.notSupported)
        }
    }
}
