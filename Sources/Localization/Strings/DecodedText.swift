// A file's decoded text, with the byte offset of each character.

/// A file's text as valid UTF-8, with a mapping back to the file's bytes.
///
/// Sequences that are invalid in the file's encoding become U+FFFD here and are listed as faults.
/// `StringsFile` keeps the original bytes, so nothing is lost.
struct DecodedText {
    /// A problem of the bytes; `offset` counts in `utf8`.
    enum Fault: Hashable {
        case invalidSequence(offset: Int, bytes: Range<Int>)
        case doubledByteOrderMark
    }

    private(set) var utf8: [UInt8] = []
    let encoding: TextEncoding
    let hasByteOrderMark: Bool
    /// The length of all byte order marks at the beginning, which are not part of the text.
    private(set) var prefixLength = 0
    private(set) var faults: [Fault] = []
    /// The byte offset of each position in `utf8`, including its end; `nil` if all positions differ by
    /// `prefixLength` only.
    private var offsets: [Int]?

    /// Decodes a file; `encoding` overrides the encoding detected from its first bytes.
    init(_ bytes: [UInt8], as encoding: TextEncoding? = nil) {
        let detected = TextEncoding.detected(in: bytes)
        self.encoding = encoding ?? detected.encoding
        let mark = self.encoding.byteOrderMark
        hasByteOrderMark = bytes.starts(with: mark)
        while bytes[prefixLength...].starts(with: mark) {
            if prefixLength == mark.count { faults.append(.doubledByteOrderMark) }
            prefixLength += mark.count
        }
        switch self.encoding {
        case .utf8: decodeUTF8(bytes)
        case .utf16BigEndian: decodeUnits(of: 2, in: bytes) { UInt32(bytes[$0]) << 8 | UInt32(bytes[$0 + 1]) }
        case .utf16LittleEndian:
            decodeUnits(of: 2, in: bytes) { UInt32(bytes[$0 + 1]) << 8 | UInt32(bytes[$0]) }
        case .utf32BigEndian:
            decodeUnits(of: 4, in: bytes) { start in
                bytes[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) }
            }
        case .utf32LittleEndian:
            decodeUnits(of: 4, in: bytes) { start in
                bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
            }
        }
    }

    /// The offset in the file of a position in `utf8`; for its end, the file's length.
    func byteOffset(of position: Int) -> Int { offsets?[position] ?? prefixLength + position }

    /// The bytes of the file that a range of `utf8` came from.
    func byteRange(of range: Range<Int>) -> Range<Int> {
        byteOffset(of: range.lowerBound)..<byteOffset(of: range.upperBound)
    }

    private mutating func decodeUTF8(_ bytes: [UInt8]) {
        var position = prefixLength
        while position < bytes.count {
            let length = UTF8Sequence.length(at: position, in: bytes)
            guard length > 0 else { break }
            position += length
        }
        if position == bytes.count {
            utf8 = prefixLength == 0 ? bytes : Array(bytes[prefixLength...])
            return
        }
        // A sequence is invalid: decode again, with a table of offsets.
        var table: [Int] = []
        table.reserveCapacity(bytes.count + 1)
        utf8.reserveCapacity(bytes.count + 16)
        position = prefixLength
        while position < bytes.count {
            let length = UTF8Sequence.length(at: position, in: bytes)
            if length > 0 {
                utf8 += bytes[position..<position + length]
                table += repeatElement(position, count: length)
            } else {
                appendReplacement(for: position..<position - length, to: &table)
            }
            position += abs(length)
        }
        table.append(bytes.count)
        offsets = table
    }

    private mutating func decodeUnits(of width: Int, in bytes: [UInt8], unit: (Int) -> UInt32) {
        var table: [Int] = []
        table.reserveCapacity(bytes.count / width + 1)
        utf8.reserveCapacity(bytes.count / width + 16)
        var position = prefixLength
        while position + width <= bytes.count {
            var value = unit(position)
            var length = width
            if width == 2, value & 0xFC00 == 0xD800, position + 4 <= bytes.count {
                let low = unit(position + 2)
                if low & 0xFC00 == 0xDC00 {
                    value = 0x10000 + (value & 0x3FF) << 10 + (low & 0x3FF)
                    length = 4
                }
            }
            if let scalar = Unicode.Scalar(value) {
                let encoded = UTF8.encode(scalar)!
                utf8 += encoded
                table += repeatElement(position, count: encoded.count)
            } else {
                appendReplacement(for: position..<position + length, to: &table)
            }
            position += length
        }
        if position < bytes.count { appendReplacement(for: position..<bytes.count, to: &table) }
        table.append(bytes.count)
        offsets = table
    }

    private mutating func appendReplacement(for bytes: Range<Int>, to table: inout [Int]) {
        // Join adjacent faults: a Latin-1 word is one mistake, not five.
        if case .invalidSequence(let offset, let range)? = faults.last, range.upperBound == bytes.lowerBound {
            faults[faults.count - 1] = .invalidSequence(
                offset: offset, bytes: range.lowerBound..<bytes.upperBound)
        } else {
            faults.append(.invalidSequence(offset: utf8.count, bytes: bytes))
        }
        utf8 += [0xEF, 0xBF, 0xBD]
        table += repeatElement(bytes.lowerBound, count: 3)
    }
}

extension TextEncoding {
    /// A file's text as valid UTF-8 without a byte order mark, in the encoding detected from its first bytes.
    package static func decoded(_ bytes: [UInt8]) -> [UInt8] { DecodedText(bytes).utf8 }
}

/// Well-formed UTF-8 (The Unicode Standard, table 3-7).
enum UTF8Sequence {
    /// The length of the sequence at a position; for an ill-formed one, the negative length of its maximal
    /// subpart.
    static func length(at position: Int, in bytes: [UInt8]) -> Int {
        let lead = bytes[position]
        if lead < 0x80 { return 1 }
        let count: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch lead {
        case 0xC2...0xDF: count = 2
        case 0xE0: (count, second) = (3, 0xA0...0xBF)
        case 0xED: (count, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: count = 3
        case 0xF0: (count, second) = (4, 0x90...0xBF)
        case 0xF4: (count, second) = (4, 0x80...0x8F)
        case 0xF1...0xF3: count = 4
        default: return -1
        }
        for index in 1..<count {
            let allowed = index == 1 ? second : 0x80...0xBF
            guard position + index < bytes.count, allowed.contains(bytes[position + index]) else {
                return -index
            }
        }
        return count
    }
}
