// The hash table in MO files, by which GNU gettext finds a message.

/// The hash table of an MO file: open addressing with double hashing, over `hashpjw` (P. J. Weinberger's; GNU
/// gettext, `hash-string.h` and `write-mo.c`).
struct MOHashTable {
    /// The number of a string from 1, or 0. There are none if too many strings have one hash: gettext
    /// then searches the sorted strings.
    private(set) var slots: [Int]

    /// How many slots are tried for a string, on average.
    private static let averageTries = 500

    init(_ originals: some Collection<ArraySlice<UInt8>>) {
        let size = Self.nextPrime(from: max(originals.count * 4 / 3, 3))
        slots = [Int](repeating: 0, count: size)
        var tries = Self.averageTries * originals.count
        for (number, original) in originals.enumerated() {
            let hash = Self.hash(original)
            var index = Int(hash) % size
            let step = 1 + Int(hash) % (size - 2)
            while slots[index] != 0, tries > 0 {
                index = (index + step) % size
                tries -= 1
            }
            guard slots[index] == 0 else {
                slots = []
                return
            }
            slots[index] = number + 1
        }
    }

    /// The hash of a string up to its first zero byte.
    static func hash(_ text: ArraySlice<UInt8>) -> UInt32 {
        var hash: UInt32 = 0
        for byte in text {
            if byte == 0 { break }
            hash = hash << 4 &+ UInt32(byte)
            let high = hash & 0xF000_0000
            if high != 0 {
                hash ^= high >> 24
                hash ^= high
            }
        }
        return hash
    }

    private static func nextPrime(from seed: Int) -> Int {
        var candidate = seed | 1
        while !isPrime(candidate) { candidate += 2 }
        return candidate
    }

    private static func isPrime(_ number: Int) -> Bool {
        var divisor = 3
        while divisor * divisor <= number {
            if number % divisor == 0 { return false }
            divisor += 2
        }
        return true
    }
}
