// How a value of a `.strings` file is changed without touching anything else.

/// What cannot be edited, and why.
public enum StringsEditError: Error, Sendable, Hashable {
    /// The file has no entry of this key.
    case noEntry(key: String)
    /// Two edits are about the same bytes, or lie outside of the file.
    case invalidRange(Range<Int>)
}

extension StringsFile {
    /// A replacement of some bytes of a file by a text, which is written in the file's encoding.
    public struct Edit: Sendable, Hashable {
        /// The bytes to replace; empty where the text is inserted.
        public var byteRange: Range<Int>
        /// What stands there afterwards, as `.strings` source: quotes and escapes included.
        public var source: String

        /// Describes a replacement.
        public init(byteRange: Range<Int>, source: String) {
            self.byteRange = byteRange
            self.source = source
        }
    }

    /// The file with one value changed; all bytes outside of that value stay as they are.
    ///
    /// Where the key has several entries, the last one is changed: it is the one that readers find.
    ///
    /// - Throws: `StringsEditError.noEntry`.
    public func settingValue(_ value: String, forKey key: String) throws(StringsEditError) -> StringsFile {
        try settingValues([key: value])
    }

    /// The file with several values changed at once, which costs as much as changing one.
    ///
    /// - Throws: `StringsEditError.noEntry` for the first key, in alphabetical order, that the file lacks.
    public func settingValues(_ values: [String: String]) throws(StringsEditError) -> StringsFile {
        var edits: [Edit] = []
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            guard let entry = self[key] else { throw .noEntry(key: key) }
            edits.append(edit(settingValueOf: entry, to: value))
        }
        return try applying(edits)
    }

    /// The edit that gives an entry of this file another value, in the entry's own kind of quotes.
    public func edit(settingValueOf entry: StringsEntry, to value: String) -> Edit {
        let quote: Character = sourceText(in: entry.valueRange).hasPrefix("'") ? "'" : "\""
        let quoted = Self.quoted(value, with: quote)
        return Edit(
            byteRange: entry.valueRange, source: entry.value == .implied ? " = " + quoted : quoted)
    }

    /// The file with some of its bytes replaced, read anew.
    ///
    /// - Throws: `StringsEditError.invalidRange` where ranges overlap or lie outside of the file.
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

    /// Edits by their places; what is inserted at the beginning of a replaced range comes before that, and of
    /// several insertions at one place the first one given comes first.
    private static func inOrder(_ edits: [Edit]) -> [Edit] {
        edits.enumerated().sorted { left, right in
            let (first, second) = (left.element.byteRange, right.element.byteRange)
            return (first.lowerBound, first.upperBound, left.offset)
                < (second.lowerBound, second.upperBound, right.offset)
        }.map(\.element)
    }

    /// A text as a quoted string of a `.strings` file.
    ///
    /// Escaped are what every reader needs escaped (the quote, the backslash, control characters) and nothing
    /// else; line breaks become `\n`.
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
