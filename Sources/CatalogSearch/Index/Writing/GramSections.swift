// The index of terms by sequences of three scalars.

/// Writes kinds 39 to 41 of a locale, from the terms of kind 35.
///
/// Two passes over the terms: the first measures the lists, the second writes them in place. So memory contains
/// nothing but the lists.
struct GramSections: ~Copyable {
    private struct Gram: BitwiseCopyable {
        let key: UInt64
        /// The last term with the gram, and the number of terms so far.
        var lastTerm: UInt32 = .max
        var count: UInt32 = 0
        /// The length of the list without its head, in bytes; in the second pass the position of its next number.
        var size: UInt64 = 0
    }

    private var grams = GrowingBuffer<Gram>()
    /// Open addressing: a gram's number + 1, 0 for a free slot.
    private var slots = GrowingBuffer<UInt32>(repeating: 0, count: 1 << 12)
    private var shift: UInt64 = 52
    private var scanner = GramScanner()

    static func make(
        locale number: Int, terms: borrowing GrowingBuffer<UInt8>, offsets: borrowing GrowingBuffer<UInt32>
    ) throws(SegmentWriterError) -> [FinishedSection] {
        var maker = GramSections()
        let count = offsets.count - 1
        for term in 0..<count { maker.measure(UInt32(term), terms.base + Int(offsets[term])) }

        var order = (0..<maker.grams.count).map { $0 }
        order.sort { maker.grams.base[$0].key < maker.grams.base[$1].key }
        var keys = GrowingBuffer<UInt64>(capacity: order.count)
        var starts = GrowingBuffer<UInt32>(capacity: order.count + 1)
        var size = 0
        for gram in order {
            keys.append(maker.grams[gram].key)
            starts.append(UInt32(truncatingIfNeeded: size))
            size += Varint.length(Int(maker.grams[gram].count)) + Int(maker.grams[gram].size)
        }
        guard size <= Int(UInt32.max) else {
            throw .sectionTooLong(kind: IndexLayout.Section.gramLists.rawValue)
        }
        starts.append(UInt32(size))

        var lists = GrowingBuffer<UInt8>(capacity: size)
        lists.advance(size)
        for (rank, gram) in order.enumerated() {
            let start = Int(starts[rank])
            let head = Varint.write(Int(maker.grams[gram].count), to: lists.base + start)
            maker.grams.base[gram].size = UInt64(start + head)
            maker.grams.base[gram].lastTerm = .max
        }
        for term in 0..<count { maker.write(UInt32(term), terms.base + Int(offsets[term]), lists.base) }
        return [
            FinishedSection(.gramKeys, locale: number, keys),
            FinishedSection(.gramOffsets, locale: number, starts),
            FinishedSection(.gramLists, locale: number, lists),
        ]
    }

    private mutating func measure(_ term: UInt32, _ bytes: UnsafeMutablePointer<UInt8>) {
        scanner.scan(UnsafePointer(bytes))
        for index in 0..<scanner.keys.count {
            // Take the number first: a new gram may move the others.
            let number = number(of: scanner.keys[index])
            let gram = grams.base + number
            let last = gram.pointee.lastTerm
            guard last != term else { continue }
            gram.pointee.size += UInt64(Varint.length(Int(term &- last &- 1)))
            gram.pointee.count += 1
            gram.pointee.lastTerm = term
        }
    }

    private mutating func write(
        _ term: UInt32, _ bytes: UnsafeMutablePointer<UInt8>, _ lists: UnsafeMutablePointer<UInt8>
    ) {
        scanner.scan(UnsafePointer(bytes))
        for index in 0..<scanner.keys.count {
            // Take the number first: a new gram may move the others.
            let number = number(of: scanner.keys[index])
            let gram = grams.base + number
            let last = gram.pointee.lastTerm
            guard last != term else { continue }
            let target = lists + Int(gram.pointee.size)
            gram.pointee.size += UInt64(Varint.write(Int(term &- last &- 1), to: target))
            gram.pointee.lastTerm = term
        }
    }

    @inline(__always)
    private static func hash(_ key: UInt64) -> UInt64 {
        // Keys have 63 bits; mix the first scalar's bits down so that they reach the top of the product.
        (key ^ key >> 32) &* 0x9E37_79B9_7F4A_7C15
    }

    @inline(__always)
    private mutating func number(of key: UInt64) -> Int {
        var slot = Int(truncatingIfNeeded: Self.hash(key) >> shift)
        let mask = slots.count - 1
        while true {
            let found = Int(slots.base[slot])
            if found == 0 { break }
            if grams.base[found - 1].key == key { return found - 1 }
            slot = (slot + 1) & mask
        }
        grams.append(Gram(key: key))
        slots[slot] = UInt32(grams.count)
        if grams.count * 2 > slots.count { rehash() }
        return grams.count - 1
    }

    private mutating func rehash() {
        slots = GrowingBuffer(repeating: 0, count: slots.count * 2)
        shift -= 1
        for number in 0..<grams.count {
            var slot = Int(truncatingIfNeeded: Self.hash(grams[number].key) >> shift)
            while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = UInt32(number + 1)
        }
    }
}

/// Lists the grams of terms.
private struct GramScanner: ~Copyable {
    /// The grams of the last term, possibly with duplicates.
    private(set) var keys = GrowingBuffer<UInt64>()
    private var scalars = GrowingBuffer<UInt32>()
    private var bounds = GrowingBuffer<Int>()

    /// Lists the grams of a term as stored in the file.
    mutating func scan(_ term: UnsafePointer<UInt8>) {
        keys.clear()
        let flags = IndexLayout.TermFlags(rawValue: term[0])
        var position = term + 1
        let standard = Self.bytes(&position)
        let search = flags.contains(.isSplit) ? Self.bytes(&position) : nil
        readBounds(&position, isListed: flags.contains(.listsBounds), length: standard.count)
        appendGrams(of: standard)
        if let search {
            readBounds(&position, isListed: flags.contains(.listsSearchBounds), length: search.count)
            appendGrams(of: search)
        }
    }

    @inline(__always)
    private static func bytes(_ position: inout UnsafePointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        let count = Varint.read(&position)
        defer { position += count }
        return UnsafeBufferPointer(start: position, count: count)
    }

    @inline(__always)
    private mutating func readBounds(
        _ position: inout UnsafePointer<UInt8>, isListed: Bool, length: Int
    ) {
        bounds.clear()
        if isListed {
            var bound = 0
            for _ in 0..<Varint.read(&position) {
                bound += Varint.read(&position)
                bounds.append(bound)
            }
        } else {
            bounds.append(0)
            bounds.append(length)
        }
    }

    @inline(__always)
    private mutating func appendGrams(of folding: UnsafeBufferPointer<UInt8>) {
        typealias Gram = IndexLayout.Gram
        scalars.clear()
        scalars.reserve(folding.count + 2)
        keys.reserve(folding.count * 2)
        var nextBound = 0
        var position = 0
        while position < folding.count {
            let (scalar, length) = folding.scalar(at: position)
            while nextBound < bounds.count, bounds[nextBound] < position { nextBound += 1 }
            // The top bit marks a word bound until the next scalars are known.
            let isBound = nextBound < bounds.count && bounds[nextBound] == position
            scalars.append(isBound ? scalar | 1 << 31 : scalar)
            position += length
        }
        let count = scalars.count
        scalars.append(Gram.end)
        scalars.append(Gram.end)
        for index in 0..<count {
            let first = scalars[index] & 0x1F_FFFF
            let second = scalars[index + 1] & 0x1F_FFFF
            if index == 0 || scalars[index] >> 31 == 1 { keys.append(Gram.key(Gram.start, first, second)) }
            if Gram.isDense(first), Gram.isDense(second) {
                keys.append(Gram.key(first, second, 0))
            } else {
                keys.append(Gram.key(first, second, scalars[index + 2] & 0x1F_FFFF))
            }
        }
    }
}
