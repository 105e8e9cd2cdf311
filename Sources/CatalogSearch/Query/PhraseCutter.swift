// Splits quoted text into words in the way that texts are split.

internal import ICU

/// Finds the words of phrases in one locale. Not thread-safe, because ICU's iterator has a position.
final class PhraseCutter {
    private let segmenter: WordSegmenter
    private var bounds: [Int32] = []

    /// - Parameter locale: the locale of the nearest texts.
    init(_ locale: LocaleIdentifier) { segmenter = WordSegmenter(locale) }

    /// The words of a text, without the characters between them.
    struct Words {
        /// Adjoining words are joined: how a script without spaces is split depends on the context.
        var joined: [String] = []
        /// Each word alone, also between the separators of an abbreviation: texts may have spaces and
        /// punctuation there.
        var single: [String] = []
    }

    func words(of text: String) -> Words {
        var text = text
        return text.withUTF8 { bytes in
            segmenter.searchBounds(of: bytes, into: &bounds)
            var words = Words()
            var joined: [Range<Int>] = []
            for index in stride(from: 0, to: bounds.count, by: 2) {
                let word = Int(bounds[index])..<Int(bounds[index + 1])
                words.single += String(decoding: bytes[word], as: UTF8.self).parts(grouping: nil)
                if let last = joined.last, last.upperBound == word.lowerBound {
                    joined[joined.count - 1] = last.lowerBound..<word.upperBound
                } else {
                    joined.append(word)
                }
            }
            words.joined = joined.map { String(decoding: bytes[$0], as: UTF8.self) }
            return words
        }
    }
}
