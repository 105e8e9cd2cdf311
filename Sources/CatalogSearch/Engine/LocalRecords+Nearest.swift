// The records of this process whose vectors are nearest to that of a request.

internal import ICU

extension LocalRecords {
    func nearest(
        to vector: VectorQuery, _ query: PreparedQuery, in catalogs: [CatalogIndex]
    ) throws(SearchError) -> NearestRecords {
        var parts: [NearestRecords] = []
        for catalog in catalogs where catalog.segments.contains(where: { !$0.vectors.isEmpty }) {
            let query = catalog.adapted(query)
            @Sendable func nearest(_ number: Int) throws(SearchError) -> NearestRecords {
                try catalog.failureNamed { () throws(SegmentError) in
                    try Interruption.check()
                    return try catalog.segments[number].nearest(to: vector, query, of: catalog.description)
                }
            }
            let segments = catalog.segments
            if segments.count(where: { $0.numberCount >= concurrentCount }) > 1 {
                parts += try ConcurrentSearch.results(segments.count) { number in
                    Result { () throws(SearchError) in try nearest(number) }
                }.map { result throws(SearchError) in try result.get() }
            } else {
                for number in segments.indices { parts.append(try nearest(number)) }
            }
            try catalog.verify()
        }
        return NearestRecords(merging: parts)
    }
}
