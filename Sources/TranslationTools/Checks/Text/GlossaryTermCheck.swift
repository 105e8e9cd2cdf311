// Finds translations that use other words than the glossary.

internal import Localization

/// A source text has a term of the glossary, and its translation none of the translations of the term.
///
/// Words are compared by their stems, so inflected forms are the same word. Of terms within each other the longest counts.
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
            for form in MessagePair.forms(of: message) {
                guard let original = model.form(nearest: form.variation)?.source,
                    !form.format.source.isEmpty, original != form.format.source
                else { continue }
                for (term, allowed) in terms.missing(in: form.format.source, of: original)
                where reported.insert(term).inserted {
                    problems.append(
                        TranslationProblem(
                            .text(term), .text(allowed.map { "“\($0)”" }.joined(separator: ", ")),
                            key: message.key, variation: form.variation))
                }
            }
        }
        return problems
    }
}

/// The terms of two languages, ready to be found.
private final class GlossaryTerms {
    private struct Term {
        let spelling: String
        let source: StemmedText
        let translations: [(spelling: String, text: StemmedText)]
    }

    private let sourceMatcher: TermMatcher
    private let targetMatcher: TermMatcher
    /// The terms by the stem of their first word.
    private var terms: [String: [Term]] = [:]

    var isEmpty: Bool { terms.isEmpty }

    init(_ glossary: Glossary, from source: LocaleIdentifier, to target: LocaleIdentifier) {
        sourceMatcher = TermMatcher(source)
        targetMatcher = TermMatcher(target)
        for concept in glossary.concepts {
            let translations = concept.terms(for: target).map { ($0, targetMatcher.stemmed($0)) }
            guard !translations.isEmpty else { continue }
            for spelling in concept.terms(for: source) {
                let text = sourceMatcher.stemmed(spelling)
                guard let first = text.words.first?.stem else { continue }
                terms[first, default: []].append(
                    Term(spelling: spelling, source: text, translations: translations))
            }
        }
    }

    /// The terms of a source text whose translations a text lacks.
    func missing(in translation: String, of source: String) -> [(term: String, allowed: [String])] {
        let text = sourceMatcher.stemmed(source)
        let candidates = Set(text.words.map(\.stem)).compactMap { terms[$0] }.flatMap { $0 }.sorted {
            ($1.source.words.count, $0.spelling) < ($0.source.words.count, $1.spelling)
        }
        guard !candidates.isEmpty else { return [] }
        var target: StemmedText?
        var covered: Set<Int> = []
        var missing: [(String, [String])] = []
        var found: [String: Bool] = [:]
        for term in candidates {
            let places = sourceMatcher.places(of: term.source, in: text).filter {
                !covered.isSuperset(of: $0)
            }
            guard !places.isEmpty else { continue }
            let translated = target ?? targetMatcher.stemmed(translation)
            target = translated
            let isThere = term.translations.contains { targetMatcher.contains($0.text, in: translated) }
            for place in places { covered.formUnion(place) }
            // Of two concepts of one name, either may be meant.
            found[term.spelling.lowercased()] = isThere || found[term.spelling.lowercased()] == true
            if !isThere { missing.append((term.spelling, term.translations.map(\.spelling))) }
        }
        return missing.filter { found[$0.0.lowercased()] == false }
    }
}
