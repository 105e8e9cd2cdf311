// Finds keys that look like forms of a message but are not, and forms that occur twice.

internal import Localization

/// `|==|plural.ones` is read as a part of the key, and `key##{one}` beside `key|==|plural.one` as the same
/// form.
struct SuffixCollisionCheck: FileCheck {
    let identifier = "suffix-collision"
    let category = CheckCategory.keys
    let severity = Severity.error
    let example = CheckExample(
        source: "\"n|==|plural.one\" = \"%ld file\";\n\"n|==|plural.other\" = \"%ld files\";", locale: "de",
        wrong: "\"n|==|plural.ones\" = \"%ld Datei\";\n\"n|==|plural.other\" = \"%ld Dateien\";",
        right: "\"n|==|plural.one\" = \"%ld Datei\";\n\"n|==|plural.other\" = \"%ld Dateien\";")

    func problems(in file: LocalizationFile, source: LocalizationFile?) -> [TranslationProblem] {
        file.catalog.diagnostics.compactMap { diagnostic in
            switch diagnostic.kind {
            case .unknownVariation, .duplicateForm, .conflictingMessages:
                TranslationProblem(diagnostic, key: diagnostic.key)
            default: nil
            }
        }
    }
}
