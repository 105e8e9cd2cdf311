// Minimal edits of documents.

internal import JSON
internal import TranslationTools

extension TextEdit {
    /// The edit that changes one text into another: it replaces the part between their common prefix and
    /// suffix.
    init(from old: [UInt8], to new: [UInt8]) {
        var start = 0
        while start < old.count, start < new.count, old[start] == new[start] { start += 1 }
        var length = 0
        while length < old.count - start, length < new.count - start,
            old[old.count - 1 - length] == new[new.count - 1 - length]
        {
            length += 1
        }
        // The edit must not begin or end inside a character.
        func isInside(_ bytes: [UInt8], _ index: Int) -> Bool {
            index < bytes.count && bytes[index] & 0xC0 == 0x80
        }
        while start > 0, isInside(old, start) || isInside(new, start) { start -= 1 }
        while length > 0, isInside(old, old.count - length) || isInside(new, new.count - length) {
            length -= 1
        }
        self.init(
            start..<old.count - length, String(decoding: new[start..<new.count - length], as: UTF8.self))
    }
}

extension LanguageServer {
    /// An edit in the form of the protocol.
    func json(_ edit: TextEdit, in text: LineText) -> JSON {
        ["range": TextRange(text, edit.range, encoding).json, "newText": .string(edit.text)]
    }

    /// Edits of several files as a change of the workspace.
    func workspaceEdit(_ edits: [String: [TextEdit]]) -> JSON {
        var changes: JSON = [:]
        for (path, edits) in edits.sorted(by: { $0.key < $1.key }) where !edits.isEmpty {
            let text = workspace.text(of: path)
            let ordered = edits.sorted { $0.range.lowerBound < $1.range.lowerBound }
            changes[workspace.uri(path)] = .array(ordered.map { json($0, in: text) })
        }
        return ["changes": changes]
    }
}
