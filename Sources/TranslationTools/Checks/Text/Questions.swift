// What becomes of a question in a language that does not end it with a question mark.

internal import Localization

/// Questions of source texts, and translations that say the same without a question mark.
enum Questions {
    /// Whether a translation that ends with another sign than a question mark is right for a question.
    static func isAnswered(_ source: String, by text: TextPair, endingWith mark: EndMark) -> Bool {
        let language = text.locale.language
        return isTitle(mark, source, language) || hasEnding(endings[language] ?? [], text.text)
            || language == "ja" && isShort(source) && saysForWhom(text.text)
            || (mark == .fullStop || mark == .exclamation) && text.sourceLocale?.language == "en"
                && isRequest(source)
    }

    /// Whether a language may say as a statement or a title what the source asks: a long text, or one that
    /// asks for more than yes or no. Chinese asks by a particle, but style guides want the mark all the same.
    static func mayBeStated(_ source: String, in text: TextPair) -> Bool {
        !isShort(source)
            || text.sourceLocale?.language == "en" && (beginsWithQuestionWord(source) || isShortened(source))
            || ["zh", "yue"].contains(text.locale.language) && hasEnding(particlesOfChinese, text.text)
    }

    // MARK: The translation

    /// Endings that make a sentence a question. In Japanese a full stop follows them, and in Korean it may do
    /// so, or nothing in a title (한글 맞춤법, appendix on punctuation, 물음표).
    private static let endings: [String: [String]] = [
        "ja": ["か", "かな", "かしら"], "ko": ["까", "까요", "나요", "가요"],
    ]

    private static let particlesOfChinese = ["吗", "嗎", "么", "麼", "呢", "咩"]

    /// Whether the last word of a text has one of some endings. A note in brackets may follow it:
    /// `終了しますか（y/n）`.
    private static func hasEnding(_ endings: [String], _ text: String) -> Bool {
        if endings.isEmpty { return false }
        return [text[...], text[...].withoutNoteAtEnd].contains { text in
            let words = text.withoutSignsAtEnd
            return endings.contains(where: words.hasSuffix)
        }
    }

    /// Whether a text of Japanese names the readers or the case that a short question is about:
    /// `パスワードを忘れた場合` and `パスワードを忘れた方はこちら` for `Forgot your password?`
    private static func saysForWhom(_ text: String) -> Bool {
        var words = text[...].withoutSignsAtEnd
        if words.hasSuffix("こちら") { words = words.dropLast(3).withoutSignsAtEnd }
        if words.hasSuffix("は") { words = words.dropLast() }
        // `方` behind the stem of a verb is the way to do something.
        return ["場合", "とき", "た時", "ない時", "た際", "の際", "た方", "る方", "の方", "ない方"]
            .contains(where: words.hasSuffix)
    }

    /// Whether a title of Chinese, Japanese or Korean names what English asks:
    /// `サーバーとは` for `What are servers?`
    private static func isTitle(_ mark: EndMark, _ source: String, _ language: String) -> Bool {
        mark == .none && ["ja", "zh", "yue", "ko"].contains(language) && beginsWithQuestionWord(source)
    }

    // MARK: The source

    /// The most characters of a question that is a label, such as that of a button or a dialog.
    private static let longestPlainQuestion = 40

    private static func isShort(_ source: String) -> Bool {
        source.unicodeScalars.count <= longestPlainQuestion
    }

    /// Whether a question has no verb that asks: `Delete the file?` as the title of a dialog, which many
    /// translators name after what it does.
    private static func isShortened(_ source: String) -> Bool {
        let words = words(of: source)
        return words.count > 1 && words.first.map(askingWords.contains) == false
    }

    private static func words(of text: some StringProtocol) -> [Substring] {
        text.lowercased().split { !$0.isLetter && $0 != "'" && $0 != "’" }
    }

    private static let askingWords: Set<Substring> = [
        "am", "are", "aren't", "can", "can't", "could", "did", "do", "does", "don't", "had", "has", "have",
        "is", "isn't", "may", "might", "must", "really", "shall", "should", "was", "were", "will", "won't",
        "would", "you",
    ]

    private static func beginsWithQuestionWord(_ source: String) -> Bool {
        let first = source.lowercased().split(whereSeparator: { !$0.isLetter }).first
        return first.map(questionWords.contains) ?? false
    }

    private static let questionWords: Set<Substring> = [
        "what", "how", "who", "where", "why", "when", "which",
    ]

    /// Whether a question of English politely asks readers to do something, which other languages say in the
    /// imperative: `Could you tell us more?`, but neither `Would you like to tell us more?` nor
    /// `Can you see the code?`
    private static func isRequest(_ source: String) -> Bool {
        let sentences = source.split { ".!?".contains($0) }.filter { $0.contains(where: \.isLetter) }
        return sentences.last?.split(separator: ",").contains { clause in
            let words = Array(words(of: clause).drop { $0 == "please" }.prefix(3))
            return words.count == 3 && ["can", "could", "would"].contains(words[0]) && words[1] == "you"
                && !verbsOfQuestions.contains(words[2])
        } ?? false
    }

    /// What follows `can you` or `would you` in a question for readers to answer.
    private static let verbsOfQuestions: Set<Substring> = [
        "be", "buy", "care", "ever", "feel", "find", "have", "hear", "like", "love", "prefer", "rather",
        "really", "recommend", "see", "still", "use", "want", "wish",
    ]
}

extension Substring {
    /// The text without what is neither a letter nor a vowel sign at its end.
    fileprivate var withoutSignsAtEnd: Substring {
        var text = self
        while let last = text.unicodeScalars.last, !last.properties.isAlphabetic {
            text.unicodeScalars.removeLast()
        }
        return text
    }

    /// The text without a bracket at its end, and without what is in it.
    fileprivate var withoutNoteAtEnd: Substring {
        var text = self
        while let last = text.last, last.isWhitespace || ":：.。".contains(last) { text.removeLast() }
        guard let last = text.last, ")）]］".contains(last),
            let start = text.lastIndex(where: { "(（[［".contains($0) })
        else { return self }
        return text[..<start]
    }
}
