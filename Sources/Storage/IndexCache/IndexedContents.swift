// Which records of a catalog are indexed already, just as they are?

internal import CatalogSearch

/// The records of an index by what they hold, while the catalog is read anew.
struct IndexedContents {
    /// A segment that stays.
    struct Kept {
        var entry: IndexManifest.Segment
        var segment: IndexedSegment
        /// The records that were not met yet.
        fileprivate var missing: RecordSet
    }

    private struct Place {
        let segment: Int32
        let number: Int32
    }

    private(set) var kept: [Kept] = []
    private var places: [UInt64: Place] = [:]
    private var hasher = Hasher()

    /// The hasher of records, which is kept for its memory.
    private final class Hasher {
        private var hasher = ContentHasher()
        func hash(of record: Record) -> UInt64 { hasher.hash(of: record) }
    }

    /// Takes the segments that stay.
    ///
    /// - Returns: `nil` where one does not say what its records hold.
    init?(_ segments: [(entry: IndexManifest.Segment, segment: IndexedSegment)]) {
        places.reserveCapacity(segments.reduce(0) { $0 + $1.segment.recordCount })
        for (entry, segment) in segments {
            guard let hashes = try? segment.contentHashes() else { return nil }
            var there = RecordSet(all: segment.numberCount)
            if let deleted = segment.deleted { there.subtract(deleted) }
            there.forEach { (number: Int) throws(Never) in
                places[hashes[number]] = Place(
                    segment: Int32(kept.count), number: Int32(truncatingIfNeeded: number))
            }
            kept.append(Kept(entry: entry, segment: segment, missing: there))
        }
    }

    /// Notes that the catalog has a record.
    ///
    /// - Returns: whether it is indexed just as it is.
    mutating func meet(_ record: Record) -> Bool {
        guard let place = places[hasher.hash(of: record)] else { return false }
        kept[Int(place.segment)].missing.remove(Int(place.number))
        return true
    }

    /// Deletes what the catalog does not have any more. Segments of which nothing is left go.
    ///
    /// - Throws: `SegmentError`.
    mutating func deleteMissing() throws(SegmentError) {
        for index in kept.indices where !kept[index].missing.isEmpty {
            let segment = kept[index].segment
            var deleted = segment.deleted ?? RecordSet(universe: segment.numberCount)
            deleted.formUnion(kept[index].missing)
            kept[index].segment = try segment.excluding(deleted)
            // Written below another name.
            kept[index].entry.deleted = nil
        }
        kept.removeAll { $0.segment.recordCount == 0 }
    }
}
