// What each record with a frequent word is worth, which a segment keeps: records with several words are
// compared without reading the postings of these.

internal import ICU
internal import Support

/// Identifies what the matches of a word are worth.
struct WordScoresKey: CachedKey {
    /// A spelling of the word as the texts of one locale are searched for it.
    struct Spelling: Hashable {
        let records: WordSetKey
        let spelling: [UInt8]
        let step: Int
        let percent: Int
        let isForm: Bool
        let relaxation: Relaxation.Kind?
    }

    let spellings: [Spelling]
    let fields: [FieldName]
    /// Those of the fields.
    let weights: [FieldWeight]

    init(_ searches: [WordSearch], _ query: PreparedQuery) {
        spellings = searches.map { search in
            Spelling(
                records: search.key, spelling: search.spelling, step: search.level.step,
                percent: search.alternative.percent, isForm: search.alternative.isForm,
                relaxation: search.alternative.relaxation)
        }
        fields = query.fields
        weights = query.weights
    }

    /// `nil` stands for words with too many kinds of matches.
    static func cost(of value: CachedScores?) -> Int { value?.byteCount ?? 0 }
}

/// The points of a word's best match in each record that contains it, deleted or not.
struct CachedScores: Sendable {
    /// Those of the records that contain the word.
    let positions: RecordPositions
    /// For each of these records the number of its points in `values`.
    private let codes: [UInt8]
    private let values: [Int32]
    /// For each locale and spelling the terms that contain the word, ascending.
    let terms: [[UInt32]]

    /// The records that contain the word.
    var records: RecordSet { positions.set }
    var count: Int { positions.count }
    /// What all of it takes.
    var byteCount: Int {
        let termCount = terms.reduce(0) { $0 + $1.count }
        return positions.byteCount + codes.count + (values.count + termCount) * MemoryLayout<UInt32>.stride
    }

    /// - Parameters:
    ///   - searches: the word, as it is searched in each locale.
    ///   - weights: those of the query's fields.
    /// - Returns: `nil` if there are more than 255 kinds of matches.
    /// - Throws: `SegmentError`.
    init?(_ searches: [WordSearch], weights: [FieldWeight], recordCount: Int) throws(SegmentError) {
        var kinds = ScoreKinds()
        // For each record the code of the most points so far.
        let codes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: recordCount)
        codes.initialize(repeating: ScoreKinds.none)
        defer { codes.deallocate() }
        var found = RecordSet(universe: recordCount)
        for search in searches {
            try search.forEachMatch(within: nil, weights: weights) { record, next throws(SegmentError) in
                found.insert(record)
                if next > kinds.points(codes[record]) { codes[record] = kinds.code(next) }
            }
        }
        guard !kinds.areTooMany else { return nil }
        positions = RecordPositions(found)
        values = kinds.values
        self.codes = [UInt8](unsafeUninitializedCapacity: positions.count) { target, count in
            found.forEach { (record: Int) throws(Never) in
                target[count] = codes[record]
                count += 1
            }
        }
        terms = try searches.map { search throws(SegmentError) in try search.terms() }
    }

    /// The points in a record that contains the word.
    @inline(__always)
    subscript(record: Int) -> Int32 { values[Int(codes[positions[record]])] }
}

/// The points that matches of a word have, with a code for each.
private struct ScoreKinds {
    /// The code of no match.
    static let none: UInt8 = 0

    /// By code.
    private(set) var values: [Int32] = [0]
    /// Points are small, so a list of all finds their codes faster than a dictionary.
    private var codes: [UInt8] = []
    /// Whether there are more kinds than codes.
    private(set) var areTooMany = false

    @inline(__always)
    func points(_ code: UInt8) -> Int32 { values[Int(code)] }

    @inline(__always)
    mutating func code(_ points: Int32) -> UInt8 {
        if points < codes.count, codes[Int(points)] != Self.none { return codes[Int(points)] }
        return new(points)
    }

    @inline(never)
    private mutating func new(_ points: Int32) -> UInt8 {
        guard values.count <= UInt8.max else {
            areTooMany = true
            return Self.none
        }
        codes += repeatElement(Self.none, count: max(0, Int(points) + 1 - codes.count))
        codes[Int(points)] = UInt8(values.count)
        values.append(points)
        return codes[Int(points)]
    }
}

extension IndexedSearch {
    /// What the matches of a frequent word's single spellings are worth; `nil` for other
    /// words. ``values`` come beside them.
    ///
    /// - Parameter isRead: whether all postings of the word are read anyway, so that this may be computed.
    func points(of word: Int, isRead: Bool) throws(SegmentError) -> CachedScores? {
        let key = WordScoresKey(words[word], query)
        let cache = segment.opened.caches[WordScoresKey.self]
        if let known = cache[key] {
            if let known { for (search, terms) in zip(words[word], known.terms) { search.know(terms) } }
            return known
        }
        guard isRead, estimatedTexts(of: word) > Double(recordCount / Self.cachedScoresShare) else {
            return nil
        }
        let new = try CachedScores(words[word], weights: query.weights, recordCount: recordCount)
        return cache.keep(new, as: key)
    }
}
