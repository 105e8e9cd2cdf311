// Reads filters of the protocol, and converts them to those of a catalog.

internal import CatalogSearch
internal import JSON

/// Reads filters as the protocol spells them: text, or arrays (outer ones mean AND, inner ones OR).
struct FilterExpression {
    private let index: IndexDescription
    private let code: ProtocolError.Code

    /// - Parameter code: the code of errors, which depends on the request.
    init(_ index: IndexDescription, code: ProtocolError.Code = .invalidSearchFilter) {
        self.index = index
        self.code = code
    }

    /// Reads a filter; `nil` for null and empty ones.
    ///
    /// - Throws: `ProtocolError` with the position of the fault.
    func filter(_ json: JSON) throws(ProtocolError) -> Filter? {
        switch json {
        case .null: return nil
        case .string(let text): return try filter(text)
        case .array(let elements):
            var all: [Filter] = []
            for element in elements {
                guard case .array(let choices) = element else {
                    guard let text = element.string else { throw wrongForm }
                    if let filter = try filter(text) { all.append(filter) }
                    continue
                }
                var any: [Filter] = []
                for choice in choices {
                    guard let text = choice.string else { throw wrongForm }
                    if let filter = try filter(text) { any.append(filter) }
                }
                if !any.isEmpty { all.append(.any(any)) }
            }
            return all.isEmpty ? nil : .all(all)
        default: throw wrongForm
        }
    }

    private var wrongForm: ProtocolError {
        ProtocolError(
            code,
            "Invalid syntax for the filter parameter: expected a string or an array of strings and arrays of strings."
        )
    }

    private func filter(_ text: String) throws(ProtocolError) -> Filter? {
        guard text.utf8.count <= Self.lengthLimit else {
            throw ProtocolError(code, "A filter can have at most \(Self.lengthLimit) bytes.")
        }
        var parser = try FilterScanner(text, code)
        guard !parser.isAtEnd else { return nil }
        let filter = try parser.filter { name, test throws(ProtocolError) in try condition(name, test) }
        // This filter limits the records that can be found, and is no choice among facets: facet counts
        // respect it, and texts are compared letter by letter.
        return filter.forced
    }

    private static let lengthLimit = 64 << 10

    /// Converts a condition on an attribute of documents to conditions on attributes of the catalog.
    private func condition(_ name: String, _ test: FilterScanner.Test) throws(ProtocolError) -> Filter {
        guard IndexSettings.contains(index.settings.filterable, name) else {
            throw ProtocolError(code, index.settings.refusal(ofFiltering: name))
        }
        // No document has the attribute.
        guard index.attributes.contains(name) else { return .any([]) }
        switch test {
        case .isOneOf(let values):
            let compared = values.flatMap { value in
                [DocumentRecord.comparedText(value)]
                    + (DocumentRecord.decimal(value) != nil || Double(value)?.isFinite == true
                        ? [DocumentRecord.comparedNumber(value)] : [])
            }
            return .attribute(IndexNames.filter(name), .isOneOf(compared.map { .text($0) }))
        case .number(let comparison, let values):
            var numbers: [AttributeValue] = []
            for value in values {
                guard let number = DocumentRecord.decimal(value).flatMap({ DecimalNumber($0) }) else {
                    throw ProtocolError(
                        code,
                        "Only numbers can be compared by their order; `\(value)` is none, or has too many digits."
                    )
                }
                numbers.append(.number(number))
            }
            return .attribute(IndexNames.number(name), comparison(numbers))
        case .place(let test): return .attribute(IndexNames.place, .place(test))
        case .exists: return Self.exists(name)
        case .isNull: return Self.has([.null], name)
        case .isEmpty: return Self.has([.empty], name)
        }
    }

    /// The documents that have an attribute, whatever its value.
    static func exists(_ name: String) -> Filter { has([.top, .nested], name) }

    private static func has(_ marks: [Presence], _ name: String) -> Filter {
        .attribute(IndexNames.presence, .isOneOf(marks.map { $0.of(name) }))
    }
}
