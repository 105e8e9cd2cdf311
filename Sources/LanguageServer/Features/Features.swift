// Requests by their methods.

extension LanguageServer {
    /// Answers a request about documents.
    func feature(_ method: String, _ params: JSON) async throws(ProtocolError) -> JSON {
        switch method {
        case "textDocument/hover": return try await hover(params)
        case "textDocument/definition": return try await definition(params)
        case "textDocument/references": return try await references(params)
        case "textDocument/documentSymbol": return try await symbols(params)
        default: throw ProtocolError(.methodNotFound, method)
        }
    }
}
