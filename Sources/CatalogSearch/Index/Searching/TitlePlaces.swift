// In which order do titles stand? As the index says, where it sorts as the request does; else by sort keys.

internal import ICU

/// The places of records by title. Made for one query, by one thread.
final class TitlePlaces {
    private let segment: IndexedSegment
    private let query: PreparedQuery
    private let stored: LocaleIndex?

    init(_ segment: IndexedSegment, _ query: PreparedQuery) throws(SegmentError) {
        self.segment = segment
        self.query = query
        stored = try Self.stored(segment, query)
    }

    /// Places of records; equal titles share one.
    func places(of records: [Int32]) throws(SegmentError) -> (Int32) -> Int {
        if let places = try storedPlaces(of: records) { return places }
        return try TitleKeys(segment, query).places(of: records)
    }

    private func storedPlaces(of records: [Int32]) throws(SegmentError) -> ((Int32) -> Int)? {
        guard let index = stored else { return nil }
        if records.count <= 64 {
            // Few are looked for one by one.
            var known: [(record: Int32, place: Int)] = []
            for record in records {
                guard let place = try index.titlePlace(Int(record)) else { return nil }
                known.append((record, place))
            }
            return { record in known.first { $0.record == record }!.place }
        }
        var places: [Int32: Int] = [:]
        places.reserveCapacity(records.count)
        var interruption = Interruption()
        for record in records {
            try interruption.count()
            guard let place = try index.titlePlace(Int(record)) else { return nil }
            places[record] = place
        }
        return { places[$0]! }
    }

    /// The place of a record's title where the index keeps it; such places compare with each other only.
    @inline(__always)
    func storedPlace(_ record: Int) throws(SegmentError) -> Int? { try stored?.titlePlace(record) }

    /// The nearest locale in which there are titles, where its places are those of the request's collation.
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

    /// Whether the request's collation is that by which a locale's titles are placed.
    private static func sortsAlike(
        _ index: LocaleIndex, _ query: PreparedQuery
    ) throws(SegmentError) -> Bool {
        do throws(ICUError) {
            return try TitleCollators.source(query.request.locale) == index.collation
        } catch {
            throw .icu(error)
        }
    }
}
