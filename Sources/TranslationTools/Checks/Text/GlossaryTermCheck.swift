// Finds translations that use other words than the glossary.

internal import Localization

/// A source text has a term of the glossary, and its translation none of the translations of the term.
///
/// Words are compared by their stems, so inflected forms are the same word. Of terms
/// within each other the longest counts.
struct GlossaryTermCheck: FileCheck {
    let identifier = "glossary-term"
    let category = CheckCategory.text
    let severity = Severity.warning
    let example = CheckExample(
        "Rename the folders", locale: "de", wrong: "Verzeichnisse umbenennen", right: "Ordner umbenennen",
        glossary: "en,de\nfolder,Ordner\n")
    /// Without a glossary nothing is found.
    var glossary = Glossary()

    func problems(in file: LocalizationFile, source: LocalizationFile?) -> [TranslationProblem] {
        guard let source, !glossary.concepts.isEmpty, source.locale != file.locale else { return [] }
        let terms = GlossaryTerms(glossary, from: source.locale, to: file.locale)
        guard !terms.isEmpty else { return [] }
        var problems: [TranslationProblem] = []
        for (index, message) in file.catalog.list.enumerated() {
            guard let model = source.catalog.message(for: message.key, near: index) else { continue }
            // Once for all forms of a message.
            var reported: Set<String> = []
            for form in message.wholeForms {
                guard let original = model.form(nearest: form.variation)?.source,
                    !form.format.source.isEmpty, original != form.format.source
                else { continue }
                for (term, allowed) in terms.missing(in: form.format.source, of: original)
                where reported.insert(term).inserted {
                    problems.append(
                        TranslationProblem(
                            .text(term), .text(allowed.joined(separator: " | ")),
                            key: message.key, variation: form.variation))
                }
            }
        }
        return problems
    }
}
