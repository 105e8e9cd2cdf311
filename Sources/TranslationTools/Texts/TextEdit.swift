// A change of a text, by the bytes that it replaces.

/// A replacement of bytes of a text in UTF-8.
public struct TextEdit: Sendable, Hashable {
    /// The bytes that are replaced, as offsets into the text.
    public let range: Range<Int>
    /// What takes their place.
    public let text: String

    /// Replaces a range of bytes.
    public init(_ range: Range<Int>, _ text: String) {
        self.range = range
        self.text = text
    }

    /// Inserts a comment before an offset: on a line of its own where nothing but white
    /// space is before it on its line.
    init(inserting comment: String, before offset: Int, in text: [UInt8]) {
        let line = text[..<offset].lastIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 } ?? 0
        let indentation = text[line..<offset]
        let isFirst = indentation.allSatisfy { $0 == 0x20 || $0 == 0x09 }
        self.init(
            offset..<offset,
            comment + (isFirst ? "\n" + String(decoding: indentation, as: UTF8.self) : " "))
    }
}

/// The part of a text that is different in another text.
struct ChangedPart {
    /// How many bytes of the older text in UTF-8 are before the part, and before its end.
    let start: Int
    let end: Int
    /// What the newer text has there.
    let text: String

    /// Compares two texts scalar by scalar, from the beginning and from the end.
    init(of old: String, in new: String) {
        let (before, after) = (Array(old.unicodeScalars), Array(new.unicodeScalars))
        let same = zip(before, after).prefix { $0 == $1 }.count
        let most = min(before.count, after.count) - same
        let rest = zip(before.reversed(), after.reversed()).prefix(most).prefix { $0 == $1 }.count
        func length(_ scalars: ArraySlice<Unicode.Scalar>) -> Int {
            scalars.reduce(0) { $0 + UTF8.width($1) }
        }
        start = length(before[..<same])
        end = start + length(before[same..<(before.count - rest)])
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: after[same..<(after.count - rest)])
        text = String(scalars)
    }
}

extension [TextEdit] {
    /// A text with all edits made, those at one place in their order; their ranges must not overlap.
    public func applied(to text: [UInt8]) -> [UInt8] {
        guard !isEmpty else { return text }
        let ordered = enumerated().sorted {
            ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
        }
        var edited: [UInt8] = []
        edited.reserveCapacity(text.count)
        var end = 0
        for (_, edit) in ordered where edit.range.lowerBound >= end {
            edited += text[end..<edit.range.lowerBound]
            edited += edit.text.utf8
            end = edit.range.upperBound
        }
        return edited + text[end...]
    }
}
