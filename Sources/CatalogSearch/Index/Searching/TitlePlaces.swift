// In which order do titles stand? As the index says, where it sorts as the request does; else by sort keys.

internal import ICU

/// The places of records by title. Made for one query, by one thread.
struct TitlePlaces {
    private let segment: IndexedSegment
    private let query: PreparedQuery

    init(_ segment: IndexedSegment, _ query: PreparedQuery) {
        self.segment = segment
        self.query = query
    }

    /// Places of records; equal titles share one.
    func places(of records: [Int32]) throws(SegmentError) -> (Int32) -> Int {
        if let places = try storedPlaces(of: records) { return places }
        return try TitleKeys(segment, query).places(of: records)
    }

    private func storedPlaces(of records: [Int32]) throws(SegmentError) -> ((Int32) -> Int)? {
        guard let field = segment.fields.firstIndex(of: query.titleField), let first = records.first,
            let index = try nearestIndex(field, Int(first)), index.placesTitles, try sortsAlike(index)
        else { return nil }
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
        for record in records {
            guard let place = try index.titlePlace(Int(record)) else { return nil }
            places[record] = place
        }
        return { places[$0]! }
    }

    /// The locale in which a record has its title, where no nearer one has titles of others.
    private func nearestIndex(_ field: Int, _ record: Int) throws(SegmentError) -> LocaleIndex? {
        for locale in query.titleChain {
            guard let index = try segment.locale(locale) else { continue }
            if try index.columns[field].owns(record) { return index }
            if !index.columns[field].texts.isEmpty { return nil }
        }
        return nil
    }

    /// Whether the request's collation is that by which a locale's titles are placed.
    private func sortsAlike(_ index: LocaleIndex) throws(SegmentError) -> Bool {
        do throws(ICUError) {
            return try TitleCollators.source(query.request.locale) == index.collation
        } catch {
            throw .icu(error)
        }
    }
}
