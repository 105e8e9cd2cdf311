// Arabic plurals that change the vowels inside a word.

/// Broken plurals of Arabic nouns (Ryding, A Reference Grammar of Modern Standard Arabic, 7.3), which
/// stemming does not join. Many singulars have the same plural, so a form counts only if texts have it as a
/// word.
enum ArabicForms {
    /// Patterns of plurals, and of the singulars that have them. A digit is a consonant of the root.
    private static let patterns = [
        ("12و3", ["123", "123ة"]), ("12ا3", ["123", "123ة"]), ("123", ["12ا3", "12ي3", "123ة"]),
        ("أ12ا3", ["123", "123ة"]), ("12ائ3", ["12ي3ة", "12ا3ة"]), ("م1ا23", ["م123", "م123ة"]),
        ("م1ا2ي3", ["م12ا3", "م12و3"]), ("1وا23", ["1ا23", "1ا23ة", "1و23ة"]),
        ("12ا3ي4", ["123ا4", "123و4", "123ي4"]), ("12ا34", ["1234", "1234ة"]), ("12ا3ي", ["123ي"]),
        ("12ايا", ["12ية"]), ("أ12ية", ["12اء"]),
    ].map { plural, singulars in
        (plural: Pattern(plural), singulars: singulars.map { Pattern($0) })
    }

    /// The other forms of a noun without article, also with the article, as texts may have them.
    static func others(of word: String) -> [String] {
        // The first letter of plurals such as `أحذية` is often typed without its mark.
        let marked = word.unicodeScalars.first == "ا" ? forms(of: "أ" + word.dropFirst()) : []
        return (forms(of: word) + marked).flatMap { [$0, "ال" + $0] }
    }

    private static func forms(of word: String) -> [String] {
        let letters = Array(word.unicodeScalars)
        guard (3...6).contains(letters.count), letters.allSatisfy({ (0x621...0x64A).contains($0.value) })
        else {
            return []
        }
        var others: [String] = []
        for (plural, singulars) in patterns {
            if let root = plural.root(of: letters) { others += singulars.map { $0.word(root) } }
            for singular in singulars {
                if let root = singular.root(of: letters) { others.append(plural.word(root)) }
            }
        }
        return others.withoutDuplicates.filter { $0 != word }
    }

    /// The letters of a pattern.
    private struct Pattern {
        private let letters: [Unicode.Scalar]

        init(_ letters: String) { self.letters = Array(letters.unicodeScalars) }

        /// The consonants of a word that has the pattern; `nil` if the word has another pattern.
        func root(of word: [Unicode.Scalar]) -> [Unicode.Scalar]? {
            guard word.count == letters.count else { return nil }
            var root: [Unicode.Scalar] = []
            for (letter, own) in zip(word, letters) {
                if own.properties.numericType == nil {
                    guard letter == own else { return nil }
                } else if ["ا", "ة", "ى"].contains(letter) {
                    // Vowels and the feminine ending are not part of a root.
                    return nil
                } else {
                    root.append(letter)
                }
            }
            return root
        }

        /// The word of this pattern with some root.
        func word(_ root: [Unicode.Scalar]) -> String {
            var rest = root[...]
            var word = String.UnicodeScalarView()
            for letter in letters {
                word.append(letter.properties.numericType == nil ? letter : rest.removeFirst())
            }
            return String(word)
        }
    }
}
