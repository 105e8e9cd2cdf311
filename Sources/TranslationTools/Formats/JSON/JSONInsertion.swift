// Inserts new members into the objects of a JSON file.

internal import JSON
internal import Localization

/// The new members of a file: each after the one that precedes it in the source
/// file, as far as the file has that.
struct JSONInsertion {
    /// A new member, or the members of a new object.
    private final class Node {
        var text: String?
        /// What the source file says beside a text, as it is there.
        var definitions: JSON?
        var names: [String] = []
        var children: [String: Node] = [:]

        func child(_ name: String) -> Node {
            if let known = children[name] { return known }
            let node = Node()
            names.append(name)
            children[name] = node
            return node
        }

        /// The value in JSON. Objects whose names are the numbers from 0 on are lists.
        var json: JSON {
            if let text { return .string(text) }
            if let definitions { return definitions }
            let members = names.compactMap { name in children[name].map { JSON.Member(name, $0.json) }
            }
            let texts = members.compactMap { if case .string(let text) = $0.value { text } else { nil } }
            let isList = names.enumerated().allSatisfy { String($0) == $1 }
            return isList && texts.count == members.count ? .strings(texts) : .object(members)
        }
    }

    /// A new member and where it goes.
    private struct New {
        let name: String
        let node: Node
        let rank: Int?
        /// The name of the member that it follows.
        let anchor: Range<Int>?
    }

    /// An object of the file that gets members, or an array that gets elements.
    private struct Target {
        let object: LocatedJSON
        let depth: Int
        var members: [New] = []
        /// The nodes of the members by their names.
        var nodes: [String: Node] = [:]
    }

    private let bytes: [UInt8]
    private let texts: JSONTexts
    private let layout: JSONLayout
    private var targets: [Int: Target] = [:]
    /// The number in the source file of each key, and of the first key below each object.
    private var ranks: [ByteString: Int] = [:]
    /// The keys of members that are forms of plurals.
    private var keys: [Int: String] = [:]
    /// What is known of objects, by their places.
    private var indices: [Int: JSONMemberIndex] = [:]

    init(_ bytes: [UInt8], _ texts: JSONTexts, _ layout: JSONLayout, keys: [String]) {
        (self.bytes, self.texts, self.layout) = (bytes, texts, layout)
        for (rank, key) in keys.enumerated() {
            var end = key.endIndex
            while true {
                let prefix = ByteString(String(key[..<end]))
                if ranks[prefix] == nil { ranks[prefix] = rank }
                guard let dot = key[..<end].lastIndex(of: ".") else { break }
                end = dot
            }
        }
        for entry in texts.entries where entry.hasSuffixes {
            for form in entry.forms { if let name = form.name { self.keys[name.lowerBound] = entry.key } }
        }
    }

    /// Adds a text under a key.
    ///
    /// - Parameters:
    ///   - suffix: what follows the key in the name of the member.
    ///   - rank: the number of the key in the source file.
    /// - Returns: whether the file has a place for it: a text or a number may be
    ///   where an object would have to be.
    mutating func insert(_ text: String, key: String, suffix: String, rank: Int?) -> Bool {
        guard let root = texts.root else { return false }
        var names = components(of: key)
        names[names.count - 1] += suffix
        var object = root
        var path: String?
        var depth = texts.depth
        descent: while names.count > 1 {
            // An object's own name may have dots.
            for count in (1..<names.count).reversed() {
                let name = names[..<count].joined(separator: ".")
                guard let member = index(of: object).member(name) else { continue }
                path = JSONTexts.joined(path, name)
                names.removeFirst(count)
                depth += 1
                if !member.value.elements.isEmpty {
                    return append(text, to: member.value, names, depth: depth)
                }
                guard member.value.isObject else { return false }
                object = member.value
                continue descent
            }
            break
        }
        let own = ranks[ByteString(JSONTexts.joined(path, names[0]))] ?? rank
        let anchor = anchor(own, in: object, below: path)
        return insert(text, names[...], into: object, depth: depth, rank: own, anchor: anchor)
    }

    /// Adds a form of a plural behind another form.
    mutating func insert(_ text: String, suffix: String, beside neighbor: JSONEntry.Form) -> Bool {
        guard let root = texts.root, let place = neighbor.name else { return false }
        var object = root
        var depth = texts.depth
        while let member = JSONMemberIndex.member(at: place.lowerBound, in: object.members),
            member.nameRange != place
        {
            object = member.value
            depth += 1
        }
        guard let member = JSONMemberIndex.member(at: place.lowerBound, in: object.members) else {
            return false
        }
        let name = member.name.dropLast(neighbor.suffix.count)
        return insert(text, [name + suffix], into: object, depth: depth, rank: nil, anchor: place)
    }

    private mutating func insert(
        _ text: String, _ names: ArraySlice<String>, into object: LocatedJSON, depth: Int, rank: Int?,
        anchor: Range<Int>?
    ) -> Bool {
        guard let first = names.first, index(of: object).member(first) == nil else { return false }
        let place = object.range.lowerBound
        let known = targets[place]?.nodes[first]
        let node = known ?? Node()
        var leaf = node
        for name in names.dropFirst() {
            if leaf.text != nil { return false }
            leaf = leaf.child(name)
        }
        guard leaf.text == nil, leaf.names.isEmpty else { return false }
        let message = leaf
        if let name = layout.textName { leaf = leaf.child(name) }
        leaf.text = text
        if let definitions = layout.placeholders[first] {
            message.child(ExtensionPlaceholders.memberName).definitions = definitions
        }
        if known == nil {
            targets[place, default: Target(object: object, depth: depth)].members.append(
                New(name: first, node: node, rank: rank, anchor: anchor))
            targets[place]?.nodes[first] = node
        }
        return true
    }

    /// Adds an element to a list of texts, after its last one.
    private mutating func append(_ text: String, to array: LocatedJSON, _ names: [String], depth: Int) -> Bool
    {
        let place = array.range.lowerBound
        let count = array.elements.count + (targets[place]?.members.count ?? 0)
        guard names == [String(count)] else { return false }
        let node = Node()
        node.text = text
        targets[place, default: Target(object: array, depth: depth)].members.append(
            New(name: names[0], node: node, rank: nil, anchor: nil))
        return true
    }

    /// The names on the way to a new text. A key that is a sentence is one name.
    private func components(of key: String) -> [String] {
        let parts = key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let isPath = parts.allSatisfy { !$0.isEmpty && !$0.utf8.contains(0x20) }
        return layout.shape == .texts && layout.isFlat != true && isPath ? parts : [key]
    }

    /// The name of the member that a new one follows: the nearest before it in the
    /// source file, else the last one.
    private mutating func anchor(_ rank: Int?, in object: LocatedJSON, below path: String?) -> Range<Int>? {
        guard let rank else { return object.members.last?.nameRange }
        var index = index(of: object)
        if index.ranks == nil {
            index.ranks = object.members.map { member in
                ranks[ByteString(keys[member.nameRange.lowerBound] ?? JSONTexts.joined(path, member.name))]
            }
            indices[object.range.lowerBound] = index
        }
        return index.anchor(of: rank)
    }

    private mutating func index(of object: LocatedJSON) -> JSONMemberIndex {
        let place = object.range.lowerBound
        if let known = indices[place] { return known }
        let index = JSONMemberIndex(object.members)
        indices[place] = index
        return index
    }

    // MARK: Edits

    /// The edits that insert everything.
    func edits() -> [(range: Range<Int>, bytes: [UInt8])] {
        targets.values.flatMap { target -> [(range: Range<Int>, bytes: [UInt8])] in
            target.object.isObject ? edits(target) : [elementsEdit(target)]
        }
    }

    private func elementsEdit(_ target: Target) -> (range: Range<Int>, bytes: [UInt8]) {
        var json = IndentedJSON(style: layout.spelling, depth: target.depth)
        for member in target.members {
            json.raw(",".utf8)
            json.line()
            json.append(member.node.json)
        }
        let end = target.object.elements.last?.range.upperBound ?? target.object.range.lowerBound + 1
        return (end..<end, json.bytes)
    }

    private func edits(_ target: Target) -> [(range: Range<Int>, bytes: [UInt8])] {
        let known = target.object.members
        let sorted = target.members.enumerated().sorted {
            ($0.element.rank ?? .max, $0.offset) < ($1.element.rank ?? .max, $1.offset)
        }.map(\.element)
        let groups = Dictionary(grouping: sorted) { $0.anchor?.lowerBound }
        let places = Dictionary(known.lazy.map { ($0.nameRange.lowerBound, $0) }) { first, _ in first }
        return groups.map { anchor, members in
            var json = IndentedJSON(style: layout.spelling, depth: target.depth)
            let last = anchor.flatMap { places[$0] }
            if known.isEmpty { json.raw("{".utf8) }
            for (index, member) in members.enumerated() {
                if last != nil || index > 0 { json.raw(",".utf8) }
                if last != nil || index > 0 || known.isEmpty { json.line() }
                json.append(JSON.Member(member.name, member.node.json))
            }
            if let last { return (last.value.range.upperBound..<last.value.range.upperBound, json.bytes) }
            if let first = known.first {
                json.raw(",".utf8)
                json.line()
                return (first.nameRange.lowerBound..<first.nameRange.lowerBound, json.bytes)
            }
            var closing = IndentedJSON(style: layout.spelling, depth: target.depth - 1)
            closing.line()
            json.raw(closing.bytes + [UInt8(ascii: "}")])
            return (target.object.range, json.bytes)
        }
    }
}
