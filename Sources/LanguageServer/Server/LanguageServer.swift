// A server of the Language Server Protocol 3.17 for files with translations.
//
// It processes messages one after the other, and checks files while none is waiting. Everything runs in one
// task, so no state is shared; a long request checks at intervals whether the client has cancelled it.

package import Files
internal import JSON
internal import JSONRPC

/// The language server: connects the channel to a client with a workspace.
package final class LanguageServer {
    /// The phase of the connection.
    private enum Phase {
        case new, running, shutDown
    }

    let texts: ServerMessages
    let workspace: Workspace
    private(set) var encoding = PositionEncoding.utf16
    /// The client's capabilities.
    private(set) var client = JSON.null
    private let channel: any MessageChannel
    private var framing = MessageFraming()
    private var phase = Phase.new
    /// Received messages; those from `next` on are not processed yet.
    private var queue: [ClientMessage] = []
    private var next = 0
    /// The requests that the client has cancelled.
    private var cancelled: Set<JSON> = []
    private var current: JSON?
    private var hasEnded = false
    private var lastRequest = 0
    /// The literals of the sources; `nil` until they are needed, and after files have changed.
    private var literals: KeyUses?
    /// The diagnostics that were sent to the client, by file.
    private var published: [String: JSON] = [:]

    /// How long to wait for further keystrokes before an open document is checked, in milliseconds.
    private static let pause = 10
    /// How long to wait before other files are checked, in milliseconds.
    private static let longPause = 150

    package init(
        channel: any MessageChannel, files: any FileSystem, source: any ProjectSource, texts: ServerMessages
    ) {
        self.channel = channel
        self.texts = texts
        workspace = Workspace(files: files, source: source)
    }

    /// Serves the client until it disconnects.
    ///
    /// - Returns: whether the client sent `shutdown` before `exit`, as the protocol requires.
    package func run() async -> Bool {
        while true {
            if next == queue.count {
                let hasWork = phase == .running && workspace.hasWork
                receive(within: hasWork ? (workspace.hasUrgentWork ? Self.pause : Self.longPause) : nil)
                if next == queue.count {
                    if hasEnded { return phase == .shutDown }
                    if hasWork { await publishNext() }
                    continue
                }
            }
            let message = queue[next]
            next += 1
            if next == queue.count { (queue, next) = ([], 0) }
            if case .notification("exit", _) = message { return phase == .shutDown }
            await handle(message)
        }
    }

    // MARK: Messages

    /// Receives the available messages.
    private func receive(within milliseconds: Int?) {
        guard !hasEnded else { return }
        guard let bytes = channel.receive(within: milliseconds) else {
            hasEnded = true
            return
        }
        if bytes.isEmpty { return }
        framing.add(bytes)
        while let frame = framing.next() {
            switch frame {
            case .malformed:
                queue.append(.invalid(id: .null, ResponseError(.parseError, "no header of a message")))
            case .content(let content):
                let message = ClientMessage(content)
                if case .notification("$/cancelRequest", let params) = message {
                    if let id = params["id"], isWaiting(id) { cancelled.insert(id) }
                } else {
                    queue.append(message)
                }
            }
        }
    }

    private func isWaiting(_ id: JSON) -> Bool {
        current == id
            || queue[next...].contains { if case .request(id, _, _) = $0 { true } else { false } }
    }

    /// Ends a request that the client has cancelled.
    func checkCancellation() throws(ResponseError) {
        receive(within: 0)
        if let current, cancelled.contains(current) { throw ResponseError(.requestCancelled, "cancelled") }
    }

    private func send(_ message: JSON) {
        var message = message
        message["jsonrpc"] = "2.0"
        channel.send(MessageFraming.framed(message))
    }

    func notify(_ method: String, _ params: JSON) { send(["method": .string(method), "params": params]) }

    /// Sends a request to the client. The response is not used.
    private func request(_ method: String, _ params: JSON) {
        lastRequest += 1
        send(["id": .number(lastRequest), "method": .string(method), "params": params])
    }

    private func handle(_ message: ClientMessage) async {
        switch message {
        case .response: break
        case .invalid(let id, let error): send(["id": id, "error": error.json])
        case .notification(let method, let params):
            if phase == .running { take(method, params) }
        case .request(let id, let method, let params):
            current = id
            do throws(ResponseError) {
                if cancelled.contains(id) { throw ResponseError(.requestCancelled, "cancelled") }
                send(["id": id, "result": try await respond(to: method, params)])
            } catch {
                send(["id": id, "error": error.json])
            }
            current = nil
            cancelled.remove(id)
        }
    }

    // MARK: Requests

    private func respond(to method: String, _ params: JSON) async throws(ResponseError) -> JSON {
        switch (phase, method) {
        case (.new, "initialize"): return initialize(params)
        case (.new, _): throw ResponseError(.serverNotInitialized, "initialize comes first")
        case (.shutDown, _): throw ResponseError(.invalidRequest, "the server was shut down")
        case (.running, "initialize"): throw ResponseError(.invalidRequest, "initialized before")
        case (.running, "shutdown"):
            phase = .shutDown
            return .null
        case (.running, _): return try await feature(method, params)
        }
    }

    private func initialize(_ params: JSON) -> JSON {
        client = params["capabilities"] ?? .null
        let offered = client["general"]?["positionEncodings"]?.elements?.compactMap(\.string) ?? []
        encoding = offered.lazy.compactMap(PositionEncoding.init).first ?? .utf16
        var folders = (params["workspaceFolders"]?.elements ?? []).compactMap { $0["uri"]?.string }
        if folders.isEmpty, let root = params["rootUri"]?.string { folders = [root] }
        var paths = folders.compactMap(DocumentURI.path)
        if paths.isEmpty, let root = params["rootPath"]?.string { paths = [PathName.normalized(root)] }
        for path in paths { workspace.addFolder(path) }
        phase = .running
        return [
            "capabilities": ServerCapabilities.json(encoding),
            "serverInfo": ["name": .string(texts.name), "version": .string(texts.version)],
        ]
    }

    // MARK: Notifications

    private func take(_ method: String, _ params: JSON) {
        if method.hasPrefix("workspace/") || method == "textDocument/didSave" { literals = nil }
        switch method {
        case "initialized": watchFiles()
        case "textDocument/didOpen": open(params["textDocument"] ?? .null)
        case "textDocument/didChange": change(params)
        case "textDocument/didClose": if let path = path(params) { close(path) }
        case "textDocument/didSave": workspace.filesChanged()
        case "workspace/didChangeWatchedFiles":
            let paths = (params["changes"]?.elements ?? []).compactMap {
                $0["uri"]?.string.flatMap(DocumentURI.path)
            }
            let isChange = paths.contains {
                workspace.documents[$0] == nil && WatchedFiles.concernsProjects($0)
            }
            if isChange { workspace.filesChanged() }
        case "workspace/didChangeWorkspaceFolders":
            let event = params["event"]
            for folder in event?["removed"]?.elements ?? [] {
                if let path = folder["uri"]?.string.flatMap(DocumentURI.path) { workspace.removeFolder(path) }
            }
            for folder in event?["added"]?.elements ?? [] {
                if let path = folder["uri"]?.string.flatMap(DocumentURI.path) { workspace.addFolder(path) }
            }
        // Other messages need nothing: those with `$/` may be ignored, and none expects a response.
        default: break
        }
    }

    private func watchFiles() {
        guard client["workspace"]?["didChangeWatchedFiles"]?["dynamicRegistration"]?.bool == true else {
            return
        }
        request(
            "client/registerCapability",
            [
                "registrations": [
                    [
                        "id": "files", "method": "workspace/didChangeWatchedFiles",
                        "registerOptions": [
                            "watchers": .array(WatchedFiles.patterns.map { ["globPattern": .string($0)] })
                        ],
                    ]
                ]
            ])
    }

    /// The path of the document that a message concerns; `nil` if it is not a file on this machine.
    func path(_ params: JSON) -> String? { params["textDocument"]?["uri"]?.string.flatMap(DocumentURI.path) }

    private func open(_ document: JSON) {
        guard let uri = document["uri"]?.string, let path = DocumentURI.path(uri),
            let text = document["text"]?.string
        else { return }
        workspace.open(
            OpenDocument(
                uri: uri, path: path, version: document["version"]?.integer ?? 0, text: text,
                stored: workspace.files.storedContents(of: path)))
    }

    private func change(_ params: JSON) {
        guard let path = path(params), var document = workspace.documents[path] else { return }
        let version = params["textDocument"]?["version"]?.integer
        let isUnderstood = document.change(
            params["contentChanges"]?.elements ?? [], version: version, encoding)
        workspace.update(document)
        if SourceLiterals.isSource(path) { literals = nil }
        if !isUnderstood { log("\(document.uri): a change was not understood") }
    }

    private func close(_ path: String) {
        guard workspace.documents[path] != nil else { return }
        workspace.close(path)
        // The file may have other findings than the document, or none.
        published[path] = .null
    }

    private func log(_ message: String) {
        notify("window/logMessage", ["type": 2, "message": .string(message)])
    }

    /// The literals of the sources in the workspace.
    func sourceUses() throws(ResponseError) -> KeyUses {
        if let literals { return literals }
        let read = try KeyUses(
            folders: workspace.folders, files: workspace.files,
            texts: { workspace.documents[$0]?.text.utf8 }, check: checkCancellation)
        literals = read
        return read
    }

    // MARK: Findings

    private func publishNext() async {
        guard let (path, findings) = await workspace.checkNext() else { return sendLog() }
        sendLog()
        let document = workspace.documents[path]
        let diagnostics = JSON.array(self.diagnostics(findings, in: path))
        // A document gets diagnostics after each change, other files only if they have changed.
        guard document != nil || published[path, default: []] != diagnostics else { return }
        published[path] = diagnostics == [] ? nil : diagnostics
        var params: JSON = ["uri": .string(workspace.uri(path)), "diagnostics": diagnostics]
        if let document { params["version"] = .number(document.version) }
        notify("textDocument/publishDiagnostics", params)
    }

    private func sendLog() {
        for message in workspace.messages { log(message) }
        workspace.messages = []
    }
}
