// With which kind of sign a text ends, in all scripts: a Greek question mark is a question mark.

/// The kinds of signs that end texts, whatever they look like in a script.
enum EndMark: String {
    case fullStop, question, exclamation, colon, semicolon, ellipsis
    /// No such sign, or one that says nothing.
    case none

    /// Looks at the last sign of a text, closing quotes and white space left out.
    init(_ text: String, language: String) {
        var scalars = Self.withoutAdditions(text).unicodeScalars[...]
        var isQuoted = false
        while let last = scalars.last, Self.isSkipped(last) {
            isQuoted = last.isDoubleQuotationMark
            scalars.removeLast()
        }
        // `፡-` is a colon as Ethiopic typewriters had it.
        if let last = scalars.last, ["-", "–", "—"].contains(last), scalars.dropLast().last == "፡" {
            scalars.removeLast()
        }
        // `नाम -` and `नाम :-` are written for `नाम:`.
        if let last = scalars.last, ["-", "–", "—"].contains(last), Self.dandaLanguages.contains(language) {
            self = .colon
            return
        }
        guard let last = scalars.last else {
            self = .none
            return
        }
        switch last {
        case "፡": self = scalars.dropLast().last == last ? .fullStop : .colon
        case "|" where Self.dandaLanguages.contains(language): self = .fullStop
        // Beside Latin: CJK, Devanagari and its neighbours, Bengali, Urdu, Armenian, Ethiopic, Burmese,
        // Khmer, Sinhala, Tibetan, Santali, Meitei, Mongolian.
        case ".", "。", "．", "｡", "।", "॥", "৷", "۔", "։", "።", "။", "។", "෴", "།", "᱾", "꯫", "᠃":
            let dots = scalars.reversed().prefix { $0 == last }.count
            self = dots >= 3 ? .ellipsis : dots == 2 && last == "." ? .none : .fullStop
        case "…", "⋯", "‥": self = .ellipsis
        // Tibetan script has no dots but those between syllables.
        case "་": self = scalars.suffix(3).allSatisfy({ $0 == last }) && scalars.count > 3 ? .ellipsis : .none
        case _ where Self.questionMarks.contains(last): self = .question
        // The Greek question mark is a semicolon by its looks, and Unicode makes it one.
        case ";": self = language == "el" ? .question : .semicolon
        case "；", "؛", "፤", "⁏": self = .semicolon
        case "·", "\u{387}": self = language == "el" ? .semicolon : .none
        case "!", "！", "՜", "߹", "᥄": self = .exclamation
        // `a link after "Details:"` quotes the label of something else.
        case _ where Self.colons.contains(last): self = isQuoted ? .none : .colon
        // The sign for a breath at the end of a syllable looks like a colon, and is written for one. That of
        // Santali for a vowel does so, too.
        case "ः", "ঃ", "ਃ", "ઃ", "ଃ", "ః", "ಃ", "ഃ", "ᱺ": self = Self.isVisarga(in: scalars) ? .none : .colon
        default: self = .none
        }
    }

    /// Signs that end questions, but for the Greek semicolon.
    static let questionMarks: Set<Unicode.Scalar> = [
        "?", "？", "؟", "՞", "፧", "⸮", "\u{37E}", "꘏", "⳺", "᥅", "‽", "⁇", "⁈", "⁉", "﹖",
    ]

    /// Signs that end labels.
    static let colons: Set<Unicode.Scalar> = [":", "：", "៖", "፥", "፦", "՝", "︰", "﹕", "∶", "᠄", "׃"]

    /// Languages in which a vertical bar is often typed for `।`.
    private static let dandaLanguages: Set<String> = [
        "hi", "bn", "or", "as", "ne", "mr", "sa", "bho", "mai", "pa", "gu", "kok", "sd", "doi", "brx",
    ]

    /// Whether the sign belongs to a word of one syllable, such as `दुः`, after which no label ends.
    private static func isVisarga(in scalars: Substring.UnicodeScalarView) -> Bool {
        scalars.count <= 3
    }

    private static func isSkipped(_ scalar: Unicode.Scalar) -> Bool {
        // Joiners and marks of direction are not seen there.
        if scalar.properties.isWhitespace || scalar.properties.generalCategory == .format { return true }
        switch scalar {
        case "\"", "'", "”", "“", "’", "»", "«", "›", "‹", "」", "』", ")", "）", "]":
            return true
        default: return false
        }
    }

    /// A text without what may stand behind its last sign: a face, and the letter that chooses a command,
    /// which other scripts have in brackets, as in `ፊደል፦ (_A)`.
    private static func withoutAdditions(_ text: String) -> String {
        let text = Faces.withoutFaceAtEnd(text)
        let end = Array(text[...].trimmingBlanks.suffix(4))
        guard end.count == 4, "(（".contains(end[0]), "_&".contains(end[1]), ")）".contains(end[3]) else {
            return text
        }
        return String(text[...].trimmingBlanks.dropLast(4))
    }

    /// The end of a text as messages quote it: its last sign with the quotation marks and brackets behind it,
    /// or its last word if it ends with none.
    static func end(of text: String, language: String) -> String {
        let text = withoutAdditions(text)
        let shown = text[...].trimmingBlanks
        guard let last = shown.lastIndex(where: { !$0.unicodeScalars.allSatisfy(isSkipped) }) else {
            return String(shown)
        }
        if EndMark(String(shown[last]), language: language) != .none {
            let count = shown[...last].reversed().prefix { $0 == shown[last] }.count
            return String(shown[shown.index(last, offsetBy: 1 - count)...].prefix(longestWord))
        }
        let blank = shown[...last].lastIndex(where: \.isWhitespace)
        let word = shown[(blank.map(shown.index(after:)) ?? shown.startIndex)...]
        // Some scripts have no spaces between words.
        return String(word.count > longestWord ? word.suffix(3) : word)
    }

    /// The most characters of a word that is quoted as a whole.
    private static let longestWord = 20
}
