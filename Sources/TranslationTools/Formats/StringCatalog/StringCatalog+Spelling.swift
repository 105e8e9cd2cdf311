// Writes a string catalog anew as Xcode saves it.

internal import JSON
internal import Localization

extension StringCatalog {
    /// A catalog in Xcode's spelling: two blanks for each level, ` : ` between name and value, names in the
    /// order of Finder, no line break at the end. All members stay, whatever they are, with the same values.
    ///
    /// - Returns: `nil` for the bytes where the document is no catalog, or where a name occurs twice: of two
    ///   members only one counts, and which one is for a person to say.
    public static func respelled(
        _ bytes: [UInt8]
    ) -> (bytes: [UInt8]?, findings: [any LocalizationDiagnostic]) {
        let known = StringCatalogDocument(bytes)
        guard known.sourceLocale != nil else { return (nil, known.findings) }
        let document = known.bytes
        do throws(JSONSyntaxError) {
            var style = JSONStyle()
            // Some versions of Xcode escape them, others do not.
            style.escapesLineSeparators = !document.text.containsLineSeparator
            var json = IndentedJSON(style: style)
            json.append(try JSONReader.value(of: document.text, .refusesRepeatedNames).inXcodesOrder)
            return (json.bytes, [])
        } catch {
            let place = PositionIndex(document.text).place(at: error.offset, in: document.text)
            let position = SourcePosition(
                line: place.line, column: place.column, byteOffset: error.offset + document.markLength)
            return (nil, [ExchangeDiagnostic(.stringCatalogInvalidJSON, error.expected, at: position)])
        }
    }
}

extension [UInt8] {
    /// Whether U+2028 or U+2029 is written out in the text.
    fileprivate var containsLineSeparator: Bool {
        var rest = self[...]
        while let start = rest.firstIndex(of: 0xE2) {
            rest = rest[(start + 1)...]
            if rest.starts(with: [0x80, 0xA8]) || rest.starts(with: [0x80, 0xA9]) { return true }
        }
        return false
    }
}

extension JSON {
    /// The value with all names in Xcode's order.
    fileprivate var inXcodesOrder: JSON {
        switch self {
        case .array(let elements): return .array(elements.map(\.inXcodesOrder))
        case .object(let members):
            return .object(
                FinderOrder.sorted(members.map(\.name)).map {
                    Member(members[$0].name, members[$0].value.inXcodesOrder)
                })
        case .null, .bool, .number, .string: return self
        }
    }
}
