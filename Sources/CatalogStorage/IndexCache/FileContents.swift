// The bytes of an index's file in memory, mapped or read.

internal import CatalogSearch
internal import Files

extension MappedFile: WatchedBytes {}
extension FileReplacement: SegmentOutput {}

/// The bytes of a file that this library has written, mapped or read.
enum FileContents {
    /// - Returns: the bytes, and the object that keeps them in memory.
    /// - Throws: `IndexFault.damaged` if the file cannot be read, or others can change it.
    static func opened(
        _ path: String, readsIntoMemory: Bool
    ) throws(IndexFault) -> (bytes: UnsafeRawBufferPointer, owner: any Sendable) {
        do throws(FileError) {
            let descriptor = try FileDescriptor.opened(forReadingOwn: path)
            if !readsIntoMemory, let mapped = try MappedFile(descriptor) { return (mapped.bytes, mapped) }
            let copy = try FileCopy(descriptor)
            return (copy.bytes, copy)
        } catch {
            throw .damaged
        }
    }
}
