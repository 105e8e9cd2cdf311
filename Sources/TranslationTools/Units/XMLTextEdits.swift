// Changes of texts between tags; the rest of the document keeps its spelling.

internal import XML

extension XMLEdits {
    /// Gives an element without other elements another text.
    ///
    /// - Parameters:
    ///   - bytes: the document in UTF-8.
    ///   - old: the text that it has.
    ///   - escape: spells a text.
    mutating func replaceText(
        of element: XMLElementRange, named name: String, in bytes: [UInt8], from old: String, to new: String,
        escape: (String) -> String
    ) {
        guard !old.utf8.elementsEqual(new.utf8) else { return }
        let part = ChangedPart(of: old, in: new)
        guard let start = Self.offset(in: bytes, element.content, after: part.start),
            let end = Self.offset(in: bytes, element.content, after: part.end)
        else { return replaceContent(of: element, named: name, with: escape(new).utf8) }
        if element.isSingleTag {
            replaceContent(of: element, named: name, with: escape(new).utf8)
        } else {
            replace(start..<end, with: escape(part.text).utf8)
        }
    }

    /// The offset of a character of a text.
    ///
    /// - Parameter count: how many bytes of the text are before it.
    /// - Returns: `nil` where the text has sections or comments.
    private static func offset(in bytes: [UInt8], _ range: Range<Int>, after count: Int) -> Int? {
        guard !bytes[range].contains(UInt8(ascii: "<")) else { return nil }
        var (index, length) = (range.lowerBound, 0)
        while length < count, index < range.upperBound {
            switch bytes[index] {
            case UInt8(ascii: "&"):
                guard let end = bytes[index..<range.upperBound].firstIndex(of: UInt8(ascii: ";")),
                    let scalar = scalar(named: bytes[(index + 1)..<end])
                else { return nil }
                length += UTF8.width(scalar)
                index = end + 1
            case 0x0D:
                // Both kinds of line ends are read as one line feed.
                index += index + 1 < range.upperBound && bytes[index + 1] == 0x0A ? 2 : 1
                length += 1
            default:
                index += 1
                length += 1
            }
        }
        return length == count ? index : nil
    }

    private static func scalar(named name: ArraySlice<UInt8>) -> Unicode.Scalar? {
        let name = String(decoding: name, as: UTF8.self)
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard name.hasPrefix("#") else { return nil }
            let digits = name.dropFirst()
            let value =
                digits.hasPrefix("x") || digits.hasPrefix("X")
                ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            return value.flatMap(Unicode.Scalar.init)
        }
    }
}
