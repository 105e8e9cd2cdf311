// Finds the records with the highest scores: matches are visited by falling points, until those not yet visited cannot
// change which records are the best.

/// A record with its score.
struct RecordScore {
    let record: Int32
    let score: Int
}

extension RecordScoring {
    /// The number of records up to which reading their texts is cheaper than reading postings.
    private static var few: Int { 64 }
    /// The number of records from which it never is. Postings are read in order, texts from all over the file: for hundreds of
    /// thousands of records that takes seconds.
    private static var many: Int { 4_096 }

    /// Those of some matching records that can be among the best, with their scores: all whose score is not less than
    /// the `keeping` highest, and possibly others.
    func best(_ keeping: Int, of candidates: RecordSet) throws(SegmentError) -> [RecordScore] {
        if wordCount == 1 { return try bestOfOneWord(keeping, of: candidates) }
        let count = candidates.count
        var readsTexts = count <= Self.few
        if !readsTexts, search.keptPoints.contains(where: { $0 == nil }) {
            readsTexts = try isCheaperByTexts(count)
        }
        if readsTexts { return try scores(of: candidates.records) }
        var race = Race(self, keeping, candidates)
        if race.isOver { try race.narrow() }
        while try race.advance() {
            guard race.isWorthNarrowing else { continue }
            try race.narrow()
            if race.isNarrow, race.left.count <= Self.few { return try scores(of: race.left.map(\.record)) }
        }
        return try nearest(keeping, race)
    }

    /// The same for a single word: records are visited by falling points, so the first points of each are its own.
    private func bestOfOneWord(
        _ keeping: Int, of candidates: RecordSet
    ) throws(SegmentError) -> [RecordScore] {
        var order = impactOrder(ofWord: 0, candidates)
        var seen = RecordSet(universe: candidates.universe)
        var found: [RecordScore] = []
        var best = BestValues(keeping)
        while let points = order.most {
            let most = Score.total(points: points, .none, popularity: greatestPopularityFactor)
            if let least = best.least, most < least { break }
            try order.advance()
            for record in order.visited where !seen.contains(Int(record)) {
                seen.insert(Int(record))
                let score = Score.total(
                    points: points, .none, popularity: try popularityFactor(of: Int(record)))
                best.insert(score)
                found.append(RecordScore(record: record, score: score))
            }
        }
        return found
    }

    /// The matches of a word in some records, by falling points.
    fileprivate func impactOrder(ofWord word: Int, _ candidates: RecordSet) -> ImpactOrder {
        ImpactOrder(words[word], values[word], weights: search.query.weights, candidates: candidates)
    }

    private func scores(of records: [Int32]) throws(SegmentError) -> [RecordScore] {
        var interruption = Interruption()
        return try records.map { record throws(SegmentError) in
            try interruption.count(Interruption.record)
            return RecordScore(record: record, score: try score(Int(record)).score)
        }
    }

    /// Whether reading the texts of so many records is cheaper than reading all postings of the words' terms.
    private func isCheaperByTexts(_ count: Int) throws(SegmentError) -> Bool {
        guard count < Self.many else { return false }
        let texts = Double(count) * search.termsOfRecord
        let postings = words.joined().reduce(0) { $0 + $1.estimatedTexts }
        // The terms of words whose records are kept must be looked up first, which costs less than reading their postings.
        let unknown = words.joined().filter { !$0.areTermsKnown }
        guard texts < (unknown.isEmpty ? postings : postings / 2) else { return false }
        for search in unknown { _ = try search.mayHold() }
        return true
    }

    /// Reads the texts of records whose points are known, the most promising first, as long as nearness can raise them
    /// among the best.
    private func nearest(_ keeping: Int, _ race: borrowing Race) throws(SegmentError) -> [RecordScore] {
        if race.left.count > Self.few {
            for search in words.joined() { _ = try search.mayHold() }
        }
        // Most are never read, so they are not sorted.
        var waiting = BinaryHeap(
            try race.left.map { found throws(SegmentError) in
                Promise(record: found.record, most: try race.most(found))
            })
        var found: [RecordScore] = []
        var best = BestValues(keeping)
        var interruption = Interruption()
        while let next = waiting.popLeast() {
            if let least = best.least, next.most < least { break }
            try interruption.count(Interruption.record)
            let score = try score(Int(next.record)).score
            best.insert(score)
            found.append(RecordScore(record: next.record, score: score))
        }
        return found
    }

    /// A record with the highest score that it can have; those of higher ones come first.
    private struct Promise: Comparable {
        let record: Int32
        let most: Int

        @inline(__always)
        static func < (left: Promise, right: Promise) -> Bool { left.most > right.most }
    }
}

/// The state of visiting the matches of several words by falling points.
private struct Race: ~Copyable {
    private let scoring: RecordScoring
    private let keeping: Int
    private let words: [WordMatches]
    private var points: WordPoints
    /// The records that can still be among the best.
    private var set: RecordSet
    /// The same, if ``isNarrow``.
    private var open: [WordPoints.Found] = []
    /// Whether only records in which a word was found can be among the best.
    private(set) var isNarrow = false
    /// What the matches of each word that were not visited can be worth.
    private var unread: [Int]
    private var lastNarrowing = Int.max
    /// The postings read since then.
    private var postingsRead = 0

    /// A class, because arrays cannot contain values that are not copyable.
    private final class WordMatches {
        var order: ImpactOrder

        init(_ order: consuming ImpactOrder) { self.order = order }
    }

    init(_ scoring: RecordScoring, _ keeping: Int, _ candidates: RecordSet) {
        self.scoring = scoring
        self.keeping = keeping
        set = candidates
        let known = scoring.search.keptPoints
        points = WordPoints(candidates, wordCount: scoring.wordCount)
        for (word, known) in known.enumerated() {
            if let known { points.set(known, word: word) }
        }
        words = known.indices.map { word in
            WordMatches(
                known[word] == nil ? scoring.impactOrder(ofWord: word, candidates) : .empty(candidates))
        }
        unread = words.map { $0.order.most ?? 0 }
        for (word, most) in unread.enumerated() { points.setUnread(most, ofWord: word) }
    }

    /// Whether all matches are visited.
    var isOver: Bool { unread.allSatisfy { $0 == 0 } }

    /// Visits the matches of most points; `false` if there are none left.
    mutating func advance() throws(SegmentError) -> Bool {
        guard let word = unread.indices.max(by: { unread[$0] < unread[$1] }), unread[word] > 0 else {
            return false
        }
        let worth = Int32(truncatingIfNeeded: unread[word])
        let before = words[word].order.postingsRead
        try words[word].order.advance()
        postingsRead += words[word].order.postingsRead - before
        for record in words[word].order.visited {
            points.raise(to: worth, word: word, record: Int(record))
        }
        unread[word] = words[word].order.most ?? 0
        points.setUnread(unread[word], ofWord: word)
        return true
    }

    // MARK: Narrowing

    /// Whether so much was read since the last time that some records may have fallen behind, and that comparing all of
    /// them does not take longer than the reading did.
    var isWorthNarrowing: Bool {
        let sum = unread.reduce(0, +)
        return sum == 0
            || sum < lastNarrowing - lastNarrowing / 8
                && postingsRead >= (isNarrow ? open : points.found).count
    }

    /// The records in which a word was found that can still be among the best.
    var left: [WordPoints.Found] { isNarrow ? open : points.found }

    /// Leaves out the records that cannot be among the best, whatever is not read yet.
    mutating func narrow() throws(SegmentError) {
        lastNarrowing = unread.reduce(0, +)
        postingsRead = 0
        let found = left
        var lows = BestValues(keeping)
        var interruption = Interruption()
        for next in found {
            try interruption.count()
            lows.insert(
                Score.total(
                    points: points.sum(next), .none, popularity: try popularityFactor(of: next.record)))
        }
        guard let bound = lows.least else { return }
        if !isNarrow {
            let most = Score.total(
                points: Score.counted(unread).reduce(0, +), .adjacent,
                popularity: scoring.greatestPopularityFactor)
            guard most < bound else { return }
        }
        var kept: [WordPoints.Found] = []
        for next in found {
            try interruption.count()
            if try most(next) >= bound { kept.append(next) }
        }
        isNarrow = true
        open = kept
        set = RecordSet(universe: set.universe)
        for next in kept { set.insert(Int(next.record)) }
        for word in words { word.order.keep(only: set) }
    }

    @inline(__always)
    private func popularityFactor(of record: Int32) throws(SegmentError) -> Int {
        try scoring.popularityFactor(of: Int(record))
    }

    /// The highest score that a record can have.
    func most(_ found: WordPoints.Found) throws(SegmentError) -> Int {
        Score.total(
            points: points.greatestSum(found), .adjacent, popularity: try popularityFactor(of: found.record))
    }
}

/// The greatest of many numbers.
struct BestValues {
    private let wanted: Int
    private var heap = BinaryHeap<Int>()

    /// - Parameter wanted: how many to keep.
    init(_ wanted: Int) { self.wanted = wanted }

    /// The least of the greatest numbers; `nil` while there are fewer than wanted.
    @inline(__always)
    var least: Int? { heap.count == wanted ? heap.least : nil }

    @inline(__always)
    mutating func insert(_ value: Int) {
        if heap.count < wanted {
            heap.insert(value)
        } else if let least = heap.least, value > least {
            heap.replaceLeast(by: value)
        }
    }
}
