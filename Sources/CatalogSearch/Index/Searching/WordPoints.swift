// What the words' matches in some records are worth.

/// The points of a word's matches, by match position and length of the text: for one field of one locale.
struct PointTable {
    private let points: [Int32]

    init(_ search: WordSearch, weight: Int) {
        points = MatchClass.allCases.flatMap { match in
            Score.lengthFactors.indices.map { length in
                Int32(
                    Score.points(
                        weight: weight, match: match, length: TextLength(rawValue: UInt8(length))!,
                        locale: search.level.step, percent: search.alternative.percent))
            }
        }
    }

    @inline(__always)
    subscript(match: MatchClass, length: UInt8) -> Int32 {
        points[Int(match.rawValue) * Score.lengthFactors.count + Int(length)]
    }

    /// The most points of a match position.
    func most(_ match: MatchClass) -> Int { Int(self[match, TextLength.shortest.rawValue]) }
}

/// The points of each word in some records of a segment.
struct WordPoints: ~Copyable {
    private let set: RecordSet
    /// The number of records of the set before each of its words of bits.
    private let before: UnsafeMutablePointer<Int32>
    private let count: Int
    let wordCount: Int
    private let points: UnsafeMutablePointer<Int32>
    /// The records in which a word was found, in the order in which they were.
    private(set) var found: [Int32] = []

    init(_ set: RecordSet, wordCount: Int) {
        before = .allocate(capacity: set.words.count)
        var count: Int32 = 0
        for (place, word) in set.words.enumerated() {
            before[place] = count
            count += Int32(truncatingIfNeeded: word.nonzeroBitCount)
        }
        self.set = set
        self.count = Int(count)
        self.wordCount = wordCount
        points = .allocate(capacity: Int(count) * wordCount)
        points.initialize(repeating: 0, count: Int(count) * wordCount)
    }

    deinit {
        before.deallocate()
        points.deallocate()
    }

    /// Where the points of a record's words begin.
    @inline(__always)
    private func place(_ record: Int) -> Int {
        let word = set.words[record >> 6] & (1 << UInt64(record & 63) - 1)
        return (Int(before[record >> 6]) + word.nonzeroBitCount) * wordCount
    }

    /// Raises the points of a word in a record of the set.
    @inline(__always)
    mutating func raise(to next: Int32, word: Int, record: Int) {
        let place = place(record)
        guard points[place + word] < next else { return }
        var isFound = false
        for other in place..<place + wordCount where points[other] > 0 { isFound = true }
        if !isFound { found.append(Int32(truncatingIfNeeded: record)) }
        points[place + word] = next
    }

    /// The sum of what a record's words count if each had at least some points.
    @inline(__always)
    func sum(_ record: Int32, atLeast least: [Int]) -> Int {
        let place = place(Int(record))
        var weakest = Int.max
        for word in 0..<wordCount { weakest = min(weakest, max(Int(points[place + word]), least[word])) }
        let limit = Score.limit(least: weakest)
        var sum = 0
        for word in 0..<wordCount { sum += min(limit, max(Int(points[place + word]), least[word])) }
        return sum
    }

    /// The least sum of what a record's words count, whatever else is found of them.
    @inline(__always)
    func sum(_ record: Int32) -> Int {
        let place = place(Int(record))
        var weakest = Int32.max
        for word in 0..<wordCount { weakest = min(weakest, points[place + word]) }
        let limit = Score.limit(least: Int(weakest))
        var sum = 0
        for word in 0..<wordCount { sum += min(limit, Int(points[place + word])) }
        return sum
    }
}
