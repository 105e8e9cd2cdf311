// Templates for the texts from which vectors are made.

internal import JSON

/// A template of text and names of members only: `{{doc.title}}, {{doc.author.name}}`.
struct DocumentTemplate: Hashable {
    private enum Part: Hashable {
        case text(String)
        case member([String])
    }

    private let parts: [Part]

    /// - Returns: `nil` if the template has other parts, such as filters and loops.
    init?(_ template: String) {
        guard !template.contains("{%") else { return nil }
        var parts: [Part] = []
        var rest = template[...]
        while let start = rest.firstRange(of: "{{") {
            parts.append(.text(String(rest[..<start.lowerBound])))
            guard let end = rest[start.upperBound...].firstRange(of: "}}") else { return nil }
            let names = rest[start.upperBound..<end.lowerBound].split(whereSeparator: \.isWhitespace)
            guard names.count == 1 else { return nil }
            let path = names[0].split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            let isPlain = path.allSatisfy { name in
                !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
            }
            guard path.count > 1, path[0] == "doc", isPlain else { return nil }
            parts.append(.member(Array(path.dropFirst())))
            rest = rest[end.upperBound...]
        }
        self.parts = parts + [.text(String(rest))]
    }

    /// The text of a document. Members that it lacks are empty.
    func text(of document: JSON) -> String {
        parts.map { part in
            switch part {
            case .text(let text): return text
            case .member(let path):
                var value: JSON? = document
                for name in path { value = value?[name] }
                return value.map(Self.text) ?? ""
            }
        }.joined()
    }

    private static func text(_ value: JSON) -> String {
        switch value {
        case .string(let text): text
        case .number(let spelling): spelling
        case .bool(let flag): flag ? "true" : "false"
        case .array(let elements): elements.map(text).joined(separator: ", ")
        case .null, .object: ""
        }
    }
}
