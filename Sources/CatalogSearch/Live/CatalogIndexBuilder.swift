// Indexes many records that are put into a changing catalog at once.

/// Collects records, and indexes them in segments of limited size: memory is that of the index, and of one
/// segment that is being written. One task at a time may use it.
///
///     let builder = CatalogIndexBuilder(live.snapshot.description)
///     try await builder.append(records)
///     try live.insert(try await builder.finish())
public final class CatalogIndexBuilder {
    private let description: CatalogDescription
    private let searchedLanguages: Set<String>?
    private let sizeLimit: Int
    private var writer: SegmentWriter
    private var segments: [IndexedSegment] = []

    /// A builder for records of a catalog.
    public convenience init(_ description: CatalogDescription) {
        self.init(description, searchedLanguages: nil)
    }

    /// - Parameters:
    ///   - searchedLanguages: the languages in which queries will search the index; `nil` for all.
    ///   - sizeLimit: the memory of a segment's records, in bytes, beyond which the segment is written.
    package init(
        _ description: CatalogDescription, searchedLanguages: Set<String>? = nil,
        sizeLimit: Int = SegmentWriter.sizeLimitOnHeap
    ) {
        self.description = description
        self.searchedLanguages = searchedLanguages
        self.sizeLimit = sizeLimit
        writer = SegmentWriter(description, searchedLanguages: searchedLanguages)
    }

    /// Adds records with new ids, using all cores.
    ///
    /// - Throws: `ICUError` where ICU lacks data or memory for one of their locales; then discard the
    ///   builder.
    public nonisolated(nonsending) func append(_ records: [CatalogRecord]) async throws {
        try await writer.append(records)
        if writer.memoryEstimate >= sizeLimit { try await writeSegment() }
    }

    /// The index of all records.
    ///
    /// - Throws: `ICUError`, and errors of writing a segment; then discard the builder.
    public nonisolated(nonsending) func finish() async throws -> CatalogIndex {
        try await writeSegment()
        defer { segments = [] }
        return CatalogIndex(description, segments: segments)
    }

    private nonisolated(nonsending) func writeSegment() async throws {
        guard writer.recordCount > 0 else { return }
        let full = writer
        writer = SegmentWriter(description, searchedLanguages: searchedLanguages)
        segments.append(try await full.segment())
    }
}
