// Requests by their methods.

internal import JSON
internal import JSONRPC

extension LanguageServer {
    /// Responds to a request about documents.
    func feature(_ method: String, _ params: JSON) async throws(ResponseError) -> JSON {
        switch method {
        case "textDocument/hover": return try await hover(params)
        case "textDocument/definition": return try await definition(params)
        case "textDocument/references": return try await references(params)
        case "textDocument/documentSymbol": return try await symbols(params)
        case "textDocument/completion": return try await completion(params)
        case "textDocument/codeAction": return try await codeActions(params)
        case "textDocument/prepareRename": return try await prepareRename(params)
        case "textDocument/rename": return try await rename(params)
        case "textDocument/formatting": return try await formatting(params)
        default: throw ResponseError(.methodNotFound, method)
        }
    }
}
