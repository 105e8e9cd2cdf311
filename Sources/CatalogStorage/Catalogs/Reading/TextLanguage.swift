// Determines the language of an export's texts if its headings do not tell it.

internal import CatalogSearch

/// The languages of texts, by their shortest words, their letters and their scripts.
enum TextLanguage {
    /// The language of some titles and descriptions; `nil` if it is unclear.
    static func language(of texts: [String]) -> String? {
        var points: [String: Int] = [:]
        for text in texts {
            for scalar in text.unicodeScalars where scalar.value > 0x7F {
                if let language = letters[scalar] ?? script(of: scalar) { points[language, default: 0] += 1 }
            }
            for word in text.lowercased().split(whereSeparator: { !$0.isLetter }) {
                for language in words[String(word)] ?? [] { points[language, default: 0] += 2 }
            }
        }
        let ranked = points.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        guard let first = ranked.first, first.value >= 8,
            first.value >= 2 * (ranked.dropFirst().first?.value ?? 0)
        else { return nil }
        return first.key
    }

    /// The language of a script that only one of the known languages has.
    private static func script(of scalar: Unicode.Scalar) -> String? {
        switch scalar.value {
        case 0x0400...0x04FF: "ru"
        case 0x0590...0x05FF: "he"
        case 0x0600...0x06FF: "ar"
        case 0x0900...0x097F: "hi"
        case 0x0E00...0x0E7F: "th"
        case 0x3040...0x30FF: "ja"
        case 0xAC00...0xD7A3: "ko"
        default: nil
        }
    }

    /// Letters that occur in only one of the languages, or far more often than in the others.
    private static let letters: [Unicode.Scalar: String] = {
        var letters: [Unicode.Scalar: String] = [:]
        for (language, text) in [
            ("de", "ßäüÄÜ"), ("fr", "èêœàçùÈÊŒÀ"), ("es", "ñ¿¡Ñ"), ("pt", "ãõÃÕ"), ("pl", "łąęśżźńŁŚŻ"),
            ("sv", "åÅ"), ("tr", "ğışĞİŞ"), ("it", "ìò"),
        ] {
            for letter in text.unicodeScalars { letters[letter] = language }
        }
        return letters
    }()

    private static let words: [String: [String]] = {
        var words: [String: [String]] = [:]
        for (language, text) in [
            ("en", "the and with for of from your this is are in on to by made"),
            ("de", "und der die das den mit für aus von ist ein eine im zum zur auf ohne auch nicht bei"),
            ("fr", "et le la les des du avec pour en est sans sur une un aux dans de à"),
            ("es", "y el la los las con para de del una un en sin por es"),
            ("it", "e il la i gli di con per da del della in un una senza è"),
            ("pt", "e o a os as com para de do da em um uma sem por"),
            ("nl", "en de het een van met voor in uit zonder op is"),
            ("pl", "i z w na do dla ze bez jest od"), ("sv", "och i en ett med för av på till utan är"),
            ("tr", "ve bir ile için bu çok"),
        ] {
            for word in text.split(separator: " ") { words[String(word), default: []].append(language) }
        }
        return words
    }()
}
