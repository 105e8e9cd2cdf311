// Words typed in Latin letters that texts write in another script.

internal import ICU

/// Reads Latin letters as Cyrillic, Greek or kana. A spelling in Latin letters may stand for several.
enum Romanizations {
    private static let limit = 24

    /// The words that a Latin one may stand for in some languages.
    static func readings(of word: String, _ languages: [String]) throws(ICUError) -> [String] {
        let marked = word.lowercased()
        // Macrons and accents, as in `rāmen`, say how letters are read. Those of ISO 9 are letters of their own.
        let word = withoutMarks(marked)
        guard word.utf8.count > 2, word.utf8.allSatisfy({ (0x61...0x7A).contains($0) || $0 == 0x27 }) else {
            return []
        }
        var found: [String] = []
        for language in languages.withoutDuplicates {
            switch language {
            case "ru", "be", "bg", "mk", "uk", "kk", "ky", "mn":
                let plain = marked == word ? word : Self.withoutISO9(marked)
                found += readings(of: plain, cyrillic + (ukrainian[language] ?? []))
            case "el": found += readings(of: word, greek)
            case "ja": found += try kana(word)
            default: continue
            }
        }
        return found.withoutDuplicates
    }

    /// BGN/PCGN and what is usual besides.
    private static let cyrillic: [(String, String)] = [
        ("shch", "щ"), ("sch", "щ"), ("zh", "ж"), ("kh", "х"), ("ts", "ц"), ("ch", "ч"), ("sh", "ш"),
        ("yu", "ю"),
        ("ju", "ю"), ("ya", "я"), ("ja", "я"), ("yo", "ё"), ("jo", "ё"), ("ye", "е"), ("je", "е"),
        ("iy", "ий"),
        ("yy", "ый"), ("a", "а"), ("b", "б"), ("v", "в"), ("w", "в"), ("g", "г"), ("d", "д"), ("e", "е"),
        ("e", "э"),
        ("z", "з"), ("i", "и"), ("y", "ы"), ("y", "й"), ("j", "й"), ("k", "к"), ("l", "л"), ("m", "м"),
        ("n", "н"),
        ("o", "о"), ("p", "п"), ("r", "р"), ("s", "с"), ("t", "т"), ("u", "у"), ("f", "ф"), ("h", "х"),
        ("c", "ц"),
        ("x", "кс"), ("q", "к"), ("'", "ь"),
    ]
    private static let ukrainian: [String: [(String, String)]] = [
        "uk": [("i", "і"), ("yi", "ї"), ("ye", "є"), ("y", "и"), ("h", "г"), ("g", "ґ")], "be": [("i", "і")],
        "mk": [("j", "ј"), ("gj", "ѓ"), ("kj", "ќ"), ("lj", "љ"), ("nj", "њ")],
    ]
    /// A word in lower case with the letters of ISO 9 as BGN/PCGN writes them, and without other marks.
    private static func withoutISO9(_ word: String) -> String {
        let letters: [Character: String] = [
            "š": "sh", "č": "ch", "ž": "zh", "ŝ": "shch", "ë": "yo", "è": "e",
        ]
        return withoutMarks(word.map { letters[$0] ?? String($0) }.joined())
    }

    /// A text without accents and other marks.
    static func withoutMarks(_ text: String) -> String {
        let letters = Normalizer.decomposed(text.unicodeScalars).filter {
            $0.properties.generalCategory != .nonspacingMark
        }
        return String(letters[...])
    }

    /// ELOT 743.
    private static let greek: [(String, String)] = [
        ("th", "θ"), ("ch", "χ"), ("ps", "ψ"), ("ou", "ου"), ("ai", "αι"), ("ei", "ει"), ("oi", "οι"),
        ("mp", "μπ"),
        ("nt", "ντ"), ("ng", "γγ"), ("av", "αυ"), ("ev", "ευ"), ("a", "α"), ("v", "β"), ("b", "μπ"),
        ("g", "γ"),
        ("d", "δ"), ("e", "ε"), ("z", "ζ"), ("i", "ι"), ("i", "η"), ("k", "κ"), ("l", "λ"), ("m", "μ"),
        ("n", "ν"),
        ("x", "ξ"), ("o", "ο"), ("o", "ω"), ("p", "π"), ("r", "ρ"), ("s", "σ"), ("t", "τ"), ("y", "υ"),
        ("u", "υ"),
        ("f", "φ"), ("h", "χ"), ("h", "η"), ("w", "ω"), ("c", "κ"), ("q", "θ"),
    ]

    /// The readings by a table: the longest sequence at each place, and all that it may be; none if they are too many.
    private static func readings(of word: String, _ table: [(String, String)]) -> [String] {
        var readings: [(done: String, rest: Substring)] = [("", Substring(word))]
        while readings.contains(where: { !$0.rest.isEmpty }) {
            var next: [(done: String, rest: Substring)] = []
            for reading in readings {
                let letters = table.filter { reading.rest.hasPrefix($0.0) }
                if reading.rest.isEmpty {
                    next.append(reading)
                } else if let longest = letters.map(\.0.utf8.count).max() {
                    for letter in letters where letter.0.utf8.count == longest {
                        next.append((reading.done + letter.1, reading.rest.dropFirst(longest)))
                    }
                } else {
                    return []
                }
            }
            if next.count > limit { return [] }
            readings = next
        }
        return readings.map(\.done)
    }

    /// Katakana with and without long vowels, which romanizations leave out.
    private static func kana(_ word: String) throws(ICUError) -> [String] {
        let kana = Array(try SharedTransliterators.transliterated(word, by: "Latin-Katakana").unicodeScalars)
        guard kana.count > 1, kana.allSatisfy({ (0x30A1...0x30FC).contains($0.value) }) else { return [] }
        var readings = [[Unicode.Scalar]()]
        for (place, scalar) in kana.enumerated() {
            let next = place + 1 < kana.count ? kana[place + 1] : nil
            let isSmall = next.map { "ァィゥェォャュョヮ".unicodeScalars.contains($0) } ?? false
            let isLongable = !["ン", "ッ", "ー"].contains(scalar) && !isSmall && next != "ー"
            readings = readings.flatMap { reading in
                isLongable ? [reading + [scalar], reading + [scalar, "ー"]] : [reading + [scalar]]
            }
            if readings.count > 2 * limit { return [String(kana[...])] }
        }
        return readings.map { String($0[...]) }
    }
}
