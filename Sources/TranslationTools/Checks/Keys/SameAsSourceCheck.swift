// Finds translations that are the source text.

internal import Localization

/// A translation that equals its source text, which often means that it was not translated.
///
/// Names, abbreviations and single words are the same in many languages: at least two words
/// of ordinary letters are needed, specifiers, URLs and words in capitals aside. Varieties
/// of one language share most texts.
struct SameAsSourceCheck: TextCheck {
    let identifier = "same-as-source"
    let category = CheckCategory.keys
    let severity = Severity.note
    let isOptIn = true
    let triggers = TextTraits.latin
    let example = CheckExample(
        "Check the file name", locale: "it", wrong: "Check the file name", right: "Controlla il nome del file"
    )

    func problems(in text: TextPair) -> [TranslationProblem] {
        guard let source = text.source, text.text.utf8.elementsEqual(source.utf8),
            text.traits.contains(.space), text.locale.language != text.sourceLocale?.language
        else { return [] }
        return Self.ordinaryWords(in: source) >= 2 ? [TranslationProblem(.text(source))] : []
    }

    /// The number of words that are no names, specifiers or addresses, as far as their letters tell.
    static func ordinaryWords(in text: String) -> Int {
        text.utf8.split(separator: 0x20).count(where: isOrdinaryWord)
    }

    /// Three letters or more, beginning in any case and going on in lower case.
    private static func isOrdinaryWord(_ word: Substring.UTF8View) -> Bool {
        var word = word
        while let last = word.last, ".,:;!?)".utf8.contains(last) { word.removeLast() }
        if word.first == UInt8(ascii: "(") { word.removeFirst() }
        return word.count >= 3 && word.dropFirst().allSatisfy { (0x61...0x7A).contains($0) || $0 >= 0x80 }
            && word.first.map { (0x61...0x7A).contains($0 | 0x20) } == true
    }
}
