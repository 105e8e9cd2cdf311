// Finds texts that were encoded twice.

internal import Localization

/// `Ã–ffnen` for `Öffnen`: UTF-8 that some program took for another encoding and encoded again.
struct MojibakeCheck: ParserCheck {
    let identifier = "mojibake"
    let severity = Severity.warning
    let example = CheckExample("Open", locale: "de", wrong: "Ã–ffnen", right: "Öffnen")

    func problems(in file: LocalizationFile, source: LocalizationFile?) -> [TranslationProblem] {
        // The parser of `.strings` files looks at all texts.
        if file.strings != nil { return parserProblems(in: file) }
        return file.catalog.list.flatMap { message in
            (message.wholeForms + message.substitutionForms).compactMap { form in
                guard let repaired = Mojibake.repaired(form.format.source) else { return nil }
                var problem = TranslationProblem(
                    .text(form.format.source), .text(repaired), key: message.key, variation: form.variation)
                problem.diagnosticKey = Self.messageKey
                return problem
            }
        }
    }

    /// The message of the parser's finding.
    private static let messageKey = "Strings.Mojibake"

    func includes(_ kind: StringsDiagnostic.Kind) -> Bool {
        if case .mojibake = kind { true } else { false }
    }
}
