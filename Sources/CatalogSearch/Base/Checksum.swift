// XXH64, the checksum of index files (https://github.com/Cyan4973/xxHash, doc/xxhash_spec.md): widely
// available, and faster than a disk.

/// The XXH64 hash of bytes, with seed 0.
package enum Checksum {
    private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
    private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
    private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
    private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

    package static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        let whole = bytes.count & ~31
        var lanes = Lanes()
        lanes.take(UnsafeRawBufferPointer(rebasing: bytes[..<whole]))
        return finished(lanes, count: bytes.count, rest: UnsafeRawBufferPointer(rebasing: bytes[whole...]))
    }

    /// The hash state of all whole blocks of 32 bytes.
    struct Lanes: Sendable {
        private var first = prime1 &+ prime2
        private var second = prime2
        private var third: UInt64 = 0
        private var fourth = 0 &- prime1

        /// Hashes blocks of 32 bytes.
        mutating func take(_ bytes: UnsafeRawBufferPointer) {
            var (first, second, third, fourth) = (first, second, third, fourth)
            var position = 0
            while position + 32 <= bytes.count {
                first = round(first, word(bytes, position))
                second = round(second, word(bytes, position + 8))
                third = round(third, word(bytes, position + 16))
                fourth = round(fourth, word(bytes, position + 24))
                position += 32
            }
            (self.first, self.second, self.third, self.fourth) = (first, second, third, fourth)
        }

        /// The four lanes as one number.
        fileprivate var merged: UInt64 {
            var hash =
                rotated(first, 1) &+ rotated(second, 7) &+ rotated(third, 12) &+ rotated(fourth, 18)
            for lane in [first, second, third, fourth] {
                hash = (hash ^ round(0, lane)) &* prime1 &+ prime4
            }
            return hash
        }
    }

    /// The checksum of `count` bytes. The lanes lack the last ones, `bytes`, which are fewer than 32.
    static func finished(_ lanes: Lanes, count: Int, rest bytes: UnsafeRawBufferPointer) -> UInt64 {
        var hash = (count >= 32 ? lanes.merged : prime5) &+ UInt64(count)
        var position = 0
        while position + 8 <= bytes.count {
            hash = rotated(hash ^ round(0, word(bytes, position)), 27) &* prime1 &+ prime4
            position += 8
        }
        if position + 4 <= bytes.count {
            let half = UInt64(
                UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self)))
            hash = rotated(hash ^ (half &* prime1), 23) &* prime2 &+ prime3
            position += 4
        }
        while position < bytes.count {
            hash = rotated(hash ^ (UInt64(bytes[position]) &* prime5), 11) &* prime1
            position += 1
        }
        hash = (hash ^ hash >> 33) &* prime2
        hash = (hash ^ hash >> 29) &* prime3
        return hash ^ hash >> 32
    }

    @inline(__always)
    private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    @inline(__always)
    private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
        rotated(lane &+ word &* prime2, 31) &* prime1
    }

    @inline(__always)
    static func rotated(_ value: UInt64, _ count: UInt64) -> UInt64 {
        value << count | value >> (64 - count)
    }
}
