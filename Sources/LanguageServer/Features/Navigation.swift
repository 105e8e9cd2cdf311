// Navigates from a text to its source text, to its uses in sources, and to other languages.

internal import JSON
internal import JSONRPC
internal import Localization
internal import TranslationTools

extension LanguageServer {
    /// For a translation, the source text; for a source text, its uses; for a literal in a source, the source
    /// text.
    func definition(_ params: JSON) async throws(ResponseError) -> JSON {
        guard let target = try await target(params), let path = path(params) else { return .null }
        if target.file.file.path == path, target.file.source == nil {
            let uses = try uses(of: target.key)
            return .array(uses.map { location($0.path, workspace.text(of: $0.path), $0.range) })
        }
        if SourceLiterals.isSource(path) {
            return .array(workspace.messages(target.key).flatMap { entries(of: target.key, in: $0.file) })
        }
        return .array(target.file.source.map { entries(of: target.key, in: $0) } ?? [])
    }

    /// The message in all languages, and the positions that use it.
    func references(_ params: JSON) async throws(ResponseError) -> JSON {
        guard let target = try await target(params) else { return .null }
        var places: [JSON] = []
        for file in target.file.project.files where file.table == target.file.file.table {
            places += entry(of: target.key, in: file).map { [$0] } ?? []
        }
        for use in try uses(of: target.key) {
            places.append(location(use.path, workspace.text(of: use.path), use.range))
        }
        return .array(places)
    }

    /// The positions of a message in a file: its first text, or its name if it has no text there.
    private func entries(of key: String, in file: LocalizationFile) -> [JSON] {
        ([file] + file.companions).compactMap { entry(of: key, in: $0) }
    }

    private func entry(of key: String, in file: LocalizationFile) -> JSON? {
        // In a `.strings` file the key precedes each text.
        let places =
            file.strings?.entries.filter { (VariationKey($0.key)?.key ?? $0.key) == key }.map(\.position)
            ?? file.texts.filter { $0.key == key }.map(\.position)
        guard let place = places.min() ?? (file.ownSource == nil ? file.unitPosition(of: key) : nil) else {
            return nil
        }
        let text = workspace.text(of: file.path)
        let offset = text.offset(of: place)
        return location(file.path, text, offset..<TokenEnd.find(in: text.utf8, from: offset))
    }
}

extension LanguageServer {
    /// The positions in sources that use a key: calls that look it up; if there are none, all literals that
    /// equal the key.
    func uses(of key: String, limit: Int = .max) throws(ResponseError) -> [KeyUses.Use] {
        let all = try sourceUses().uses(of: key) { workspace.text(of: $0) }
        let calls = all.filter(\.isLocalized)
        return Array((calls.isEmpty ? all : calls).prefix(limit))
    }
}
