// Edits of `.strings` files that change values and nothing else.

/// Why an edit failed.
public enum StringsEditError: Error, Sendable, Hashable {
    /// The file has no entry with this key.
    case noEntry(key: String)
    /// Two edits overlap, or an edit is outside the file.
    case invalidRange(Range<Int>)
}

extension StringsFile {
    /// A replacement of some bytes of a file by a text, which is encoded in the file's encoding.
    public struct Edit: Sendable, Hashable {
        /// The bytes to replace; an empty range inserts the text.
        public var byteRange: Range<Int>
        /// The replacement as `.strings` source, with quotes and escapes.
        public var source: String

        public init(byteRange: Range<Int>, source: String) {
            self.byteRange = byteRange
            self.source = source
        }
    }

    /// The file with one value changed; all bytes outside of that value stay as they are.
    ///
    /// If the key has several entries, the last one is changed, because readers use that one.
    ///
    /// - Throws: `StringsEditError.noEntry`.
    public func settingValue(_ value: String, forKey key: String) throws(StringsEditError) -> StringsFile {
        try settingValues([key: value])
    }

    /// The file with several values changed at once. The file is copied and parsed only once.
    ///
    /// - Throws: `StringsEditError.noEntry` for the first key, in alphabetical
    ///   order, that the file does not have.
    public func settingValues(_ values: [String: String]) throws(StringsEditError) -> StringsFile {
        var edits: [Edit] = []
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            guard let entry = self[key] else { throw .noEntry(key: key) }
            edits.append(edit(settingValueOf: entry, to: value))
        }
        return try applying(edits)
    }

    /// The edit that sets the value of an entry of this file, in the entry's own kind of quotes.
    public func edit(settingValueOf entry: StringsEntry, to value: String) -> Edit {
        let quote: Character = sourceText(in: entry.valueRange).hasPrefix("'") ? "'" : "\""
        let quoted = Self.quoted(value, with: quote)
        return Edit(
            byteRange: entry.valueRange, source: entry.value == .implied ? " = " + quoted : quoted)
    }

    /// The file with some of its bytes replaced, parsed again.
    ///
    /// - Throws: `StringsEditError.invalidRange` if ranges overlap or are outside the file.
    public func applying(_ edits: [Edit]) throws(StringsEditError) -> StringsFile {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(source.count)
        var end = 0
        for edit in Self.inOrder(edits) {
            guard edit.byteRange.lowerBound >= end, edit.byteRange.upperBound <= source.count else {
                throw .invalidRange(edit.byteRange)
            }
            bytes += source[end..<edit.byteRange.lowerBound]
            bytes += encoding.encoded(edit.source)
            end = edit.byteRange.upperBound
        }
        bytes += source[end...]
        return StringsFile(bytes, encoding: encoding)
    }

    /// The edits in order of position. An insertion precedes a replacement at the same position. Several
    /// insertions at one position keep their given order.
    private static func inOrder(_ edits: [Edit]) -> [Edit] {
        edits.enumerated().sorted { left, right in
            let (first, second) = (left.element.byteRange, right.element.byteRange)
            return (first.lowerBound, first.upperBound, left.offset)
                < (second.lowerBound, second.upperBound, right.offset)
        }.map(\.element)
    }

    /// A text as a quoted string of a `.strings` file.
    ///
    /// It escapes only what every reader requires: the quote, the backslash and control
    /// characters. Line feeds become `\n`.
    public static func quoted(_ text: String, with quote: Character = "\"") -> String {
        let quote = quote == "'" ? Unicode.Scalar("'") : Unicode.Scalar("\"")
        var result = String.UnicodeScalarView()
        result.append(quote)
        for scalar in text.unicodeScalars {
            switch scalar {
            case quote, "\\":
                result.append("\\")
                result.append(scalar)
            case "\n": result.append(contentsOf: "\\n".unicodeScalars)
            case "\t": result.append(contentsOf: "\\t".unicodeScalars)
            case "\r": result.append(contentsOf: "\\r".unicodeScalars)
            case "\u{0}"..<" ", "\u{7F}"..."\u{9F}":
                let digits = String(scalar.value, radix: 16)
                let padding = String(repeating: "0", count: 4 - digits.count)
                result.append(contentsOf: ("\\U" + padding + digits).unicodeScalars)
            default: result.append(scalar)
            }
        }
        result.append(quote)
        return String(result)
    }
}

extension StringsEditError: CustomStringConvertible {
    /// The failed edit.
    public var description: String {
        switch self {
        case .noEntry(let key): "the file has no entry with the key \"\(key)\""
        case .invalidRange(let range):
            "the edit of bytes \(range) overlaps another edit or is outside the file"
        }
    }
}
