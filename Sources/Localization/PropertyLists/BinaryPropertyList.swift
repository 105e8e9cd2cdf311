// Reads binary property lists, into which Xcode compiles `.strings` and `.stringsdict` files.

internal import Support

/// A parser of the format `bplist00` (CoreFoundation's `CFBinaryPList.c`): objects, a table of their offsets,
/// and a trailer that says how wide the numbers are.
package struct BinaryPropertyList {
    /// Why a file cannot be read.
    package struct Damage: Error {}

    private let bytes: [UInt8]
    private var objectCount = 0
    private let offsetWidth: Int
    private let referenceWidth: Int
    private var offsetTable = 0
    /// Objects read so far: an object may be referred to many times, and few files would make a huge tree.
    private var visits = 0

    private static let mostVisits = 1_000_000
    private static let deepest = 64
    private static let trailerLength = 32

    /// Whether bytes begin as a binary property list.
    package static func isOne(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "bplist".utf8) }

    /// Reads a file's outermost value.
    package static func value(of bytes: [UInt8]) throws(Damage) -> PropertyList.Value {
        guard bytes.starts(with: "bplist0".utf8), bytes.count > 8 + trailerLength else { throw Damage() }
        var reader = try BinaryPropertyList(bytes)
        let root = try reader.number(at: bytes.count - 16, width: 8)
        return try reader.object(root, depth: 0)
    }

    private init(_ bytes: [UInt8]) throws(Damage) {
        self.bytes = bytes
        let trailer = bytes.count - Self.trailerLength
        offsetWidth = Int(bytes[trailer + 6])
        referenceWidth = Int(bytes[trailer + 7])
        let count = try number(at: trailer + 8, width: 8)
        let table = try number(at: trailer + 24, width: 8)
        guard (1...8).contains(offsetWidth), (1...8).contains(referenceWidth), table <= trailer,
            count <= (trailer - table) / offsetWidth
        else { throw Damage() }
        (objectCount, offsetTable) = (count, table)
    }

    /// A number with its most significant byte first.
    private func number(at offset: Int, width: Int) throws(Damage) -> Int {
        guard offset >= 0, width <= 8, width <= bytes.count, offset <= bytes.count - width else {
            throw Damage()
        }
        let value = bytes[offset..<offset + width].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard let number = Int(exactly: value) else { throw Damage() }
        return number
    }

    private mutating func object(_ index: Int, depth: Int) throws(Damage) -> PropertyList.Value {
        visits += 1
        guard index < objectCount, depth < Self.deepest, visits <= Self.mostVisits else { throw Damage() }
        let offset = try number(at: offsetTable + index * offsetWidth, width: offsetWidth)
        let marker = try number(at: offset, width: 1)
        let (kind, low) = (marker >> 4, marker & 0x0F)
        switch (kind, low) {
        case (0x0, 0x8): return .boolean(false)
        case (0x0, 0x9): return .boolean(true)
        case (0x1, 0...3):
            let (start, width) = (offset + 1, 1 << low)
            let value = try slice(start, width).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            // Numbers of eight bytes are signed.
            return .integer(width == 8 ? String(Int64(bitPattern: value)) : String(value))
        case (0x2, 2):
            return .real(String(Float(bitPattern: UInt32(try number(at: offset + 1, width: 4)))))
        case (0x2, 3):
            let bits = try slice(offset + 1, 8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return .real(String(Double(bitPattern: bits)))
        case (0x3, 3): return .date("")
        default: break
        }
        let (count, start) = try length(low, after: offset + 1)
        switch kind {
        case 0x4:
            let digits = try slice(start, count).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
            return .data(digits.joined())
        case 0x5: return .string(String(decoding: try slice(start, count), as: UTF8.self))
        case 0x6:
            let text = Array(try slice(start, try product(count, 2)))
            let units = stride(from: 0, to: text.count, by: 2).map {
                UInt16(text[$0]) << 8 | UInt16(text[$0 + 1])
            }
            return .string(String(decoding: units, as: UTF16.self).streamSafe)
        case 0xA:
            var values: [PropertyList] = []
            for place in 0..<count {
                values.append(PropertyList(try object(try reference(start, place), depth: depth + 1)))
            }
            return .array(values)
        case 0xD:
            var members: [PropertyList.Member] = []
            for place in 0..<count {
                guard case .string(let key) = try object(try reference(start, place), depth: depth + 1) else {
                    throw Damage()
                }
                let value = try object(try reference(start, count + place), depth: depth + 1)
                members.append(.init(key: key, value: PropertyList(value)))
            }
            return .dictionary(members)
        default: throw Damage()
        }
    }

    /// The number of elements, and where they begin.
    private func length(_ low: Int, after offset: Int) throws(Damage) -> (count: Int, start: Int) {
        guard low == 0x0F else { return (low, offset) }
        let marker = try number(at: offset, width: 1)
        guard marker >> 4 == 1, marker & 0x0F <= 3 else { throw Damage() }
        let width = 1 << (marker & 0x0F)
        let count = try number(at: offset + 1, width: width)
        // No element is smaller than a byte.
        guard count <= bytes.count else { throw Damage() }
        return (count, offset + 1 + width)
    }

    private func reference(_ start: Int, _ place: Int) throws(Damage) -> Int {
        try number(at: start + place * referenceWidth, width: referenceWidth)
    }

    private func slice(_ start: Int, _ count: Int) throws(Damage) -> ArraySlice<UInt8> {
        guard start <= bytes.count, count <= bytes.count - start else { throw Damage() }
        return bytes[start..<start + count]
    }

    private func product(_ count: Int, _ size: Int) throws(Damage) -> Int {
        let (product, overflow) = count.multipliedReportingOverflow(by: size)
        guard !overflow else { throw Damage() }
        return product
    }
}
