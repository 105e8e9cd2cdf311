// Changes that a client offers for the message or the finding at a position.

internal import JSON
internal import JSONRPC
internal import Localization
internal import TranslationTools

extension LanguageServer {
    func codeActions(_ params: JSON) async throws(ResponseError) -> JSON {
        guard let path = path(params), let range = params["range"].flatMap(TextRange.init) else {
            throw ResponseError(.invalidParams, "textDocument and range are needed")
        }
        guard let outline = await outline(path) else { return [] }
        let text = outline.text
        // The whole lines: editors show a finding in its line, wherever the cursor is.
        let lines = TextRange(
            start: TextPosition(line: range.start.line, character: 0),
            end: TextPosition(line: range.end.line, character: .max))
        let findings = await workspace.findings(in: path).filter { finding in
            finding.position != nil && self.range(of: finding, in: text).touches(lines)
        }
        var actions: [JSON] = []
        let editor = MessageEditor(outline: outline)
        func add(_ title: String, _ edits: [TextEdit], for findings: [Finding], isPreferred: Bool = false) {
            guard !edits.isEmpty else { return }
            actions.append([
                "title": .string(title), "kind": "quickfix", "isPreferred": .bool(isPreferred),
                "diagnostics": .array(diagnostics(findings, in: path)), "edit": workspaceEdit([path: edits]),
            ])
        }
        for finding in findings {
            guard let edit = editor.replacingSpecifier(finding), case .text(let wrong) = finding.facts[0],
                case .text(let right) = finding.facts[1]
            else { continue }
            add(
                texts.text("LSPReplaceSpecifier: %1$@ %2$@", [.text(wrong), .text(right)]), [edit],
                for: [finding],
                isPreferred: true)
        }
        let missing = findings.filter { $0.check == MissingForms.check }
        for group in MissingForms.groups(missing) {
            let names = group.categories.map(\.rawValue).joined(separator: ", ")
            add(
                texts.text("LSPAddForms: %@", [.text(names)]), editor.adding(group), for: group.findings,
                isPreferred: true)
        }
        for finding in findings {
            guard let (keywords, edit) = editor.addingForms(finding) else { continue }
            add(
                texts.text("LSPAddForms: %@", [.text(keywords.joined(separator: ", "))]), [edit],
                for: [finding], isPreferred: true)
        }
        func item(_ range: TextRange) -> OutlineItem? {
            let (start, end) = (text.offset(of: range.start, encoding), text.offset(of: range.end, encoding))
            return outline.items.first {
                $0.value != nil && $0.whole.lowerBound <= end && start <= $0.whole.upperBound
            }
        }
        if let item = item(range) ?? item(lines) ?? outline.item(at: text.offset(of: range.start, encoding)) {
            let file = outline.files[item.file].file
            if let flag = EntryAnnotations(file.catalog[item.key]?.comment).state.flag {
                add(texts.text("LSPClearFlag: %@", [.text(flag)]), editor.clearingFlag(of: item), for: [])
            }
        }
        var ignored: Set<String> = []
        for finding in findings where finding.key != nil && ignored.insert(finding.check).inserted {
            add(
                texts.text("LSPIgnore: %@", [.text(finding.check)]),
                editor.ignoring(finding).map { [$0] } ?? [],
                for: [finding])
        }
        return .array(actions)
    }
}

/// Plural forms that a message lacks.
struct MissingForms {
    static let check = "missing-plural-category"
    let findings: [Finding]
    let categories: [PluralCategory]
    /// The position of the text from which new forms are copied.
    let position: SourcePosition

    /// Groups the findings by the text that they concern.
    static func groups(_ findings: [Finding]) -> [MissingForms] {
        Dictionary(grouping: findings) { $0.position }.compactMap { position, findings in
            let categories = findings.compactMap { finding -> PluralCategory? in
                guard case .text(let name)? = finding.facts.first else { return nil }
                return PluralCategory(rawValue: name)
            }
            guard let position, !categories.isEmpty else { return nil }
            return MissingForms(findings: findings, categories: Set(categories).sorted(), position: position)
        }.sorted { $0.position < $1.position }
    }
}
