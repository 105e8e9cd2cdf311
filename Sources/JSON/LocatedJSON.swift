// JSON documents with the location of each value, for programs that edit a text in place or report the
// positions of errors.

internal import Support

/// A value of a document and its location.
package struct LocatedJSON: Sendable {
    /// The content of the value.
    package enum Content: Sendable {
        case object([Member])
        case array([LocatedJSON])
        case string(String)
        case null
        /// A number or a truth value.
        case other
    }

    /// A member of an object.
    package struct Member: Sendable {
        package let name: String
        private let place: SmallRange
        package let value: LocatedJSON

        init(name: String, nameRange: Range<Int>, value: LocatedJSON) {
            (self.name, place, self.value) = (name, SmallRange(nameRange), value)
        }

        /// The name with its quotation marks, in bytes.
        package var nameRange: Range<Int> { place.range }
    }

    package let content: Content
    private let place: SmallRange

    init(content: Content, range: Range<Int>) { (self.content, place) = (content, SmallRange(range)) }

    /// The value with its brackets or quotation marks, in bytes.
    package var range: Range<Int> { place.range }

    /// The members of an object in the order of the document, repeated names included; empty for another
    /// value.
    package var members: [Member] { if case .object(let members) = content { members } else { [] } }

    /// The elements of an array; empty for another value.
    package var elements: [LocatedJSON] { if case .array(let elements) = content { elements } else { [] } }

    /// The string; `nil` for another value.
    package var string: String? { if case .string(let text) = content { text } else { nil } }

    /// Whether the value is an object.
    package var isObject: Bool { if case .object = content { true } else { false } }

    /// The last member with a name. It scans all members; for many names use `membersByName`.
    package func member(_ name: String) -> Member? { members.last { $0.name == name } }

    /// The last member with each name, for looking up many names.
    package var membersByName: [ByteString: Member] {
        Dictionary(members.lazy.map { (ByteString($0.name), $0) }) { $1 }
    }
}

/// A violation of JSON's grammar in a document.
package struct JSONFault: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// Text that JSON does not allow at its position, such as a comment or a comma before a closing
        /// bracket. It is skipped.
        case notAllowed
        /// A sign that is missing. The document is read as if it were there.
        case missing
        /// A backslash that does not begin an escape, or half of a surrogate pair. U+FFFD replaces it.
        case escape
        /// A control character in a string. It is read as itself.
        case controlCharacter
        /// A value at a deeper level than is read. It is skipped.
        case tooDeep
        /// Bytes of a string that are not UTF-8. U+FFFD replaces them.
        case encoding
    }

    package let kind: Kind
    /// The offset in bytes.
    package let offset: Int
    /// The characters that are not allowed or missing, at most a few.
    package let signs: String
}

extension LocatedJSON {
    /// The offset in a document of a byte of a string's text, since escapes are longer than the characters
    /// they stand for.
    ///
    /// - Parameters:
    ///   - range: the string with its quotation marks.
    ///   - distance: the number of bytes of the text before it, in UTF-8.
    package static func offset(inString range: Range<Int>, of bytes: [UInt8], after distance: Int) -> Int {
        var place = range.lowerBound + 1
        var count = 0
        while place < range.upperBound - 1, count < distance {
            guard bytes[place] == UInt8(ascii: "\\"), place + 1 < range.upperBound else {
                (place, count) = (place + 1, count + 1)
                continue
            }
            guard bytes[place + 1] == UInt8(ascii: "u") else {
                (place, count) = (place + 2, count + 1)
                continue
            }
            let digits = String(
                decoding: bytes[place..<range.upperBound].dropFirst(2).prefix(4), as: UTF8.self)
            switch UInt32(digits, radix: 16) ?? 0xFFFD {
            case ..<0x80: count += 1
            case ..<0x800: count += 2
            // A pair of surrogates is one character of four bytes.
            case 0xD800..<0xE000: count += 2
            default: count += 3
            }
            place += 6
        }
        return min(place, range.upperBound)
    }
}
