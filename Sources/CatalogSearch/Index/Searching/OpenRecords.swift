// What is known of the records between which nothing is decided yet?

/// The place of each open record among them, found by its number.
struct OpenRecords {
    let records: [Int32]
    private let set: RecordSet
    /// For each word of the set how many open records stand before.
    private let before: [Int32]

    init(_ open: [Int32], recordCount: Int) {
        var set = RecordSet(universe: recordCount)
        for record in open { set.insert(Int(record)) }
        var before: [Int32] = []
        before.reserveCapacity(set.words.count)
        var count: Int32 = 0
        for word in set.words {
            before.append(count)
            count += Int32(word.nonzeroBitCount)
        }
        self.set = set
        self.before = before
        records = set.records
    }

    @inline(__always)
    func contains(_ record: Int) -> Bool { set.contains(record) }

    @inline(__always)
    func index(_ record: Int) -> Int {
        let word = set.words[record >> 6] & (1 << UInt64(record & 63) - 1)
        return Int(before[record >> 6]) + word.nonzeroBitCount
    }
}

/// For each open record and word how well it lies at best: by class, spelling, locale, field, in this order.
struct OpenKeys {
    private let open: OpenRecords
    private let wordCount: Int
    private var keys: [UInt32]

    init(_ open: [Int32], recordCount: Int, wordCount: Int) {
        self.open = OpenRecords(open, recordCount: recordCount)
        self.wordCount = wordCount
        keys = [UInt32](repeating: .max, count: open.count * wordCount)
    }

    // Two bits of class, one of spelling, 13 of the locale, 16 of the field.

    static func key(_ match: MatchClass, _ isRespelled: Bool) -> UInt32 {
        UInt32(match.rawValue) << 30 | (isRespelled ? 1 << 29 : 0)
    }

    @inline(__always)
    static func key(_ key: UInt32, level: Int, field: Int) -> UInt32 {
        key | UInt32(min(level, 0x1FFF)) << 16 | UInt32(min(field, 0xFFFF))
    }

    static func match(_ key: UInt32) -> MatchClass { MatchClass(rawValue: UInt8(key >> 30))! }
    static func isRespelled(_ key: UInt32) -> Bool { key & 1 << 29 != 0 }
    static func level(_ key: UInt32) -> Int { Int(key >> 16 & 0x1FFF) }
    static func field(_ key: UInt32) -> Int { Int(key & 0xFFFF) }

    @inline(__always)
    func isOpen(_ record: Int) -> Bool { open.contains(record) }

    @inline(__always)
    mutating func lower(to key: UInt32, word: Int, record: Int) {
        let index = open.index(record) * wordCount + word
        if key < keys[index] { keys[index] = key }
    }

    mutating func set(_ key: UInt32, word: Int, record: Int) { keys[open.index(record) * wordCount + word] = key }

    func key(_ record: Int32, word: Int) -> UInt32 { keys[open.index(Int(record)) * wordCount + word] }

    func isRespelled(_ record: Int32) -> Bool { any(record) { Self.isRespelled($0) } }
    func level(_ record: Int32) -> Int { greatest(record) { Self.level($0) } }
    func field(_ record: Int32) -> Int { greatest(record) { Self.field($0) } }

    private func any(_ record: Int32, _ test: (UInt32) -> Bool) -> Bool {
        let first = open.index(Int(record)) * wordCount
        return keys[first..<first + wordCount].contains(where: test)
    }

    private func greatest(_ record: Int32, _ value: (UInt32) -> Int) -> Int {
        let first = open.index(Int(record)) * wordCount
        return keys[first..<first + wordCount].lazy.map(value).max() ?? 0
    }
}

/// Where a single word stands first in each open record.
struct OpenPositions {
    private let open: OpenRecords
    /// The text in which the word stands, -1 for none yet.
    private var texts: [Int32]
    /// `nil` where it is not known yet.
    private var positions: [Int?]
    /// Whether a record has the word in several texts.
    private(set) var hasSeveralTexts = false

    init(_ open: [Int32], recordCount: Int) {
        self.open = OpenRecords(open, recordCount: recordCount)
        texts = [Int32](repeating: -1, count: open.count)
        positions = [Int?](repeating: nil, count: open.count)
    }

    @inline(__always)
    func isOpen(_ record: Int) -> Bool { open.contains(record) }

    /// Notes that the word stands in a text, and where, if that is known.
    @inline(__always)
    mutating func note(_ record: Int, text: Int, position: Int?) {
        let index = open.index(record)
        if texts[index] >= 0, texts[index] != text { hasSeveralTexts = true }
        texts[index] = Int32(truncatingIfNeeded: text)
        if let position { positions[index] = position }
    }

    /// The greatest of the `count` smallest known positions; `nil` where fewer are known.
    func known(_ count: Int) -> Int? {
        let known = positions.compactMap { $0 }
        guard known.count >= count, count > 0 else { return nil }
        return known.sorted()[count - 1]
    }

    /// The records whose position is not known.
    func unknown() -> [(index: Int, text: Int)] {
        positions.indices.lazy.filter { positions[$0] == nil }.map { ($0, Int(texts[$0])) }
    }

    mutating func set(_ position: Int, at index: Int) { positions[index] = position }

    func position(_ record: Int32) -> Int { positions[open.index(Int(record))] ?? Int.max }
}
