// The records whose vectors are nearest to a request's vector.

internal import ICU

/// The nearest records of a segment, a shard or a whole search.
struct NearestRecords: Sendable {
    struct Record: Sendable {
        let catalog: String
        let id: String
        /// The cosine.
        let score: Double
        /// Its group; `nil` without a group, or if matches are not grouped.
        let group: GroupKey?
        /// Whether it is in the requested scope.
        let isInScope: Bool
    }

    /// Nearest first: the first ``VectorQuery/maximumCount`` of all scopes, and as many of the requested
    /// scope.
    private(set) var records: [Record] = []
    /// The spaces of the vectors that have the same name as the request's vector.
    private(set) var spaces: Set<VectorSpace> = []

    /// Merges the records of segments or shards. The result does not depend on how the records are divided.
    init(merging parts: [NearestRecords]) {
        for part in parts { spaces.formUnion(part.spaces) }
        let sorted = parts.flatMap(\.records).sorted { $0.precedes($1) }
        var (all, inScope) = (0, 0)
        for record in sorted {
            let isAmongAll = all < VectorQuery.maximumCount
            let isAmongScope = record.isInScope && inScope < VectorQuery.maximumCount
            all += 1
            if record.isInScope { inScope += 1 }
            if isAmongAll || isAmongScope { records.append(record) }
        }
    }

    init(_ records: [Record], spaces: Set<VectorSpace>) {
        self.records = records
        self.spaces = spaces
    }
}

extension NearestRecords.Record {
    fileprivate func precedes(_ other: Self) -> Bool {
        if score != other.score { return score > other.score }
        if catalog != other.catalog { return catalog.utf8.lexicographicallyPrecedes(other.catalog.utf8) }
        return id.utf8.lexicographicallyPrecedes(other.id.utf8)
    }
}

extension IndexedSegment {
    /// The records nearest to a vector.
    ///
    /// - Parameters:
    ///   - query: a query without words, adapted to the catalog.
    ///   - catalog: the catalog of the segment.
    func nearest(
        to vector: VectorQuery, _ query: PreparedQuery, of catalog: CatalogDescription
    ) throws(SegmentError) -> NearestRecords {
        let named = vectors.filter { $0.space.name == vector.name }
        let columns = named.filter { $0.space.isComparable(to: vector.space) }
        let spaces = Set(named.map(\.space))
        guard !columns.isEmpty else { return NearestRecords([], spaces: spaces) }
        let admitted = try matchingRecords(query)
        guard !admitted.all.isEmpty else { return NearestRecords([], spaces: spaces) }
        let product = VectorProduct(vector.vector)
        let hasScope = query.request.scope != nil
        var all = NearestNumbers(limit: VectorQuery.maximumCount, floor: vector.floor)
        var scoped = NearestNumbers(limit: hasScope ? VectorQuery.maximumCount : 0, floor: vector.floor)
        for column in columns {
            try column.forEachScore(
                of: admitted.all, product, atLeast: min(all.bar, scoped.bar)
            ) { record, score in
                all.insert(record, score: score)
                if hasScope, admitted.inScope.contains(record) { scoped.insert(record, score: score) }
                return min(all.bar, scoped.bar)
            }
        }
        let groups =
            query.request.isGrouped
            ? catalog.groupAttribute.flatMap { attributes.column($0.name) } : nil
        var found: [NearestRecords.Record] = []
        var known: Set<Int> = []
        for entry in all.sorted() + scoped.sorted() where known.insert(entry.record).inserted {
            found.append(
                NearestRecords.Record(
                    catalog: catalog.id, id: try id(of: entry.record), score: entry.score,
                    group: try groups?.groupKey(ofRecord: entry.record),
                    isInScope: admitted.inScope.contains(entry.record)))
        }
        return NearestRecords(found, spaces: spaces)
    }
}
