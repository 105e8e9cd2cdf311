// The records whose order is still open, with their keys.

/// The index of each open record, found by its number.
struct OpenRecords {
    private let set: RecordSet
    /// The number of open records before each word of the set.
    private let before: [Int32]
    let count: Int

    init(_ set: RecordSet) {
        var before: [Int32] = []
        before.reserveCapacity(set.words.count)
        var count: Int32 = 0
        for word in set.words {
            before.append(count)
            count += Int32(word.nonzeroBitCount)
        }
        self.set = set
        self.before = before
        self.count = Int(count)
    }

    @inline(__always)
    func contains(_ record: Int) -> Bool { set.contains(record) }

    @inline(__always)
    func index(_ record: Int) -> Int {
        let word = set.words[record >> 6] & (1 << UInt64(record & 63) - 1)
        return Int(before[record >> 6]) + word.nonzeroBitCount
    }
}

/// The best match of each word in each open record: class, spelling, locale, field, in this order.
struct OpenKeys {
    private let open: OpenRecords
    private let wordCount: Int
    private var keys: [UInt32]

    init(_ open: RecordSet, wordCount: Int) {
        self.open = OpenRecords(open)
        self.wordCount = wordCount
        keys = [UInt32](repeating: .max, count: self.open.count * wordCount)
    }

    // Two bits of class, one of spelling, 13 of the locale, 16 of the field.

    /// The bits of locale and field.
    static let placeMask: UInt32 = 1 << 29 - 1

    @inline(__always)
    static func key(_ match: MatchClass, _ isRespelled: Bool) -> UInt32 {
        UInt32(match.rawValue) << 30 | (isRespelled ? 1 << 29 : 0)
    }

    @inline(__always)
    static func key(_ key: UInt32, level: Int, field: Int) -> UInt32 {
        key | UInt32(min(level, 0x1FFF)) << 16 | UInt32(min(field, 0xFFFF))
    }

    @inline(__always)
    static func match(_ key: UInt32) -> MatchClass { MatchClass(rawValue: UInt8(key >> 30))! }
    @inline(__always)
    static func isRespelled(_ key: UInt32) -> Bool { key & 1 << 29 != 0 }
    static func level(_ key: UInt32) -> Int { Int(key >> 16 & 0x1FFF) }
    static func field(_ key: UInt32) -> Int { Int(key & 0xFFFF) }
    static func withoutPlace(_ key: UInt32) -> UInt32 { key & ~placeMask }

    @inline(__always)
    func isOpen(_ record: Int) -> Bool { open.contains(record) }

    @inline(__always)
    mutating func lower(to key: UInt32, word: Int, record: Int) {
        let index = open.index(record) * wordCount + word
        if key < keys[index] { keys[index] = key }
    }

    /// The keys of a record's words.
    func keys(_ record: Int32) -> [UInt32] {
        let first = open.index(Int(record)) * wordCount
        return Array(keys[first..<first + wordCount])
    }

    func match(_ record: Int32) -> Int { greatest(record) { Int($0 >> 30) } }

    func isRespelled(_ record: Int32) -> Bool {
        let first = open.index(Int(record)) * wordCount
        return keys[first..<first + wordCount].contains { Self.isRespelled($0) }
    }

    func level(_ record: Int32) -> Int { greatest(record) { Self.level($0) } }
    func field(_ record: Int32) -> Int { greatest(record) { Self.field($0) } }

    @inline(__always)
    private func greatest(_ record: Int32, _ value: (UInt32) -> Int) -> Int {
        let first = open.index(Int(record)) * wordCount
        var greatest = 0
        for key in keys[first..<first + wordCount] { greatest = max(greatest, value(key)) }
        return greatest
    }
}
