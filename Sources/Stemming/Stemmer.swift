// Word stems: Snowball's stemming algorithms.

internal import CStemmer

/// Snowball's stemming algorithm for a language (https://snowballstem.org). Only one thread at a time may use it,
/// because the handle stores the last stem.
package final class Stemmer {
    private let handle: OpaquePointer
    /// Whether dotted and dotless `i` are different letters, as in Turkish.
    private let isTurkic: Bool

    /// Opens the algorithm for a language.
    ///
    /// - Parameter language: the ISO 639 code of the language.
    /// - Returns: `nil` if Snowball has no algorithm for the language.
    package init?(language: String) {
        // Both written forms of Norwegian share an algorithm.
        let name = language == "nb" || language == "nn" ? "no" : language
        guard let handle = stemmer_open(name) else { return nil }
        self.handle = handle
        isTurkic = language == "tr" || language == "az"
    }

    deinit { stemmer_close(handle) }

    /// The stem of a word in any letter case. Stems are for comparison with other stems, not for display.
    package func stem(of word: String) -> String {
        let small = Array(lowercased(word).utf8)
        guard let count = Int32(exactly: small.count) else { return word }
        var stemCount: Int32 = 0
        guard let stem = stemmer_stem(handle, small, count, &stemCount) else { return word }
        return String(
            decoding: UnsafeBufferPointer(start: stem, count: Int(stemCount)), as: UTF8.self)
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
