// What is left of a word without its inflection: the stems of Snowball.

internal import CStemmer

/// Snowball's algorithm for a language (https://snowballstem.org). Not for use by two threads at once: the handle keeps
/// the last stem.
package final class Stemmer {
    private let handle: OpaquePointer
    /// Whether the capital of `i` has a dot, and that without one is another letter.
    private let isTurkic: Bool

    /// Opens the algorithm of a language.
    ///
    /// - Parameter language: its ISO 639 code.
    /// - Returns: `nil` where there is none for the language.
    package init?(language: String) {
        // Both written forms of Norwegian have one.
        let name = language == "nb" || language == "nn" ? "no" : language
        guard let handle = stemmer_open(name) else { return nil }
        self.handle = handle
        isTurkic = language == "tr" || language == "az"
    }

    deinit { stemmer_close(handle) }

    /// The stem of a word, whatever its case; what it is good for is to be compared with other stems.
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
