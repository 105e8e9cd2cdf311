// Finds words and sentences that were left as they are in English.

internal import Localization

/// `Cancel` for `Cancel`: a word of every program, which is the same in no other language.
///
/// Many words are the same in several languages, so only those of a list are looked at, and texts of at least
/// five ordinary words, which no language shares. `same-as-source` looks at those of two words, too.
struct UntranslatedWordCheck: TextCheck {
    let identifier = "untranslated-word"
    let category = CheckCategory.keys
    let severity = Severity.warning
    let triggers = TextTraits.latin
    let example = CheckExample("Cancel", locale: "fr", wrong: "Cancel", right: "Annuler")

    func problems(in text: TextPair) -> [TranslationProblem] {
        guard let source = text.source, text.text.utf8.elementsEqual(source.utf8),
            text.sourceLocale?.language == "en",
            !["en", "sco", "fil", "tl", "pcm", "io", "jam", "bi", "tpi"].contains(text.locale.language)
        else { return [] }
        guard text.traits.contains(.short) else {
            return SameAsSourceCheck.ordinaryWords(in: source) >= Self.wordsOfSentence
                && !Self.isSynopsis(source) && !Self.isSameEverywhere(source)
                ? [TranslationProblem(.text(text.text))] : []
        }
        if Self.keywords.contains(text.text) { return [] }
        var word = text.text.lowercased()
        while let last = word.utf8.last, ".:…!? ".utf8.contains(last) || last >= 0x80 { word.removeLast() }
        return Self.words.contains(word) ? [TranslationProblem(.text(text.text))] : []
    }

    /// Whether a text says how a command is called: `git reflog [ show | expire ]`.
    private static func isSynopsis(_ text: String) -> Bool {
        text.utf8.contains(UInt8(ascii: "|")) && text.utf8.contains(UInt8(ascii: "["))
    }

    /// Whether a text is in no language, or has a form of its own in law: text that fills a layout, names as
    /// examples, a copyright line, a licence and the name of one.
    private static func isSameEverywhere(_ text: String) -> Bool {
        text.lowercased().hasPrefix("lorem ipsum") || text.givesExamples || text.unicodeScalars.contains("©")
            || text.hasPrefix("Creative Commons ") || text.hasPrefix("GNU ")
            || text.hasPrefix("This program is free software")
            || text.hasPrefix("Permission is hereby granted")
    }

    /// Fewer words may be a name, such as that of a program or a song.
    private static let wordsOfSentence = 5

    /// Words of the list that are the same in every language: what SQL and HTTP write in capitals.
    private static let keywords: Set<String> = [
        "ADD", "CHANGE", "CLOSE", "CONNECT", "CONTINUE", "DELETE", "RENAME", "REPLACE",
    ]

    private static let words: Set<String> = [
        "add", "allow", "apply", "browse", "cancel", "change", "choose", "clear", "close", "connect",
        "continue",
        "delete", "disable", "discard", "dismiss", "done", "duplicate", "enable", "failed", "finish", "hide",
        "learn more", "loading", "never", "next", "preferences", "previous", "remove", "rename", "replace",
        "save",
        "search", "settings", "share", "sign in", "sign out", "skip", "submit", "tomorrow", "undo", "unknown",
        "warning", "yes", "yesterday",
    ]
}
