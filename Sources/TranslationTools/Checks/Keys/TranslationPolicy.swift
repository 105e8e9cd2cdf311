// Whether a message is to be translated at all, as its comments and flags say.

internal import Localization

extension Message {
    /// Whether a flag says that the message is not to be translated.
    var isSameEverywhere: Bool {
        guard let comment, comment.containsASCII("xcode-untranslatable") else { return false }
        return EntryAnnotations(comment).flags.contains(TranslationUnit.untranslatableFlag)
    }

    /// Whether Xcode marks the message as one that no source uses.
    var isStale: Bool {
        guard let comment, comment.containsASCII("xcode-stale") else { return false }
        return EntryAnnotations(comment).flags.contains("xcode-stale")
    }

    /// Whether a flag or the programmer's comment says that the text is to stay as it is.
    var isNotToBeTranslated: Bool {
        guard let comment else { return false }
        return isSameEverywhere || TranslationPolicy.forbidsTranslation(comment)
            || TranslationPolicy.isPlaceholderOfInterfaceBuilder(principalText ?? "", comment)
    }
}

/// What programmers say to translators about whole texts.
enum TranslationPolicy {
    /// Whether a comment says of the whole text that it is not to be translated:
    /// `Name of the program. Do not translate.`
    ///
    /// `Do not translate "GNOME"` is about a word of the text, so nothing but a word for the text may follow.
    static func forbidsTranslation(_ comment: String) -> Bool {
        guard comment.containsASCII("ranslat", "RANSLAT", "ocali") || comment.containsASCII("LOCALI") else {
            return false
        }
        let text = EntryAnnotations(comment).comment ?? ""
        let plain = text.lowercased().replacing("’", with: "'").replacing("n't", with: " not")
            .replacing("dont ", with: "do not ").replacing("ca not", with: "can not")
        return sentences(of: plain).contains { sentence in
            let clauses = clauses(of: sentence)
            return clauses.contains(where: isProhibition)
                && !clauses.contains { clause in conditions.contains(where: clause.hasPrefix) }
        }
    }

    /// Whether a comment says what a translation has to be, whatever the source text says:
    /// `Translate this string as "yes" if …`
    static func saysWhatToWrite(_ comment: String?) -> Bool {
        guard let comment, comment.containsASCII("ranslat") else { return false }
        let words = comment.lowercased().split { !$0.isLetter }.joined(separator: " ")
        return [
            "translate this string as", "translate this as", "translate it as", "translate this string to",
            "translate this to", "translate it to", "translate as",
        ].contains(where: words.contains)
    }

    /// Texts that Interface Builder puts into new views, and that programs replace.
    static func isPlaceholderOfInterfaceBuilder(_ text: String, _ comment: String) -> Bool {
        ["Button", "Label", "Title", "Subtitle", "Detail", "Item", "Text", "Cell"].contains(text)
            && comment.containsASCII("ObjectID = \"")
    }

    private static func sentences(of text: String) -> [Substring] {
        text.split { $0.isNewline || ".;!()[]*".contains($0) }
    }

    /// The parts of a sentence, each as it is after the last colon: `TRANSLATORS: do not translate`.
    private static func clauses(of sentence: Substring) -> [String] {
        sentence.replacing(" - ", with: ",").replacing(" – ", with: ",").replacing("—", with: ",")
            .split(separator: ",").map { clause in
                let end = clause.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "=" }.last ?? ""
                let words = end.split { $0.isWhitespace || "\"'“”".contains($0) }.drop { $0 == "please" }
                let isQuotation = end.last.map { $0.isWhitespace || !"\"'”".contains($0) } == true
                // `do not translate "name"` names what is meant; a quotation mark before the clause does not.
                let names = end.drop { $0.isWhitespace || "\"“".contains($0) }.contains { "\"“".contains($0) }
                return names && !isQuotation && words.count > 3 ? String(end) : words.joined(separator: " ")
            }
    }

    private static let conditions = ["if ", "when ", "unless ", "where "]

    private static func isProhibition(_ clause: String) -> Bool {
        for phrase in ["do not translate", "do not localize", "do not localise", "never translate"]
        where clause.hasPrefix(phrase) {
            return objects.contains(clause.dropFirst(phrase.count).trimmingBlanks)
        }
        if statements.contains(clause) { return true }
        for phrase in passives where clause.hasSuffix(phrase) {
            return objects.contains(clause.dropLast(phrase.count).trimmingBlanks)
        }
        return false
    }

    /// Words for the whole text, which may also be left out.
    private static let objects: Set<Substring> = [
        "", "this", "it", "me", "this string", "this text", "this message", "this one", "this value",
        "this entry", "this key", "this word", "this name", "this at all", "at all", "the string", "the text",
        "the message", "string", "text", "here", "this is", "it is",
    ]

    /// How a sentence ends that says so of its subject.
    private static let passives = [
        "should not be translated", "must not be translated", "may not be translated",
        "shall not be translated", "cannot be translated", "can not be translated", "is not to be translated",
        "not to be translated", "does not need translation", "does not need to be translated",
        "need not be translated", "do not need to be translated", "should not be localized",
        "must not be localized", "not to be localized", "is not translatable", "is untranslatable",
    ]

    private static let statements: Set<String> = [
        "not translatable", "untranslatable", "non-translatable", "not localizable", "no translation",
        "no translation needed", "no translation necessary", "no translation required", "no localization",
        "no need to translate", "no need to translate this", "not for translation", "donottranslate",
        "notranslate", "do-not-translate",
    ]
}
