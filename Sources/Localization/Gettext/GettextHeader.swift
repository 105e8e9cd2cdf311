// What a PO or MO file says about itself, in the translation of its empty message.

/// The header of a PO or MO file: fields as in mail, one on each line.
public struct GettextHeader: Sendable, Hashable {
    /// A field.
    public struct Field: Sendable, Hashable {
        /// The name, as written: `Content-Type`.
        public let name: String
        /// The value, white space trimmed at both ends.
        public let value: String

        /// A field; a line break in either part becomes a space, or another field would begin there.
        public init(name: String, value: String) {
            self.name = GettextHeader.oneLine(name)
            self.value = GettextHeader.oneLine(value)
        }
    }

    /// The fields in their order.
    public let fields: [Field]

    /// Reads a header; lines without a colon are passed over.
    public init(_ text: String) {
        fields = text.split(whereSeparator: \.isNewline).compactMap { line in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            return Field(
                name: Self.trimmed(line[..<colon]), value: Self.trimmed(line[line.index(after: colon)...]))
        }
    }

    /// A header of given fields.
    public init(fields: [Field]) { self.fields = fields }

    /// The header as it stands in a file: a line for each field.
    public var text: String { fields.map { "\($0.name): \($0.value)\n" }.joined() }

    /// The value of the first field of that name, in whatever case it is written.
    public subscript(name: String) -> String? {
        fields.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// The encoding that `Content-Type` names; `nil` where it names none, or the template's `CHARSET`.
    public var charset: String? {
        guard let type = self["Content-Type"]?.lowercased(), let found = type.firstRange(of: "charset=")
        else {
            return nil
        }
        let name = type[found.upperBound...].prefix { !$0.isWhitespace && $0 != ";" && $0 != "\"" }
        return name.isEmpty || name == "charset" ? nil : String(name)
    }

    private static func oneLine(_ text: String) -> String {
        trimmed(text.split(whereSeparator: \.isNewline).joined(separator: " ")[...])
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return String(text.drop(while: \.isWhitespace))
    }
}
