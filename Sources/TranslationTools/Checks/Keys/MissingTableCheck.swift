// Finds tables that a locale does not have at all.

internal import Localization

/// A locale has a folder, but not this table: every text of the table is shown in the source language.
struct MissingTableCheck: ProjectCheck {
    let identifier = "missing-table"
    let category = CheckCategory.keys
    let severity = Severity.warning
    let example = CheckExample(
        source: "\"Open\" = \"Open\";", locale: "de", wrong: nil, right: "\"Open\" = \"Öffnen\";")

    func problems(in project: LocalizationProject) -> [(file: LocalizationFile, problem: TranslationProblem)]
    {
        var found: [(LocalizationFile, TranslationProblem)] = []
        for table in project.tables {
            guard let source = project.source(table), !source.catalog.list.isEmpty else { continue }
            for locale in project.locales where project.file(table, locale) == nil {
                // `de_AT` may contain only what differs from `de`.
                let parents = locale.lineage.dropFirst()
                guard !parents.contains(where: { project.file(table, $0) != nil }) else { continue }
                found.append((source, TranslationProblem(.text(table), .text(locale.identifier))))
            }
        }
        return found
    }
}
