// Finds terms in texts, in whatever form the grammar gives them.

internal import Localization
internal import Stemming

/// The words of a text, as they are compared: by their stems.
struct StemmedText {
    /// A word of a text.
    struct Word {
        let word: String
        let stem: String
        /// Whether it is a piece of a path, a file name's extension or the like, which is no word of the language.
        /// The same is true of the system Windows.
        var isLiteral = false
    }

    let words: [Word]
    /// The text in lower case, for scripts that have no spaces.
    let text: String
}

/// Compares words of a language.
final class TermMatcher {
    private let stemmer: Stemmer?
    private let language: String
    private var stems: [String: String] = [:]

    init(_ locale: LocaleIdentifier) {
        language = locale.language
        stemmer = Stemmer(language: locale.language)
    }

    /// Cuts a text into words and finds their stems.
    func stemmed(_ text: String) -> StemmedText {
        var words: [StemmedText.Word] = []
        var word = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        func endWord(before sign: Unicode.Scalar?) {
            if !word.isEmpty {
                let spelling = String(word)
                let isLiteral = previous.map(Self.signsOfLiterals.contains) == true || spelling == "Windows"
                // Both words of `bookmarks.xml` are.
                if previous == ".", let last = words.indices.last { words[last].isLiteral = true }
                let small = spelling.lowercased()
                words.append(StemmedText.Word(word: small, stem: stem(of: small), isLiteral: isLiteral))
                word = String.UnicodeScalarView()
            }
            previous = sign
        }
        for scalar in text.unicodeScalars {
            let properties = scalar.properties
            if properties.isAlphabetic || properties.numericType != nil
                || properties.generalCategory == .nonspacingMark
            {
                word.append(scalar)
            } else if !Self.signsInWords.contains(scalar) {
                endWord(before: scalar)
            }
        }
        endWord(before: nil)
        return StemmedText(words: words, text: text.lowercased())
    }

    /// Soft hyphens, joiners, and the marks of the letters that are keys in menus.
    private static let signsInWords: Set<Unicode.Scalar> = ["\u{AD}", "\u{200D}", "\u{200C}", "_", "&"]
    private static let signsOfLiterals: Set<Unicode.Scalar> = [".", "/", "\\", "@", "%", "$", "#"]

    private func stem(of word: String) -> String {
        if let known = stems[word] { return known }
        let stem = stemmer?.stem(of: word) ?? word
        stems[word] = stem
        return stem
    }

    /// Where the words of a term follow each other in a text, as ranges of words.
    func places(of term: StemmedText, in text: StemmedText) -> [Range<Int>] {
        let count = term.words.count
        guard count > 0, text.words.count >= count else { return [] }
        return (0...text.words.count - count).compactMap { start in
            let isThere = term.words.indices.allSatisfy { index in
                let (word, wanted) = (text.words[start + index], term.words[index])
                return word.stem == wanted.stem && !word.isLiteral && isNear(word.word, wanted.word)
            }
            return isThere ? start..<start + count : nil
        }
    }

    /// Whether two words of one stem are forms of one word. Stems of English are also those of derived words: `extensible`
    /// has the stem of `extension`.
    private func isNear(_ word: String, _ wanted: String) -> Bool {
        guard language == "en" else { return true }
        let common = zip(word, wanted).prefix { $0 == $1 }.count
        return common >= wanted.count - 1 && word.count <= wanted.count + 2
    }

    /// Whether a translation has a term, in any form and also as a part of a compound.
    func contains(_ term: StemmedText, in text: StemmedText) -> Bool {
        let count = term.words.count
        guard count > 0 else { return text.text.contains(term.text) }
        if Self.withoutSpaces.contains(language) { return text.text.contains(term.text) }
        guard text.words.count >= count else { return isCompound(term, in: text) }
        for start in 0...text.words.count - count {
            let isThere = term.words.indices.allSatisfy { index in
                isForm(text.words[start + index], of: term.words[index])
            }
            if isThere { return true }
        }
        return isCompound(term, in: text)
    }

    /// Whether the words of a term are written as one in a text: `Datei` and `Name` in `Dateiname`.
    private func isCompound(_ term: StemmedText, in text: StemmedText) -> Bool {
        guard Self.compounding.contains(language), let last = term.words.last else { return false }
        let first = term.words.dropLast().map(\.word).joined()
        return [last.stem, unchanged(last.word)].contains { end in
            let joined = first + end
            return joined.count >= 3 && text.words.contains { $0.word.contains(joined) }
        }
    }

    private func isForm(_ word: StemmedText.Word, of term: StemmedText.Word) -> Bool {
        if word.stem == term.stem || word.word == term.word { return true }
        // Endings that the stemmer does not know.
        return word.word.hasPrefix(unchanged(term.word))
            && word.word.count <= term.word.count + Self.longestEnding
    }

    /// The letters of a word that no ending changes; a guess for languages without a stemmer and those whose stems change.
    private func unchanged(_ word: String) -> String {
        // `asetukset`, `asetusten`.
        if language == "fi", word.hasSuffix("kset") { return String(word.dropLast(4)) }
        let allowance =
            stemmer == nil ? max(2, (3 * word.count + 9) / 10) : Self.changing.contains(language) ? 2 : 0
        return String(word.prefix(max(word.count - allowance, min(word.count, 3))))
    }

    /// More letters after a word are another word.
    private static let longestEnding = 6
    private static let withoutSpaces: Set<String> = ["zh", "ja", "th", "lo", "km", "my", "yue"]
    /// Languages that write compounds as one word.
    private static let compounding: Set<String> = [
        "de", "nl", "sv", "da", "nb", "nn", "no", "fi", "et", "hu", "is", "af", "ko", "tr",
    ]
    /// Languages whose stems change before endings, in ways that the stemmer does not know.
    private static let changing: Set<String> = ["fi", "et", "hu", "tr", "ru", "uk", "pl", "lt"]
}
