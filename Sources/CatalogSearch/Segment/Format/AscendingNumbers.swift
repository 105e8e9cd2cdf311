// Ascending numbers of a segment's file, such as offsets: in a half or a quarter of their bytes where they
// are close together.

/// Ascending numbers in a section. Valid as long as the ``SegmentFile`` it comes from.
///
/// A section is either plain, four bytes for each number, or in blocks: the first number of a block in four
/// bytes, then the distance of each of its numbers to the first, in one or two bytes each. All are read in
/// constant time. The forms differ in size from three numbers on, so the size of the section names the form.
struct AscendingNumbers: Sendable {
    private let bytes: CheckedBytes
    /// The bytes of each number, or of each distance in a block: 4, 2 or 1.
    private let width: Int
    let count: Int

    /// The numbers in each block but the last.
    private static let blockLength = 32

    /// - Throws: `damaged` if the section does not have the size of this many numbers.
    init(_ bytes: CheckedBytes, count: Int) throws(SegmentError) {
        switch bytes.count {
        case 4 * count: width = 4
        case Self.blockSize(count, width: 2): width = 2
        case Self.blockSize(count, width: 1): width = 1
        default: throw .damaged
        }
        self.bytes = bytes
        self.count = count
    }

    /// The size in bytes of this many numbers in blocks.
    private static func blockSize(_ count: Int, width: Int) -> Int {
        width * count + 4 * ((count + blockLength - 1) / blockLength)
    }

    /// The number at an index.
    subscript(index: Int) -> UInt32 {
        @inline(__always)
        get throws(SegmentError) {
            guard width < 4 else { return try bytes.number(index) }
            guard index >= 0 else { throw .damaged }
            let (block, place) = (index / Self.blockLength, index % Self.blockLength)
            if width == 2 {
                let first: UInt32 = try bytes.number(block * (1 + Self.blockLength / 2))
                let distance: UInt16 = try bytes.number(block * (2 + Self.blockLength) + 2 + place)
                return first &+ UInt32(distance)
            }
            let first: UInt32 = try bytes.number(block * (1 + Self.blockLength / 4))
            let distance: UInt8 = try bytes.number(block * (4 + Self.blockLength) + 4 + place)
            return first &+ UInt32(distance)
        }
    }

    /// All numbers.
    func numbers() throws(SegmentError) -> GrowingBuffer<UInt32> {
        var numbers = GrowingBuffer<UInt32>(capacity: count)
        for index in 0..<count { numbers.append(try self[index]) }
        return numbers
    }

    /// A section with ascending numbers, in the smallest form that can have them.
    static func section(
        _ kind: IndexLayout.Section, locale: Int, field: Int = 0, _ numbers: UnsafeBufferPointer<UInt32>
    ) -> FinishedSection {
        func blocks<Distance: FixedWidthInteger>(_: Distance.Type) -> FinishedSection {
            let width = MemoryLayout<Distance>.size
            var bytes = GrowingBuffer<UInt8>(capacity: blockSize(numbers.count, width: width))
            for index in numbers.indices {
                let first = numbers[index - index % blockLength]
                if index % blockLength == 0 { bytes.append(number: first) }
                withUnsafeBytes(of: Distance(numbers[index] - first).littleEndian) { bytes.append($0) }
            }
            return FinishedSection(kind, locale: locale, field: field, bytes)
        }
        switch greatestDistance(numbers) {
        case ...UInt32(UInt8.max): return blocks(UInt8.self)
        case ...UInt32(UInt16.max): return blocks(UInt16.self)
        default:
            var plain = GrowingBuffer<UInt32>(capacity: numbers.count)
            if let base = numbers.baseAddress { plain.append(base, count: numbers.count) }
            return FinishedSection(kind, locale: locale, field: field, plain)
        }
    }

    /// The greatest distance of a number to the first of its block. A few numbers are left plain.
    private static func greatestDistance(_ numbers: UnsafeBufferPointer<UInt32>) -> UInt32 {
        guard numbers.count > blockLength else { return .max }
        var greatest: UInt32 = 0
        for first in stride(from: 0, to: numbers.count, by: blockLength) {
            let last = min(first + blockLength, numbers.count) - 1
            greatest = max(greatest, numbers[last] - numbers[first])
        }
        return greatest
    }
}
