// Finds plural messages all of whose forms are the same text.

internal import Localization

/// The same text for every number, as when one form was copied into the others.
/// Some words have no plural: opt-in.
struct IdenticalFormsCheck: MessageCheck {
    let identifier = "identical-forms"
    let category = CheckCategory.plurals
    let severity = Severity.note
    let isOptIn = true
    let triggers = MessageTraits.plurals
    let example = CheckExample(
        source: "\"n|==|plural.one\" = \"%ld file\";\n\"n|==|plural.other\" = \"%ld files\";", locale: "de",
        wrong: "\"n|==|plural.one\" = \"%ld Dateien\";\n\"n|==|plural.other\" = \"%ld Dateien\";",
        right: "\"n|==|plural.one\" = \"%ld Datei\";\n\"n|==|plural.other\" = \"%ld Dateien\";")

    func problems(in message: MessagePair) -> [TranslationProblem] {
        message.pluralGroups.compactMap { group in
            guard group.forms.count > 1, Set(group.forms.values.map(\.source)).count == 1 else { return nil }
            return TranslationProblem(
                .text(group.forms[.other]?.source ?? ""), variation: group.variation(.other))
        }
    }
}
