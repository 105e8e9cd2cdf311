// The embedders that the settings of an index name.

internal import JSON

/// An embedder of an index: a name for vectors of its documents.
struct Embedder: Equatable {
    let name: String
    /// The dimension of its vectors; `nil` for any.
    let dimensions: Int?
    let source: String
    /// Makes the texts to embed; `nil` for the texts of searched attributes.
    let template: DocumentTemplate?

    /// Whether the server's command makes its vectors. The address that settings may have is never called:
    /// otherwise clients that may change settings could make the server send requests to other servers.
    var isCommand: Bool { source != Self.userProvided && source != "composite" }

    /// The sources of vectors that the protocol knows.
    static let sources = ["userProvided", "openAi", "huggingFace", "ollama", "rest", "composite"]
    static let userProvided = "userProvided"
}

extension IndexSettings {
    /// The embedders by name.
    var embedders: [Embedder] {
        self["embedders"].members.map { member in
            Embedder(
                name: member.name, dimensions: member.value["dimensions"]?.integer,
                source: member.value["source"]?.string ?? "openAi",
                template: member.value["documentTemplate"]?.string.flatMap(DocumentTemplate.init))
        }
    }

    /// The embedder of a request.
    ///
    /// - Throws: `ProtocolError` if the index has none of this name.
    func embedder(_ name: String, code: String) throws(ProtocolError) -> Embedder {
        guard let embedder = embedders.first(where: { $0.name == name }) else {
            throw .invalid(code, "Cannot find embedder with name `\(name)`.")
        }
        return embedder
    }
}
