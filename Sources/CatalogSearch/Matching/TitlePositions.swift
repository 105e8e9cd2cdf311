// The order of titles: from the index, if its collation is the request's; else by sort keys.

internal import ICU
internal import Support

/// The positions of records by title. For one query and one thread.
final class TitlePositions {
    private let segment: IndexedSegment
    private let query: PreparedQuery
    private let stored: LocaleIndex?

    init(_ segment: IndexedSegment, _ query: PreparedQuery) throws(SegmentError) {
        self.segment = segment
        self.query = query
        stored = try Self.stored(segment, query)
    }

    /// Positions of records; equal titles share one.
    func positions(of records: [Int32]) throws(SegmentError) -> (Int32) -> Int {
        if let positions = try storedPositions(of: records) { return positions }
        return try TitleKeys(segment, query).positions(of: records)
    }

    private func storedPositions(of records: [Int32]) throws(SegmentError) -> ((Int32) -> Int)? {
        guard let index = stored else { return nil }
        if records.count <= 64 {
            // A few records are searched linearly.
            var known: [(record: Int32, position: Int)] = []
            for record in records {
                guard let position = try index.titlePosition(Int(record)) else { return nil }
                known.append((record, position))
            }
            return { record in known.first { $0.record == record }!.position }
        }
        var positions: [Int32: Int] = [:]
        positions.reserveCapacity(records.count)
        var interruption = Interruption()
        for record in records {
            try interruption.count()
            guard let position = try index.titlePosition(Int(record)) else { return nil }
            positions[record] = position
        }
        return { positions[$0]! }
    }

    /// Whether titles are stored in the requested order. Titles in other locales have no stored position.
    var areStored: Bool { stored != nil }

    /// The stored position of a record's title; comparable only with other stored positions.
    @inline(__always)
    func storedPosition(_ record: Int) throws(SegmentError) -> Int? { try stored?.titlePosition(record) }

    /// The nearest locale with titles, if its titles are ordered by the request's collation.
    private static func stored(
        _ segment: IndexedSegment, _ query: PreparedQuery
    ) throws(SegmentError) -> LocaleIndex? {
        guard let field = segment.fields.firstIndex(of: query.titleField) else { return nil }
        for locale in query.titleChain {
            guard let index = try segment.locale(locale), !index.columns[field].texts.isEmpty else {
                continue
            }
            guard index.placesTitles else { return nil }
            return try sortsAlike(index, query) ? index : nil
        }
        return nil
    }

    /// Whether a locale's titles are ordered by the request's collation.
    private static func sortsAlike(
        _ index: LocaleIndex, _ query: PreparedQuery
    ) throws(SegmentError) -> Bool {
        return try mappingError(SegmentError.icu) { () throws(ICUError) in
            try TitleCollators.order(query.request.locale) == index.collation
        }
    }
}
