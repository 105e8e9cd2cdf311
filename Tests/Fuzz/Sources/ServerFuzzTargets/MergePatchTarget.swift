// JSON Merge Patch, compared with the pseudocode of its standard.

import FuzzRunner

@testable import JSON
@testable import ProductStore

/// Applies a patch, which is the input up to its first NUL, to a document, which is the rest.
enum MergePatchTarget {
    static let target = FuzzTarget(
        "merge-patch", limit: 1_024,
        seeds: "{\"a\":\"z\",\"c\":{\"f\":null}}\0{\"a\":\"b\",\"c\":{\"d\":\"e\",\"f\":\"g\"}}",
        "{\"a\":{\"bb\":{\"ccc\":null}}}\0{}", "[1,2]\0{\"a\":[1.50,true]}",
        "{\"\\u0061\":1e2}\0 {\"a\" : {} , \"a\":[]}"
    ) { input in
        let patch = Array(input.prefix { $0 != 0 })
        let target = Array(input.dropFirst(patch.count + 1))
        guard let patchTree = JSONTree.parsed(patch), let targetTree = JSONTree.parsed(target) else { return }
        let result = JSONTree.parsed(JSONMergePatch.apply(patch, to: target))
        invariant(result == JSONTree.merged(targetTree, patchTree), "a patch does what RFC 7396 says")
    }
}

/// A JSON value without the spelling of its parts.
private indirect enum JSONTree: Equatable {
    case object([[UInt8]: JSONTree])
    case list([JSONTree])
    case string([UInt8])
    /// The bits of a number, or a literal.
    case scalar(String)
    case null

    static func parsed(_ json: [UInt8]) -> JSONTree? {
        try? JSONParser().withValue(of: json) { JSONTree($0) }
    }

    private init(_ value: JSONValue) {
        switch value.kind {
        case .object:
            self = .object(
                Dictionary(value.members.map { (Array($0.name.utf8), JSONTree($0.value)) }) { $1 })
        case .list: self = .list(value.elements.map { JSONTree($0) })
        case .string: self = .string(Array(value.utf8))
        case .null: self = .null
        case .boolean: self = .scalar("\(value.boolean!)")
        case .integer, .unsigned, .double: self = .scalar("\(value.kind) \(value.tape[value.index + 1])")
        }
    }

    /// `MergePatch(Target, Patch)` of RFC 7396, section 2.
    static func merged(_ target: JSONTree?, _ patch: JSONTree) -> JSONTree {
        guard case .object(let changes) = patch else { return patch }
        var members: [[UInt8]: JSONTree] = [:]
        if case .object(let old)? = target { members = old }
        for (name, value) in changes {
            members[name] = value == .null ? nil : merged(members[name], value)
        }
        return .object(members)
    }
}
