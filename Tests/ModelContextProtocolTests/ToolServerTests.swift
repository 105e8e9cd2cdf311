// The responses to the messages of an agent's client.

import JSON
import Localization
import ProgramTexts
import Testing

@testable import ModelContextProtocol

@Suite struct ToolServerTests {
    /// One tool that repeats its argument, and one that fails.
    private struct Echo: ToolProvider {
        let tools = [
            Tool(
                "echo", "Repeats a text.",
                properties: [
                    "text": ["type": "string", "description": "The text."],
                    "count": ["type": "integer", "description": "How often."],
                ], required: ["text"]),
            Tool("fail", "Fails.", properties: [:], changesFiles: true),
        ]

        nonisolated(nonsending) func call(
            _ tool: String, _ arguments: JSON
        ) async throws(ToolFailure) -> String {
            if tool == "fail" { throw .words("no luck") }
            return String(repeating: arguments["text"]?.string ?? "", count: arguments["count"]?.integer ?? 1)
        }
    }

    private func response(_ message: String) async throws -> JSON? {
        let server = ToolServer(
            name: "echo", version: "1", instructions: "Repeats.", Echo(),
            words: { message in
                ([message.key]
                    + message.arguments.map { argument in
                        switch argument {
                        case .value(let value): value.plainText
                        case .message(let key): key
                        }
                    }).joined(separator: " | ")
            })
        let text = await server.response(to: Array(message.utf8))
        return try text.map { try JSONReader.value(of: Array($0.utf8)) }
    }

    private func call(_ params: String) async throws -> JSON? {
        try await response(#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":\#(params)}"#)
    }

    @Test(arguments: [
        ("2025-06-18", "2025-06-18"), ("2024-11-05", "2024-11-05"), ("1999-01-01", "2025-11-25"),
    ])
    func theRevisionOfTheClientIsUsedIfItIsKnown(requested: String, used: String) async throws {
        let received = try await response(
            #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"\#(requested)","capabilities":{}}}"#
        )
        #expect(received?["result"]?["protocolVersion"] == .string(used))
        #expect(received?["result"]?["capabilities"]?["tools"] != nil)
        #expect(received?["result"]?["serverInfo"] == ["name": "echo", "version": "1"])
        #expect(received?["id"] == .number(0))
    }

    @Test func toolsAreListedWithSchemas() async throws {
        let received = try await response(#"{"jsonrpc":"2.0","id":"a","method":"tools/list"}"#)
        let tools = try #require(received?["result"]?["tools"]?.elements)
        #expect(tools.map { $0["name"] } == ["echo", "fail"])
        #expect(tools[0]["inputSchema"]?["required"] == ["text"])
        #expect(tools.map { $0["annotations"]?["readOnlyHint"] } == [true, false])
        #expect(received?["id"] == "a")
    }

    @Test func callsReturnTexts() async throws {
        let received = try await call(#"{"name":"echo","arguments":{"text":"ho ","count":2}}"#)
        #expect(received?["result"]?["content"] == [["type": "text", "text": "ho ho "]])
        #expect(received?["result"]?["isError"] == false)
    }

    @Test(arguments: [
        (#"{"name":"fail"}"#, "no luck"),
        (#"{"name":"echo","arguments":{}}"#, "RequestWithout: %@ | text"),
        (#"{"name":"echo","arguments":{"txt":"a","text":"b"}}"#, "UnknownMember: %1$@ %2$@ | txt | text"),
        (
            #"{"name":"echo","arguments":{"volume":1,"text":"b"}}"#,
            "UnknownMemberOf: %1$@ %2$@ | volume | text, count"
        ),
        (
            #"{"name":"echo","arguments":{"text":5}}"#,
            "RequestWrongType: %1$@ %2$@ | text | TypeText"
        ),
        (
            #"{"name":"echo","arguments":{"text":"0123456789","count":100000}}"#,
            "AnswerTooLarge: %ld | 524288"
        ),
    ])
    func whatAnAgentCanMendIsAResult(params: String, words: String) async throws {
        let received = try await call(params)
        #expect(received?["result"]?["content"]?.elements?.first?["text"] == .string(words))
        #expect(received?["result"]?["isError"] == true)
    }

    @Test(arguments: [
        ("{", -32_700), ("[]", -32_600), (#"{"id":1}"#, -32_600),
        (#"{"id":1,"method":"resources/list"}"#, -32_601),
        (#"{"id":1,"method":"tools/call","params":{"name":"shout"}}"#, -32_602),
        (#"{"id":1,"method":"tools/call","params":{"name":"echo","arguments":[1]}}"#, -32_602),
    ])
    func whatIsNoCallIsAnErrorOfTheProtocol(message: String, code: Int) async throws {
        #expect(try await response(message)?["error"]?["code"] == .number(code))
    }

    @Test func notificationsHaveNoResponse() async throws {
        #expect(try await response(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#) == nil)
        #expect(try await response(#"{"jsonrpc":"2.0","id":3,"method":"ping"}"#)?["result"] == [:])
    }
}
