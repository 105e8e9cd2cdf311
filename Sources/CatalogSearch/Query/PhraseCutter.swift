// Cuts what was typed in quotation marks into words, as the texts are cut.

internal import ICU

/// Finds the words of phrases in one locale. Not thread-safe, because ICU's iterator has a position.
final class PhraseCutter {
    private let segmenter: WordSegmenter
    private var bounds: [Int32] = []

    /// - Parameter locale: that of the nearest texts.
    init(_ locale: LocaleIdentifier) { segmenter = WordSegmenter(locale) }

    /// The words of a text, without what is between them. Words that touch each other are one: how a script without spaces is
    /// cut depends on the text around it.
    func words(of text: String) -> [String] {
        var text = text
        return text.withUTF8 { bytes in
            segmenter.searchBounds(of: bytes, into: &bounds)
            var words: [Range<Int>] = []
            for index in stride(from: 0, to: bounds.count, by: 2) {
                let word = Int(bounds[index])..<Int(bounds[index + 1])
                if let last = words.last, last.upperBound == word.lowerBound {
                    words[words.count - 1] = last.lowerBound..<word.upperBound
                } else {
                    words.append(word)
                }
            }
            return words.map { String(decoding: bytes[$0], as: UTF8.self) }
        }
    }
}
