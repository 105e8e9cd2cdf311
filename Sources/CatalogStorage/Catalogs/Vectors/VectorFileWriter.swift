// Writes files of vectors.

package import CatalogSearch

/// Collects vectors and makes the bytes of a file of them.
package struct VectorFileWriter {
    private let space: VectorSpace
    private let keys: VectorFile.Keys
    private let floor: Double?
    private var entries: [UInt8] = []
    private var written: Set<String> = []

    /// The longest name, model, note or key, in bytes of UTF-8.
    package static let longestText = Int(UInt16.max)

    package init(_ space: VectorSpace, keys: VectorFile.Keys, floor: Double? = nil) {
        self.space = space
        self.keys = keys
        self.floor = floor
    }

    /// The number of vectors.
    package var count: Int { written.count }

    package func contains(_ key: String) -> Bool { written.contains(key) }

    /// Adds a vector of the space under a new key.
    package mutating func append(_ vector: QuantizedVector, _ key: String) {
        guard vector.numbers.count == space.count, key.utf8.count <= Self.longestText,
            written.insert(key).inserted
        else { return }
        entries.append(text: key)
        entries.append(number: vector.scale.bitPattern)
        entries += vector.numbers.map { UInt8(bitPattern: $0) }
    }

    package func bytes(note: String = "") -> [UInt8] {
        var bytes = VectorFile.magic
        bytes.reserveCapacity(entries.count + 256)
        bytes.append(number: VectorFile.version)
        bytes.append(number: UInt32(space.count))
        bytes.append(number: UInt64(written.count))
        bytes.append(keys.rawValue)
        bytes.append(VectorFile.Numbers.bytes.rawValue)
        bytes.append(number: Float(floor ?? 0).bitPattern)
        bytes.append(text: space.name)
        bytes.append(text: space.model ?? "")
        bytes.append(text: note)
        bytes += entries
        bytes.append(number: CRC32.of(bytes[...]))
        return bytes
    }
}

extension [UInt8] {
    fileprivate mutating func append(number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }

    /// Longer texts are truncated; only the writer's own texts could be longer.
    fileprivate mutating func append(text: String) {
        let text = Array(text.utf8.prefix(VectorFileWriter.longestText))
        append(number: UInt16(text.count))
        self += text
    }
}

/// The checksum of zlib, PNG and Python's `zlib.crc32`, so that other programs need no code of their own to
/// write it.
enum CRC32 {
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { value, _ in
            value & 1 == 0 ? value >> 1 : 0xEDB8_8320 ^ value >> 1
        }
    }

    static func of(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        table.withUnsafeBufferPointer { table in
            bytes.withUnsafeBufferPointer { bytes in
                var value = UInt32.max
                for byte in bytes { value = table[Int((value ^ UInt32(byte)) & 0xFF)] ^ value >> 8 }
                return ~value
            }
        }
    }
}
