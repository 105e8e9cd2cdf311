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
    static let blockLength = 32

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
    static func blockSize(_ count: Int, width: Int) -> Int {
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
}
