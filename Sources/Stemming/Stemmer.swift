// Word stems: Snowball's stemming algorithms, and dictionaries of other languages.

internal import CStemmer

/// Snowball's stemming algorithm for a language (https://snowballstem.org), or an installed dictionary. Only
/// one thread at a time may use it, because the handle stores the last stem.
package final class Stemmer {
    private enum Source {
        case snowball(OpaquePointer)
        case dictionary(StemDictionary)
    }

    private let source: Source
    /// Whether dotted and dotless `i` are different letters, as in Turkish.
    private let isTurkic: Bool
    /// Whether a consonant is doubled before an ending, as in Dutch `mes`, `messen`, which the algorithm
    /// keeps.
    private let doublesConsonants: Bool

    /// Opens the algorithm for a language, or its dictionary.
    ///
    /// - Parameter language: the ISO 639 code of the language.
    /// - Returns: `nil` if Snowball has no algorithm for the language, and no dictionary is installed.
    package init?(language: String) {
        // Both written forms of Norwegian share an algorithm.
        let name = language == "nb" || language == "nn" ? "no" : language
        if let handle = stemmer_open(name) {
            source = .snowball(handle)
        } else if let dictionary = StemDictionary.installed(language) {
            source = .dictionary(dictionary)
        } else {
            return nil
        }
        isTurkic = language == "tr" || language == "az"
        doublesConsonants = language == "nl"
    }

    deinit { if case .snowball(let handle) = source { stemmer_close(handle) } }

    /// The stems of a word: one by an algorithm, all by a dictionary, which may have several.
    package func stems(of word: String) -> [String] {
        guard case .dictionary(let dictionary) = source else { return [stem(of: word)] }
        let small = lowercased(word)
        let stems = dictionary.stems(of: small)
        return stems.isEmpty ? [small] : stems
    }

    /// The stem of a word in any letter case. Stems are for comparison with other stems, not for display.
    package func stem(of word: String) -> String {
        guard case .snowball(let handle) = source else { return stems(of: word)[0] }
        let small = Array(lowercased(word).utf8)
        guard let count = Int32(exactly: small.count) else { return word }
        var stemCount: Int32 = 0
        guard let stem = stemmer_stem(handle, small, count, &stemCount) else { return word }
        var bytes = UnsafeBufferPointer(start: stem, count: Int(stemCount))[...]
        if doublesConsonants, bytes.count > 3, let last = bytes.last, bytes[bytes.count - 2] == last,
            !"aeiou".utf8.contains(last)
        {
            bytes = bytes.dropLast()
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func lowercased(_ word: String) -> String {
        guard isTurkic else { return word.lowercased() }
        var small = String.UnicodeScalarView()
        for scalar in word.unicodeScalars {
            switch scalar {
            case "I": small.append("ı")
            case "İ": small.append("i")
            default: small.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
            }
        }
        return String(small)
    }
}
