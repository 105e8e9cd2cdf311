// The vectors of documents, for searches by meaning.

internal import CatalogSearch
internal import JSON

/// The member `_vectors` of documents.
enum DocumentVectors {
    /// The member with the vectors, in documents as in records.
    static let member = "_vectors"

    /// The vectors of a document for its record: those of the index's embedders. A document may have several
    /// vectors of one embedder; the first one counts. `nil` if there are none.
    static func record(of document: JSON, _ embedders: [Embedder]) -> JSON? {
        guard let vectors = document[member] else { return nil }
        let members = embedders.compactMap { embedder in
            lists(vectors[embedder.name]).first.flatMap { numbers in
                (try? QuantizedVector(numbers.compactMap(\.double))).map { _ in
                    JSON.Member(embedder.name, .array(numbers))
                }
            }
        }
        return members.isEmpty ? nil : .object(members)
    }

    /// Checks the vectors of a document.
    ///
    /// - Throws: `ProtocolError` if they are not lists of numbers, or if their dimension is not that of their
    ///   embedder.
    static func check(_ document: JSON, id: String, _ embedders: [Embedder]) throws(ProtocolError) {
        guard let vectors = document[member], !vectors.isNull else { return }
        func wrong(_ place: String, _ expected: String) -> ProtocolError {
            .invalid(
                "invalid_vectors_type",
                "Bad `_vectors` in the document with id `\(id)`. Invalid value type at `.\(place)`: expected \(expected)."
            )
        }
        guard case .object(let members) = vectors else { throw wrong(member, "an object") }
        for embedder in embedders {
            guard let value = members.first(where: { $0.name == embedder.name })?.value, !value.isNull else {
                continue
            }
            let lists = lists(value)
            guard !lists.isEmpty || numbersMember(value)?.elements?.isEmpty == true else {
                throw wrong("\(member).\(embedder.name)", "null, or an array of numbers, or of such arrays")
            }
            for numbers in lists { try embedder.check(numbers.count) }
        }
    }

    /// The vectors in the form of a response; `nil` if there are none.
    static func shown(_ document: JSON) -> JSON? {
        guard case .object(let members)? = document[member] else { return nil }
        return .object(
            members.filter { !$0.value.isNull }.map { member in
                let embeddings = lists(member.value).map { JSON.array($0) }
                return .init(
                    member.name,
                    [
                        "embeddings": .array(embeddings),
                        "regenerate": .bool(member.value["regenerate"]?.bool ?? false),
                    ])
            })
    }

    /// The first vector of a document.
    static func numbers(of document: JSON, _ embedder: String) -> [Double]? {
        lists(document[member]?[embedder]).first?.compactMap(\.double)
    }

    private static func numbersMember(_ value: JSON?) -> JSON? {
        if case .object = value { return value?["embeddings"] }
        return value
    }

    /// The lists of numbers of a value: an array of numbers, an array of such arrays, or an object
    /// with either as its `embeddings`.
    private static func lists(_ value: JSON?) -> [[JSON]] {
        guard let elements = numbersMember(value)?.elements, !elements.isEmpty else { return [] }
        let lists = elements.compactMap(\.elements)
        let all = lists.count == elements.count ? lists : [elements]
        return all.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.double != nil } } ? all : []
    }
}

extension Embedder {
    /// - Throws: `ProtocolError` if this embedder's vectors have another dimension.
    func check(_ count: Int) throws(ProtocolError) {
        guard let dimensions, dimensions != count else { return }
        throw .invalid(
            "invalid_vector_dimensions",
            "Invalid vector dimensions: expected: `\(dimensions)`, found: `\(count)`.")
    }
}
