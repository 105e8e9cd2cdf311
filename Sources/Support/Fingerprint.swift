// A fast hash that is the same in every process: FNV-1a, 64 bits.

/// A running FNV-1a hash of 64 bits (draft-eastlake-fnv, section 2). Different input very likely gives
/// different values; it does not protect against input chosen to collide.
public struct Fingerprint: Hashable, Sendable {
    /// The hash of all bytes so far.
    public private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// The hash of no bytes.
    public init() {}

    public mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }

    /// Adds the UTF-8 of a text and a byte that ends it: UTF-8 has no byte 0xFF.
    public mutating func add(_ text: String) {
        add(text.utf8)
        add(CollectionOfOne(0xFF))
    }

    /// Adds a number as 8 bytes, lowest first.
    public mutating func add(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: Int64(truncatingIfNeeded: number).littleEndian) { add($0) }
    }

    /// The hash in hexadecimal digits, without leading zeros.
    public var text: String { String(value, radix: 16) }
}
