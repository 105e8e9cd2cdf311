// JSON values as text, joined without decoding them.

/// A JSON value as text.
///
/// `Encodable` cannot write a stored record unchanged: it decodes the JSON and then respells its numbers and reorders its
/// members.
struct RawJSON {
    let text: String

    /// JSON in UTF-8.
    init(utf8 json: [UInt8]) { text = String(decoding: json, as: UTF8.self) }

    /// JSON.
    init(json: String) { text = json }

    /// A string.
    init(_ string: String) { text = Answer(json: string).text }

    /// A number.
    init(_ number: some BinaryInteger) { text = String(number) }

    private init(text: String) { self.text = text }

    static let null = RawJSON(text: "null")

    static func list(_ elements: [RawJSON]) -> RawJSON {
        RawJSON(text: "[" + elements.map(\.text).joined(separator: ",") + "]")
    }

    /// - Parameter members: in order, with names that need no escapes; those that are `nil` are left out.
    static func object(_ members: KeyValuePairs<String, RawJSON?>) -> RawJSON {
        let members = members.compactMap { name, value in value.map { "\"\(name)\":\($0.text)" } }
        return RawJSON(text: "{" + members.joined(separator: ",") + "}")
    }
}
