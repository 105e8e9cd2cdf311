// The header of a PO or MO file, which is the translation of its empty message.

/// The header of a PO or MO file: fields as in e-mail, one per line.
public struct GettextHeader: Sendable, Hashable {
    public struct Field: Sendable, Hashable {
        /// The name, as written: `Content-Type`.
        public let name: String
        /// The value, without white space at both ends.
        public let value: String

        /// A field. Line breaks become spaces, because a line break would begin another field.
        public init(name: String, value: String) {
            self.name = GettextHeader.oneLine(name)
            self.value = GettextHeader.oneLine(value)
        }
    }

    /// The fields in their order.
    public let fields: [Field]

    /// Parses a header. Lines without a colon are ignored.
    public init(_ text: String) {
        fields = text.split(whereSeparator: \.isNewline).compactMap { line in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            return Field(
                name: Self.trimmed(line[..<colon]), value: Self.trimmed(line[line.index(after: colon)...]))
        }
    }

    /// A header of given fields.
    public init(fields: [Field]) { self.fields = fields }

    /// The header as written in a file: one line per field.
    public var text: String { fields.map { "\($0.name): \($0.value)\n" }.joined() }

    /// The value of the first field with this name; letter case does not matter.
    public subscript(name: String) -> String? {
        fields.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// The encoding that `Content-Type` names, in lower case; `nil` if it names none, or the
    /// placeholder `CHARSET` of templates.
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
