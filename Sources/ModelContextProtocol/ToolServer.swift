// A server of the Model Context Protocol over standard input and output (modelcontextprotocol.io, revision
// 2025-11-25): the client lists tools and calls them. Messages are those of JSON-RPC 2.0, one a line.

internal import JSON
internal import JSONRPC
internal import ProgramSupport
package import ProgramTexts
internal import Support

/// Responds to an agent's client. No message depends on an earlier one.
package struct ToolServer {
    private let name: String
    private let version: String
    private let instructions: String
    private let provider: any ToolProvider
    private let words: (ErrorMessage) -> String

    /// The revisions of the protocol, newest first. They differ in nothing that is used here.
    private static let revisions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
    /// The longest message of a client, in bytes.
    static let messageLimit = 4 << 20
    /// The longest result of a call, in bytes.
    static let resultLimit = 512 << 10

    /// - Parameters:
    ///   - name: the program's name.
    ///   - instructions: what the tools are for, and in which order agents should use them; in English.
    ///   - words: puts messages into the user's language.
    package init(
        name: String, version: String, instructions: String, _ provider: any ToolProvider,
        words: @escaping (ErrorMessage) -> String
    ) {
        self.name = name
        self.version = version
        self.instructions = instructions
        self.provider = provider
        self.words = words
    }

    /// Serves a client over standard input and output, until it closes the input.
    package nonisolated(nonsending) func serve() async {
        var lines = InputLines(limit: Self.messageLimit)
        while let line = lines.next() {
            let response: String?
            switch line {
            case .bytes where line.isBlank: response = nil
            case .bytes(let bytes): response = await self.response(to: bytes)
            case .tooLong:
                let error = ResponseError(
                    .invalidRequest, "a message has more than \(Self.messageLimit) bytes")
                response = Self.message(["id": .null, "error": error.json])
            }
            if let response { Output.standardOutput.writeLine(response) }
        }
    }

    /// The response to a message, as one line; `nil` for a message without one.
    nonisolated(nonsending) func response(to message: [UInt8]) async -> String? {
        switch ClientMessage(message) {
        case .response, .notification: return nil
        case .invalid(let id, let error): return Self.message(["id": id, "error": error.json])
        case .request(let id, let method, let params):
            do throws(ResponseError) {
                return Self.message(["id": id, "result": try await result(method, params)])
            } catch {
                return Self.message(["id": id, "error": error.json])
            }
        }
    }

    private static func message(_ message: JSON) -> String {
        var message = message
        message["jsonrpc"] = "2.0"
        return message.text
    }

    private nonisolated(nonsending) func result(
        _ method: String, _ params: JSON
    ) async throws(ResponseError) -> JSON {
        switch method {
        case "initialize":
            let requested = params["protocolVersion"]?.string
            return [
                "protocolVersion": .string(Self.revisions.first { $0 == requested } ?? Self.revisions[0]),
                "capabilities": ["tools": ["listChanged": false]],
                "serverInfo": ["name": .string(name), "version": .string(version)],
                "instructions": .string(instructions),
            ]
        case "ping": return [:]
        case "tools/list": return ["tools": .array(provider.tools.map(\.json))]
        case "tools/call": return try await call(params)
        default: throw ResponseError(.methodNotFound, "there is no method \(method)")
        }
    }

    private nonisolated(nonsending) func call(_ params: JSON) async throws(ResponseError) -> JSON {
        let name = params["name"]?.string ?? ""
        guard let tool = provider.tools.first(where: { $0.name == name }) else {
            let known = provider.tools.map(\.name).joined(separator: ", ")
            throw ResponseError(.invalidParams, "there is no tool \(name); the tools are \(known)")
        }
        let arguments = params["arguments"] ?? [:]
        guard case .object = arguments else {
            throw ResponseError(.invalidParams, "the arguments are no object")
        }
        do throws(ToolFailure) {
            try tool.check(arguments)
            let text = try await provider.call(name, arguments)
            guard text.utf8.count <= Self.resultLimit else {
                throw .message(ErrorMessage("AnswerTooLarge: %ld", Self.resultLimit))
            }
            return Self.content(text, isError: false)
        } catch {
            let text =
                switch error {
                case .message(let message): words(message)
                case .words(let words): words
                }
            return Self.content(text, isError: true)
        }
    }

    private static func content(_ text: String, isError: Bool) -> JSON {
        ["content": [["type": "text", "text": .string(text)]], "isError": .bool(isError)]
    }
}
