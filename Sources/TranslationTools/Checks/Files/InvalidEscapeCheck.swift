// Finds escapes that readers do not know, or know as something else.

internal import Localization

/// A backslash before a character that needs none, halves of characters, `\u` for `\U`.
///
/// A file that writes `\u` does so throughout, and GNUstep reads it: the first one is reported for all, and
/// where the source has it for all translations, which are copies of it.
struct InvalidEscapeCheck: FileCheck {
    let identifier = "invalid-escape"
    let category = CheckCategory.files
    let severity = Severity.warning
    let example = CheckExample("100%", locale: "fr", wrong: "100\\ \\%", right: "100 %")

    func problems(in file: LocalizationFile, source: LocalizationFile?) -> [TranslationProblem] {
        FormatFindings.problems(in: file, of: self) + escapes(in: file, source: source)
    }

    private func escapes(in file: LocalizationFile, source: LocalizationFile?) -> [TranslationProblem] {
        var hasLowercase = source?.parserFindings.contains { $0.kind.isLowercaseEscape } == true
        return file.parserFindings.compactMap { diagnostic in
            switch diagnostic.kind {
            case _ where diagnostic.kind.isLowercaseEscape:
                if hasLowercase { return nil }
                hasLowercase = true
                return TranslationProblem(diagnostic)
            case .unknownEscape, .unicodeEscapeWithoutDigits, .unpairedSurrogate, .undefinedOctalEscape:
                return TranslationProblem(diagnostic, key: file.key(of: diagnostic))
            default: return nil
            }
        }
    }
}

extension StringsDiagnostic.Kind {
    fileprivate var isLowercaseEscape: Bool {
        if case .lowercaseUnicodeEscape = self { true } else { false }
    }
}
