// Checks a single text.

import TranslationTools

/// A text beside its source text; values are written as in a `.strings` file.
enum CheckedText {
    /// What a check finds in a translation of an English text, notes included.
    ///
    /// - Parameter comment: the comment of the source text; empty for none.
    static func findings(
        of check: String, _ source: String, _ translation: String, _ locale: String, key: String = "k",
        comment: String = ""
    ) -> [Finding] {
        let project = LocalizationProject(
            source: (comment.isEmpty ? "" : "/* \(comment) */\n") + "\"\(key)\" = \"\(source)\";",
            [locale: "\"\(key)\" = \"\(translation)\";"])
        return CheckRunner(project: project).findings().filter { $0.check == check }
    }
}
