// Finds translations that stand for several source texts.

internal import Localization

/// Two source texts, one translation. Often the language makes no difference, so the check is opt-in;
/// languages without plural forms tell even fewer words apart, and are left alone (as by Weblate).
struct ReusedTranslationCheck: FileCheck {
    let identifier = "reused-translation"
    let category = CheckCategory.keys
    let severity = Severity.note
    let isOptIn = true
    let example = CheckExample(
        source: "\"free\" = \"Free of charge\";\n\"vacant\" = \"Not occupied\";", locale: "de",
        wrong: "\"free\" = \"Frei\";\n\"vacant\" = \"Frei\";",
        right: "\"free\" = \"Kostenlos\";\n\"vacant\" = \"Frei\";")

    func problems(in file: LocalizationFile, source: LocalizationFile?) -> [TranslationProblem] {
        guard let source, PluralCoverage.of(file.locale).integerCategories.count > 1 else { return [] }
        var first: [String: (key: String, source: String)] = [:]
        return file.catalog.list.enumerated().compactMap { index, message in
            guard let text = message.text?.source, !text.isEmpty,
                let model = source.catalog.message(for: message.key, near: index)?.text?.source
            else { return nil }
            guard let earlier = first[text] else {
                first[text] = (message.key, model)
                return nil
            }
            // `Name` and `name:` say the same.
            guard Self.letters(of: earlier.source) != Self.letters(of: model) else { return nil }
            return TranslationProblem(
                .text(text), .text(model), .text(earlier.source), .text(earlier.key), key: message.key,
                related: file.place(of: earlier.key))
        }
    }

    private static func letters(of text: String) -> String {
        String(String.UnicodeScalarView(text.lowercased().unicodeScalars.filter(\.isLetter)))
    }
}
