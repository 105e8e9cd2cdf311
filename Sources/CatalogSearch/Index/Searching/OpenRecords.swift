// What is known of the records between which nothing is decided yet?

/// The place of each open record among them, found by its number.
struct OpenRecords {
    private let set: RecordSet
    /// For each word of the set how many open records stand before.
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

/// For each open record and word how well it lies at best: by class, spelling, locale, field, in this order.
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

    @inline(__always)
    func key(_ record: Int32, word: Int) -> UInt32 { keys[open.index(Int(record)) * wordCount + word] }

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

/// Where a single word stands first in each open record, as far as it is known.
struct OpenPositions {
    private let open: OpenRecords
    /// The text in which the word stands, -1 for none yet.
    private var texts: [Int32]
    /// The position, or the least that it can be.
    private var positions: [Int]
    private var isKnown: [Bool]
    /// Whether a record has the word in several texts.
    private(set) var hasSeveralTexts = false
    private let wanted: Int
    /// The smallest known positions, rising; `wanted` at most.
    private var smallest: [Int] = []

    /// - Parameter wanted: how many records are in; at least 1.
    init(_ open: [Int32], wanted: Int, recordCount: Int) {
        self.wanted = wanted
        var set = RecordSet(universe: recordCount)
        for record in open { set.insert(Int(record)) }
        self.open = OpenRecords(set)
        texts = [Int32](repeating: -1, count: open.count)
        positions = [Int](repeating: .max, count: open.count)
        isKnown = [Bool](repeating: false, count: open.count)
    }

    @inline(__always)
    func isOpen(_ record: Int) -> Bool { open.contains(record) }

    /// Notes that the word stands in a text.
    ///
    /// - Parameters:
    ///   - start: where it stands in its term, in scalars.
    ///   - isFirst: whether the text begins with the term.
    @inline(__always)
    mutating func note(_ record: Int, text: Int, start: Int, isFirst: Bool) {
        let index = open.index(record)
        if texts[index] >= 0, texts[index] != text { hasSeveralTexts = true }
        texts[index] = Int32(truncatingIfNeeded: text)
        if isFirst {
            set(start, at: index)
        } else if !isKnown[index] {
            // A separator at least stands before.
            positions[index] = min(positions[index], start + 1)
        }
    }

    /// No position behind this one is among the first `wanted`.
    var bound: Int { smallest.count == wanted ? smallest[wanted - 1] : Int.max }

    private mutating func add(_ position: Int) {
        guard position < bound else { return }
        smallest.insert(position, at: smallest.firstIndex { $0 > position } ?? smallest.count)
        if smallest.count > wanted { smallest.removeLast() }
    }

    /// The places of the records whose position is not known.
    var unknown: [Int] { positions.indices.filter { !isKnown[$0] } }

    func leastPosition(at index: Int) -> Int { positions[index] }
    func text(at index: Int) -> Int { Int(texts[index]) }

    mutating func set(_ position: Int, at index: Int) {
        positions[index] = position
        isKnown[index] = true
        add(position)
    }

    func position(_ record: Int32) -> Int { positions[open.index(Int(record))] }
}
