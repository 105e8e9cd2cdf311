// Text with its lines: converts between positions of a client, positions of findings, and byte offsets.

internal import Localization
internal import Support

/// How a client counts the characters of a line.
enum PositionEncoding: String, Sendable, Hashable {
    case utf8 = "utf-8"
    case utf16 = "utf-16"
}

/// A position in a text, in the client's units.
struct TextPosition: Sendable, Hashable, Comparable {
    /// The line, from 0.
    var line: Int
    /// The units of the negotiated encoding before it on its line.
    var character: Int

    init(line: Int, character: Int) {
        self.line = line
        self.character = character
    }

    static func < (left: TextPosition, right: TextPosition) -> Bool {
        (left.line, left.character) < (right.line, right.character)
    }
}

/// A text in UTF-8 with the offsets of its lines. Lines end with LF, CR LF or a single CR.
struct LineText: Sendable {
    /// The bytes, which are valid UTF-8.
    private(set) var utf8: [UInt8]
    /// The offset of each line's first byte.
    private var starts: [Int]

    init(_ utf8: [UInt8]) {
        self.utf8 = utf8
        starts = Self.starts(in: utf8)
    }

    init(_ text: String) { self.init(Array(text.utf8)) }

    private static func starts(in utf8: [UInt8]) -> [Int] {
        utf8.withUnsafeBufferPointer { bytes in
            [0] + (1...(bytes.count + 1)).lazy.filter { isStart($0, bytes) }
        }
    }

    /// Whether a line begins at an offset other than 0.
    private static func isStart(_ offset: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard offset > 0, offset <= bytes.count else { return false }
        return bytes[offset - 1] == 0x0A
            || bytes[offset - 1] == 0x0D && !(offset < bytes.count && bytes[offset] == 0x0A)
    }

    /// The number of lines.
    var lineCount: Int { starts.count }

    /// Replaces bytes, which must not split a character.
    mutating func replace(_ range: Range<Int>, with text: String) {
        utf8.replaceSubrange(range, with: text.utf8)
        // Only lines that begin in the new text, or at its ends, can change.
        let end = range.lowerBound + text.utf8.count
        let first = max(1, starts.partitioningIndex { $0 >= range.lowerBound })
        let last = max(first, starts.partitioningIndex { $0 > range.upperBound })
        let new = utf8.withUnsafeBufferPointer { bytes in
            (range.lowerBound...end).filter { Self.isStart($0, bytes) }
        }
        let difference = end - range.upperBound
        if difference != 0 { for index in last..<starts.count { starts[index] += difference } }
        starts.replaceSubrange(first..<last, with: new)
    }

    /// The bytes of a line, without its line break.
    func line(_ number: Int) -> Range<Int> {
        guard number < starts.count else { return utf8.count..<utf8.count }
        var end = number + 1 < starts.count ? starts[number + 1] : utf8.count
        if number + 1 < starts.count {
            end -= 1
            if end > starts[number], utf8[end] == 0x0A, utf8[end - 1] == 0x0D { end -= 1 }
        }
        return starts[number]..<end
    }

    /// The number of the line, from 0, that contains a byte.
    func line(at offset: Int) -> Int {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return low
    }

    /// The offset of a position. A position beyond the end of its line is the end of the line, one beyond the
    /// last line the end of the text, and one inside a character the beginning of the character.
    func offset(of position: TextPosition, _ encoding: PositionEncoding) -> Int {
        guard position.line >= 0 else { return 0 }
        guard position.line < starts.count else { return utf8.count }
        let line = line(position.line)
        var offset = line.lowerBound
        var units = 0
        while offset < line.upperBound {
            let (bytes, width) = size(at: offset, encoding)
            if units + width > position.character { break }
            units += width
            offset += bytes
        }
        return offset
    }

    /// The position of an offset.
    func position(of offset: Int, _ encoding: PositionEncoding) -> TextPosition {
        let offset = min(max(offset, 0), utf8.count)
        let line = line(at: offset)
        if encoding == .utf8 { return TextPosition(line: line, character: offset - starts[line]) }
        var units = 0
        var index = starts[line]
        while index < offset {
            let (bytes, width) = size(at: index, encoding)
            units += width
            index += bytes
        }
        return TextPosition(line: line, character: units)
    }

    /// The offset of a finding's position, whose columns count Unicode scalars without a byte order mark.
    func offset(of position: SourcePosition) -> Int {
        let range = line(max(0, position.line - 1))
        var offset = range.lowerBound
        if offset == 0, utf8.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
        for _ in 1..<max(1, position.column) where offset < range.upperBound {
            offset += size(at: offset, .utf8).bytes
        }
        return min(offset, range.upperBound)
    }

    /// The text of a range of bytes.
    subscript(range: Range<Int>) -> String { String(decoding: utf8[range], as: UTF8.self) }

    var string: String { String(decoding: utf8, as: UTF8.self) }

    /// The size of the character at an offset, in bytes and in units of an encoding.
    private func size(at offset: Int, _ encoding: PositionEncoding) -> (bytes: Int, units: Int) {
        let bytes =
            switch utf8[offset] {
            case ..<0x80: 1
            case ..<0xE0: 2
            case ..<0xF0: 3
            default: 4
            }
        return (bytes, encoding == .utf8 ? bytes : bytes == 4 ? 2 : 1)
    }
}
