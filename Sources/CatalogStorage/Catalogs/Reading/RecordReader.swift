// The interface of the readers of all formats.

internal import CatalogSearch
internal import Files

/// Returns records one at a time, and reports items that cannot be used to the context.
protocol RecordReader: AnyObject {
    /// The next record; `nil` at the end of the file.
    func next() throws(FileError) -> CatalogRecord?

    /// The number of bytes read so far.
    var bytesRead: Int { get }
    /// The size in bytes; `nil` if not known in advance.
    var size: Int? { get }
}
