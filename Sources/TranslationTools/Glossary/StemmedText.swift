// Finds terms in texts, in whatever form the grammar gives them.

internal import Support
internal import Localization
internal import Stemming

/// The words of a text, as they are compared: by their stems.
struct StemmedText {
    struct Word {
        let word: String
        let stem: String
        /// Whether it is a piece of a path, a file name's extension or the like, which is no word of the
        /// language. The same is true of the system Windows.
        var isLiteral = false
    }

    let words: [Word]
    /// The text in lower case, for scripts that have no spaces.
    let text: String
}

/// A text whose words are found without reading all of them.
struct IndexedText {
    let words: [StemmedText.Word]
    let text: String
    /// The places of words and of stems.
    private var places: [String: [Int]] = [:]
    /// The words in the order of their bytes, with their places.
    private let sorted: [(word: String, place: Int)]
    /// The different words that have three bytes in a row.
    private var wordsByBytes: [UInt32: [String]] = [:]

    init(_ stemmed: StemmedText) {
        (words, text) = (stemmed.words, stemmed.text)
        for (place, word) in words.enumerated() {
            places[word.word, default: []].append(place)
            if word.stem != word.word { places[word.stem, default: []].append(place) }
        }
        sorted = words.enumerated().map { ($1.word, $0) }.sorted {
            $0.word.utf8.lexicographicallyPrecedes($1.word.utf8)
        }
        for word in Set(words.map(\.word)) {
            for bytes in Set(Self.triples(word)) { wordsByBytes[bytes, default: []].append(word) }
        }
    }

    /// All three bytes in a row of a word.
    private static func triples(_ word: String) -> [UInt32] {
        let bytes = Array(word.utf8)
        return bytes.indices.dropLast(2).map {
            UInt32(bytes[$0]) << 16 | UInt32(bytes[$0 + 1]) << 8 | UInt32(bytes[$0 + 2])
        }
    }

    /// The places of words that may be forms of a word.
    func words(from word: String, _ stem: String, orBeginningWith beginning: String) -> some Sequence<Int> {
        let start = sorted.partitioningIndex { !$0.word.utf8.lexicographicallyPrecedes(beginning.utf8) }
        let similar = sorted[start...].prefix { $0.word.utf8.starts(with: beginning.utf8) }.map(\.place)
        return [places[word] ?? [], places[stem] ?? [], similar].joined()
    }

    /// Whether any word has a text of at least three bytes in it.
    func hasWord(containing part: String) -> Bool {
        let lists = Self.triples(part).map { wordsByBytes[$0] ?? [] }
        return lists.min { $0.count < $1.count }?.contains { $0.contains(part) } ?? false
    }
}

/// Compares words of a language.
final class StemMatcher {
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

    /// Whether two words of one stem are forms of one word. Stems of English are also those of derived words:
    /// `extensible` has the stem of `extension`.
    func isNear(_ word: String, _ wanted: String) -> Bool {
        guard language == "en" else { return true }
        let common = zip(word, wanted).prefix { $0 == $1 }.count
        return common >= wanted.count - 1 && word.count <= wanted.count + 2
    }

    /// Whether a translation has a term, in any form and also as a part of a compound.
    func contains(_ term: StemmedText, in text: IndexedText) -> Bool {
        guard let first = term.words.first, !Self.withoutSpaces.contains(language) else {
            return text.text.contains(term.text)
        }
        let starts = text.words(from: first.word, first.stem, orBeginningWith: unchanged(first.word))
        let isThere = starts.contains { start in
            start + term.words.count <= text.words.count
                && term.words.indices.allSatisfy { isForm(text.words[start + $0], of: term.words[$0]) }
        }
        return isThere || isCompound(term, in: text)
    }

    /// Whether the words of a term are written as one in a text: `Datei` and `Name` in `Dateiname`.
    private func isCompound(_ term: StemmedText, in text: IndexedText) -> Bool {
        guard Self.compounding.contains(language), let last = term.words.last else { return false }
        let first = term.words.dropLast().map(\.word).joined()
        return [last.stem, unchanged(last.word)].contains { end in
            let joined = first + end
            return joined.count >= 3 && text.hasWord(containing: joined)
        }
    }

    private func isForm(_ word: StemmedText.Word, of term: StemmedText.Word) -> Bool {
        if word.stem == term.stem || word.word == term.word { return true }
        // Endings that the stemmer does not know.
        return word.word.hasPrefix(unchanged(term.word))
            && word.word.count <= term.word.count + Self.longestEnding
    }

    /// The letters of a word that no ending changes; a guess for languages without a
    /// stemmer and those whose stems change.
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
