// Finds references to substitutions that lead nowhere, and substitutions that nothing refers to.

internal import Localization

/// `%1$#@files@` without forms for `files`, forms without a reference, and references that do not say which
/// argument they count where there are several.
struct BrokenSubstitutionCheck: MessageCheck {
    let identifier = "broken-substitution"
    let category = CheckCategory.plurals
    let severity = Severity.error
    let triggers = MessageTraits([.plurals, .formats])
    let example = CheckExample(
        source: "\"s\" = \"%1$#@files@ left\";\n\"s|==|substitutions.files.plural.one\" = \"%arg file\";\n"
            + "\"s|==|substitutions.files.plural.other\" = \"%arg files\";",
        locale: "de",
        wrong: "\"s\" = \"Noch %1$#@dateien@\";\n\"s|==|substitutions.files.plural.one\" = \"%arg Datei\";\n"
            + "\"s|==|substitutions.files.plural.other\" = \"%arg Dateien\";",
        right: "\"s\" = \"Noch %1$#@files@\";\n\"s|==|substitutions.files.plural.one\" = \"%arg Datei\";\n"
            + "\"s|==|substitutions.files.plural.other\" = \"%arg Dateien\";")

    func problems(in message: MessagePair) -> [TranslationProblem] {
        // Hardly any message has substitutions.
        guard
            !message.message.substitutions.isEmpty
                || message.message.containsForm(where: { $0.source.utf8.containsPair(0x23, 0x40) })
        else { return [] }
        let texts = message.message.wholeForms
        // What the source refers to in vain is reported there.
        let lacking = Set(message.source?.unknownSubstitutions ?? [])
        var used: Set<String> = []
        var problems: [TranslationProblem] = []
        for form in texts + message.message.substitutionForms {
            let references = form.format.substitutions
            used.formUnion(references.map(\.name))
            for name in references.map(\.name)
            where message.message.substitutions[name] == nil && !lacking.contains(name) {
                problems.append(diagnosed("Message.UnknownSubstitution", name, message, form.variation))
            }
            // They take the arguments one after the other. A translation has to keep that order; to the
            // source it matters only because translators may want another one.
            let model = message.counterpart(of: form.variation)?.substitutions.map(\.name)
            if references.count > 1, let unnumbered = references.first(where: { $0.position == nil }),
                model != references.map(\.name)
            {
                problems.append(
                    TranslationProblem(
                        .text(unnumbered.source), .text(unnumbered.name),
                        severity: message.isSource ? .note : .warning, variation: form.variation))
            }
        }
        for name in message.message.substitutions.keys.sorted() where !used.contains(name) {
            problems.append(
                diagnosed(
                    "Message.UnusedSubstitution", name, message, .substitution(name: name, .other)))
        }
        return problems
    }

    /// The same as the finding that `MessageCatalog` makes, with the form in question.
    private func diagnosed(
        _ key: String, _ name: String, _ message: MessagePair, _ variation: VariationKey.Variation?
    ) -> TranslationProblem {
        var problem = TranslationProblem(.text(message.message.key), .text(name), variation: variation)
        problem.diagnosticKey = key
        return problem
    }
}

extension Message {
    /// The substitutions that texts refer to and that have no forms.
    fileprivate var unknownSubstitutions: [String] {
        wholeForms.flatMap { $0.format.substitutions.map(\.name) }
            .filter { substitutions[$0] == nil }
    }
}
