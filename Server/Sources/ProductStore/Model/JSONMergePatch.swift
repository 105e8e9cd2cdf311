// JSON Merge Patch (RFC 7396).

/// JSON Merge Patch on the text: members that the patch does not name keep their spelling, numbers included.
enum JSONMergePatch {
    /// Applies a patch to a document.
    ///
    /// - Parameters:
    ///   - patch: valid JSON.
    ///   - target: valid JSON.
    static func apply(_ patch: [UInt8], to target: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(patch.count + target.count)
        merge(JSONShape.document(patch), into: JSONShape.document(target), to: &result)
        return result
    }

    private static func merge(_ patch: JSONShape, into target: JSONShape?, to result: inout [UInt8]) {
        guard let changes = patch.members else {
            result += patch.text
            return
        }
        // A target that is not an object counts as an empty one.
        let members = target?.members ?? []
        let changed = Dictionary(uniqueKeysWithValues: changes.map { ($0.name, $0.value) })
        let known = Set(members.map(\.name))
        var isFirst = true
        result.append(UInt8(ascii: "{"))
        func begin(_ member: JSONShape.Member) {
            if !isFirst { result.append(UInt8(ascii: ",")) }
            isFirst = false
            result += member.spelling
            result.append(UInt8(ascii: ":"))
        }
        for member in members {
            guard let change = changed[member.name] else {
                begin(member)
                result += member.value.text
                continue
            }
            if change.isNull { continue }
            begin(member)
            merge(change, into: member.value, to: &result)
        }
        for member in changes where !member.value.isNull && !known.contains(member.name) {
            begin(member)
            merge(member.value, into: nil, to: &result)
        }
        result.append(UInt8(ascii: "}"))
    }
}

/// The objects of a JSON text with the positions of their members; other values stay text.
///
/// The text must be valid JSON; the shape of other texts is undefined.
struct JSONShape {
    /// A member of an object.
    struct Member {
        /// The name without escapes, in UTF-8.
        var name: [UInt8]
        /// The name in the JSON, with escapes and quotation marks.
        var spelling: ArraySlice<UInt8>
        var value: JSONShape
    }

    /// The JSON of the value.
    let text: ArraySlice<UInt8>
    /// The members of an object, each name once: a repeated name has its last value at its first position.
    /// `nil` if the value is not an object.
    let members: [Member]?

    /// Whether the value is null.
    var isNull: Bool { text.elementsEqual("null".utf8) }

    static func document(_ text: [UInt8]) -> JSONShape {
        var place = 0
        return JSONShape(text, &place)
    }

    /// Reads a value and advances to its end. The parser that validated the text limits the depth of
    /// recursion.
    private init(_ json: [UInt8], _ place: inout Int) {
        Self.passSpace(json, &place)
        let start = place
        guard place < json.count, json[place] == UInt8(ascii: "{") else {
            Self.passValue(json, &place)
            text = json[start..<place]
            members = nil
            return
        }
        var members: [Member] = []
        var places: [[UInt8]: Int] = [:]
        place += 1
        while true {
            Self.passSpace(json, &place)
            guard place < json.count, json[place] != UInt8(ascii: "}") else { break }
            if json[place] == UInt8(ascii: ",") {
                place += 1
                continue
            }
            let name = place
            Self.passValue(json, &place)
            let spelling = json[name..<place]
            while place < json.count, json[place] != UInt8(ascii: ":") { place += 1 }
            place = min(place + 1, json.count)
            let member = Member(
                name: Self.unescaped(spelling.dropFirst().dropLast()), spelling: spelling,
                value: JSONShape(json, &place))
            if let known = places.updateValue(members.count, forKey: member.name) {
                places[member.name] = known
                members[known].value = member.value
            } else {
                members.append(member)
            }
        }
        place = min(place + 1, json.count)
        text = json[start..<place]
        self.members = members
    }

    private static func passSpace(_ json: [UInt8], _ place: inout Int) {
        while place < json.count, [0x20, 0x09, 0x0A, 0x0D].contains(json[place]) { place += 1 }
    }

    /// Advances past a value of any depth, and by at least one byte.
    private static func passValue(_ json: [UInt8], _ place: inout Int) {
        var depth = 0
        while place < json.count {
            switch json[place] {
            case UInt8(ascii: "\""):
                place += 1
                while place < json.count, json[place] != UInt8(ascii: "\"") {
                    place += json[place] == UInt8(ascii: "\\") ? 2 : 1
                }
                place = min(place + 1, json.count)
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                place += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                depth -= 1
                place += 1
            case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x09, 0x0A, 0x0D: place += 1
            default:
                while place < json.count, !endsScalar(json[place]) { place += 1 }
            }
            if depth <= 0 { return }
        }
    }

    /// Whether a number or literal ends before this byte.
    private static func endsScalar(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ":"), UInt8(ascii: "\""),
            UInt8(ascii: "["), UInt8(ascii: "{"), 0x20, 0x09, 0x0A, 0x0D:
            true
        default: false
        }
    }

    /// A name's bytes without its escapes.
    private static func unescaped(_ name: ArraySlice<UInt8>) -> [UInt8] {
        guard name.contains(UInt8(ascii: "\\")) else { return Array(name) }
        var bytes: [UInt8] = []
        // The first surrogate of a character that is written as two escapes.
        var half: UInt32?
        var place = name.startIndex
        while place < name.endIndex {
            guard name[place] == UInt8(ascii: "\\"), place + 1 < name.endIndex else {
                bytes.append(name[place])
                place += 1
                continue
            }
            let escape = name[place + 1]
            place += 2
            switch escape {
            case UInt8(ascii: "b"): bytes.append(0x08)
            case UInt8(ascii: "f"): bytes.append(0x0C)
            case UInt8(ascii: "n"): bytes.append(0x0A)
            case UInt8(ascii: "r"): bytes.append(0x0D)
            case UInt8(ascii: "t"): bytes.append(0x09)
            case UInt8(ascii: "u"):
                let digits = name[place..<min(place + 4, name.endIndex)]
                place = digits.endIndex
                let unit = UInt32(String(decoding: digits, as: UTF8.self), radix: 16) ?? 0xFFFD
                if (0xD800..<0xDC00).contains(unit) {
                    half = unit
                    continue
                }
                let value = half.map { 0x1_0000 + (($0 - 0xD800) << 10 | (unit &- 0xDC00) & 0x3FF) } ?? unit
                half = nil
                bytes += String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8
            default: bytes.append(escape)
            }
        }
        return bytes
    }
}
