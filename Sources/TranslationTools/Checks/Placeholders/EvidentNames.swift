// Finds names of arguments in translations whose source texts have none.

internal import Localization

extension ExtraArgumentCheck: FileCheck {
    /// What is between signs in one translation alone may be an example for readers. Where many source texts of
    /// the file have names between the same signs, programs replace them, and show this one as it is.
    func problems(in file: LocalizationFile, source: LocalizationFile?) -> [TranslationProblem] {
        guard let source else { return [] }
        lazy var signs = source.catalog.signsOfNames
        return file.catalog.list.enumerated().flatMap { index, message -> [TranslationProblem] in
            guard message.containsForm(where: { CommonPlaceholders.mayBe(in: $0) }),
                let model = source.catalog.message(for: message.key, near: index),
                model.placeholderFlags.isEmpty, message.placeholderFlags.isEmpty,
                !model.containsForm(where: { CommonPlaceholders.mayBe(in: $0) }),
                [[.objectiveC], [.javaPrintf]].contains(
                    ChosenSyntaxes(flags: [], format: file.format.placeholderSyntax, source: model).syntaxes)
            else { return [] }
            return message.wholeForms.flatMap { form in
                CommonPlaceholders.read(form.format.source).placeholders
                    .filter { signs.contains(CommonPlaceholders.signs(of: $0)) }
                    .map { placeholder in
                        TranslationProblem(
                            .text(placeholder.source), variant: "name", severity: .warning, key: message.key,
                            variation: form.variation)
                    }
            }
        }
    }
}

extension MessageCatalog {
    /// The signs between which at least five texts have names of arguments.
    fileprivate var signsOfNames: Set<String> {
        var counts: [String: Int] = [:]
        for message in list {
            guard message.containsForm(where: { CommonPlaceholders.mayBe(in: $0) }) else { continue }
            let found = message.wholeForms.flatMap { CommonPlaceholders.read($0.format.source).placeholders }
            for signs in Set(found.map(CommonPlaceholders.signs)) { counts[signs, default: 0] += 1 }
        }
        return Set(counts.filter { $0.value >= 5 }.keys)
    }
}

extension CommonPlaceholders {
    /// The signs around the name of a placeholder, as in `{{}}`.
    fileprivate static func signs(of placeholder: Placeholder) -> String {
        String(decoding: placeholder.source.utf8.filter { signs.contains($0) }, as: UTF8.self)
    }

    private static let signs = Set("{}$%()".utf8)
}
