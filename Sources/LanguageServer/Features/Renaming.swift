// Renames a key in all languages of its table, and in the sources that look it up.

internal import JSON
internal import Localization
internal import TranslationTools

extension LanguageServer {
    /// The key at a place, where it can be renamed.
    func prepareRename(_ params: JSON) async throws(ProtocolError) -> JSON {
        guard let path = path(params), let target = try await target(params), KeyPlaces.canRename(target)
        else {
            return .null
        }
        let range = TextRange(workspace.text(of: path), target.range, encoding)
        return ["range": range.json, "placeholder": .string(target.key)]
    }

    func rename(_ params: JSON) async throws(ProtocolError) -> JSON {
        guard let name = params["newName"]?.string else {
            throw ProtocolError(.invalidParams, "newName is needed")
        }
        guard let target = try await target(params), KeyPlaces.canRename(target) else { return .null }
        guard !name.isEmpty else { throw ProtocolError(.requestFailed, texts.text("LSPKeyEmpty", [])) }
        let project = target.file.project
        let files = project.files.filter { $0.table == target.file.file.table }
        if name == target.key { return workspaceEdit([:]) }
        guard !files.contains(where: { $0.catalog[name] != nil || $0.strings?[name] != nil }) else {
            throw ProtocolError(.requestFailed, texts.text("LSPKeyExists: %@", [.text(name)]))
        }
        var edits: [String: [TextEdit]] = [:]
        // The recorded source texts, too: the text did not change.
        let recorded = project.syncedSources?[target.file.file.table].map { [$0] } ?? []
        let named = files.filter { $0.catalog[target.key] != nil || $0.unitPlaces[target.key] != nil }
        for path in Set((named + recorded).map(\.path)) {
            let loaded = LoadedProject(
                project: recorded.contains { $0.path == path }
                    ? LocalizationProject(sourceLocale: project.sourceLocale, files: recorded) : project,
                paths: nil)
            let outline = DocumentOutline(path: path, text: workspace.text(of: path), projects: [loaded])
            let renamed = KeyPlaces.edits(outline, target.key, name)
            // In one file alone the key would be another message.
            if renamed.isEmpty, named.contains(where: { $0.path == path }) {
                throw ProtocolError(.requestFailed, texts.text("LSPKeyFixed: %@", [.text(name)]))
            }
            edits[path] = renamed
        }
        for use in try sourceUses().uses(of: target.key, text: { workspace.text(of: $0) })
        where use.isLocalized {
            let literal = "\"" + SourceLiterals.escaped(name) + "\""
            edits[use.path, default: []].append(TextEdit(use.range, literal))
        }
        return workspaceEdit(edits)
    }
}

/// Where the keys are in files of formats that have any.
enum KeyPlaces {
    private static let formats: Set = [
        "strings", "stringsdict", "xcstrings", "po", "pot", "xliff", "android",
    ]

    /// Whether a key can be renamed.
    static func canRename(_ target: MessageTarget) -> Bool {
        let files = target.file.project.files.filter { $0.table == target.file.file.table }
        return files.allSatisfy { formats.contains($0.format.name) }
    }

    /// The edits that give a message another key.
    static func edits(_ outline: DocumentOutline, _ key: String, _ newKey: String) -> [TextEdit] {
        if let strings = outline.strings {
            return StringsActions(strings).renaming(key, to: newKey).map { TextEdit($0.byteRange, $0.source) }
        }
        let text = outline.text
        let format = outline.files.first?.file.format.name
        switch format {
        case "po", "pot": return POEntryEditor(text).renaming(key, to: newKey)
        case "xliff": return XMLKeyPlaces(text.utf8, XMLKeyPlaces.xliff, key, newKey).edits
        case "android":
            // Programs know a resource by an identifier of their language.
            guard AndroidResources.name(ofKey: newKey) == newKey else { return [] }
            return XMLKeyPlaces(text.utf8, XMLKeyPlaces.android, key, newKey).edits
        default: break
        }
        return outline.items(of: key).compactMap { item in
            guard let name = item.name else { return nil }
            if format == "xcstrings" { return TextEdit(name, JSON.string(newKey).text) }
            return keyBefore(name.lowerBound, outline.text).map { TextEdit($0, escaped(newKey)) }
        }
    }

    /// The contents of the element `key` before a value of a property list.
    private static func keyBefore(_ value: Int, _ text: LineText) -> Range<Int>? {
        let before = text[max(0, value - 65_536)..<value]
        guard let end = before.lastRange(of: "</key>"),
            let start = before[..<end.lowerBound].lastRange(of: "<key>"),
            before[end.upperBound...].allSatisfy(\.isWhitespace)
        else { return nil }
        let key = before[start.upperBound..<end.lowerBound].utf8.count
        let last = value - before[end.lowerBound...].utf8.count
        return last - key..<last
    }

    /// A text as the contents of an element.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }
}

extension StringProtocol {
    /// The last place of a text.
    fileprivate func lastRange(of text: String) -> Range<Index>? {
        var start = endIndex
        while start > startIndex {
            start = index(before: start)
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
        }
        return nil
    }
}

extension SourceLiterals {
    /// A text as the contents of a literal.
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
