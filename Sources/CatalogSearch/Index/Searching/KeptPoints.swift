// What each record with a frequent word is worth, which a segment keeps: records with several words are compared without reading
// the postings of these.

internal import ICU
internal import KitSupport

/// Identifies what the matches of a word are worth.
struct WordPointsKey: Hashable {
    /// A spelling of the word as the texts of one locale are searched for it.
    struct Spelling: Hashable {
        let records: WordSetKey
        let spelling: [UInt8]
        let step: Int
        let percent: Int
        let relaxation: Relaxation.Kind?
    }

    let spellings: [Spelling]
    let fields: [FieldName]
    /// Those of the fields.
    let weights: [Int]

    init(_ searches: [WordSearch], _ query: PreparedQuery) {
        spellings = searches.map { search in
            Spelling(
                records: search.key, spelling: search.spelling, step: search.level.step,
                percent: search.alternative.percent, relaxation: search.alternative.relaxation)
        }
        fields = query.fields
        weights = query.weights
    }
}

/// The points of a word's best match in each record that contains it, deleted or not.
struct KeptPoints: Sendable {
    private let places: RecordPlaces
    /// For each of these records the number of its points in `values`.
    private let codes: [UInt8]
    private let values: [Int32]

    /// The records that contain the word.
    var records: RecordSet { places.set }
    var count: Int { places.count }

    /// - Parameter order: the word's matches in all records.
    /// - Returns: `nil` if there are more than 256 kinds of matches.
    /// - Throws: `SegmentError`.
    init?(_ order: consuming ImpactOrder) throws(SegmentError) {
        var order = order
        var found = RecordSet(universe: order.candidates.universe)
        var codes = [UInt8](repeating: 0, count: found.universe)
        var values: [Int32] = []
        while let points = order.most {
            try order.advance()
            guard !order.visited.isEmpty else { continue }
            guard values.count <= UInt8.max else { return nil }
            // Matches are visited by falling points, so the first ones are a record's own.
            for record in order.visited where !found.contains(Int(record)) {
                found.insert(Int(record))
                codes[Int(record)] = UInt8(values.count)
            }
            values.append(Int32(truncatingIfNeeded: points))
        }
        places = RecordPlaces(found)
        self.codes = found.records.map { codes[Int($0)] }
        self.values = values
    }

    /// The points in a record that contains the word.
    @inline(__always)
    subscript(record: Int) -> Int32 { values[Int(codes[places[record]])] }
}

extension IndexedSearch {
    /// What the matches of each word are worth, where it is kept; `nil` for other words.
    ///
    /// It is computed when a word is searched beside others for the second time, because that reads all its postings.
    func findKeptPoints() throws(SegmentError) -> [KeptPoints?] {
        try words.indices.map { word throws(SegmentError) in
            guard values[word].isEmpty, !query.words[word].hasPhrase else { return nil }
            let key = WordPointsKey(words[word], query)
            if let known = segment.wordPoints[key] { return known }
            guard estimatedTexts(of: word) > Double(recordCount / Self.frequentShare) else { return nil }
            guard segment.wordsBesideOthers.contains(key) else {
                segment.wordsBesideOthers.keep(true, as: key)
                return nil
            }
            let order = ImpactOrder(
                words[word], [], weights: query.weights, candidates: RecordSet(all: recordCount))
            return segment.wordPoints.keep(try KeptPoints(order), as: key)
        }
    }
}
