// Forms of Finnish nouns whose consonants change: stemming keeps the consonants.

/// Plurals, genitives and partitives by consonant gradation (Iso suomen kielioppi, 41). A form counts only if
/// texts have it as a word, so a rule may give words that do not exist.
enum FinnishForms {
    private static let vowels = Set("aeiouyäö")

    /// Consonants before the last vowel of a stem: the strong grade, and the weak one.
    private static let grades = [
        ("kk", "k"), ("pp", "p"), ("tt", "t"), ("nk", "ng"), ("nt", "nn"), ("lt", "ll"), ("rt", "rr"),
        ("mp", "mm"), ("p", "v"), ("t", "d"), ("lk", "l"), ("rk", "r"), ("hk", "h"), ("uk", "uv"),
        ("ik", "i"), ("ek", "e"), ("ok", "o"), ("äk", "ä"),
    ]

    /// A stem that ends with a vowel, in the other grade.
    private static func graded(_ stem: some StringProtocol, weakens: Bool) -> [String] {
        grades.compactMap { strong, weak in
            let (from, to) = weakens ? (strong, weak) : (weak, strong)
            guard stem.dropLast().hasSuffix(from) else { return nil }
            return stem.dropLast(1 + from.count) + to + String(stem.suffix(1))
        }
    }

    /// Other forms of a word in lower case.
    static func others(of word: String) -> [String] {
        guard word.count > 3, let last = word.last else { return [] }
        if let partitive = ofPartitive(word) { return partitive }
        if vowels.contains(last) {
            let weak = graded(word, weakens: true).flatMap { [$0 + "t", $0 + "n"] }
            // Nouns in -e have a long vowel behind a strong grade: `vaate`, `vaatteet`.
            let long = last == "e" ? graded(word, weakens: false) : []
            return weak + long.flatMap { [$0 + "et", $0 + "en"] }
        }
        let stem = String(word.dropLast())
        guard let vowel = stem.last, vowels.contains(vowel) else { return [] }
        switch last {
        case "t", "n":
            var found = [stem] + graded(stem, weakens: false)
            let short = String(stem.dropLast())
            if short.last == vowel {
                // `vaatteet`, and `hampaat` of `hammas`.
                let stems = [short] + graded(short, weakens: true)
                found += stems.map { vowel == "e" ? $0 : $0 + "s" }
            }
            // Names of devices in -in: `suodattimet`, `suodatin`.
            if let device = stem.without("me") { found += graded(device, weakens: true).map { $0 + "n" } }
            if last == "n", vowel == "i" {
                found += graded(stem, weakens: false).flatMap { [$0 + "met", $0 + "men"] }
            }
            return found
        case "s" where vowel == "a" || vowel == "ä":
            return ([stem] + graded(stem, weakens: false)).flatMap { base in
                ["t", "n"].map { base + [vowel] + $0 }
            }
        default: return []
        }
    }

    /// Other forms of a partitive of several, whose noun has other forms: `kenkiä`, `takkeja`; `nil` for
    /// other words.
    private static func ofPartitive(_ word: String) -> [String]? {
        for (ending, vowel) in [("oita", "a"), ("öitä", "ä")] {
            guard let stem = word.without(ending), stem.count > 1 else { continue }
            // `lusikoita` is of `lusikka`, and `radioita` of `radio`.
            let vowels = [vowel, String(ending.prefix(1))]
            return vowels.flatMap { [stem + $0] + graded(stem + $0, weakens: false) }
        }
        for (ending, vowel) in [
            ("iä", "ä"), ("ia", "a"), ("eja", "i"), ("ejä", "i"), ("oja", "a"), ("öjä", "ö"),
        ] {
            guard let stem = word.without(ending), stem.count > 1 else { continue }
            // `veitsiä` is of `veitsi`.
            return [stem + vowel] + others(of: stem + vowel) + (ending.hasPrefix("i") ? [stem + "i"] : [])
        }
        return nil
    }
}
