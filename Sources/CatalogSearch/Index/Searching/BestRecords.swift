// Finds the records with the highest scores. Postings are read in the order of what they can be worth, until nothing
// that is not read yet can change which records are the best.

/// A record with its score.
struct RecordScore {
    let record: Int32
    let score: Int
}

extension RecordScoring {
    /// The number of records up to which reading their texts is cheaper than reading postings.
    private static var few: Int { 64 }

    /// Those of some matching records that can be among the best, with their scores: all whose score is not less than
    /// the `keeping` highest, and possibly others.
    func best(_ keeping: Int, of candidates: RecordSet) throws(SegmentError) -> [RecordScore] {
        let count = candidates.count
        if count <= Self.few || isCheaperByTexts(count) { return try scores(of: candidates.records) }
        var race = try Race(self, keeping, candidates)
        while let unit = race.nextUnit() {
            try race.read(unit)
            guard race.isWorthNarrowing else { continue }
            try race.narrow()
            if wordCount == 1, race.isDecided { return try race.scores() }
            if race.isNarrow, race.left.count <= Self.few { return try scores(of: race.left) }
        }
        return wordCount == 1 ? try race.scores() : try nearest(keeping, race)
    }

    private func scores(of records: [Int32]) throws(SegmentError) -> [RecordScore] {
        var interruption = Interruption()
        return try records.map { record throws(SegmentError) in
            try interruption.count(Interruption.record)
            return RecordScore(record: record, score: try score(Int(record)).score)
        }
    }

    /// Whether reading the texts of so many records is cheaper than reading all postings of the words' terms.
    private func isCheaperByTexts(_ count: Int) -> Bool {
        // Looking the terms up would cost more.
        guard words.joined().allSatisfy(\.areTermsKnown) else { return false }
        return Double(count) * search.termsOfRecord < words.joined().reduce(0) { $0 + $1.estimatedTexts }
    }

    /// Reads the texts of records whose points are known, the most promising first, as long as nearness can raise them
    /// among the best.
    private func nearest(_ keeping: Int, _ race: borrowing Race) throws(SegmentError) -> [RecordScore] {
        var highs: [(record: Int32, most: Int)] = []
        let left = race.left
        highs.reserveCapacity(left.count)
        for record in left { highs.append((record, try race.most(record))) }
        try highs.sortInterruptibly { $0.most > $1.most }
        var found: [RecordScore] = []
        var best = BestValues(keeping)
        var interruption = Interruption()
        for (record, most) in highs {
            if let least = best.least, most < least { break }
            try interruption.count(Interruption.record)
            let score = try score(Int(record)).score
            best.insert(score)
            found.append(RecordScore(record: record, score: score))
        }
        return found
    }
}

/// The postings of a word that are worth about the same.
private struct Unit {
    enum Kind {
        /// Values of records.
        case values
        /// Terms of which the word is a whole word, or which it equals.
        case words
        /// Terms with words that begin with it.
        case prefixes
        /// All other terms.
        case inside
    }

    let word: Int
    let kind: Kind
    /// The index of the search among the word's, and of the column in its level.
    let search: Int
    let column: Int
    /// The most points that one of the postings can be worth.
    let most: Int
}

/// The state of reading postings in the order of their worth.
private struct Race: ~Copyable {
    private let scoring: RecordScoring
    private let keeping: Int
    private let units: [Unit]
    private var next = 0
    /// The point tables of each word's searches, by column.
    private let tables: [[[PointTable]]]
    private var points: WordPoints
    /// The records that can still be among the best.
    private var set: RecordSet
    /// The same, if ``isNarrow``.
    private var open: [Int32] = []
    /// Whether only records in which a word was found can be among the best.
    private(set) var isNarrow = false
    /// What unread postings of each word can be worth.
    private var unread: [Int]
    private var lastNarrowing = Int.max

    init(_ scoring: RecordScoring, _ keeping: Int, _ candidates: RecordSet) throws(SegmentError) {
        self.scoring = scoring
        self.keeping = keeping
        set = candidates
        let weights = scoring.search.query.weights
        tables = scoring.words.map { word in
            word.map { search in search.level.columns.map { PointTable(search, weight: weights[$0.field]) } }
        }
        points = WordPoints(candidates, wordCount: scoring.wordCount)
        var units: [Unit] = []
        for (word, searches) in scoring.words.enumerated() {
            if let most = scoring.values[word].map(\.key.points).max() {
                units.append(Unit(word: word, kind: .values, search: 0, column: 0, most: most))
            }
            for (index, search) in searches.enumerated() {
                for column in search.level.columns.indices {
                    let table = tables[word][index][column]
                    for (kind, match) in [
                        (Unit.Kind.words, MatchClass.wholeField), (.prefixes, .wordPrefix),
                        (.inside, .insideWord),
                    ] {
                        units.append(
                            Unit(
                                word: word, kind: kind, search: index, column: column, most: table.most(match)
                            ))
                    }
                }
            }
        }
        units.sort { $0.most > $1.most }
        self.units = units
        unread = (0..<scoring.wordCount).map { Self.most(of: $0, in: units[...]) }
    }

    /// The most that the first of some units of a word can be worth, which is the best.
    private static func most(of word: Int, in units: ArraySlice<Unit>) -> Int {
        units.first { $0.word == word }?.most ?? 0
    }

    mutating func nextUnit() -> Unit? {
        guard next < units.count else { return nil }
        next += 1
        return units[next - 1]
    }

    // MARK: Reading

    mutating func read(_ unit: Unit) throws(SegmentError) {
        var interruption = Interruption()
        switch unit.kind {
        case .values:
            for match in scoring.values[unit.word] {
                let worth = Int32(truncatingIfNeeded: match.key.points)
                try match.records.forEach { record throws(SegmentError) in
                    try interruption.count()
                    if set.contains(record) { points.raise(to: worth, word: unit.word, record: record) }
                }
            }
        case .words, .prefixes:
            let reader = UnitReader(scoring, unit, tables[unit.word][unit.search][unit.column])
            for beginning in try reader.search.beginnings() where beginning.isWord == (unit.kind == .words) {
                try reader.read(beginning, set, &points, &interruption)
            }
        case .inside:
            try readInside(
                UnitReader(scoring, unit, tables[unit.word][unit.search][unit.column]), &interruption)
        }
        unread[unit.word] = Self.most(of: unit.word, in: units[next...])
    }

    private mutating func readInside(
        _ reader: UnitReader, _ interruption: inout Interruption
    ) throws(SegmentError) {
        let beginnings = try reader.search.beginnings()
        let terms = try reader.search.terms()
        var known = 0
        for (place, term) in terms.enumerated() {
            if place & 31 == 0 {
                try reader.level.index.touchPostings(terms[place..<min(place + 32, terms.count)])
            }
            while known < beginnings.count, beginnings[known].term < term { known += 1 }
            if known < beginnings.count, beginnings[known].term == term { continue }
            try reader.read(
                WordSearch.Beginning(term: term, match: .insideWord, wholeMatch: .insideWord), set, &points,
                &interruption)
        }
    }

    // MARK: Narrowing

    /// Whether so much was read since the last time that some records may have fallen behind.
    var isWorthNarrowing: Bool {
        let sum = unread.reduce(0, +)
        return sum == 0 || sum < lastNarrowing - lastNarrowing / 8
    }

    /// The records in which a word was found that can still be among the best.
    var left: [Int32] { isNarrow ? open : points.found }

    /// Whether all points of the open records are known.
    var isDecided: Bool { isNarrow || unread.allSatisfy { $0 == 0 } }

    /// Leaves out the records that cannot be among the best, whatever is not read yet.
    mutating func narrow() throws(SegmentError) {
        lastNarrowing = unread.reduce(0, +)
        let found = left
        var lows = BestValues(keeping)
        var interruption = Interruption()
        for record in found {
            try interruption.count()
            lows.insert(
                Score.total(
                    points: points.sum(record), .none, popularity: try popularityFactor(of: record)))
        }
        guard let bound = lows.least else { return }
        if !isNarrow {
            let most = Score.total(
                points: lastNarrowing, nearest, popularity: scoring.greatestPopularityFactor)
            guard most < bound else { return }
        }
        var kept: [Int32] = []
        for record in found {
            try interruption.count()
            if try most(record) >= bound { kept.append(record) }
        }
        isNarrow = true
        open = kept
        set = RecordSet(universe: set.universe)
        for record in kept { set.insert(Int(record)) }
    }

    /// The nearness that records may have.
    private var nearest: Nearness { scoring.wordCount == 1 ? .none : .adjacent }

    @inline(__always)
    private func popularityFactor(of record: Int32) throws(SegmentError) -> Int {
        try scoring.popularityFactor(of: Int(record))
    }

    /// The highest score that a record can have.
    func most(_ record: Int32) throws(SegmentError) -> Int {
        Score.total(
            points: points.sum(record, atLeast: unread), nearest,
            popularity: try popularityFactor(of: record))
    }

    /// The scores of the open records for one word.
    func scores() throws(SegmentError) -> [RecordScore] {
        try left.map { record throws(SegmentError) in
            RecordScore(record: record, score: try most(record))
        }
    }
}

/// Reads the postings of a unit.
private struct UnitReader {
    let search: WordSearch
    let level: SearchedLevel
    private let unit: Unit
    private let table: PointTable

    init(_ scoring: RecordScoring, _ unit: Unit, _ table: PointTable) {
        search = scoring.words[unit.word][unit.search]
        level = search.level
        self.unit = unit
        self.table = table
    }

    /// Raises the points of the records in a set that contain a term.
    @inline(__always)
    func read(
        _ term: WordSearch.Beginning, _ set: RecordSet, _ points: inout WordPoints,
        _ interruption: inout Interruption
    ) throws(SegmentError) {
        try level.forEachText(ofTerm: Int(term.term), inColumn: unit.column, &interruption) {
            text, record throws(SegmentError) in
            guard set.contains(record) else { return }
            var match = term.match
            if term.wholeMatch != match, try level.index.isSingleTerm(text) { match = term.wholeMatch }
            points.raise(
                to: table[match, try level.index.lengthClass(ofText: text)], word: unit.word, record: record)
        }
    }
}

/// The greatest of many numbers.
struct BestValues {
    private let wanted: Int
    /// A heap with the least number first.
    private var heap: [Int] = []

    /// - Parameter wanted: how many to keep.
    init(_ wanted: Int) { self.wanted = wanted }

    /// The least of the greatest numbers; `nil` while there are fewer than wanted.
    @inline(__always)
    var least: Int? { heap.count == wanted ? heap.first : nil }

    @inline(__always)
    mutating func insert(_ value: Int) {
        if heap.count < wanted {
            heap.append(value)
            rise(from: heap.count - 1)
        } else if let least = heap.first, value > least {
            heap[0] = value
            sink()
        }
    }

    private mutating func rise(from place: Int) {
        var place = place
        while place > 0, heap[place] < heap[(place - 1) / 2] {
            heap.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    private mutating func sink() {
        var place = 0
        while true {
            var least = place
            for child in [2 * place + 1, 2 * place + 2] where child < heap.count && heap[child] < heap[least]
            {
                least = child
            }
            if least == place { return }
            heap.swapAt(place, least)
            place = least
        }
    }
}
