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
    private let places: RecordPlaces
    let wordCount: Int
    private let points: UnsafeMutablePointer<Int32>
    /// What the matches of each word that were not visited can be worth at most.
    private let unread: UnsafeMutablePointer<Int32>
    /// The records in which a word was found, in the order in which they were.
    private(set) var found: [Found] = []

    /// A record in which a word was found.
    struct Found {
        let record: Int32
        /// The number of records of the set before it.
        fileprivate let place: Int32
    }

    init(_ set: RecordSet, wordCount: Int) {
        places = RecordPlaces(set)
        self.wordCount = wordCount
        points = .allocate(capacity: places.count * wordCount)
        points.initialize(repeating: 0, count: places.count * wordCount)
        unread = .allocate(capacity: wordCount)
        unread.initialize(repeating: 0, count: wordCount)
    }

    deinit {
        points.deallocate()
        unread.deallocate()
    }

    /// Sets the points of a word in all records of the set, which contain it.
    mutating func set(_ known: KeptPoints, word: Int) {
        var place = 0
        places.set.forEach { (record: Int) throws(Never) in
            raise(to: known[record], word: word, record: record, at: place)
            place += 1
        }
    }

    /// Raises the points of a word in a record of the set.
    @inline(__always)
    mutating func raise(to next: Int32, word: Int, record: Int) {
        raise(to: next, word: word, record: record, at: places[record])
    }

    @inline(__always)
    private mutating func raise(to next: Int32, word: Int, record: Int, at place: Int) {
        let own = points + place * wordCount
        guard own[word] < next else { return }
        var isFound = false
        for other in 0..<wordCount where own[other] > 0 { isFound = true }
        if !isFound {
            found.append(
                Found(
                    record: Int32(truncatingIfNeeded: record), place: Int32(truncatingIfNeeded: place)))
        }
        own[word] = next
    }

    /// Sets what the matches of a word that were not visited can be worth at most.
    mutating func setUnread(_ most: Int, ofWord word: Int) { unread[word] = Int32(truncatingIfNeeded: most) }

    /// The greatest sum of what a record's words can count, with matches that were not visited.
    @inline(__always)
    func greatestSum(_ record: Found) -> Int {
        let own = points + Int(record.place) * wordCount
        var weakest = Int32.max
        for word in 0..<wordCount { weakest = min(weakest, max(own[word], unread[word])) }
        let limit = Score.limit(least: Int(weakest))
        var sum = 0
        for word in 0..<wordCount { sum += min(limit, Int(max(own[word], unread[word]))) }
        return sum
    }

    /// The least sum of what a record's words count, whatever else is found of them.
    @inline(__always)
    func sum(_ record: Found) -> Int {
        let own = points + Int(record.place) * wordCount
        var weakest = Int32.max
        for word in 0..<wordCount { weakest = min(weakest, own[word]) }
        let limit = Score.limit(least: Int(weakest))
        var sum = 0
        for word in 0..<wordCount { sum += min(limit, Int(own[word])) }
        return sum
    }
}
