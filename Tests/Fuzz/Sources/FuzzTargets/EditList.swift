// Inputs that change a well-formed file: if a checksum or a size protects every byte, random bytes are
// rejected at once.

import FuzzRunner

/// A list of changes to a file. As input it has a header of 16 bytes for the
/// target, and 16 bytes for each change:
///
///     0  section      which one, modulo their count
///     1  operation    what to do there
///     2  count        of bytes, little-endian
///     4  place        in the section, modulo its length, little-endian
///     8  value        little-endian
struct EditList {
    private let input: [UInt8]

    static let entrySize = 16
    /// The most changes that are made.
    static let limit = 24
    /// The greatest length of an input.
    static let longest = (limit + 1) * entrySize

    init(_ input: [UInt8]) { self.input = input }

    /// A number of the header.
    subscript(header index: Int) -> Int { index < input.count ? Int(input[index]) : 0 }

    /// Makes the changes in a file with these sections.
    func apply(to bytes: inout [UInt8], _ sections: [Range<Int>]) {
        var start = Self.entrySize
        for _ in 0..<Self.limit where start + Self.entrySize <= input.count {
            let section = sections[Int(input[start]) % sections.count]
            if !section.isEmpty { change(&bytes, section, start) }
            start += Self.entrySize
        }
    }

    private func number(_ start: Int, _ size: Int) -> UInt64 {
        (0..<size).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64(input[start + $1]) }
    }

    private func change(_ bytes: inout [UInt8], _ section: Range<Int>, _ start: Int) {
        let count = Int(number(start + 2, 2))
        let place = Int(number(start + 4, 4)) % section.count
        let value = number(start + 8, 8)
        func set(_ value: UInt64, size: Int) {
            let aligned = section.lowerBound + place / size * size
            for index in 0..<size where aligned + index < section.upperBound {
                bytes[aligned + index] = UInt8(truncatingIfNeeded: value >> UInt64(8 * index))
            }
        }
        func old(size: Int) -> UInt64 {
            let aligned = section.lowerBound + place / size * size
            guard aligned + size <= section.upperBound else { return 0 }
            return (0..<size).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[aligned + $1]) }
        }
        let position = section.lowerBound + place
        let end = min(section.upperBound, position + count)
        switch input[start + 1] % 9 {
        case 0: set(value, size: 1)
        case 1: set(value, size: 2)
        case 2: set(value, size: 4)
        case 3: set(value, size: 8)
        case 4: set(old(size: 4) &+ value, size: 4)
        case 5: set(old(size: 8) &+ value, size: 8)
        case 6: set(old(size: 1) ^ value, size: 1)
        case 7: for index in position..<end { bytes[index] = UInt8(truncatingIfNeeded: value) }
        default:
            // Copies from another position in the section.
            let source = section.lowerBound + Int(value % UInt64(section.count))
            for index in 0..<min(end - position, section.upperBound - source) {
                bytes[position + index] = bytes[source + index]
            }
        }
    }

    // MARK: Mutation

    /// Numbers that lengths, offsets and counts rarely have.
    private static let numbers: [UInt64] = [
        0, 1, 2, 7, 8, 0x7F, 0x80, 0xFF, 0x7FFF, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 0x110000,
        0xD800,
        0x7FFF_FFFF_FFFF_FFFF, 0x8000_0000_0000_0000, .max, .max - 7, .max - 4_095, 1 << 29, 1 << 30, 1 << 62,
        4_096,
    ]

    /// Adds, changes or removes a change, so that an input stays a list of them.
    static func mutate(
        _ input: inout [UInt8], _ limit: Int, _ random: inout Generator,
        _ usual: (inout [UInt8], Int) -> Void
    ) {
        while input.count < entrySize { input.append(UInt8.random(in: 0...255, using: &random)) }
        let count = input.count / entrySize - 1
        input.removeSubrange((count + 1) * entrySize..<input.count)
        let isFull = input.count + entrySize > limit
        switch Int.random(in: 0..<10, using: &random) {
        case 0: input[Int.random(in: 0..<entrySize, using: &random)] = .random(in: 0...255, using: &random)
        case 1 where count > 0:
            let start = Int.random(in: 1...count, using: &random) * entrySize
            input.removeSubrange(start..<start + entrySize)
        case 2 where count > 0, 3 where count > 0:
            // A field of one change.
            let start = Int.random(in: 1...count, using: &random) * entrySize
            let other = edit(using: &random)
            let fields = [0..<1, 1..<2, 2..<4, 4..<8, 8..<16]
            for index in fields.randomElement(using: &random)! { input[start + index] = other[index] }
        case 4, 5: usual(&input, limit)
        default:
            if isFull { input.removeLast(entrySize) }
            input += edit(using: &random)
        }
    }

    private static func edit(using random: inout Generator) -> [UInt8] {
        var edit = (0..<entrySize).map { _ in UInt8.random(in: 0...255, using: &random) }
        func set(_ value: UInt64, at start: Int, size: Int) {
            for index in 0..<size {
                edit[start + index] = UInt8(truncatingIfNeeded: value >> UInt64(8 * index))
            }
        }
        // Many sections begin with counts.
        if Bool.random(using: &random) { set(UInt64.random(in: 0..<64, using: &random), at: 4, size: 4) }
        if Bool.random(using: &random) { set(UInt64.random(in: 0..<64, using: &random), at: 2, size: 2) }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: set(numbers.randomElement(using: &random)!, at: 8, size: 8)
        case 1: set(UInt64.random(in: 0..<256, using: &random), at: 8, size: 8)
        case 2: set(UInt64(bitPattern: Int64.random(in: -9...9, using: &random)), at: 8, size: 8)
        default: break
        }
        return edit
    }
}
