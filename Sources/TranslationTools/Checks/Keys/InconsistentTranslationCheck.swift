// Finds source texts that have several keys and different translations.

internal import Localization

/// One source text, two translations. Sometimes that is why there are two keys, so the check is opt-in.
struct InconsistentTranslationCheck: FileCheck {
    let identifier = "inconsistent-translation"
    let category = CheckCategory.keys
    let severity = Severity.warning
    let isOptIn = true
    let example = CheckExample(
        source: "\"menu.delete\" = \"Delete file\";\n\"button.delete\" = \"Delete file\";", locale: "es",
        wrong: "\"menu.delete\" = \"Eliminar archivo\";\n\"button.delete\" = \"Borrar archivo\";",
        right: "\"menu.delete\" = \"Eliminar archivo\";\n\"button.delete\" = \"Eliminar archivo\";")

    func problems(in file: LocalizationFile, source: LocalizationFile?) -> [TranslationProblem] {
        guard let source else { return [] }
        var first: [String: (key: String, text: String)] = [:]
        var problems: [TranslationProblem] = []
        for message in file.catalog.list {
            let key = message.key
            guard let text = message.text?.source, let model = source.catalog[key]?.text?.source,
                !text.isEmpty, !model.isEmpty, !file.tellsApart(message, of: model)
            else { continue }
            guard let earlier = first[model] else {
                first[model] = (key, text)
                continue
            }
            if earlier.text != text {
                problems.append(
                    TranslationProblem(
                        .text(model), .text(text), .text(earlier.text), .text(earlier.key), key: key,
                        related: file.place(of: earlier.key)))
            }
        }
        return problems
    }
}
