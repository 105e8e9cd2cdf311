// A file with the vectors of a catalog's records, which other programs may write,
// too. docs/meaning.md describes it.

package import CatalogSearch

/// Why a file of vectors cannot be used.
package enum VectorFileFault: Error, Hashable, Sendable {
    /// It does not begin like a file of vectors, or is of another version.
    case unknownFormat
    /// It is truncated, longer than it says, or changed.
    case damaged
}

/// Vectors by keys. Nothing of the file is trusted: lengths and the checksum are
/// compared before anything is used.
package struct VectorFile: Sendable {
    /// The kind of keys.
    package enum Keys: UInt8, Sendable {
        case ids = 0
        /// The keys of ``EmbeddedText``.
        case texts = 1
    }

    /// How numbers are stored.
    enum Numbers: UInt8, Sendable {
        /// `f32` each.
        case floats = 0
        /// An `f32`, the scale, and then `i8` each.
        case bytes = 1
    }

    package let keys: Keys
    package let space: VectorSpace
    /// The least similarity that is meaningful for the model; `nil` if it is unknown.
    package let floor: Double?
    /// A note of the writer for its own use.
    package let note: String
    private let bytes: [UInt8]
    private let numbers: Numbers
    /// The offset of the numbers of each key.
    private let places: [String: Int]

    static let magic = Array("LSVECTOR".utf8)
    static let version: UInt32 = 1

    /// The number of vectors.
    package var count: Int { places.count }
    package var allKeys: Dictionary<String, Int>.Keys { places.keys }

    package init(_ bytes: [UInt8]) throws(VectorFileFault) {
        var reader = VectorFileReader(bytes)
        guard bytes.starts(with: Self.magic) else { throw .unknownFormat }
        reader.position = Self.magic.count
        guard try reader.number(UInt32.self) == Self.version else { throw .unknownFormat }
        let length = Int(try reader.number(UInt32.self))
        let total = try reader.number(UInt64.self)
        guard let keys = Keys(rawValue: try reader.number(UInt8.self)),
            let numbers = Numbers(rawValue: try reader.number(UInt8.self)),
            1...QuantizedVector.maximumCount ~= length, let count = Int(exactly: total)
        else { throw .damaged }
        let floor = Float(bitPattern: try reader.number(UInt32.self))
        let name = try reader.text()
        let model = try reader.text()
        note = try reader.text()
        let size = numbers == .floats ? 4 * length : 4 + length
        // Each vector takes at least the bytes of its numbers, so a forged count reserves no memory.
        guard count <= bytes.count / size else { throw .damaged }
        var places: [String: Int] = [:]
        places.reserveCapacity(count)
        for _ in 0..<count {
            places[try reader.text()] = try reader.skip(size)
        }
        let end = reader.position
        let checksum = try reader.number(UInt32.self)
        guard reader.position == bytes.count, checksum == CRC32.of(bytes[..<end]) else { throw .damaged }
        self.keys = keys
        self.numbers = numbers
        self.floor = floor.isFinite && floor > 0 && floor <= 1 ? Double(floor) : nil
        space = VectorSpace(
            name: name.isEmpty ? VectorSpace.defaultName : name, model: model.isEmpty ? nil : model,
            count: length)
        self.places = places
        self.bytes = bytes
    }

    /// The vector of a key.
    ///
    /// - Returns: `nil` if there is none.
    /// - Throws: `QuantizedVector.Problem` if its numbers do not form a vector.
    package func vector(_ key: String) throws(QuantizedVector.Problem) -> CatalogRecord.Vector? {
        guard let place = places[key] else { return nil }
        let reader = VectorFileReader(bytes)
        var values: [Double] = []
        values.reserveCapacity(space.count)
        switch numbers {
        case .floats:
            for index in 0..<space.count { values.append(Double(reader.float(at: place + 4 * index))) }
        case .bytes:
            let scale = Double(reader.float(at: place))
            for index in 0..<space.count {
                values.append(Double(Int8(bitPattern: bytes[place + 4 + index])) * scale)
            }
        }
        return CatalogRecord.Vector(try QuantizedVector(values), name: space.name, model: space.model)
    }
}

/// Reads numbers and texts of a file of vectors, within its bounds.
private struct VectorFileReader {
    private let bytes: [UInt8]
    var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(_: Number.Type) throws(VectorFileFault)
        -> Number
    {
        let start = try skip(MemoryLayout<Number>.size)
        return bytes.withUnsafeBytes {
            Number(littleEndian: $0.loadUnaligned(fromByteOffset: start, as: Number.self))
        }
    }

    /// A length of 16 bits, and that many bytes of UTF-8.
    mutating func text() throws(VectorFileFault) -> String {
        let length = Int(try number(UInt16.self))
        let start = try skip(length)
        guard let text = String(validating: bytes[start..<start + length], as: UTF8.self) else {
            throw .damaged
        }
        return text
    }

    /// - Returns: the offset of the skipped bytes.
    mutating func skip(_ count: Int) throws(VectorFileFault) -> Int {
        guard count <= bytes.count - position else { throw .damaged }
        defer { position += count }
        return position
    }

    func float(at place: Int) -> Float {
        bytes.withUnsafeBytes {
            Float(
                bitPattern: UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
        }
    }
}
