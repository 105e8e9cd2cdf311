// The locations of a JSON object's members, for the lines and columns of findings: simdjson does not report
// them.

/// Scans a well-formed JSON document, one object at a time.
package struct JSONMemberLocations {
    private let bytes: [UInt8]

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// A member: its name as spelled, without quotes; the offsets of name and value; and the end of the
    /// value.
    package struct Member: Sendable {
        package let name: ArraySlice<UInt8>
        package let nameOffset: Int
        package let valueOffset: Int
        package let valueEnd: Int

        package init(name: ArraySlice<UInt8>, nameOffset: Int, valueOffset: Int, valueEnd: Int) {
            self.name = name
            self.nameOffset = nameOffset
            self.valueOffset = valueOffset
            self.valueEnd = valueEnd
        }
    }

    /// The members of the object at an offset; empty if another value is there.
    package func members(ofObjectAt offset: Int) -> [Member] {
        var place = skipSpace(offset)
        guard byte(place) == UInt8(ascii: "{") else { return [] }
        place = skipSpace(place + 1)
        var members: [Member] = []
        while byte(place) == UInt8(ascii: "\"") {
            let start = place
            place = skipString(place)
            let name = bytes[start + 1..<max(start + 1, place - 1)]
            place = skipSpace(place)
            guard byte(place) == UInt8(ascii: ":") else { break }
            place = skipSpace(place + 1)
            let end = end(ofValueAt: place)
            members.append(Member(name: name, nameOffset: start, valueOffset: place, valueEnd: end))
            place = skipSpace(end)
            guard byte(place) == UInt8(ascii: ",") else { break }
            place = skipSpace(place + 1)
        }
        return members
    }

    /// The last member with a name, given without escapes.
    package func member(_ name: String, ofObjectAt offset: Int) -> Member? {
        members(ofObjectAt: offset).last { $0.name.elementsEqual(name.utf8) }
    }

    /// The offset after a value.
    package func end(ofValueAt offset: Int) -> Int {
        var end = skipValue(offset)
        while end > offset, bytes[end - 1].isJSONSpace { end -= 1 }
        return end
    }

    private func byte(_ place: Int) -> UInt8? { place < bytes.count ? bytes[place] : nil }

    private func skipSpace(_ start: Int) -> Int {
        var place = start
        while let next = byte(place), next.isJSONSpace { place += 1 }
        return place
    }

    private func skipString(_ start: Int) -> Int {
        var place = start + 1
        while let next = byte(place) {
            if next == UInt8(ascii: "\"") { return place + 1 }
            place += next == UInt8(ascii: "\\") ? 2 : 1
        }
        return bytes.count
    }

    private func skipValue(_ start: Int) -> Int {
        var place = start
        var depth = 0
        while let next = byte(place) {
            switch next {
            case UInt8(ascii: "\""):
                place = skipString(place)
                if depth == 0 { return place }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return place }
                depth -= 1
                if depth == 0 { return place + 1 }
            case UInt8(ascii: ","): if depth == 0 { return place }
            default: break
            }
            place += 1
        }
        return place
    }
}

extension JSONMemberLocations.Member {
    /// The name without escapes.
    package var decodedName: String {
        guard name.contains(UInt8(ascii: "\\")) else { return String(decoding: name, as: UTF8.self) }
        let json = Array("[\"".utf8) + name + Array("\"]".utf8)
        let decoded = try? JSONParser().withValue(of: json) { list in
            list.elements.lazy.compactMap(\.string).first
        }
        return decoded.flatMap { $0 } ?? String(decoding: name, as: UTF8.self)
    }
}
