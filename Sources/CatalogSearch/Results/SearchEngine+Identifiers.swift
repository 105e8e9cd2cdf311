// The ids of all records, for lists of what there is.

extension SearchEngine {
    /// The number of records of all catalogs.
    public var recordCount: Int { catalogs.reduce(0) { $0 + $1.recordCount } }

    /// The records of all catalogs from a position on, catalog by catalog, without their content. The order stays as long as
    /// the catalogs do.
    ///
    /// - Parameters:
    ///   - offset: the number of records to skip.
    ///   - limit: the most records.
    /// - Throws: `SearchError.damagedIndex`; `SearchError.cancelled`.
    public func identifiers(
        offset: Int, limit: Int
    ) throws(SearchError) -> [MatchedRecords.Reference] {
        var references: [MatchedRecords.Reference] = []
        var skipped = 0
        for catalog in catalogs {
            for segment in catalog.segments {
                guard references.count < limit else { return references }
                if skipped + segment.recordCount <= offset {
                    skipped += segment.recordCount
                    continue
                }
                try catalog.damageNamed { () throws(SegmentError) in
                    try Interruption.check()
                    for number in 0..<segment.numberCount where references.count < limit {
                        if segment.deleted?.contains(number) == true { continue }
                        if skipped < offset {
                            skipped += 1
                        } else {
                            references.append(
                                .init(catalog: catalog.description.id, id: try segment.id(of: number)))
                        }
                    }
                }
            }
        }
        return references
    }
}
