// Finds the records of a catalog that are already indexed unchanged.

internal import CatalogSearch

/// The records of an index by content, while the catalog is read again.
struct IndexedContents {
    /// A segment that stays.
    struct Retained {
        var entry: IndexManifest.Segment
        var segment: IndexedSegment
        /// The records that were not found in the catalog so far.
        fileprivate var missing: RecordSet
    }

    private struct RecordLocation {
        let segment: Int32
        let number: Int32
    }

    private(set) var retained: [Retained] = []
    private var locations: [UInt64: RecordLocation] = [:]
    private var hasher = Hasher()

    /// A hasher of records that reuses its buffers.
    private final class Hasher {
        private var hasher = ContentHasher()
        func hash(of record: CatalogRecord) -> UInt64 { hasher.hash(of: record) }
    }

    /// The records of the segments that stay; `nil` if a segment cannot be read.
    init?(_ segments: [(entry: IndexManifest.Segment, segment: IndexedSegment)]) {
        locations.reserveCapacity(segments.reduce(0) { $0 + $1.segment.recordCount })
        for (entry, segment) in segments {
            guard let hashes = try? segment.contentHashes() else { return nil }
            var there = RecordSet(all: segment.numberCount)
            if let deleted = segment.deleted { there.subtract(deleted) }
            there.forEach { (number: Int) throws(Never) in
                locations[hashes[number]] = RecordLocation(
                    segment: Int32(retained.count), number: Int32(truncatingIfNeeded: number))
            }
            retained.append(Retained(entry: entry, segment: segment, missing: there))
        }
    }

    /// Records that the catalog contains a record.
    ///
    /// - Returns: whether it is indexed unchanged.
    mutating func meet(_ record: CatalogRecord) -> Bool {
        guard let location = locations[hasher.hash(of: record)] else { return false }
        retained[Int(location.segment)].missing.remove(Int(location.number))
        return true
    }

    /// Deletes the records that the catalog no longer has, and segments without records.
    ///
    /// - Throws: `SegmentError`.
    mutating func deleteMissing() throws(SegmentError) {
        for index in retained.indices where !retained[index].missing.isEmpty {
            let segment = retained[index].segment
            var deleted = segment.deleted ?? RecordSet(universe: segment.numberCount)
            deleted.formUnion(retained[index].missing)
            retained[index].segment = try segment.excluding(deleted)
            // The new list will get a new name.
            retained[index].entry.deleted = nil
        }
        retained.removeAll { $0.segment.recordCount == 0 }
    }
}
