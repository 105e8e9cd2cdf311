// Renames a key in all languages of its table, and in the sources that look it up.

internal import JSON
internal import JSONRPC
internal import Localization
internal import TranslationTools

extension LanguageServer {
    /// The key at a position, if it can be renamed.
    func prepareRename(_ params: JSON) async throws(ResponseError) -> JSON {
        guard let path = path(params), let target = try await target(params) else { return .null }
        let range = TextRange(workspace.text(of: path), target.range, encoding)
        return ["range": range.json, "placeholder": .string(target.key)]
    }

    func rename(_ params: JSON) async throws(ResponseError) -> JSON {
        guard let name = params["newName"]?.string else {
            throw ResponseError(.invalidParams, "newName is needed")
        }
        guard let target = try await target(params) else { return .null }
        guard !name.isEmpty else { throw ResponseError(.requestFailed, texts.text("LSPKeyEmpty", [])) }
        let project = target.file.project
        let files = project.files.filter { $0.table == target.file.file.table }
        if name == target.key { return workspaceEdit([:]) }
        guard !files.contains(where: { $0.catalog[name] != nil || $0.strings?[name] != nil }) else {
            throw ResponseError(.requestFailed, texts.text("LSPKeyExists: %@", [.text(name)]))
        }
        var edits: [String: [TextEdit]] = [:]
        // The recorded source texts are renamed, too, because the text did not change.
        let recorded = project.syncedSources?[target.file.file.table].map { [$0] } ?? []
        let named = files.filter { $0.catalog[target.key] != nil || $0.unitPosition(of: target.key) != nil }
        for file in named + recorded where edits[file.path] == nil {
            let text = workspace.text(of: file.path).utf8
            let renamed = file.format.renaming(target.key, to: name, in: text)
            // Renamed in some files only, the key would name another message.
            if renamed.isEmpty, named.contains(where: { $0.path == file.path }) {
                throw ResponseError(.requestFailed, texts.text("LSPKeyFixed: %@", [.text(name)]))
            }
            edits[file.path] = renamed
        }
        for use in try sourceUses().uses(of: target.key, text: { workspace.text(of: $0) })
        where use.isLocalized {
            let literal = "\"" + SourceLiterals.escaped(name) + "\""
            edits[use.path, default: []].append(TextEdit(use.range, literal))
        }
        return workspaceEdit(edits)
    }
}

extension SourceLiterals {
    /// A text as the content of a literal.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": escaped += "\\" + String(scalar)
            case "\n": escaped += "\\n"
            case "\t": escaped += "\\t"
            case "\r": escaped += "\\r"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
