// Words typed in Latin letters that texts write in another script.

internal import ICU
internal import Stemming

/// Reads Latin letters as kana, and prepares typed words for ``Romanization``.
enum Romanizations {
    /// The least number of letters of a word that is read in another script.
    static let least = 3
    private static let mostReadings = 48

    /// A word in Latin letters of ASCII and apostrophes, in lower case and without marks;
    /// `nil` if it has other characters.
    static func plain(_ word: String) -> String? {
        let letters: [Character: String] = [
            "š": "sh", "č": "ch", "ž": "zh", "ŝ": "shch", "ë": "yo", "è": "e",
        ]
        // Macrons and accents, as in `rāmen`, mark the pronunciation. The marks of ISO 9 make other letters.
        let plain = withoutMarks(word.lowercased().map { letters[$0] ?? String($0) }.joined())
        guard plain.utf8.count >= least, plain.utf8.allSatisfy({ (0x61...0x7A).contains($0) || $0 == 0x27 })
        else { return nil }
        return plain
    }

    /// The most probable spelling of a word in Latin letters in the script of each language.
    static func likeliest(_ word: String, _ languages: [String]) -> [String] {
        guard let plain = plain(word) else { return [] }
        return languages.withoutDuplicates.compactMap { Romanization.of($0)?.likeliest(plain) }
    }

    /// A text without accents and other marks.
    static func withoutMarks(_ text: String) -> String {
        let letters = Normalizer.decomposed(text.unicodeScalars).filter {
            $0.properties.generalCategory != .nonspacingMark
        }
        return String(letters[...])
    }

    /// A word in Latin letters as katakana, with and without long vowels, which romanizations leave out;
    /// empty if none of the languages is Japanese.
    static func kana(_ word: String, _ languages: [String]) throws(ICUError) -> [String] {
        guard languages.contains("ja"), !word.hasPrefix("-") else { return [] }
        let hepburn = hepburn(word)
        // `ti` is チ in the Kunrei system, but ティ in loanwords as people type them.
        var found: [String] = []
        for word in [hepburn, hepburn.replacingScalars("ti", with: "chi")].withoutDuplicates {
            found += try kana(of: word)
        }
        return found
    }

    /// A word in the Hepburn system as katakana, with and without long vowels.
    private static func kana(of word: String) throws(ICUError) -> [String] {
        guard let word = plain(word), let kana = try katakana(ofPlain: word) else { return [] }
        // Loanwords mark long vowels with ー, other words with ウ after o and u: `shoyu` is しょうゆ.
        let withSign = readings(of: kana, lengthened: "ー") { !["ン", "ッ", "ー"].contains($0) }
        let withVowel = readings(of: kana, lengthened: "ウ", where: syllablesInOAndU.contains)
        return (withSign + withVowel).withoutDuplicates
    }

    /// The katakana of syllables in o and u.
    private static let syllablesInOAndU = Set(
        "オコゴソゾトドノホボポモヨョロヲウクグスズツヅヌフブプムユュル".unicodeScalars)

    /// Katakana with and without a sign of length after each syllable that may be long; only without it if
    /// there are too many such syllables.
    private static func readings(
        of kana: [Unicode.Scalar], lengthened sign: Unicode.Scalar,
        where mayBeLong: (Unicode.Scalar) -> Bool
    ) -> [String] {
        var readings = [[Unicode.Scalar]()]
        for (position, scalar) in kana.enumerated() {
            let next = position + 1 < kana.count ? kana[position + 1] : nil
            let isSmall = next.map { "ァィゥェォャュョヮ".unicodeScalars.contains($0) } ?? false
            let isLongable = mayBeLong(scalar) && !isSmall && next != sign
            readings = readings.flatMap { reading in
                isLongable ? [reading + [scalar], reading + [scalar, sign]] : [reading + [scalar]]
            }
            if readings.count > mostReadings { return [String(kana[...])] }
        }
        return readings.map { String($0[...]) }
    }

    /// Spellings of keyboards and of the Kunrei system (ISO 3602) that differ from the Hepburn system, and
    /// those that must not change.
    private static let spellings = [
        ("sh", "sh"), ("ch", "ch"), ("ts", "ts"), ("sya", "sha"), ("syu", "shu"), ("syo", "sho"),
        ("tya", "cha"), ("tyu", "chu"),
        ("tyo", "cho"), ("zya", "ja"), ("zyu", "ju"), ("zyo", "jo"), ("jya", "ja"), ("jyu", "ju"),
        ("jyo", "jo"), ("si", "shi"),
        ("tu", "tsu"), ("hu", "fu"), ("zi", "ji"), ("thi", "ti"), ("dhi", "di"), ("-", ""),
    ]

    /// A word in the Hepburn system, without the marks of long vowels.
    private static func hepburn(_ word: String) -> String {
        var spelled = ""
        var rest = word.lowercased()[...]
        while let first = rest.first {
            let known = spellings.first { rest.hasPrefix($0.0) }
            spelled += known?.1 ?? String(first)
            rest = rest.dropFirst(known?.0.count ?? 1)
        }
        return spelled
    }

    /// A word in Latin letters as katakana; `nil` if it has other letters.
    private static func katakana(ofPlain word: String) throws(ICUError) -> [Unicode.Scalar]? {
        let kana = Array(try SharedTransliterators.transliterated(word, by: "Latin-Katakana").unicodeScalars)
        return kana.count > 1 && kana.allSatisfy(isKatakana) ? kana : nil
    }

    private static func isKatakana(_ scalar: Unicode.Scalar) -> Bool {
        (0x30A1...0x30FC).contains(scalar.value)
    }

    /// A word in kana or Latin letters as katakana, and how its reading may be compared; `nil` for other
    /// words.
    static func katakana(
        _ word: String
    ) -> (kana: [Unicode.Scalar], comparisons: [ReadingDictionary.Comparison])? {
        if let plain = plain(hepburn(word)) {
            guard let kana = try? katakana(ofPlain: plain) else { return nil }
            return (kana, [.kana, .sound])
        }
        // Hiragana are 0x60 before katakana.
        let kana = Normalizer.composed(word).unicodeScalars.map {
            (0x3041...0x3096).contains($0.value) ? Unicode.Scalar($0.value + 0x60) ?? $0 : $0
        }
        return kana.allSatisfy(isKatakana) ? (kana, [.kana]) : nil
    }
}
