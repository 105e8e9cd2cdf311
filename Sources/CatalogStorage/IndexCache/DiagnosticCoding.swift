// Diagnostics as JSON, in the manifest of an index.

internal import JSON

extension CatalogDiagnostic {
    /// The diagnostic as JSON; `nil` if its file does not belong to the catalog.
    func json(of catalog: CatalogFile) -> JSONObject? {
        guard let place = IndexSourceLocation(file, of: catalog) else { return nil }
        var object = JSONObject()
        object.set("place", place.spelling)
        if let line { object.set("line", line) }
        if let column { object.set("column", column) }
        object.set("code", kind.code.rawValue)
        object.set("facts", kind.facts.map(\.json))
        return object
    }

    /// Reads a diagnostic; `nil` if the JSON is not one.
    init?(json value: JSONValue, of catalog: CatalogFile) {
        guard let place = value.member("place")?.string.flatMap(IndexSourceLocation.init(spelling:)),
            let code = value.member("code")?.string.flatMap(Code.init(rawValue:)),
            let facts = value.member("facts")?.elements.map({ Argument(json: $0) }),
            case let known = facts.compactMap(\.self), known.count == facts.count, code.fits(known)
        else { return nil }
        self.init(
            file: place.path(of: catalog), line: value.member("line")?.integer,
            column: value.member("column")?.integer, kind: Kind(code, facts: known))
    }
}

extension CatalogDiagnostic.Argument {
    fileprivate var json: JSONObject {
        var object = JSONObject()
        switch self {
        case .text(let text): object.set("text", text)
        case .integer(let number): object.set("integer", number)
        case .message(let key): object.set("message", key)
        }
        return object
    }

    fileprivate init?(json value: JSONValue) {
        if let text = value.member("text")?.string {
            self = .text(text)
        } else if let number = value.member("integer")?.integer {
            self = .integer(number)
        } else if let key = value.member("message")?.string {
            self = .message(key)
        } else {
            return nil
        }
    }
}

extension IndexSourceLocation {
    /// The location as a text.
    var spelling: String {
        switch self {
        case .catalog(let below): "catalog" + below
        case .sidecar: "sidecar"
        case .vectors: "vectors"
        }
    }

    /// Reads a location; `nil` if the text is not one.
    init?(spelling: String) {
        if spelling == "sidecar" {
            self = .sidecar
        } else if spelling == "vectors" {
            self = .vectors
        } else if spelling == "catalog" || spelling.hasPrefix("catalog/") {
            self = .catalog(below: String(spelling.dropFirst("catalog".count)))
        } else {
            return nil
        }
    }
}
