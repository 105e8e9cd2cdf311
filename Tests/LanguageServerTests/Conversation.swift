// A client in memory: it sends messages, waits until the server has nothing left to do, and sends more.

import Files
import JSON
import Localization
import ProgramSupport
import TranslationTools

@testable import LanguageServer
@testable import lstrings

/// Sends batches of bytes, and collects the server's messages.
final class ScriptedChannel: MessageChannel {
    private var batches: [[UInt8]]
    private(set) var sent: [UInt8] = []

    init(_ batches: [[UInt8]]) { self.batches = batches.reversed() }

    func receive(within milliseconds: Int?) -> [UInt8]? { milliseconds == nil ? batches.popLast() : [] }

    func send(_ bytes: [UInt8]) { sent += bytes }
}

/// A conversation about files in memory. Its folder is `/w`.
struct Conversation {
    let files: InMemoryFileSystem
    /// The server's messages, in their order.
    private(set) var responses: [JSON] = []
    /// Whether the server ended as the protocol requires.
    private(set) var isClean = false

    static func request(_ id: Int, _ method: String, _ params: JSON = [:]) -> JSON {
        ["jsonrpc": "2.0", "id": .number(id), "method": .string(method), "params": params]
    }

    static func notification(_ method: String, _ params: JSON = [:]) -> JSON {
        ["jsonrpc": "2.0", "method": .string(method), "params": params]
    }

    static let initialize = request(0, "initialize", ["rootUri": "file:///w", "capabilities": [:]])
    static let farewell = [request(999, "shutdown"), notification("exit")]

    static func open(_ path: String, _ text: String) -> JSON {
        notification(
            "textDocument/didOpen",
            ["textDocument": ["uri": .string(DocumentURI.uri(path)), "version": 1, "text": .string(text)]])
    }

    static func change(_ path: String, version: Int, _ changes: [JSON]) -> JSON {
        notification(
            "textDocument/didChange",
            [
                "textDocument": ["uri": .string(DocumentURI.uri(path)), "version": .number(version)],
                "contentChanges": .array(changes),
            ])
    }

    /// The parameters of a request about a position in a document.
    static func place(_ path: String, _ line: Int, _ character: Int) -> JSON {
        [
            "textDocument": ["uri": .string(DocumentURI.uri(path))],
            "position": ["line": .number(line), "character": .number(character)],
        ]
    }

    /// Sends batches of messages to a server, which does all its work between two of them.
    static func hold(_ files: InMemoryFileSystem, _ batches: [[JSON]]) async -> Conversation {
        await hold(files, bytes: batches.map { $0.flatMap { MessageFraming.framed($0) } })
    }

    static func hold(_ files: InMemoryFileSystem, bytes: [[UInt8]]) async -> Conversation {
        let channel = ScriptedChannel(bytes)
        let context = ToolContext(.current, fileSystem: files)
        let texts = context.texts
        let server = LanguageServer(
            channel: channel, files: files,
            source: ServedProjects(
                context: context, sourceLocale: LocaleIdentifier("en")!, tables: [], options: CheckOptions()),
            texts: ServerMessages(
                name: "lstrings", version: "1", finding: { texts.message(for: $0) },
                text: { texts.text($0, table: "Tools", arguments: $1) }))
        var conversation = Conversation(files: files)
        conversation.isClean = await server.run()
        var framing = MessageFraming()
        framing.add(channel.sent)
        while let frame = framing.next() {
            if case .content(let content) = frame, let response = try? JSONReader.value(of: content) {
                conversation.responses.append(response)
            }
        }
        return conversation
    }

    private init(files: InMemoryFileSystem) { self.files = files }

    /// The result of a request.
    func result(_ id: Int) -> JSON? {
        responses.first { $0["id"]?.integer == id && $0["method"] == nil }?["result"]
    }

    /// The code of the error that a request got.
    func error(_ id: JSON) -> Int? {
        responses.first { $0["id"] == id }?["error"]?["code"]?.integer
    }

    /// The last diagnostics of each file that has any, by path.
    var diagnostics: [String: [JSON]] {
        var last: [String: [JSON]] = [:]
        for response in responses where response["method"]?.string == "textDocument/publishDiagnostics" {
            guard let path = response["params"]?["uri"]?.string.flatMap(DocumentURI.path) else { continue }
            last[path] = response["params"]?["diagnostics"]?.elements ?? []
        }
        return last.filter { !$0.value.isEmpty }
    }
}
