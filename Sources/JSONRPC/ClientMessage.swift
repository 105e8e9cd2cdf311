// Messages of JSON-RPC 2.0, as the language server and the server of tools for agents receive them.

package import JSON

package enum ClientMessage: Sendable, Hashable {
    /// The client waits for a response.
    case request(id: JSON, method: String, params: JSON)
    /// The client waits for nothing.
    case notification(method: String, params: JSON)
    /// The response to a request of the server.
    case response
    /// No message; the number of the request, where it has one.
    case invalid(id: JSON, ResponseError)

    package init(_ content: [UInt8]) {
        guard let value = try? JSONReader.value(of: content, .replacesLoneSurrogates) else {
            self = .invalid(id: .null, ResponseError(.parseError, "no JSON"))
            return
        }
        let id = value["id"].flatMap { $0.isNull ? nil : $0 }
        switch (value["method"]?.string, id) {
        case (let method?, .string?), (let method?, .number?):
            self = .request(id: id ?? .null, method: method, params: value["params"] ?? .null)
        case (let method?, nil):
            self = .notification(method: method, params: value["params"] ?? .null)
        case (nil, _?) where value["result"] != nil || value["error"]?.isNull == false:
            self = .response
        default:
            self = .invalid(id: .null, ResponseError(.invalidRequest, "no message of JSON-RPC 2.0"))
        }
    }
}

/// Why a request has no response.
package struct ResponseError: Error, Sendable, Hashable {
    /// The codes of JSON-RPC, and those that LSP adds.
    package enum Code: Int, Sendable {
        case parseError = -32_700
        case invalidRequest = -32_600
        case methodNotFound = -32_601
        case invalidParams = -32_602
        case serverNotInitialized = -32_002
        case requestCancelled = -32_800
        case requestFailed = -32_803
    }

    package let code: Code
    /// What is wrong, in words.
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The member `error` of a response.
    package var json: JSON { ["code": .number(code.rawValue), "message": .string(message)] }
}
