// With which kind of sign a text ends, in all scripts: a Greek question mark is a question mark.

/// The kinds of signs that end texts, whatever they look like in a script.
enum EndMark: String {
    case fullStop, question, exclamation, colon, semicolon, ellipsis
    /// No such sign, or one that says nothing.
    case none

    /// Looks at the last sign of a text, closing quotes and white space left out.
    init(_ text: String, language: String) {
        var scalars = text.unicodeScalars[...]
        while let last = scalars.last, Self.isSkipped(last) { scalars.removeLast() }
        guard let last = scalars.last else {
            self = .none
            return
        }
        switch last {
        case ".":
            let dots = scalars.reversed().prefix { $0 == "." }.count
            self = dots >= 3 ? .ellipsis : dots == 1 ? .fullStop : .none
        // CJK, Devanagari and its neighbours, Urdu, Armenian, Ethiopic, Burmese, Khmer, Sinhala, Tibetan.
        case "。", "．", "｡", "।", "॥", "۔", "։", "።", "။", "។", "෴", "།": self = .fullStop
        case "…", "⋯", "‥": self = .ellipsis
        case "?", "？", "؟", "՞", "፧", "⸮", "\u{37E}": self = .question
        // The Greek question mark is a semicolon by its looks, and Unicode makes it one.
        case ";": self = language == "el" ? .question : .semicolon
        case "；", "؛", "፤": self = .semicolon
        case "·", "\u{387}": self = language == "el" ? .semicolon : .none
        case "!", "！", "՜", "߹": self = .exclamation
        case ":", "：", "៖", "፥", "՝": self = .colon
        default: self = .none
        }
    }

    private static func isSkipped(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.properties.isWhitespace { return true }
        switch scalar {
        case "\"", "'", "”", "“", "’", "»", "«", "›", "‹", "」", "』", ")", "）", "]", "\u{200F}", "\u{200E}":
            return true
        default: return false
        }
    }
}
