// The best match of each word in some records.

/// The keys of the matches of a word's terms, by grade and length of the text: for one field of one locale.
struct KeyTable {
    private let keys: [WordKey]

    init(_ search: WordSearch, weight: Int) {
        var keys: [WordKey] = []
        for rawValue in 0..<UInt8(MatchGrade.count) {
            let grade = MatchGrade(rawValue: rawValue)
            for length in 0..<UInt8(Score.lengthFactors.count) {
                keys.append(
                    WordKey(
                        grade.match, isRespelled: grade.isRespelled, of: search.alternative, weight: weight,
                        length: TextLength(rawValue: length)!, step: search.level.step))
            }
        }
        self.keys = keys
    }

    @inline(__always)
    subscript(grade: MatchGrade, length: UInt8) -> WordKey {
        keys[Int(grade.rawValue) * Score.lengthFactors.count + Int(length)]
    }
}

/// The best keys of the words in some records of a segment.
struct WordKeys {
    private let set: RecordSet
    /// The number of records of the set before each of its words of bits.
    private let before: [Int32]
    let count: Int
    let wordCount: Int
    private var keys: [WordKey]

    init(_ set: RecordSet, wordCount: Int) {
        var before: [Int32] = []
        before.reserveCapacity(set.words.count)
        var count: Int32 = 0
        for word in set.words {
            before.append(count)
            count += Int32(truncatingIfNeeded: word.nonzeroBitCount)
        }
        self.set = set
        self.before = before
        self.count = Int(count)
        self.wordCount = wordCount
        keys = [WordKey](repeating: .none, count: Int(count) * wordCount)
    }

    @inline(__always)
    func contains(_ record: Int) -> Bool { set.contains(record) }

    /// The place of a record among those of the set.
    @inline(__always)
    func index(_ record: Int) -> Int {
        let word = set.words[record >> 6] & (1 << UInt64(record & 63) - 1)
        return Int(before[record >> 6]) + word.nonzeroBitCount
    }

    @inline(__always)
    mutating func raise(to key: WordKey, word: Int, record: Int) {
        let index = index(record) * wordCount + word
        if keys[index] < key { keys[index] = key }
    }

    /// The keys of the words of the record at a place.
    @inline(__always)
    subscript(place: Int) -> ArraySlice<WordKey> { keys[place * wordCount..<(place + 1) * wordCount] }

    /// The sum of the points of the record at a place.
    @inline(__always)
    func points(_ place: Int) -> Int {
        var sum = 0
        for index in place * wordCount..<(place + 1) * wordCount { sum += keys[index].points }
        return sum
    }

    /// The same if each word had at least some points.
    @inline(__always)
    func points(_ place: Int, atLeast least: [Int]) -> Int {
        var sum = 0
        for word in 0..<wordCount { sum += max(keys[place * wordCount + word].points, least[word]) }
        return sum
    }
}
