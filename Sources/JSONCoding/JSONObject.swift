// A writer of JSON objects, which keeps the order in which members are set.

/// A JSON object that the caller builds member by member, in order.
package struct JSONObject {
    private var members: [String] = []

    package init() {}

    /// Adds a member with a value that is already JSON.
    package mutating func set(_ name: String, json: String) {
        members.append("\(JSONText.string(name)):\(json)")
    }

    package mutating func set(_ name: String, _ text: String?) {
        set(name, json: text.map(JSONText.string) ?? "null")
    }

    package mutating func set(_ name: String, _ number: Int) { set(name, json: String(number)) }

    package mutating func set(_ name: String, _ flag: Bool) { set(name, json: flag ? "true" : "false") }

    package mutating func set(_ name: String, _ texts: [String]) {
        set(name, json: Self.list(texts.map(JSONText.string)))
    }

    package mutating func set(_ name: String, _ objects: [JSONObject]) {
        set(name, json: Self.list(objects.map(\.text)))
    }

    package mutating func set(_ name: String, _ object: JSONObject) { set(name, json: object.text) }

    /// The object as JSON on one line.
    package var text: String { "{" + members.joined(separator: ",") + "}" }

    /// A JSON list of values that are already JSON.
    package static func list(_ values: [String]) -> String { "[" + values.joined(separator: ",") + "]" }
}
