// Finds plain texts beside plural forms.

internal import Localization

/// A plain text that only readers without plurals see: right where there are such readers, forgotten elsewhere.
struct PlainTextBesidePluralCheck: FileCheck {
    let identifier = "plain-text-beside-plural"
    let category = CheckCategory.plurals
    let severity = Severity.note
    let example = CheckExample(
        source: "\"n|==|plural.one\" = \"%ld file\";\n\"n|==|plural.other\" = \"%ld files\";", locale: "ko",
        wrong: "\"n\" = \"파일 %ld개\";\n\"n|==|plural.other\" = \"파일 %ld개\";",
        right: "\"n|==|plural.other\" = \"파일 %ld개\";")

    func problems(in file: LocalizationFile, source: LocalizationFile?) -> [TranslationProblem] {
        file.catalog.diagnostics.compactMap { diagnostic in
            guard case .plainTextBesidesPlural = diagnostic.kind, source?.catalog[diagnostic.key]?.text == nil
            else { return nil }
            return TranslationProblem(diagnostic, key: diagnostic.key)
        }
    }
}
