// XLIFF in the shape in which Xcode exports and imports it: the names of what is in such a file, and
// what both directions must agree on.

/// Files for translators in XLIFF 1.2 (OASIS Standard, 2008), as Xcode writes them: a `file`
/// for each table, a `trans-unit` for each form of a message, whose identifier is the key that
/// the form has in a `.strings` file.
///
/// What XLIFF has no word for is in places that its schema leaves open, where other programs ignore
/// it: `extype="source-missing"` says that the source has no such form and its text is borrowed
/// from `other`, `extype="obsolete"` that the source has no such message any more. XLIFF 2 has
/// notes of certain categories for them.
public enum XLIFF {
    enum Marker {
        static let sourceMissing = "source-missing"
        static let obsolete = "obsolete"
    }

    enum Context {
        static let sourceFile = "sourcefile"
        static let lineNumber = "linenumber"
        static let flags = "x-flags"
        static let previousKey = "x-previous-key"
    }

    /// What notes of XLIFF 2 contain, by their `category`.
    enum NoteCategory {
        static let location = "location"
        static let translator = "translator"
        static let flags = "flags"
        static let previousSource = "previous-source"
        static let previousKey = "previous-key"
        static let marker = "marker"
    }

    /// States that XLIFF 2 has no word for, as `subState`, behind the prefix of this program.
    enum SubState {
        static let prefix = "lstrings"
        static let needsReview = "needs-review"
    }

    /// The versions that are written.
    public enum Version: String, Sendable, Hashable, CaseIterable {
        /// XLIFF 1.2, as Xcode writes it.
        case v1 = "1.2"
        /// XLIFF 2.0 (OASIS Standard, 2014), which 2.1 and 2.2 extend.
        case v2 = "2.0"
    }

    static let translator = "translator"
    /// The values of `state-qualifier` (section 2.3.3) for texts that a program found and no person has read.
    static let guesses: Set<String> = [
        "fuzzy-match", "leveraged-mt", "leveraged-inherited", "mt-suggestion", "tm-suggestion",
        "rejected-grammar", "rejected-inaccurate", "rejected-length", "rejected-spelling",
    ]
    static let previousVersion = "previous-version"

    /// The value of `state` (section 2.3.3): Xcode writes `needs-review-l10n` for what is to be reviewed.
    static func name(of state: TranslationState) -> String {
        switch state {
        case .new: "new"
        case .needsReview: "needs-review-l10n"
        case .translated, .obsolete: "translated"
        }
    }

    /// The state of that name; `nil` for a name that XLIFF does not have.
    static func state(named name: String) -> TranslationState? {
        switch name {
        case "new", "needs-translation": .new
        case "needs-review-l10n", "needs-review-translation", "needs-review-adaptation", "needs-adaptation",
            "needs-l10n":
            .needsReview
        case "translated", "signed-off", "final": .translated
        default: nil
        }
    }
}
