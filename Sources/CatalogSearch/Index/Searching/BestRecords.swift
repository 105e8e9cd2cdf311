// Finds the records with the highest scores. Bounds of what is not read yet leave most texts and postings unread.

extension RecordScoring {
    /// The number of records up to which reading their texts is cheaper than reading postings.
    private static var few: Int { 200 }

    /// Those of some matching records that can be among the best, with their exact scores: all whose score is not less
    /// than the `keeping` highest, and possibly others.
    func best(_ keeping: Int, of candidates: RecordSet) throws(SegmentError) -> [ScoredRecord] {
        let count = candidates.count
        if count <= Self.few || isCheaperByTexts(count) { return try scores(of: candidates) }
        var keys = WordKeys(candidates, wordCount: wordCount)
        var open = candidates.records
        for pass in Pass.allCases {
            try read(pass, into: &keys)
            open = try narrowed(open, keeping, keys, after: pass)
            if pass != .inside, open.count <= max(Self.few, 4 * min(keeping, Self.few)) {
                return try scores(of: open)
            }
        }
        if wordCount == 1 {
            return try open.map { record throws(SegmentError) in
                try scored(Int(record), Array(keys[keys.index(Int(record))]), .none)
            }
        }
        return try nearest(keeping, open, keys)
    }

    /// The exact scores of records.
    func scores(of records: RecordSet) throws(SegmentError) -> [ScoredRecord] {
        try scores(of: records.records)
    }

    private func scores(of records: [Int32]) throws(SegmentError) -> [ScoredRecord] {
        var interruption = Interruption()
        return try records.map { record throws(SegmentError) in
            try interruption.count(Interruption.record)
            return try score(Int(record))
        }
    }

    /// Whether reading the texts of so many records is cheaper than reading all postings of the words' terms.
    private func isCheaperByTexts(_ count: Int) -> Bool {
        Double(count) * search.termsOfRecord < words.joined().reduce(0) { $0 + $1.estimatedTexts }
    }

    /// Leaves out the records that cannot be among the best, whatever is not read yet.
    private func narrowed(
        _ records: [Int32], _ keeping: Int, _ keys: WordKeys, after pass: Pass
    ) throws(SegmentError) -> [Int32] {
        let most = (0..<wordCount).map { mostPoints(of: $0, after: pass) }
        let nearest = wordCount == 1 ? Nearness.none : .adjacent
        var lows = BestValues(keeping)
        var highs: [Int] = []
        highs.reserveCapacity(records.count)
        var interruption = Interruption()
        for record in records {
            try interruption.count()
            let place = keys.index(Int(record))
            let popularity = try popularityFactor(of: Int(record))
            lows.insert(Score.total(points: keys.points(place), .none, popularity: popularity))
            highs.append(
                Score.total(points: keys.points(place, atLeast: most), nearest, popularity: popularity))
        }
        guard let bound = lows.least else { return records }
        return zip(records, highs).filter { $1 >= bound }.map { $0.0 }
    }

    /// Reads the texts of records whose keys are known, the most promising first, as long as nearness can raise them
    /// among the best.
    private func nearest(
        _ keeping: Int, _ records: [Int32], _ keys: WordKeys
    ) throws(SegmentError) -> [ScoredRecord] {
        var highs: [(record: Int32, most: Int)] = []
        highs.reserveCapacity(records.count)
        for record in records {
            let most = Score.total(
                points: keys.points(keys.index(Int(record))), .adjacent,
                popularity: try popularityFactor(of: Int(record)))
            highs.append((record, most))
        }
        try highs.sortInterruptibly { $0.most > $1.most }
        var found: [ScoredRecord] = []
        var best = BestValues(keeping)
        var interruption = Interruption()
        for (record, most) in highs {
            if let least = best.least, most < least { break }
            try interruption.count(Interruption.record)
            let scored = try score(Int(record))
            best.insert(scored.score)
            found.append(scored)
        }
        return found
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
