// Finds plain texts beside plural forms.

internal import Localization

/// A plain text that only readers without plurals see: right where there are such readers, forgotten
/// elsewhere.
struct PlainTextBesidePluralCheck: FileCheck {
    let identifier = "plain-text-beside-plural"
    let category = CheckCategory.plurals
    let severity = Severity.note
    let example = CheckExample(
        source: "\"n|==|plural.one\" = \"%ld file\";\n\"n|==|plural.other\" = \"%ld files\";", locale: "ko",
        wrong: "\"n\" = \"파일 %ld개\";\n\"n|==|plural.other\" = \"파일 %ld개\";",
        right: "\"n|==|plural.other\" = \"파일 %ld개\";")

    func problems(in file: LocalizationFile, source: LocalizationFile?) -> [TranslationProblem] {
        let ownForms = file.catalog.diagnostics.filter { $0.kind == .plainTextBesidesPlural }
        return (ownForms + besideOtherFile(file)).compactMap { diagnostic in
            guard source?.catalog[diagnostic.key]?.text == nil else { return nil }
            return TranslationProblem(diagnostic, key: diagnostic.key)
        }
    }

    /// The plain texts of a `.strings` file whose keys are in the `.stringsdict` file beside it,
    /// too. Foundation looks there first.
    private func besideOtherFile(_ file: LocalizationFile) -> [MessageDiagnostic] {
        let varying = file.companions.filter { $0.strings == nil }
        guard file.strings != nil, !varying.isEmpty else { return [] }
        return varying.flatMap(\.catalog.list).compactMap { message in
            guard message.hasVariations, let plain = file.catalog[message.key], plain.text != nil else {
                return nil
            }
            return MessageDiagnostic(
                kind: .plainTextBesidesPlural, key: message.key, position: plain.position)
        }
    }
}
