// The capabilities that the server announces.

internal import JSON

/// The response to `initialize`.
enum ServerCapabilities {
    static func json(_ encoding: PositionEncoding) -> JSON {
        [
            "positionEncoding": .string(encoding.rawValue),
            "textDocumentSync": ["openClose": true, "change": 2, "save": true],
            "hoverProvider": true, "definitionProvider": true, "referencesProvider": true,
            "documentSymbolProvider": true, "documentFormattingProvider": true,
            "completionProvider": ["triggerCharacters": ["\"", "%"]],
            "codeActionProvider": ["codeActionKinds": ["quickfix"]],
            "renameProvider": ["prepareProvider": true],
            "workspace": ["workspaceFolders": ["supported": true, "changeNotifications": true]],
        ]
    }
}
