// Which number has a piece of text? The one it got when it was first met.

/// Distinct pieces of bytes, numbered from 0 on in the order in which they were first met, with how often each was.
struct TermTable: ~Copyable {
    /// The pieces one behind the other.
    private(set) var bytes = GrowingBuffer<UInt8>()
    /// Where each piece begins, and where the next would.
    private(set) var starts = GrowingBuffer<UInt32>()
    /// How often each piece was met.
    private(set) var counts = GrowingBuffer<UInt32>()
    /// Open addressing: half a hash above a number + 1, so that few pieces are looked at in vain; 0 where free.
    private var slots = GrowingBuffer<UInt64>(repeating: 0, count: 256)
    private var shift: UInt64 = 56
    /// Random, so that no catalog can be made whose terms all meet in one place. No number depends on it.
    private let seed = UInt64.random(in: .min ... .max)

    init() { starts.append(0) }

    var count: Int { counts.count }

    /// How much memory all this takes, in bytes.
    var size: Int { bytes.size + starts.size + counts.size + slots.size }

    /// Whether offsets still reach all bytes.
    var isOverlong: Bool { bytes.count > Int(UInt32.max) }

    @inline(__always)
    subscript(number: Int) -> UnsafeRawBufferPointer {
        let start = Int(starts[number])
        return UnsafeRawBufferPointer(start: bytes.base + start, count: Int(starts[number + 1]) - start)
    }

    /// The number of a piece, which counts as met once more.
    ///
    /// - Parameter length: in bytes, at least 1.
    @inline(__always)
    mutating func number(of piece: UnsafePointer<UInt8>, length: Int) -> Int {
        let hash = hash(piece, length)
        let tag = hash & 0xFFFF_FFFF_0000_0000
        var slot = Int(truncatingIfNeeded: hash >> shift)
        let mask = slots.count - 1
        while true {
            let found = slots[slot]
            if found == 0 { break }
            if found & 0xFFFF_FFFF_0000_0000 == tag {
                let number = Int(truncatingIfNeeded: found & 0xFFFF_FFFF) - 1
                let start = Int(starts[number])
                if Int(starts[number + 1]) - start == length, Self.equal(bytes.base + start, piece, length) {
                    counts[number] &+= 1
                    return number
                }
            }
            slot = (slot + 1) & mask
        }
        slots[slot] = tag | UInt64(counts.count + 1)
        return insert(piece, length)
    }

    @inline(never)
    private mutating func insert(_ piece: UnsafePointer<UInt8>, _ length: Int) -> Int {
        bytes.append(piece, count: length)
        starts.append(UInt32(truncatingIfNeeded: bytes.count))
        counts.append(1)
        if counts.count * 4 > slots.count * 3 { rehash() }
        return counts.count - 1
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
    mutating func close() { slots = GrowingBuffer(repeating: 0, count: 0) }

    @inline(__always)
    private static func equal(
        _ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ length: Int
    ) -> Bool {
        if length < 8 {
            for index in 0..<length where left[index] != right[index] { return false }
            return true
        }
        var index = 0
        while index + 8 <= length {
            if word(left + index) != word(right + index) { return false }
            index += 8
        }
        return word(left + length - 8) == word(right + length - 8)
    }

    @inline(__always)
    private static func word(_ pointer: UnsafePointer<UInt8>) -> UInt64 {
        UnsafeRawPointer(pointer).loadUnaligned(as: UInt64.self)
    }

    /// A hash that reads eight bytes at a time (after wyhash, https://github.com/wangyi-fudan/wyhash).
    @inline(__always)
    private func hash(_ piece: UnsafePointer<UInt8>, _ length: Int) -> UInt64 {
        var hash = seed ^ UInt64(length)
        var last: UInt64 = 0
        if length >= 8 {
            var index = 0
            while index + 8 < length {
                hash = Self.mixed(hash ^ Self.word(piece + index))
                index += 8
            }
            last = Self.word(piece + length - 8)
        } else if length >= 4 {
            let raw = UnsafeRawPointer(piece)
            last =
                UInt64(raw.loadUnaligned(as: UInt32.self)) << 32
                | UInt64(raw.loadUnaligned(fromByteOffset: length - 4, as: UInt32.self))
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
