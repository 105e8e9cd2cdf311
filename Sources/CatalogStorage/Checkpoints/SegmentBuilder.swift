// Builds one segment of a checkpoint from a part of a catalog, so that many processes and machines can share
// the work.

public import CatalogSearch
public import Files

/// Builds segments of checkpoints, one from each part of a catalog.
///
/// The same records, in the same order, give the same bytes. The file's name identifies its content, so
/// building a part twice leaves one file.
public struct SegmentBuilder: Sendable {
    /// A segment that was built.
    public struct Segment: Sendable {
        /// The name of its file; `nil` if there are no records.
        public let file: String?
        /// The size of the file in bytes.
        public let size: Int
        /// The results of reading, besides records.
        public let reading: CatalogReading
    }

    /// Why a segment cannot be built.
    public enum Fault: Error, Sendable {
        /// The records cannot be read, or the file cannot be written.
        case file(FileError)
        /// There are too many texts for one file.
        case tooLarge
        /// ICU lacks data or memory for a locale.
        case search(SearchError)
    }

    public let folder: String

    /// A builder of segments in a folder; it is created with the first one.
    public init(folder: String) { self.folder = folder }

    /// Reads records, and writes them as one segment.
    ///
    /// - Parameters:
    ///   - file: the catalog to which the records belong. Its sidecar is read, but not the file itself.
    ///   - input: the records, in the format of the catalog. A table begins with its heading.
    ///   - lineNumbers: the number of each line in the catalog; `nil` to count those of the input.
    nonisolated(nonsending) public func build(
        _ file: CatalogFile, from input: any FileStream, lineNumbers: LineNumbers? = nil
    ) async throws(Fault) -> Segment {
        let reader = CatalogReader(
            file, fileSystem: StreamedFile(path: file.path, stream: input), lineNumbers: lineNumbers)
        let records = CatalogRecords(reader)
        let writer = SegmentWriter(reader.sidecar.description)
        do {
            while true {
                let batch = records.nextBatch()
                if batch.isEmpty { break }
                try await writer.append(batch)
            }
            let reading = records.finish()
            guard writer.recordCount > 0 else { return Segment(file: nil, size: 0, reading: reading) }
            let (name, size) = try await write(writer)
            return Segment(file: name, size: size, reading: reading)
        } catch let error as FileError {
            throw .file(error)
        } catch is SegmentWriterError {
            throw .tooLarge
        } catch let error as ICUError {
            throw .search(.icu(error))
        } catch {
            // The file that was just written cannot be read.
            throw .file(FileError(path: folder, code: ErrorNumber.unreliable))
        }
    }

    nonisolated(nonsending) private func write(
        _ writer: SegmentWriter
    ) async throws -> (name: String, size: Int) {
        try LocalFileSystem().makeFolder(folder, permissions: 0o700)
        var output = try FileReplacement(of: PathName.joined(folder, "segment"), permissions: 0o600)
        try await writer.finish(metadata: [], to: &output)
        let written = try output.close()
        let (bytes, owner) = try FileContents.opened(written, readsIntoMemory: false)
        let segment = try IndexedSegment(bytes, owner: owner)
        let name = CheckpointFolder.name(of: segment)
        try output.commit(as: PathName.joined(folder, name))
        return (name, segment.size)
    }
}

/// The files of this machine; one of them is read from a stream.
private struct StreamedFile: FileSystem {
    let path: String
    // `nonisolated(unsafe)`: one task reads the catalog, once.
    nonisolated(unsafe) let stream: any FileStream
    private var files: LocalFileSystem { LocalFileSystem() }

    init(path: String, stream: any FileStream) {
        self.path = path
        self.stream = stream
    }

    func kind(of path: String) throws(FileError) -> FileKind {
        path == self.path ? .pipe : try files.kind(of: path)
    }
    func names(inFolder path: String) throws(FileError) -> [String] { try files.names(inFolder: path) }
    func open(_ path: String) throws(FileError) -> any FileStream {
        path == self.path ? stream : try files.open(path)
    }
    func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
        try files.replace(path, with: bytes)
    }
    func makeFolder(_ path: String) throws(FileError) { try files.makeFolder(path) }
    func isSymbolicLink(_ path: String) -> Bool { files.isSymbolicLink(path) }
    func realPath(of path: String) throws(FileError) -> String { try files.realPath(of: path) }
}
