// The text that a client shows at the pointer: the source text, comments, plural rules of the language, uses
// of the text.

internal import JSON
internal import JSONRPC
internal import Localization
internal import TranslationTools

extension LanguageServer {
    func hover(_ params: JSON) async throws(ResponseError) -> JSON {
        guard let target = try await target(params) else { return .null }
        let path = path(params) ?? ""
        let uses = try uses(of: target.key, limit: 5)
        let markdown = HoverText(target: target, uses: uses.map(\.shown), texts: texts).markdown
        let range = TextRange(workspace.text(of: path), target.range, encoding)
        return ["contents": ["kind": "markdown", "value": .string(markdown)], "range": range.json]
    }
}

/// The contents of a hover.
struct HoverText {
    let target: MessageTarget
    /// The positions where the text is used, as `file:line`.
    let uses: [String]
    let texts: ServerMessages

    var markdown: String {
        let file = target.file.file
        var parts = [Self.code(target.key) + " · " + file.table + " · " + file.locale.identifier]
        if let source = target.source { parts.append(Self.forms(source)) }
        let comments = [target.source?.comment, target.message?.comment].compactMap { $0 }
        let about = EntryAnnotations(comments.first)
        if let comment = about.comment { parts.append(section("LSPComment: %@", Self.escaped(comment))) }
        let own = EntryAnnotations(target.message?.comment)
        if let flag = own.state.flag { parts.append(section("LSPFlag: %@", Self.code(flag))) }
        if target.source?.isCounted == true || target.message?.isCounted == true {
            parts.append(section("LSPNumbers: %@", counting))
        }
        let places = uses.isEmpty ? about.references : uses
        if !places.isEmpty {
            parts.append(section("LSPUses: %@", places.prefix(5).map(Self.code).joined(separator: ", ")))
        }
        return parts.joined(separator: "\n\n")
    }

    private func section(_ key: String, _ text: String) -> String { texts.text(key, [.text(text)]) }

    /// The plural categories of the language, each with examples of numbers.
    private var counting: String {
        let coverage = PluralCoverage(target.file.file.locale)
        return coverage.categories.map { category in
            let numbers = (coverage.integers[category] ?? []).prefix(4).map(String.init)
            return Self.code(category.rawValue)
                + (numbers.isEmpty ? "" : " " + numbers.joined(separator: ", "))
        }.joined(separator: " · ")
    }

    /// The texts of a message, each form on a line.
    private static func forms(_ message: Message) -> String {
        message.forms.map { form in
            "> " + (form.variation.map { code($0.suffix) + " " } ?? "")
                + escaped(form.text).split(separator: "\n", omittingEmptySubsequences: false).joined(
                    separator: "  \n> ")
        }.joined(separator: "  \n")
    }

    /// A text as code, whatever it contains (CommonMark 6.1).
    private static func code(_ text: String) -> String {
        let longest = text.split(whereSeparator: { $0 != "`" }).map(\.count).max() ?? 0
        let fence = String(repeating: "`", count: longest + 1)
        let needsSpace = text.hasPrefix("`") || text.hasSuffix("`")
        return fence + (needsSpace ? " \(text) " : text) + fence
    }

    /// A text with characters escaped that have a meaning in Markdown.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            if "\\`*_[]<>|~".contains(character) { escaped.append("\\") }
            escaped.append(character)
        }
        return escaped
    }
}

extension Message {
    /// Whether the message has plural forms.
    var isCounted: Bool { !plural.isEmpty || !substitutions.isEmpty || !devicePlurals.isEmpty }
}
