// The scores of words' matches in some records.

/// The scores of a word's matches in one field of one locale, by match class and length of the text.
struct ScoreTable {
    private let points: [Int32]

    init(_ search: WordSearch, weight: FieldWeight) {
        points = MatchClass.allCases.flatMap { match in
            Score.lengthFactors.indices.map { length in
                Int32(
                    Score.points(
                        weight: weight.value, match: match, length: TextLength(rawValue: UInt8(length))!,
                        locale: search.level.step,
                        percent: search.alternative.percent(of: match, in: weight)))
            }
        }
    }

    @inline(__always)
    subscript(match: MatchClass, length: UInt8) -> Int32 {
        points[Int(match.rawValue) * Score.lengthFactors.count + Int(length)]
    }

    /// The greatest score of a match class.
    func most(_ match: MatchClass) -> Int { Int(self[match, TextLength.shortest.rawValue]) }
}

/// The score of each word's best match in some records of a segment.
struct WordScores: ~Copyable {
    /// These records, with the index of each.
    let positions: RecordPositions
    private let wordCount: Int
    /// For each record the score of each word.
    private let points: UnsafeMutablePointer<Int32>

    init(_ set: RecordSet, wordCount: Int) {
        positions = RecordPositions(set)
        self.wordCount = wordCount
        points = .allocate(capacity: positions.count * wordCount)
        points.initialize(repeating: 0, count: positions.count * wordCount)
    }

    deinit { points.deallocate() }

    /// Sets the scores of a word in the records of the set that contain it.
    func set(_ known: CachedScores, word: Int) {
        var own = points + word
        positions.set.forEach { (record: Int) throws(Never) in
            if known.records.contains(record) { own.pointee = known[record] }
            own += wordCount
        }
    }

    /// Raises the score of a word in a record of the set.
    @inline(__always)
    func raise(to next: Int32, word: Int, record: Int) {
        let own = points + (positions[record] * wordCount + word)
        own.pointee = max(own.pointee, next)
    }

    /// The sum of the scores of a record's words.
    ///
    /// - Parameter position: the index of the record.
    @inline(__always)
    func sum(at position: Int) -> Int {
        let own = points + position * wordCount
        var weakest = Int32.max
        for word in 0..<wordCount { weakest = min(weakest, own[word]) }
        let limit = Score.limit(least: Int(weakest))
        var sum = 0
        for word in 0..<wordCount { sum += min(limit, Int(own[word])) }
        return sum
    }
}
