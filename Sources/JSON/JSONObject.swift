// A writer of JSON objects, which keeps the order in which members are set.

/// A JSON object that the caller builds member by member, in order.
public struct JSONObject: Sendable {
    /// The object in UTF-8, without the brace at its end.
    private var json = [UInt8(ascii: "{")]
    /// The offset of the object whose members are set: this one, or one within it.
    private var start = 0

    /// Creates an object without members.
    public init() {}

    /// - Parameter capacity: the expected number of bytes.
    public init(capacity: Int) { json.reserveCapacity(capacity) }

    /// Adds a member with a value that is already JSON.
    public mutating func set(_ name: String, json value: String) {
        begin(name)
        json += value.utf8
    }

    /// Adds a member with a value that is already JSON, in UTF-8.
    public mutating func set(_ name: String, utf8 value: [UInt8]) {
        begin(name)
        json += value
    }

    /// Adds a member with a string, or null.
    public mutating func set(_ name: String, _ text: String?) {
        begin(name)
        if let text { JSONText.append(text, to: &json) } else { json += "null".utf8 }
    }

    /// Adds a member with a whole number.
    public mutating func set(_ name: String, _ number: Int) { set(name, json: String(number)) }

    /// Adds a member with a truth value.
    public mutating func set(_ name: String, _ flag: Bool) { set(name, json: flag ? "true" : "false") }

    /// Adds a member with a list of strings.
    public mutating func set(_ name: String, _ texts: [String]) {
        set(name, listOf: texts) { JSONText.append($0, to: &$1) }
    }

    /// Adds a member with a list of objects.
    public mutating func set(_ name: String, _ objects: [JSONObject]) {
        set(name, listOf: objects) { $0.append(to: &$1) }
    }

    /// Adds a member with an object.
    public mutating func set(_ name: String, _ object: JSONObject) {
        begin(name)
        object.append(to: &json)
    }

    /// Adds an object whose members are written in place, without a buffer of its own.
    public mutating func set(_ name: String, writing members: (inout JSONObject) -> Void) {
        begin(name)
        append(members)
    }

    /// Adds a list of objects that are written in place, each given its index.
    ///
    /// - Throws: errors of `members`. The object is incomplete then.
    public mutating func set<Failure>(
        _ name: String, count: Int, writing members: (_ number: Int, inout JSONObject) throws(Failure) -> Void
    ) throws(Failure) {
        begin(name)
        json.append(UInt8(ascii: "["))
        for number in 0..<count {
            if number > 0 { json.append(UInt8(ascii: ",")) }
            try append { object throws(Failure) in try members(number, &object) }
        }
        json.append(UInt8(ascii: "]"))
    }

    private mutating func append<Failure>(
        _ members: (inout JSONObject) throws(Failure) -> Void
    ) throws(Failure) {
        let outer = start
        start = json.count
        json.append(UInt8(ascii: "{"))
        try members(&self)
        json.append(UInt8(ascii: "}"))
        start = outer
    }

    /// The number of bytes so far, including those of the objects around the current one.
    public var size: Int { json.count }

    /// The object as JSON on one line.
    public var text: String {
        var whole = json
        whole.append(UInt8(ascii: "}"))
        return String(decoding: whole, as: UTF8.self)
    }

    /// A JSON list of values that are already JSON.
    public static func list(_ values: [String]) -> String { "[" + values.joined(separator: ",") + "]" }

    private mutating func begin(_ name: String) {
        if json.count > start + 1 { json.append(UInt8(ascii: ",")) }
        JSONText.append(name, to: &json)
        json.append(UInt8(ascii: ":"))
    }

    private mutating func set<Element>(
        _ name: String, listOf elements: [Element], append: (Element, inout [UInt8]) -> Void
    ) {
        begin(name)
        json.append(UInt8(ascii: "["))
        for (number, element) in elements.enumerated() {
            if number > 0 { json.append(UInt8(ascii: ",")) }
            append(element, &json)
        }
        json.append(UInt8(ascii: "]"))
    }

    private func append(to other: inout [UInt8]) {
        other += json
        other.append(UInt8(ascii: "}"))
    }
}
