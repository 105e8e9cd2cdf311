// Faults that all translations seem to have, and that the source text has itself.

internal import Localization

/// Findings that say the same of every translation of a text.
enum SourceSlips {
    /// The findings with one in the source for those about white space at its edge that no translation has:
    /// several translators do not forget the same space.
    static func collapsed(_ findings: [Finding], in project: LocalizationProject) -> [Finding] {
        let check = EdgeWhitespaceCheck()
        struct Edge: Hashable { let table: String, key: String, messageKey: String }
        var locales: [Edge: Set<LocaleIdentifier>] = [:]
        var first: [Edge: Finding] = [:]
        func edge(of finding: Finding) -> Edge? {
            guard finding.check == check.identifier, finding.severity == check.severity,
                finding.facts.first == .text(""), let key = finding.key
            else { return nil }
            return Edge(table: finding.table, key: key, messageKey: finding.messageKey)
        }
        for finding in findings {
            guard let edge = edge(of: finding) else { continue }
            locales[edge, default: []].insert(finding.locale)
            first[edge] = first[edge] ?? finding
        }
        let slips = locales.filter { edge, locales in
            locales.count > 1 && locales == translations(of: edge.key, edge.table, in: project)
        }
        guard !slips.isEmpty else { return findings }
        let sources = slips.keys.compactMap { edge -> Finding? in
            guard let model = first[edge],
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

    /// The locales other than that of the source that have a text for a key.
    private static func translations(
        of key: String, _ table: String, in project: LocalizationProject
    ) -> Set<LocaleIdentifier> {
        Set(
            project.files.filter { file in
                file.table == table && !project.isSource(file) && file.catalog[key]?.hasWords == true
            }.map(\.locale))
    }
}
