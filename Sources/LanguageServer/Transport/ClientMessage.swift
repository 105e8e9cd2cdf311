// Messages of JSON-RPC 2.0, as LSP uses them.

internal import JSON

/// A message of the client.
enum ClientMessage: Sendable, Hashable {
    /// The client waits for an answer.
    case request(id: JSON, method: String, params: JSON)
    /// The client waits for nothing.
    case notification(method: String, params: JSON)
    /// The answer to a request of the server.
    case response
    /// No message; the number of the request, where it has one.
    case invalid(id: JSON, ProtocolError)

    /// Reads the content of a message.
    init(_ content: [UInt8]) {
        guard let value = try? JSONReader.value(of: content, .replacesLoneSurrogates) else {
            self = .invalid(id: .null, ProtocolError(.parseError, "no JSON"))
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
            self = .invalid(id: .null, ProtocolError(.invalidRequest, "no message of JSON-RPC 2.0"))
        }
    }
}

/// Why a request has no answer.
struct ProtocolError: Error, Sendable, Hashable {
    /// The codes of JSON-RPC and LSP.
    enum Code: Int, Sendable {
        case parseError = -32_700
        case invalidRequest = -32_600
        case methodNotFound = -32_601
        case invalidParams = -32_602
        case serverNotInitialized = -32_002
        case requestCancelled = -32_800
        case requestFailed = -32_803
    }

    let code: Code
    /// What is wrong, in words.
    let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    var json: JSON { ["code": .number(code.rawValue), "message": .string(message)] }
}

/// Carries bytes to and from a client.
package protocol MessageChannel: AnyObject {
    /// Waits for bytes.
    ///
    /// - Parameter milliseconds: how long; `nil` for as long as it takes.
    /// - Returns: what arrived; nothing if the time is over; `nil` if no more can come.
    func receive(within milliseconds: Int?) -> [UInt8]?

    /// Sends bytes.
    func send(_ bytes: [UInt8])
}
