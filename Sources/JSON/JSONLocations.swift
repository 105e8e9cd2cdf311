// The locations of values in a document that simdjson has parsed, which its tape does not contain.

/// The locations of all values and names of a parsed document, as byte offsets.
package struct JSONLocations {
    private let bytes: UnsafeBufferPointer<UInt8>
    /// The offsets by the indices of the tape's words; 0 for the second words of numbers.
    private let offsets: [UInt32]

    /// - Parameters:
    ///   - structurals: the offsets of structural characters.
    ///   - bytes: the document.
    init(_ structurals: [UInt32], of bytes: UnsafeBufferPointer<UInt8>, _ root: JSONValue) {
        self.bytes = bytes
        var offsets = [UInt32](repeating: 0, count: root.next)
        var index = root.index
        for offset in structurals where index < offsets.count {
            switch bytes[Int(offset)] {
            // The tape has no words for these.
            case UInt8(ascii: ":"), UInt8(ascii: ","): continue
            default: offsets[index] = offset
            }
            switch root.at(index).kind {
            case .integer, .unsigned, .double: index += 2
            default: index += 1
            }
        }
        self.offsets = offsets
    }

    /// The offset at which a value or a name begins.
    package func offset(of value: JSONValue) -> Int { Int(offsets[value.index]) }

    /// The range of a value or a name, including its brackets or quotation marks.
    package func range(of value: JSONValue) -> Range<Int> {
        let start = offset(of: value)
        // A number that does not fit into a double is a string on the tape.
        switch bytes[start] {
        case UInt8(ascii: "{"), UInt8(ascii: "["): return start..<Int(offsets[value.next - 1]) + 1
        case UInt8(ascii: "\""): return start..<JSONSource(bytes).end(ofStringAt: start)
        default:
            var end = start
            while end < bytes.count, !bytes[end].isJSONSpace, !",]}".utf8.contains(bytes[end]) { end += 1 }
            return start..<end
        }
    }
}
