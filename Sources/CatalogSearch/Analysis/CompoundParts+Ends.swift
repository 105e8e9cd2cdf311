// The last part of a compound: it has the forms of the word alone, so `jacken` finds `Winterjacke`.

internal import Stemming

extension CompoundParts {
    /// The least number of letters of a compound whose last part is found by another form.
    private static let leastCompound = 6

    /// The least number of letters of the last part of a typed compound that may end another
    /// one: shorter ones end many words.
    static let leastSharedEnd = 4

    /// Whether a word may be a compound with a last part: what is before it has a vowel,
    /// unlike the beginning of `Brot`.
    ///
    /// - Parameters:
    ///   - end: the last part, folded.
    ///   - rest: what is before it.
    static func mayEnd(with end: some Collection<UInt8>, behind rest: some Collection<UInt8>) -> Bool {
        let rest = String(decoding: rest, as: UTF8.self).unicodeScalars
        let letters = end.lazy.filter { $0 & 0xC0 != 0x80 }.count
        return letters >= leastLength && rest.count > 1 && rest.count + letters >= leastCompound
            && rest.contains(where: vowels.contains)
    }

    /// Those of the languages with compounds, also where folding keeps their marks.
    private static let vowels = Set("aeiouyäöüåæøœáéíóúýőűàèêô".unicodeScalars)

    /// The vowels at the end of nouns that stems lack, by language; an empty stem stays as it is.
    private static let endings: [String: [String]] = [
        "de": ["e"], "nl": ["e"], "af": ["e"], "da": ["e"], "nb": ["e"], "nn": ["e"], "no": ["e"],
        "sv": ["a", "e"], "fi": ["a", "ä", "i", "o", "u", "y"],
    ]

    /// The endings of plurals at the end of compounds, by language.
    private static let pluralEndings: [String: [String]] = [
        "de": ["en", "er", "s"], "nl": ["en", "s"], "af": ["s"], "da": ["er"], "nb": ["er"],
        "nn": ["ar", "er"], "no": ["er"], "sv": ["ar", "er", "or"],
    ]

    /// Plurals that a typed compound's last part may have in texts that write it only in a compound: for
    /// `Hauspflanze` they have `Haus- und Gartenpflanzen`.
    static func lastPlurals(of word: String, _ stemmer: Stemmer, _ language: String) -> [String] {
        let word = word.lowercased()
        let stems = stemmer.stems(of: word)
        return stems.flatMap { stem in
            (pluralEndings[language] ?? []).map { stem + $0 }.filter {
                stemmer.stems(of: $0).contains(stem)
            }
        }.filter { $0 != word }
    }

    /// The forms that a word may have at the end of a compound although no text need have them as a word: the
    /// beginnings of the word that have its stem, and the stem, alone and with the vowels in which nouns end.
    static func lastForms(of word: String, _ stemmer: Stemmer, _ language: String) -> [String] {
        let word = word.lowercased()
        let stems = stemmer.stems(of: word)
        let scalars = Array(word.unicodeScalars)
        var forms: [String] = []
        for stem in stems {
            let length = stem.unicodeScalars.count
            guard length >= leastLength, length <= scalars.count else { continue }
            let beginnings = (length..<scalars.count).reversed().map { String(scalars[..<$0]) }
            let extended = (endings[language] ?? []).map { stem + $0 }
            forms += (beginnings + extended).filter { stemmer.stems(of: $0).contains(stem) } + [stem]
        }
        return forms.withoutDuplicates.filter { $0 != word }
    }
}
