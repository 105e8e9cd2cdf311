// One new version of an index, from reading the catalog to its publication.

internal import CatalogSearch
internal import Files

/// A version of an index while it is made. It reads the catalog, records which files the index depends on,
/// and removes the files it wrote unless they are published.
final class IndexDraft {
    let records: CatalogRecords
    /// The description in the sidecar.
    let description: CatalogDescription
    private let file: CatalogFile
    private let place: IndexLocation
    /// Taken before anything is read, so that later changes are detected.
    private let checked = SystemCalls.now
    private let recorder: SourceRecorder
    private var unpublished: [String] = []

    /// Opens a catalog; `nil` if it cannot be read twice.
    init?(of file: CatalogFile, at place: IndexLocation) {
        self.file = file
        self.place = place
        recorder = SourceRecorder(file)
        let reader = CatalogReader(file, fileSystem: recorder)
        records = CatalogRecords(reader)
        description = reader.sidecar.description
        guard recorder.sources != nil else { return nil }
    }

    deinit { for name in unpublished { SystemCalls.remove(place.path(name)) } }

    /// Writes the records collected so far as a segment.
    ///
    /// - Parameter progress: called with the number of bytes written since the last call.
    nonisolated(nonsending) func write(
        _ writer: SegmentWriter, progress: @escaping (Int) -> Void = { _ in }
    ) async throws -> IndexManifest.Segment {
        let name = place.newSegmentName()
        let replacement = try FileReplacement(of: place.path(name), permissions: 0o600)
        var output = ObservedOutput(file: replacement, progress: progress)
        try await writer.finish(metadata: place.metadata(ofSegment: name), to: &output)
        try replacement.commit()
        unpublished.append(name)
        return IndexManifest.Segment(file: name, deleted: nil)
    }

    /// Writes the list of a segment's deleted records.
    ///
    /// - Returns: the list's file name.
    func writeDeletedRecords(
        of segment: IndexedSegment, inFile name: String
    ) throws(FileError) -> String {
        let metadata = place.metadata(ofSegment: name)
        let name = try place.write(DeletedRecords(of: segment, metadata: metadata))
        unpublished.append(name)
        return name
    }

    /// The manifest of this version; `nil` if the index must not be stored, because part of the catalog could
    /// not be read or does not belong to it.
    func manifest(of segments: [IndexManifest.Segment], _ reading: CatalogReading) -> IndexManifest? {
        guard let sources = recorder.sources,
            reading.diagnostics.kept.allSatisfy({ IndexSourceLocation($0.file, of: file) != nil })
        else { return nil }
        var manifest = IndexManifest(
            catalog: place.name, checked: checked, sources: sources, reading: reading, segments: segments)
        manifest.file = file
        return manifest
    }

    /// Makes this version the index.
    ///
    /// - Parameter isAlone: whether no other process can write here; then the files of other versions are
    ///   removed.
    /// - Returns: `nil` if the written files cannot be opened; nothing is published then.
    func publish(_ manifest: IndexManifest, isAlone: Bool) throws(FileError) -> LoadedCatalog? {
        guard let segments = try? place.segments(of: manifest) else { return nil }
        try place.write(manifest)
        unpublished = []
        if isAlone { place.clean(keeping: manifest) }
        return LoadedCatalog(reading: manifest.reading, segments: segments)
    }
}

/// A file that reports how many bytes are written.
private struct ObservedOutput: SegmentOutput {
    let file: FileReplacement
    let progress: (Int) -> Void

    mutating func write(_ bytes: UnsafeRawBufferPointer) throws {
        try file.write(bytes)
        progress(bytes.count)
    }
}
