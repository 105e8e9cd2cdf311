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
        guard let source = text.source, Self.isCopy(text.text, of: source),
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
        return Self.words.contains(word) && !Self.isOnKey(word, text.key ?? "")
            ? [TranslationProblem(.text(text.text))] : []
    }

    /// Whether a text is another one, but for the signs at its end, which `end-punctuation` looks at.
    private static func isCopy(_ text: String, of source: String) -> Bool {
        if text.utf8.elementsEqual(source.utf8) { return true }
        guard abs(text.utf8.count - source.utf8.count) <= 3, text.utf8.count > 3 else { return false }
        func trimmed(_ text: String) -> Substring.UTF8View {
            var rest = text.utf8[...]
            while let last = rest.last, ".:!?… ".utf8.contains(last) { rest.removeLast() }
            return rest
        }
        return trimmed(text).elementsEqual(trimmed(source))
    }

    /// Whether a word is on a key of keyboards, which many languages leave in English: one of Qt's shortcuts,
    /// or `Delete` under the key of a message that says so.
    private static func isOnKey(_ word: String, _ key: String) -> Bool {
        if key.containsASCII("QShortcut") { return true }
        let key = key.lowercased()
        return word == "delete"
            && (key.hasPrefix("key_") || key.hasPrefix("key.")
                || key.containsASCII("shortcut", "keyboard", "hotkey") || key.containsASCII(".key."))
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
