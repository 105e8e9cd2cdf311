// Finds values in the text of a JSON document, to which simdjson's tape has no references.

/// A step from a value of a JSON document to one inside it.
package enum JSONStep {
    /// The last member with a name.
    case member(String)
    /// The member with this number, from 0.
    case place(Int)
    /// The element with this number, from 0.
    case element(Int)
}

/// The text of a valid JSON document.
package struct JSONSource {
    package let bytes: UnsafeBufferPointer<UInt8>

    /// - Parameter bytes: a document that was parsed without error.
    package init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// The range of a value, in bytes; for a member it begins at the name if `includesName`.
    ///
    /// - Returns: `nil` if there is no such value, or if an escape spells the name of a member on the path.
    package func range(of path: [JSONStep], includesName: Bool = false) -> Range<Int>? {
        var place = next(0)
        var start = place
        for step in path {
            guard let found = inner(step, at: place) else { return nil }
            place = found.value
            start = includesName ? found.name : place
        }
        return start..<end(ofValueAt: place)
    }

    /// The beginning of a value inside another, and of its name.
    private func inner(_ step: JSONStep, at start: Int) -> (name: Int, value: Int)? {
        guard start < bytes.count else { return nil }
        let isObject = bytes[start] == UInt8(ascii: "{")
        guard isObject || bytes[start] == UInt8(ascii: "[") else { return nil }
        var found: (name: Int, value: Int)?
        var number = 0
        var place = next(start + 1)
        while place < bytes.count, bytes[place] != UInt8(ascii: "}"), bytes[place] != UInt8(ascii: "]") {
            let name = place
            if isObject { place = next(next(end(ofValueAt: place)) + 1) }
            switch step {
            case .member(let wanted):
                let spelled = bytes[(name + 1)...].prefix { $0 != UInt8(ascii: "\"") }
                if isObject, spelled.elementsEqual(wanted.utf8) { found = (name, place) }
            case .place(let wanted): if isObject, number == wanted { found = (name, place) }
            case .element(let wanted): if !isObject, number == wanted { found = (place, place) }
            }
            number += 1
            place = next(end(ofValueAt: place))
            if place < bytes.count, bytes[place] == UInt8(ascii: ",") { place = next(place + 1) }
        }
        return found
    }

    /// The next offset that is not white space.
    private func next(_ start: Int) -> Int {
        var place = start
        while place < bytes.count, bytes[place].isJSONSpace { place += 1 }
        return place
    }

    private func end(ofValueAt start: Int) -> Int {
        var place = start
        var depth = 0
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "\""): place = end(ofStringAt: place) - 1
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return place }
                depth -= 1
            case UInt8(ascii: ","), UInt8(ascii: ":"): if depth == 0 { return place }
            default: if depth == 0, bytes[place].isJSONSpace { return place }
            }
            place += 1
            if depth == 0, isEnd(bytes[place - 1]) { return place }
        }
        return bytes.count
    }

    /// Whether a byte is the last one of a string, an object or a list.
    private func isEnd(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
    }

    /// The offset after a string, which need not be complete.
    func end(ofStringAt start: Int) -> Int {
        var place = start + 1
        while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
            place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(place + 1, bytes.count)
    }
}
