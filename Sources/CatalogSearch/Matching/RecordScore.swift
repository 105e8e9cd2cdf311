// Finds the records with the highest scores. Matches of one word are visited by falling score, until the
// others cannot change which records are best. For several words, the scores of each word in all matching
// records are added up.

struct RecordScore {
    let record: Int32
    let order: ClaimedScore

    init(record: Int32, _ order: ClaimedScore) {
        self.record = record
        self.order = order
    }

    init(record: Int32, score: Int) { self.init(record: record, ClaimedScore(score: score)) }
}

extension RecordScoring {
    /// The number of records up to which reading their texts is cheaper than reading postings.
    private static var few: Int { 64 }

    /// Scores the matching records that can be among the first `keeping` ones, and possibly others.
    ///
    /// - Parameter titleLength: the length of a record's title, by which records of equal score, popularity
    ///   and mentions are ordered, shorter ones first.
    func best(
        _ keeping: Int, of candidates: RecordSet,
        titleLength: (_ record: Int) throws(SegmentError) -> Int
    ) throws(SegmentError) -> [RecordScore] {
        if let partial = search.query.partial { return try best(keeping, of: candidates, partial) }
        if wordCount == 1 { return try bestOfOneWord(keeping, of: candidates) }
        let count = candidates.count
        if count <= Self.few { return try scores(of: candidates.records) }
        let unread = words.indices.filter { search.cachedScores[$0] == nil }
        if try isCheaperByTexts(count, thanPostingsOf: unread.flatMap { words[$0] }) {
            return try scores(of: candidates.records)
        }
        return try nearest(keeping, points(in: candidates), titleLength)
    }

    /// The same for a single word: records are visited by falling score, so the first score of a record is
    /// its best.
    private func bestOfOneWord(
        _ keeping: Int, of candidates: RecordSet
    ) throws(SegmentError) -> [RecordScore] {
        var order = ImpactOrder(
            words[0], values[0], weights: search.query.weights, candidates: candidates)
        var seen = RecordSet(universe: candidates.universe)
        var found: [RecordScore] = []
        var best = BestValues<Int>(keeping)
        while let points = order.most {
            let most = Score.total(points: points, .none, greatestFactors)
            if let least = best.least, most < least { break }
            try order.advance()
            for record in order.visited where !seen.contains(Int(record)) {
                seen.insert(Int(record))
                let score = Score.total(points: points, .none, try factors(of: Int(record)))
                best.insert(score)
                found.append(RecordScore(record: record, score: score))
            }
        }
        return found
    }

    /// The same for a query whose matches may lack words. Reads first the records whose words allow the
    /// greatest claims.
    private func best(
        _ keeping: Int, of candidates: RecordSet, _ partial: PartialQuery
    ) throws(SegmentError) -> [RecordScore] {
        let known = try PartialSearch(search, partial).candidates(
            try SegmentFilter(search.segment, search.query))
        for search in words.joined() { _ = try search.mayHold() }
        var claims: [WordMask: Int] = [:]
        var bounds: [ScoreBound<ClaimedScore>] = []
        var interruption = Interruption()
        for (record, words) in zip(known.records, known.words) where candidates.contains(Int(record)) {
            try interruption.count()
            let most = claims[words] ?? mostClaim(of: words)
            claims[words] = most
            bounds.append(ScoreBound(record: record, most: ClaimedScore(claim: most, score: .max)))
        }
        return try best(keeping, of: bounds) { record throws(SegmentError) in
            let order = try score(record).order
            return (order, order)
        }
    }

    /// Reads the texts of records, the most promising first, until no other record can be among the best.
    ///
    /// - Parameter score: the score of a record, and its position, comparable with bounds.
    private func best<Position>(
        _ keeping: Int, of bounds: [ScoreBound<Position>],
        _ score: (_ record: Int) throws(SegmentError) -> (order: ClaimedScore, position: Position)
    ) throws(SegmentError) -> [RecordScore] {
        // Most are never read, so they are not sorted.
        var waiting = BinaryHeap(bounds)
        var found: [RecordScore] = []
        var best = BestValues<Position>(keeping)
        var interruption = Interruption()
        while let next = waiting.popLeast() {
            if let least = best.least, next.most < least { break }
            try interruption.count(Interruption.record)
            let scored = try score(Int(next.record))
            best.insert(scored.position)
            found.append(RecordScore(record: next.record, scored.order))
        }
        return found
    }

    private func scores(of records: [Int32]) throws(SegmentError) -> [RecordScore] {
        var interruption = Interruption()
        return try records.map { record throws(SegmentError) in
            try interruption.count(Interruption.record)
            return RecordScore(record: record, score: try score(Int(record)).score)
        }
    }

    /// Whether the texts of `count` records tell their mentions more cheaply than the postings of all words.
    func readsMentionsInTexts(of count: Int) throws(SegmentError) -> Bool {
        if count <= Self.few { return true }
        var unread: [WordSearch] = []
        for word in words.indices where try cachedMentions(of: word, isRead: false) == nil {
            unread += words[word]
        }
        return try isCheaperByTexts(count, thanPostingsOf: unread)
    }

    /// Whether reading the texts of `count` records is cheaper than reading all postings of spellings.
    private func isCheaperByTexts(
        _ count: Int, thanPostingsOf searches: [WordSearch]
    ) throws(SegmentError) -> Bool {
        let texts = search.costOfTexts(of: count)
        let postings = searches.reduce(0) { $0 + $1.estimatedTexts }
        // The terms of words with cached records must be looked up first, which costs less than reading their
        // postings.
        let unknown = searches.filter { !$0.areTermsKnown }
        guard texts < (unknown.isEmpty ? postings : postings / 2) else { return false }
        for search in words.joined() { _ = try search.mayHold() }
        return true
    }

    /// The scores of all words in the matching records.
    private func points(in candidates: RecordSet) throws(SegmentError) -> WordScores {
        let points = WordScores(candidates, wordCount: wordCount)
        for word in words.indices {
            if let known = try search.readPoints(of: word) {
                points.set(known, word: word)
            } else {
                for search in words[word] {
                    try search.forEachMatch(within: candidates, weights: self.search.query.weights) {
                        points.raise(to: $1, word: word, record: $0)
                    }
                }
            }
            for value in values[word] {
                let worth = Int32(truncatingIfNeeded: value.key.points)
                value.records.forEach { record in
                    if candidates.contains(record) { points.raise(to: worth, word: word, record: record) }
                }
            }
        }
        return points
    }

    /// Reads the texts of records with known scores, the most promising first, as long as nearness can raise
    /// them among the best.
    private func nearest(
        _ keeping: Int, _ points: borrowing WordScores,
        _ titleLength: (_ record: Int) throws(SegmentError) -> Int
    ) throws(SegmentError) -> [RecordScore] {
        let lengthsDecide = lengthsDecide
        func position(_ score: Int, mentions: Int, _ record: Int) throws(SegmentError) -> TiedScore {
            guard lengthsDecide else { return TiedScore(score: score, mentions: .max) }
            return TiedScore(score: score, mentions: mentions, titleLength: try titleLength(record))
        }
        let greatest = greatestFactors
        var bounds: [ScoreBound<TiedScore>] = []
        var lows = BestValues<Int>(keeping)
        /// Lower sums cannot be among the best.
        var leastSum = 0
        var interruption = Interruption()
        var index = 0
        try points.positions.set.forEach { record throws(SegmentError) in
            try interruption.count()
            let sum = points.sum(at: index)
            index += 1
            guard sum >= leastSum else { return }
            let factors = try factors(of: record)
            let most = Score.total(points: sum, .adjacent, factors)
            let low = Score.total(points: sum, .none, factors)
            bounds.append(
                ScoreBound(
                    record: Int32(truncatingIfNeeded: record), most: TiedScore(score: most, mentions: .max)))
            guard lows.least ?? 0 < low else { return }
            lows.insert(low)
            if let least = lows.least {
                leastSum = Score.leastPoints(total: least, .adjacent, greatest)
            }
        }
        if let least = lows.least { bounds.removeAll { $0.most.score < least } }
        if bounds.count > Self.few {
            for search in words.joined() { _ = try search.mayHold() }
            if lengthsDecide, !(try readsMentionsInTexts(of: bounds.count)) {
                for (index, mentions) in try mentions(in: bounds.map(\.record)).enumerated() {
                    let record = Int(bounds[index].record)
                    bounds[index].most = try position(
                        bounds[index].most.score, mentions: mentions, record)
                }
            }
        }
        return try best(keeping, of: bounds) { record throws(SegmentError) in
            let scored = try score(record)
            let position = try position(scored.score, mentions: scored.mentions, record)
            return (ClaimedScore(score: scored.score), position)
        }
    }

    /// A score, and what decides between records of equal score and popularity.
    private struct TiedScore: Comparable {
        let score: Int
        /// The most that the record's mentions may count.
        let mentions: Int
        var titleLength = 0

        @inline(__always)
        static func < (left: TiedScore, right: TiedScore) -> Bool {
            (left.score, left.mentions, right.titleLength) < (right.score, right.mentions, left.titleLength)
        }
    }

    /// A record with the greatest position that it can reach; records with greater ones come first.
    private struct ScoreBound<Position: Comparable>: Comparable {
        let record: Int32
        var most: Position

        @inline(__always)
        static func < (left: ScoreBound, right: ScoreBound) -> Bool { left.most > right.most }
    }
}

/// The greatest of many values.
struct BestValues<Value: Comparable> {
    private let wanted: Int
    private var heap = BinaryHeap<Value>()

    /// - Parameter wanted: how many to keep.
    init(_ wanted: Int) { self.wanted = wanted }

    /// The least of the greatest values; `nil` while there are fewer than wanted.
    @inline(__always)
    var least: Value? { heap.count == wanted ? heap.least : nil }

    @inline(__always)
    mutating func insert(_ value: Value) {
        if heap.count < wanted {
            heap.insert(value)
        } else if let least = heap.least, value > least {
            heap.replaceLeast(by: value)
        }
    }
}
