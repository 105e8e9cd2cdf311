// The reader of an MO file's tables, which trusts none of the file's numbers.

/// Reads the tables of an MO file. It checks every offset before use. No byte of the file may belong to two
/// strings, so that the strings together are never larger than the file.
struct MOReader {
    /// An original string and its translation, as bytes. Zero bytes separate singular
    /// and plural, and the plural forms.
    struct Pair {
        var original: [UInt8]
        var translation: [UInt8]
    }

    let bytes: [UInt8]
    private(set) var isBigEndian = false
    private(set) var pairs: [Pair] = []
    private var claims: [Range<Int>] = []

    static let magic: UInt32 = 0x9504_12DE

    init(_ bytes: [UInt8]) throws(MOError) {
        self.bytes = bytes
        guard bytes.count >= 28 else { throw .truncatedHeader(size: bytes.count) }
        if word(0) != Self.magic {
            isBigEndian = true
            guard word(0) == Self.magic else { throw .badMagic(word(0).byteSwapped) }
        }
        let revision = word(4)
        guard revision >> 16 <= 1 else { throw .unsupportedRevision(revision) }
        let hasSystemDependentStrings = revision & 0xFFFF >= 1
        if hasSystemDependentStrings, bytes.count < 48 { throw .truncatedHeader(size: bytes.count) }
        claims.append(0..<(hasSystemDependentStrings ? 48 : 28))

        let count = Int(word(8))
        let originals = try table(.originals, at: 12, count: count, width: 8)
        let translations = try table(.translations, at: 16, count: count, width: 8)
        try checkHashTable(stringCount: count + (hasSystemDependentStrings ? Int(word(36)) : 0))
        pairs.reserveCapacity(count)
        for index in 0..<count {
            let original = try string(.originals, index, descriptor: originals + index * 8)
            let translation = try string(.translations, index, descriptor: translations + index * 8)
            pairs.append(Pair(original: Array(bytes[original]), translation: Array(bytes[translation])))
        }
        if hasSystemDependentStrings { try readSystemDependentStrings() }
        try checkOverlaps()
    }

    // MARK: Plain access

    private func word(_ offset: Int) -> UInt32 {
        var value: UInt32 = 0
        for index in 0..<4 {
            value |= UInt32(bytes[offset + index]) << UInt32(8 * (isBigEndian ? 3 - index : index))
        }
        return value
    }

    /// The offset of a table, read from a field of the header.
    private mutating func table(
        _ table: MOError.Table, at field: Int, count: Int, width: Int
    ) throws(MOError) -> Int {
        let offset = Int(word(field))
        guard count <= bytes.count / width, offset <= bytes.count - count * width else {
            throw .tableOutOfBounds(table, offset: offset, count: count)
        }
        claim(offset..<offset + count * width)
        return offset
    }

    /// The range of a string, without the zero byte after it.
    private mutating func string(
        _ table: MOError.Table, _ index: Int, descriptor: Int
    ) throws(MOError) -> Range<Int> {
        let (length, offset) = (Int(word(descriptor)), Int(word(descriptor + 4)))
        guard offset < bytes.count, length < bytes.count - offset else {
            throw .stringOutOfBounds(table, index: index, offset: offset, length: length)
        }
        guard bytes[offset + length] == 0 else { throw .unterminatedString(table, index: index) }
        claim(offset..<offset + length)
        return offset..<offset + length
    }

    private mutating func claim(_ range: Range<Int>) { if !range.isEmpty { claims.append(range) } }

    private func checkOverlaps() throws(MOError) {
        var end = 0
        for claim in claims.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            guard claim.lowerBound >= end else { throw .overlap(offset: claim.lowerBound) }
            end = claim.upperBound
        }
    }

    /// This reader does not use the hash table. But other readers could loop forever in a bad one, and a
    /// correct tool would not have written it.
    private mutating func checkHashTable(stringCount: Int) throws(MOError) {
        let count = Int(word(20))
        guard count > 0 else { return }
        let offset = try table(.hash, at: 24, count: count, width: 4)
        var isFull = true
        for index in 0..<count {
            let entry = Int(word(offset + index * 4))
            guard entry <= stringCount else { throw .invalidHashTable }
            if entry == 0 { isFull = false }
        }
        if isFull { throw .invalidHashTable }
    }

    // MARK: System-dependent strings

    private mutating func readSystemDependentStrings() throws(MOError) {
        let segmentCount = Int(word(28))
        let stringCount = Int(word(36))
        guard stringCount > 0 else { return }
        let segments = try table(.segments, at: 32, count: segmentCount, width: 8)
        let originals = try table(.systemDependentOriginals, at: 40, count: stringCount, width: 4)
        let translations = try table(.systemDependentTranslations, at: 44, count: stringCount, width: 4)
        var values: [[UInt8]?] = []
        values.reserveCapacity(segmentCount)
        for index in 0..<segmentCount {
            let descriptor = segments + index * 8
            let (length, offset) = (Int(word(descriptor)), Int(word(descriptor + 4)))
            guard offset <= bytes.count, length <= bytes.count - offset else {
                throw .stringOutOfBounds(.segments, index: index, offset: offset, length: length)
            }
            claim(offset..<offset + length)
            let name = bytes[offset..<offset + length].prefix { $0 != 0 }
            values.append(SystemDependentSegment.value(of: String(decoding: name, as: UTF8.self)))
        }
        for index in 0..<stringCount {
            let original = try expanded(
                .systemDependentOriginals, index, at: Int(word(originals + index * 4)), values)
            let translation = try expanded(
                .systemDependentTranslations, index, at: Int(word(translations + index * 4)), values)
            // Skip strings with segments that this system does not know.
            if let original, let translation {
                pairs.append(
                    Pair(
                        original: SystemDependentSegment.replaceNames(behindFirstZeroOf: original),
                        translation: translation))
            }
        }
    }

    /// Assembles a string. Its descriptor is the offset of its text, then for each segment the length of the
    /// text before it and the segment's index. The last index is 0xFFFFFFFF.
    private mutating func expanded(
        _ table: MOError.Table, _ index: Int, at start: Int, _ segments: [[UInt8]?]
    ) throws(MOError) -> [UInt8]? {
        guard start <= bytes.count - 4 else { throw .tableOutOfBounds(table, offset: start, count: 1) }
        let text = Int(word(start))
        var position = text
        var descriptor = start + 4
        var result: [UInt8] = []
        var isKnown = true
        while true {
            guard descriptor <= bytes.count - 8 else {
                throw .tableOutOfBounds(table, offset: descriptor, count: 1)
            }
            let (length, segment) = (Int(word(descriptor)), word(descriptor + 4))
            guard position <= bytes.count, length <= bytes.count - position else {
                throw .stringOutOfBounds(table, index: index, offset: position, length: length)
            }
            result += bytes[position..<position + length]
            position += length
            descriptor += 8
            if segment == .max { break }
            guard segment < segments.count else {
                throw .invalidSegment(index: index, segment: Int(segment))
            }
            if let value = segments[Int(segment)] { result += value } else { isKnown = false }
        }
        claim(start..<descriptor)
        claim(text..<position)
        guard result.last == 0 else { throw .unterminatedString(table, index: index) }
        result.removeLast()
        return isKnown ? result : nil
    }
}

/// The format macros of `<inttypes.h>`, as on systems where `long` has 64 bits.
enum SystemDependentSegment {
    /// The text of a segment such as `PRId64`; `nil` for an unknown name.
    static func value(of name: String) -> [UInt8]? {
        // The flag `I` requests native digits, which the formatter chooses here.
        if name == "I" { return [] }
        guard name.hasPrefix("PRI"), let conversion = name.utf8.dropFirst(3).first,
            [0x64, 0x69, 0x6F, 0x75, 0x78, 0x58].contains(conversion)
        else { return nil }
        switch String(name.dropFirst(4)) {
        case "8", "16", "32", "LEAST8", "LEAST16", "LEAST32", "FAST8": return [conversion]
        case "64", "LEAST64", "FAST16", "FAST32", "FAST64", "MAX", "PTR": return [0x6C, conversion]
        default: return nil
        }
    }

    /// Replaces macros such as `<PRId64>` in the plural of an original: `msgfmt` makes segments of them in
    /// the singular only, because lookups need no more.
    static func replaceNames(behindFirstZeroOf original: [UInt8]) -> [UInt8] {
        guard let zero = original.firstIndex(of: 0) else { return original }
        var result = Array(original[..<zero])
        var rest = original[zero...]
        while let start = rest.firstIndex(of: 0x3C) {
            result += rest[..<start]
            let name = rest[(start + 1)...].prefix(16).prefix { $0 != 0x3E }
            if name.endIndex < rest.endIndex, rest[name.endIndex] == 0x3E,
                let value = value(of: String(decoding: name, as: UTF8.self))
            {
                result += value
                rest = rest[(name.endIndex + 1)...]
            } else {
                result.append(0x3C)
                rest = rest[(start + 1)...]
            }
        }
        return result + rest
    }
}
