// Finds escapes that readers do not know, or know as something else.

internal import Localization

/// A backslash before a character that needs none, halves of characters, `\u` for `\U`.
///
/// A file that writes `\u` does so throughout, and GNUstep reads it: the first one is reported for all.
struct InvalidEscapeCheck: FileCheck {
    let identifier = "invalid-escape"
    let category = CheckCategory.files
    let severity = Severity.warning
    let example = CheckExample("100%", locale: "fr", wrong: "100\\ \\%", right: "100 %")

    func problems(in file: LocalizationFile, source: LocalizationFile?) -> [TranslationProblem] {
        FormatFindings.problems(in: file, of: self) + escapes(in: file)
    }

    private func escapes(in file: LocalizationFile) -> [TranslationProblem] {
        var hasLowercase = false
        return file.parserFindings.compactMap { diagnostic in
            switch diagnostic.kind {
            case .lowercaseUnicodeEscape where hasLowercase: return nil
            case .lowercaseUnicodeEscape:
                hasLowercase = true
                return TranslationProblem(diagnostic)
            case .unknownEscape, .unicodeEscapeWithoutDigits, .unpairedSurrogate, .undefinedOctalEscape:
                return TranslationProblem(diagnostic)
            default: return nil
            }
        }
    }
}
