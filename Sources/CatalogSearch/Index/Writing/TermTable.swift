// Which number has a piece of text? The one it got when it was first met.

/// Distinct pieces of bytes, numbered from 0 on in the order in which they were first met, with how often each was.
///
/// Looking a piece up costs two visits to memory that is in no cache: to its slot, and to its entry, where all that
/// is known of it stands together.
struct TermTable: ~Copyable {
    /// Entries one behind the other: number, count, length in bytes, and the bytes, filled up to whole words.
    private var words = GrowingBuffer<UInt32>()
    /// Where each entry begins, by number.
    private var starts = GrowingBuffer<UInt32>()
    /// Open addressing: half a hash above where an entry begins + 1, so that few are looked at in vain; 0 where
    /// free.
    private var slots = GrowingBuffer<UInt64>(repeating: 0, count: 256)
    private var shift: UInt64 = 56
    /// Random, so that no catalog can be made whose terms all meet in one place. No number depends on it.
    private let seed = UInt64.random(in: .min ... .max)
    /// How many bytes all pieces have.
    private(set) var byteCount = 0
    /// What warming touched; kept so that the touching is not optimized away.
    private var touched: UInt64 = 0

    private static let headSize = 3

    var count: Int { starts.count }

    /// How much memory all this takes, in bytes.
    var size: Int { words.size + starts.size + slots.size }

    /// Whether offsets still reach all entries.
    var isOverlong: Bool { words.count >= Int(UInt32.max) }

    /// The pieces by number, as long as the table lives and does not change.
    struct Pieces: @unchecked Sendable {
        // `@unchecked`: nobody changes what the pointers lead to.
        fileprivate let words: UnsafePointer<UInt32>
        fileprivate let starts: UnsafePointer<UInt32>
        let count: Int

        @inline(__always)
        subscript(number: Int) -> UnsafeRawBufferPointer {
            let entry = words + Int(starts[number])
            return UnsafeRawBufferPointer(start: entry + TermTable.headSize, count: Int(entry[2]))
        }

        /// Part of what stands with a piece: reading it ahead of time lets memory come nearer meanwhile.
        @inline(__always)
        func head(of number: Int) -> UInt32 { words[Int(starts[number])] }

        /// How often a piece was met.
        @inline(__always)
        func occurrences(of number: Int) -> UInt32 { words[Int(starts[number]) + 1] }
    }

    var pieces: Pieces { Pieces(words: words.base, starts: starts.base, count: starts.count) }

    /// The number of a piece, which counts as met once more.
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

    /// Brings what a lookup will visit near the processor, for many at once: it waits for memory but once then.
    @inline(__always)
    mutating func warm(_ hashes: UnsafePointer<UInt64>, count: Int, _ found: UnsafeMutablePointer<UInt64>) {
        for index in 0..<count { found[index] = slots.base[Int(truncatingIfNeeded: hashes[index] >> shift)] }
        var sum: UInt64 = 0
        // An empty slot is none to follow, though a hash may be as empty as it is.
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
            // The half of the hash that is kept is the one that says where an entry stands.
            var slot = Int(truncatingIfNeeded: entry >> shift)
            while larger[slot] != 0 { slot = (slot + 1) & mask }
            larger[slot] = entry
        }
        slots = larger
    }

    /// Gives up looking up, and the memory for it.
    mutating func close() { slots = GrowingBuffer() }

    /// - Parameter left: filled up to whole words.
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
