// Finds source texts that changed since the translations last followed them.

internal import Localization

/// A source text that is not the recorded one: the translations may still say what the text said before.
///
/// Runs where the project records the source texts, which `lstrings sync` keeps.
struct SourceChangedCheck: ProjectCheck {
    let identifier = "source-changed"
    let category = CheckCategory.keys
    let severity = Severity.warning
    let example = CheckExample(
        source: "\"Open\" = \"Open the folder\";", synced: "\"Open\" = \"Open\";", locale: "de",
        wrong: "\"Open\" = \"Öffnen\";", right: "\"Open\" = \"Den Ordner öffnen\";")

    func problems(in project: LocalizationProject) -> [(file: LocalizationFile, problem: TranslationProblem)]
    {
        guard let synced = project.syncedSources else { return [] }
        var found: [(LocalizationFile, TranslationProblem)] = []
        for source in project.tables.compactMap(project.source) where !source.catalog.list.isEmpty {
            guard let recorded = synced[source.table] else {
                found.append((source, TranslationProblem(variant: "new")))
                continue
            }
            for (index, message) in source.catalog.list.enumerated() {
                guard let earlier = recorded.catalog.message(for: message.key, near: index) else {
                    found.append((source, TranslationProblem(variant: "new", key: message.key)))
                    continue
                }
                if let text = message.changedText(since: earlier) {
                    let place = recorded.place(of: message.key)
                    found.append((source, TranslationProblem(.text(text), key: message.key, related: place)))
                }
            }
        }
        return found
    }
}
