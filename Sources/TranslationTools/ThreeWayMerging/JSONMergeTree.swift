// JSON documents as trees: each member is a piece, but what Xcode says about one form of a text is a single
// one.

internal import JSON

extension FileMerge.Syntax {
    /// `.xcstrings`, and other JSON
    public static let json = FileMerge.Syntax { MergeList(json: $0) }
}

extension MergeList {
    /// The members of a document; `nil` if it is not well-formed, or no object.
    init?(json bytes: [UInt8]) {
        let mark: [UInt8] = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? [0xEF, 0xBB, 0xBF] : []
        let text = Array(bytes.dropFirst(mark.count))
        let isObject = try? JSONParser().withValue(of: text) { $0.kind == .object }
        guard isObject == true, let start = text.firstIndex(of: UInt8(ascii: "{")) else { return nil }
        let reader = JSONTreeReader(bytes: text, places: JSONMemberLocations(text))
        self = reader.list(from: 0, ofObjectAt: start, depth: 0)
        opening = mark + opening
        closing += text[reader.places.end(ofValueAt: start)...]
    }
}

private struct JSONTreeReader {
    let bytes: [UInt8]
    let places: JSONMemberLocations

    /// The name of a text with its state, which belong together.
    private static let unit = Array("stringUnit".utf8)
    private static let mostLevels = 64

    /// The members of an object.
    ///
    /// - Parameter start: where the bytes before the first member begin.
    func list(from start: Int, ofObjectAt offset: Int, depth: Int) -> MergeList {
        var list = MergeList(opening: Array(bytes[start...offset]), separator: [UInt8(ascii: ",")])
        let members = places.members(ofObjectAt: offset)
        var end = offset + 1
        for member in members {
            let range = member.nameOffset..<member.valueEnd
            var node = MergeNode(
                name: MergeName(member.decodedName), leading: Array(bytes[end..<member.nameOffset]),
                body: body(of: member, range, depth: depth))
            end = member.valueEnd
            while end < bytes.count, bytes[end].isJSONSpace { end += 1 }
            if end < bytes.count, bytes[end] == UInt8(ascii: ",") {
                node.trailing = Array(bytes[member.valueEnd..<end])
                end += 1
            } else {
                end = member.valueEnd
            }
            list.children.append(node)
        }
        list.closing = Array(bytes[end..<max(end, places.end(ofValueAt: offset))])
        list.numberOccurrences()
        let names = list.children.map(\.name.text)
        if FinderOrder.sorted(names) == Array(names.indices) { list.order = { FinderOrder.sorted($0) } }
        return list
    }

    private func body(of member: JSONMemberLocations.Member, _ range: Range<Int>, depth: Int)
        -> MergeNode.Body
    {
        let isList =
            bytes[member.valueOffset] == UInt8(ascii: "{") && !member.name.elementsEqual(Self.unit)
            && depth < Self.mostLevels
        if isList {
            return .list(list(from: range.lowerBound, ofObjectAt: member.valueOffset, depth: depth + 1))
        }
        return .text(
            MergeText(bytes: Array(bytes[range]), meaning: compact(member.valueOffset..<member.valueEnd)))
    }

    /// A value without the white space around its parts.
    private func compact(_ range: Range<Int>) -> [UInt8] {
        var result: [UInt8] = []
        var isText = false
        var isEscaped = false
        for byte in bytes[range] where isText || !byte.isJSONSpace {
            result.append(byte)
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = isText
            } else if byte == UInt8(ascii: "\"") {
                isText.toggle()
            }
        }
        return result
    }
}
