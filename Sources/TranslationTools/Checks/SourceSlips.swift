// Faults that all translations seem to have, and that the source text has itself.

internal import Localization

/// Findings that say the same of every translation of a text.
enum SourceSlips {
    /// The findings with one in the source for those about white space at its edge that most translations do
    /// without: so many translators do not forget the same space.
    static func collapsed(_ findings: [Finding], in project: LocalizationProject) -> [Finding] {
        let check = EdgeWhitespaceCheck()
        struct Edge: Hashable { let table: String, key: String, messageKey: String }
        var first: [Edge: Finding] = [:]
        func edge(of finding: Finding) -> Edge? {
            guard finding.check == check.identifier, finding.severity == check.severity,
                finding.facts.first == .text(""), let key = finding.key
            else { return nil }
            return Edge(table: finding.table, key: key, messageKey: finding.messageKey)
        }
        for finding in findings {
            guard let edge = edge(of: finding) else { continue }
            // Findings come in any order, and translations may have source texts of their own.
            if let known = first[edge], !Finding.isInOrder(finding, known) { continue }
            first[edge] = finding
        }
        let slips = first.filter { edge, _ in
            isSlip(edge.key, edge.table, isLeading: edge.messageKey != check.identifier, in: project)
        }
        guard !slips.isEmpty else { return findings }
        let sources = slips.compactMap { edge, model -> Finding? in
            guard
                let file = project.files.first(where: { $0.path == model.path && $0.locale == model.locale }),
                let source = project.source(of: file)
            else { return nil }
            return Finding(
                check: check.identifier, severity: .note, path: source.path,
                position: source.valuePosition(of: edge.key, nil), table: edge.table, locale: source.locale,
                isInFileOfAllLocales: source.format.contents == .allLocales, key: edge.key,
                messageKey: check.identifier + ".source", facts: Array(model.facts.dropFirst()))
        }
        return findings.filter { finding in edge(of: finding).map { slips[$0] == nil } ?? true } + sources
    }

    /// Whether most translations of a text have no white space at an edge; all of two.
    private static func isSlip(
        _ key: String, _ table: String, isLeading: Bool, in project: LocalizationProject
    ) -> Bool {
        var lacking: [LocaleIdentifier: Bool] = [:]
        for file in project.files where file.table == table && !project.isSource(file) {
            guard let message = file.catalog[key], message.hasWords else { continue }
            // A copy of the source says nothing about the language.
            let source = project.source(of: file)?.catalog[key]?.wholeForms.map(\.format.source)
            let texts = message.wholeForms.map(\.format.source)
            if texts == source { continue }
            lacking[file.locale] = texts.allSatisfy { text in
                (isLeading ? text.first : text.last)?.isWhitespace != true
            }
        }
        let count = lacking.values.count { $0 }
        return count == lacking.count ? count > 1 : count > 2 && 2 * count > lacking.count
    }
}
