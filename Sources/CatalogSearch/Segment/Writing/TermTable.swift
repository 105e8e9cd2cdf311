// Numbers distinct strings of bytes.

/// Distinct strings of bytes, numbered from 0 in the order of their first occurrence, and counted.
///
/// A lookup reads two uncached positions in memory: the slot, and the entry, which has everything about a
/// string.
struct TermTable: ~Copyable {
    /// Entries, concatenated: number, count, length in bytes, and the bytes, padded to whole words.
    private var words = GrowingBuffer<UInt32>()
    /// The start of each entry, by number.
    private var starts = GrowingBuffer<UInt32>()
    /// Open addressing: the upper half of the hash, and the start of the entry + 1; 0 for a free slot. The
    /// stored half avoids most reads of other entries.
    private var slots = GrowingBuffer<UInt64>(repeating: 0, count: 256)
    private var shift: UInt64 = 56
    /// Random, so that no catalog can be constructed whose terms all collide. No number depends on it.
    private let seed = UInt64.random(in: .min ... .max)
    /// The size of all pieces in bytes.
    private(set) var byteCount = 0
    /// The result of warming; stored so that the compiler does not remove the reads.
    private var touched: UInt64 = 0

    private static let headSize = 3

    var count: Int { starts.count }

    /// The memory used, in bytes.
    var size: Int { words.size + starts.size + slots.size }

    /// Whether offsets are too small for the entries.
    var isOverlong: Bool { words.count >= Int(UInt32.max) }

    /// The pieces by number; valid while the table exists and does not change.
    struct Pieces: Sendable {
        // `nonisolated(unsafe)`: the table does not change while its pieces are read.
        fileprivate nonisolated(unsafe) let words: UnsafePointer<UInt32>
        fileprivate nonisolated(unsafe) let starts: UnsafePointer<UInt32>
        let count: Int

        @inline(__always)
        subscript(number: Int) -> UnsafeRawBufferPointer {
            let entry = words + Int(starts[number])
            return UnsafeRawBufferPointer(start: entry + TermTable.headSize, count: Int(entry[2]))
        }

        /// Part of a piece's entry, for prefetching.
        @inline(__always)
        func head(of number: Int) -> UInt32 { words[Int(starts[number])] }

        /// The number of occurrences of a piece.
        @inline(__always)
        func occurrences(of number: Int) -> UInt32 { words[Int(starts[number]) + 1] }
    }

    var pieces: Pieces { Pieces(words: words.base, starts: starts.base, count: starts.count) }

    /// Counts an occurrence of a string, and returns its number.
    ///
    /// - Parameter length: in bytes, at least 1.
    @inline(__always)
    mutating func number(of piece: UnsafePointer<UInt8>, length: Int) -> Int {
        number(of: piece, length: length, hash: hash(piece, length))
    }

    /// The number of a piece whose hash is known.
    @inline(__always)
    mutating func number(of piece: UnsafePointer<UInt8>, length: Int, hash: UInt64) -> Int {
        let tag = hash & 0xFFFF_FFFF_0000_0000
        var slot = Int(truncatingIfNeeded: hash >> shift)
        let mask = slots.count - 1
        while true {
            let found = slots.base[slot]
            if found == 0 { break }
            if found & 0xFFFF_FFFF_0000_0000 == tag {
                let entry = words.base + Int(truncatingIfNeeded: found & 0xFFFF_FFFF) - 1
                if Int(entry[2]) == length, Self.equal(entry + Self.headSize, piece, length) {
                    entry[1] &+= 1
                    return Int(entry[0])
                }
            }
            slot = (slot + 1) & mask
        }
        slots.base[slot] = tag | UInt64(truncatingIfNeeded: words.count + 1) & 0xFFFF_FFFF
        return insert(piece, length)
    }

    /// Strings of one text that are looked up together, to wait for memory once for all.
    struct Batch: ~Copyable {
        static let limit = 32
        let pieces = GrowingBuffer<TermFragment>(
            repeating: TermFragment(start: 0, termEnd: 0, end: 0), count: limit)
        /// The number of each piece's term; undefined for a piece without a term.
        let numbers = GrowingBuffer<UInt32>(repeating: 0, count: limit)
        fileprivate let hashes = GrowingBuffer<UInt64>(repeating: 0, count: limit)
        fileprivate let found = GrowingBuffer<UInt64>(repeating: 0, count: limit)
    }

    /// Looks up the terms of the first strings of a batch, and counts them.
    ///
    /// - Parameter text: the text from which the pieces were cut.
    @inline(__always)
    mutating func findNumbers(of batch: borrowing Batch, count: Int, in text: UnsafePointer<UInt8>) {
        let hashes = batch.hashes.base
        for index in 0..<count {
            let piece = batch.pieces.base[index]
            hashes[index] = piece.hasTerm ? hash(text + piece.start, piece.termEnd - piece.start) : 0
        }
        warm(hashes, count: count, batch.found.base)
        for index in 0..<count {
            let piece = batch.pieces.base[index]
            guard piece.hasTerm else { continue }
            let number = number(
                of: text + piece.start, length: piece.termEnd - piece.start, hash: hashes[index])
            batch.numbers.base[index] = UInt32(truncatingIfNeeded: number)
        }
    }

    /// Reads what the lookups will need, so that it is in the processor's cache.
    @inline(__always)
    private mutating func warm(
        _ hashes: UnsafePointer<UInt64>, count: Int, _ found: UnsafeMutablePointer<UInt64>
    ) {
        for index in 0..<count { found[index] = slots.base[Int(truncatingIfNeeded: hashes[index] >> shift)] }
        var sum: UInt64 = 0
        // Skip empty slots; a hash may also be zero.
        for index in 0..<count where found[index] != 0 && (found[index] ^ hashes[index]) >> 32 == 0 {
            sum &+= UInt64(words.base[Int(truncatingIfNeeded: found[index] & 0xFFFF_FFFF) - 1])
        }
        touched = sum
    }

    @inline(never)
    private mutating func insert(_ piece: UnsafePointer<UInt8>, _ length: Int) -> Int {
        let number = starts.count
        starts.append(UInt32(truncatingIfNeeded: words.count))
        let bodySize = (length + 3) / 4
        words.reserve(Self.headSize + bodySize)
        let entry = words.base + words.count
        entry[0] = UInt32(number)
        entry[1] = 1
        entry[2] = UInt32(length)
        UnsafeMutableRawPointer(entry + Self.headSize).copyMemory(from: piece, byteCount: length)
        words.advance(Self.headSize + bodySize)
        byteCount += length
        if starts.count * 4 > slots.count * 3 { rehash() }
        return number
    }

    private mutating func rehash() {
        var larger = GrowingBuffer<UInt64>(repeating: 0, count: slots.count * 2)
        shift -= 1
        let mask = larger.count - 1
        for old in 0..<slots.count {
            let entry = slots[old]
            guard entry != 0 else { continue }
            // The upper half of the hash, which is stored, determines the slot.
            var slot = Int(truncatingIfNeeded: entry >> shift)
            while larger[slot] != 0 { slot = (slot + 1) & mask }
            larger[slot] = entry
        }
        slots = larger
    }

    /// Ends lookups and releases their memory.
    mutating func close() { slots = GrowingBuffer() }

    /// - Parameter left: padded to whole words.
    @inline(__always)
    private static func equal(_ left: UnsafePointer<UInt32>, _ right: UnsafePointer<UInt8>, _ length: Int)
        -> Bool
    {
        let left = UnsafeRawPointer(left)
        let right = UnsafeRawPointer(right)
        if length >= 8 {
            var index = 0
            while index + 8 <= length {
                if word(left + index) != word(right + index) { return false }
                index += 8
            }
            return word(left + length - 8) == word(right + length - 8)
        }
        if length >= 4 {
            return half(left) == half(right) && half(left + length - 4) == half(right + length - 4)
        }
        for index in 0..<length
        where left.load(fromByteOffset: index, as: UInt8.self)
            != right.load(fromByteOffset: index, as: UInt8.self)
        {
            return false
        }
        return true
    }

    @inline(__always)
    private static func word(_ pointer: UnsafeRawPointer) -> UInt64 {
        pointer.loadUnaligned(as: UInt64.self)
    }

    @inline(__always)
    private static func half(_ pointer: UnsafeRawPointer) -> UInt32 {
        pointer.loadUnaligned(as: UInt32.self)
    }

    /// A hash that reads eight bytes at a time (after wyhash, https://github.com/wangyi-fudan/wyhash).
    @inline(__always)
    func hash(_ piece: UnsafePointer<UInt8>, _ length: Int) -> UInt64 {
        let bytes = UnsafeRawPointer(piece)
        var hash = seed ^ UInt64(length)
        var last: UInt64 = 0
        if length >= 8 {
            var index = 0
            while index + 8 < length {
                hash = Self.mixed(hash ^ Self.word(bytes + index))
                index += 8
            }
            last = Self.word(bytes + length - 8)
        } else if length >= 4 {
            last = UInt64(Self.half(bytes)) << 32 | UInt64(Self.half(bytes + length - 4))
        } else {
            for index in 0..<length { last = last << 8 | UInt64(piece[index]) }
        }
        return Self.mixed(hash ^ last)
    }

    @inline(__always)
    private static func mixed(_ value: UInt64) -> UInt64 {
        let product = (value ^ 0x2D35_8DCC_AA6C_78A5).multipliedFullWidth(by: 0x8BB8_4B93_962E_ACC9)
        return product.high ^ product.low
    }
}
