// How are answers written as JSON? Member by member, in the order in which they are set.

/// A JSON object that is written member by member, in order.
package struct JSONObject {
    private var members: [String] = []

    package init() {}

    /// Adds a member whose value is JSON already.
    package mutating func set(_ name: String, json: String) {
        members.append("\(JSONText.string(name)):\(json)")
    }

    package mutating func set(_ name: String, _ text: String?) {
        set(name, json: text.map(JSONText.string) ?? "null")
    }

    package mutating func set(_ name: String, _ number: Int) { set(name, json: String(number)) }

    package mutating func set(_ name: String, _ texts: [String]) {
        set(name, json: Self.list(texts.map(JSONText.string)))
    }

    package mutating func set(_ name: String, _ objects: [JSONObject]) {
        set(name, json: Self.list(objects.map(\.text)))
    }

    package mutating func set(_ name: String, _ object: JSONObject) { set(name, json: object.text) }

    /// The object in one line.
    package var text: String { "{" + members.joined(separator: ",") + "}" }

    /// A list of values that are JSON already.
    package static func list(_ values: [String]) -> String { "[" + values.joined(separator: ",") + "]" }
}
