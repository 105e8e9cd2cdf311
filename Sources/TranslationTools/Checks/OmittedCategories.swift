// Plural categories that a whole file leaves out: one decision about a language, no slip in each message.

internal import Localization

/// Findings that say the same of all messages of a file.
enum OmittedCategories {
    /// The most messages that are named one by one.
    private static let mostNamed = 10

    private struct Omission: Hashable {
        let path: String
        let table: String
        let locale: LocaleIdentifier
        let severity: Severity
        /// The category, and examples of its numbers.
        let facts: [FormatValue]

        init?(_ finding: Finding) {
            guard finding.messageKey == MissingPluralCategoryCheck.name else { return nil }
            (path, table, locale) = (finding.path, finding.table, finding.locale)
            (severity, facts) = (finding.severity, finding.facts)
        }
    }

    /// The findings with one for those about a plural category that no message of a file has.
    static func collapsed(_ findings: [Finding], in project: LocalizationProject) -> [Finding] {
        var groups: [Omission: [Finding]] = [:]
        for finding in findings { Omission(finding).map { groups[$0, default: []].append(finding) } }
        groups = groups.filter { $1.count > mostNamed && isOmitted($0, by: $1, in: project) }
        guard !groups.isEmpty else { return findings }
        return findings.filter { finding in Omission(finding).map { groups[$0] == nil } ?? true }
            + groups.values.compactMap(summary)
    }

    /// Whether no message of a file has a category. What texts of MessageFormat choose is not looked at.
    private static func isOmitted(
        _ omission: Omission, by findings: [Finding], in project: LocalizationProject
    ) -> Bool {
        guard case .text(let name)? = omission.facts.first, let category = PluralCategory(rawValue: name),
            let file = project.files(omission.table, omission.locale)
                .first(where: { $0.path == omission.path })
        else { return false }
        return findings.allSatisfy { $0.key.flatMap { file.catalog[$0] }?.hasVariations == true }
            && !file.catalog.list.contains { message in
                message.pluralGroups.contains { $0.forms[category] != nil }
            }
    }

    /// The first of some findings, with the number of their messages.
    private static func summary(_ findings: [Finding]) -> Finding? {
        findings.min(by: Finding.isInOrder).map { first in
            Finding(
                check: first.check, severity: first.severity, path: first.path, position: first.position,
                table: first.table, locale: first.locale, isInFileOfAllLocales: first.isInFileOfAllLocales,
                key: first.key, messageKey: MissingPluralCategoryCheck.name + ".file",
                facts: first.facts + [.integer(Int64(Set(findings.map(\.key)).count))])
        }
    }
}
