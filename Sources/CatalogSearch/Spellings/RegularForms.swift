// Forms of words by rules of their language that its stemming algorithm lacks.

/// Plurals and singulars by the rules of grammars. A form counts only if texts have it as a word, so a rule
/// may give words that do not exist.
enum RegularForms {
    /// In Danish and Norwegian a doubled consonant is single where the vowel behind it is lost: `gaffel`,
    /// `gafler`.
    private static let doubled = "bdfgkmnpst".map { ("\($0)ler", "\($0)\($0)el") }

    /// Endings that replace each other, by language: the ending of one number, and the ending of the other.
    private static let endings: [String: [(String, String)]] = [
        // Words in -s: from their plurals stemming removes only the last letter.
        "en": [("ses", "s")],
        // Cunha and Cintra, Nova Gramática do Português Contemporâneo: plurals of -ão, -l, -m, -r, -z.
        "pt": [
            ("ões", "ão"), ("ães", "ão"), ("ãos", "ão"), ("ais", "al"), ("éis", "el"), ("eis", "el"),
            ("óis", "ol"), ("ois", "ol"), ("uis", "ul"), ("is", "il"), ("ns", "m"), ("res", "r"),
            ("zes", "z"),
            // Typed without marks.
            ("oes", "ao"), ("aes", "ao"), ("aos", "ao"),
        ],
        // Nueva gramática de la lengua española, 3.2.
        "es": [
            ("ces", "z"), ("ás", "á"), ("és", "é"), ("ís", "í"), ("ós", "ó"), ("ús", "ú"), ("is", "i"),
            ("us", "u"),
        ],
        // Grevisse, Le Bon Usage, 522 to 527.
        "fr": [
            ("aux", "al"), ("aux", "ail"), ("aux", "au"), ("eaux", "eau"), ("eux", "eu"), ("oux", "ou"),
            // Feminine adjectives (ibid., 540 to 553).
            ("che", "c"), ("ches", "c"), ("ve", "f"), ("ves", "f"), ("gue", "g"), ("gues", "g"),
            ("euse", "eux"), ("euses", "eux"), ("ce", "x"), ("ces", "x"), ("sse", "s"), ("sses", "s"),
        ],
        // Nouns in vowels, whose -s stemming keeps, and nouns from Latin (Duden, Die Grammatik, 4.3).
        // Plurals of nouns in -el and -er, and forms of such adjectives without the vowel.
        "de": [
            ("as", "a"), ("os", "o"), ("ys", "y"), ("en", "um"), ("ismen", "ismus"), ("hmen", "hmus"),
            ("eln", "el"), ("ern", "er"), ("le", "el"), ("eure", "euer"), ("aure", "auer"),
        ],
        // Words of one syllable, which stemming leaves alone (Göksel and Kerslake, Turkish: A
        // Comprehensive Grammar, 8.1.1).
        // Plurals, and the possessive ending of compounds (ibid., 10.2): `spor ayakkabısı`.
        "tr": [
            ("lar", ""), ("ler", ""), ("lar", "sı"), ("lar", "su"), ("ler", "si"), ("ler", "sü"),
        ],
        // Svenska Akademiens grammatik 2, 4.2: the article of neuters, and of nouns in -a; nouns in -el, -er
        // and -en, which lose the vowel.
        "sv": [
            ("et", ""), ("ets", ""), ("et", "e"), ("an", "a"), ("lar", "el"), ("rar", "er"), ("nar", "en"),
            ("larna", "el"), ("rarna", "er"), ("narna", "en"), ("eer", "eum"),
        ],
        // Barić and others, Hrvatska gramatika, 329: masculine nouns of one syllable.
        // Feminine nouns in -a, and neuters.
        "hr": [("ovi", ""), ("evi", ""), ("e", "a"), ("a", "o")],
        "bs": [("ovi", ""), ("evi", ""), ("e", "a"), ("a", "o")],
        "sr": [("ovi", ""), ("evi", ""), ("ови", ""), ("еви", "")],
        // Iso suomen kielioppi, 52 to 67: nouns in -si, -i, -s, -nen, -in and -ton.
        "fi": [
            ("det", "si"), ("den", "si"), ("ttä", "si"), ("tta", "si"), ("et", "i"), ("en", "i"),
            ("het", "s"), ("hen", "s"), ("kset", "s"), ("ksen", "s"), ("ksia", "s"), ("ksiä", "s"),
            ("set", "nen"), ("sia", "nen"), ("siä", "nen"), ("imet", "in"), ("imen", "in"), ("imia", "in"),
            ("imiä", "in"),
            ("ttomat", "ton"), ("ttoman", "ton"), ("ttömät", "tön"), ("ttömän", "tön"),
        ],
        // Young animals (Zaliznyak, Grammatical Dictionary of Russian).
        "ru": [("ята", "ёнок"), ("ята", "енок"), ("ата", "онок"), ("ы", "а"), ("ы", ""), ("и", "")],
        // Bańko, Wykłady z polskiej fleksji: masculine loanwords.
        "pl": [("y", ""), ("i", "")],
        // Algemene Nederlandse Spraakkunst, 3.5: plurals in -'s behind vowels, and in -eren.
        "nl": [
            ("a's", "a"), ("i's", "i"), ("o's", "o"), ("u's", "u"), ("y's", "y"), ("eren", ""),
            // Typed without the apostrophe.
            ("as", "a"), ("is", "i"), ("os", "o"), ("us", "u"), ("ys", "y"),
            // Nouns in -e, which stemming keeps the -s of.
            ("es", "e"),
        ],
        // Articles and plurals (Граматика на съвременния български книжовен език II); no stemmer removes
        // them.
        "bg": [
            ("ът", ""), ("ят", "й"), ("та", ""), ("то", ""), ("те", ""), ("ове", ""), ("овете", ""),
            ("и", "а"), ("ите", "а"), ("и", "я"), ("ите", "я"), ("и", ""), ("ите", ""), ("а", "о"),
            ("ата", "о"),
        ],
        // Nouns in -el and -er, which lose the vowel, and nouns in -e and -o (Retskrivningsordbogen, 12).
        "da": [("ler", "el"), ("re", "er"), ("eer", "e"), ("oene", "o")] + doubled,
        "nb": [("ler", "el"), ("re", "er"), ("rer", "er"), ("eer", "e")] + doubled,
        "nn": [("lar", "el"), ("rar", "er")],
        // Feminine nouns in -a.
        "ar": [("ات", "ة")],
        // Gramatica limbii române, I.2.3.
        "ro": [
            ("ori", "oare"), ("ele", "ea"), ("uri", ""), ("ți", "te"), ("ți", "t"), ("i", "e"), ("e", "ă"),
        ],
        // Serianni, Grammatica italiana, III.98 to 117.
        "it": [
            ("i", "o"), ("i", "e"), ("e", "a"), ("chi", "co"), ("ghi", "go"), ("che", "ca"), ("ghe", "ga"),
        ],
        // Holton and others, Greek: A Comprehensive Grammar, II.2.
        "el": [("α", "ο"), ("ια", "ι"), ("ιά", "ί"), ("ες", "α"), ("ες", "η"), ("οι", "ος"), ("άδες", "άς")],
        // Erelt and others, Eesti keele käsiraamat, M 58: the plural of most nouns; no stemmer removes it.
        "et": [("ud", ""), ("ad", ""), ("id", ""), ("ed", ""), ("d", "")],
        // Schmidt, Urdu: An Essential Grammar, 1.2: no stemmer removes the plurals of Urdu.
        "ur": [("یں", ""), ("وں", ""), ("یاں", "ی"), ("یوں", "ی"), ("ے", "ا"), ("وں", "ا")],
        // Feminine nouns in -ī (Kachru, Hindi, 3.1).
        "hi": [("ियाँ", "ी"), ("ियां", "ी"), ("ियों", "ी")],
        // Plurals, and the forms before another noun (Glinert, The Grammar of Modern Hebrew, 6.2).
        "he": [
            ("ים", ""), ("יים", ""), ("ות", "ה"), ("ות", ""), ("י", ""), ("י", "ים"), ("ת", "ה"), ("ת", "ות"),
        ],
    ]

    /// The other forms of a word, in lower case; most words have none.
    static func others(of word: String, _ language: String) -> [String] {
        let word = word.lowercased()
        var others: [String] = []
        for (plural, singular) in endings[language] ?? [] {
            for (ending, other) in [(plural, singular), (singular, plural)]
            where !ending.isEmpty {
                // Short words such as `jeu` and `cão` may lose all but one letter.
                let least = min(ending.unicodeScalars.count, other.unicodeScalars.count) > 1 ? 1 : 2
                guard word.unicodeScalars.count >= ending.unicodeScalars.count + least else { continue }
                if let beginning = word.without(ending) { others.append(beginning + other) }
            }
        }
        others += IrregularNouns.others(of: word, language)
        if sEndsPlurals.contains(language), !word.hasSuffix("ss"), let singular = word.without("s"),
            singular.count > 2
        {
            others.append(singular)
        }
        switch language {
        case "ar": others += ArabicForms.others(of: word)
        case "en": others += EnglishForms.others(of: word)
        case "nl": others += dutch(word)
        case "fi": others += FinnishForms.others(of: word)
        case "fr": others += french(word)
        case "ru": others += russian(word)
        case "sv": others += swedish(word)
        case "he": others += hebrew(word)
        case "ko": others += korean(word)
        case "ja": others += japanese(word)
        default: break
        }
        return others + abbreviations(word, language)
    }

    /// The endings of plurals of words whose vowel changes.
    private static let endingsOfChangedVowels = ["e", "er", "en", "ern"]

    /// A plural whose letter pairs are replaced by the marked letters they stand for on some keyboards, in
    /// lower case: `haeuser` is `häuser`.
    static func withMarks(_ word: String, _ language: String) -> String? {
        let word = word.lowercased()
        guard language == "de", endingsOfChangedVowels.contains(where: word.hasSuffix) else { return nil }
        let marked = word.replacingScalars("ae", with: "ä").replacingScalars("oe", with: "ö")
            .replacingScalars("ue", with: "ü")
        return marked == word ? nil : marked
    }

    /// Languages that add the plural -s to abbreviations: `CDs`. English has a rule of its own.
    private static let abbreviating: Set<String> = [
        "af", "ca", "da", "de", "es", "fr", "gl", "it", "nb", "nl", "nn", "no", "oc", "pt", "sv",
    ]

    /// The other number of an abbreviation: a word of two or three consonants, too short for stemming.
    private static func abbreviations(_ word: String, _ language: String) -> [String] {
        guard abbreviating.contains(language) else { return [] }
        let singular = word.count > 2 ? word.without("s") ?? word : word
        guard (2...3).contains(singular.utf8.count), singular.utf8.allSatisfy({ (0x61...0x7A).contains($0) }),
            !singular.contains(where: "aeiouy".contains), !singular.hasSuffix("s")
        else { return [] }
        return [singular == word ? word + "s" : singular]
    }

    /// The languages with plurals in -s; in German only for loanwords.
    private static let withPluralS: Set<String> = ["ca", "de", "en", "es", "fr", "gl", "nl", "oc", "pt"]

    /// Languages whose stemming keeps the -s of some plurals: German `Laptops`, Portuguese `sofás`. Without
    /// the -s a word is found in its plural anyway. French has a rule of its own.
    private static let sEndsPlurals: Set<String> = ["ca", "de", "es", "gl", "it", "nl", "pt"]

    /// The word in the other number by the rule of most nouns, and irregular forms: for words that texts may
    /// write as several, whose stems are not those of one word. Texts need not have the forms.
    static func otherNumbers(of word: String, _ language: String) -> [String] {
        // `650s` is a different model from `650`.
        guard word.unicodeScalars.count > 2,
            word.unicodeScalars.suffix(2).allSatisfy(\.properties.isAlphabetic)
        else { return [] }
        let others = others(of: word, language)
        guard withPluralS.contains(language) else { return others }
        return others + [withOtherS(word.lowercased(), language)]
    }

    /// A word in lower case with the -s of plurals, or without it.
    private static func withOtherS(_ word: String, _ language: String) -> String {
        if language == "en" {
            let hissing = ["s", "x", "z", "ch", "sh"]
            if word.hasSuffix("ies"), word.count > 4 { return word.dropLast(3) + "y" }
            if let stem = word.without("es"), hissing.contains(where: stem.hasSuffix) { return stem }
            if hissing.contains(where: word.hasSuffix), word.hasSuffix("ss") || !word.hasSuffix("s") {
                return word + "es"
            }
            if word.hasSuffix("y"), let last = word.dropLast().last, !"aeiou".contains(last) {
                return word.dropLast() + "ies"
            }
        }
        return word.without("s") ?? word + "s"
    }

    /// Dutch: z and v stand for s and f before a vowel, and a long vowel is single in an open syllable
    /// (Algemene Nederlandse Spraakkunst, 3.5): `huizen`, `brieven`, `rozen`, `kaas`.
    private static func dutch(_ word: String) -> [String] {
        let vowels: Set<Character> = ["a", "e", "i", "o", "u"]
        let letters = Array(word)
        let voiced: [Character: Character] = ["z": "s", "v": "f"]
        let ending = word.hasSuffix("en") ? 2 : word.hasSuffix("e") ? 1 : 0
        let stem = Array(letters.dropLast(ending))
        guard let last = stem.last, stem.count > 1, !vowels.contains(last) else { return [] }
        let vowel = stem[stem.count - 2]
        let beforeVowel = stem.count > 2 ? stem[stem.count - 3] : nil
        if ending > 0 {
            let final = voiced[last] ?? last
            var others = beforeVowel == nil ? [] : [String(stem.dropLast() + [final])]
            if vowels.contains(vowel), vowel != "i", !(beforeVowel.map(vowels.contains) ?? false) {
                others.append(String(stem.dropLast() + [vowel, final]))
            }
            return others
        }
        let before = voiced.first { $0.value == last }?.key ?? last
        let isLong = vowels.contains(vowel) && beforeVowel == vowel
        let open = isLong ? stem.dropLast(2) + [before] : stem.dropLast() + [before]
        return before == last && !isLong ? [] : [String(open) + "en", String(open) + "e"]
    }

    /// French: plurals in -s behind a vowel other than e, whose -s stemming keeps (Grevisse, Le Bon Usage,
    /// 521): `vélos`, `sofas`. Short words such as `mais` and `vous` are no plurals.
    private static func french(_ word: String) -> [String] {
        let vowels: Set<Character> = ["a", "é", "i", "o", "u"]
        guard word.count > 3 else { return [] }
        if let last = word.last, vowels.contains(last) { return [word + "s"] }
        guard word.count > 4, let singular = word.without("s"), let last = singular.last,
            vowels.contains(last)
        else { return [] }
        return [singular]
    }

    /// Japanese: colors in -い share their stem with a noun: `青い`, `黄色い`.
    private static func japanese(_ word: String) -> [String] {
        let stem = word.hasSuffix("い") ? word.dropLast() : word[...]
        guard !stem.isEmpty, stem.count <= 2, stem.unicodeScalars.allSatisfy(\.properties.isIdeographic)
        else {
            return []
        }
        return [stem.count < word.count ? String(stem) : word + "い"]
    }

    /// Swedish: a noun with its article that has an irregular plural, such as `boken` and `fötterna`.
    private static func swedish(_ word: String) -> [String] {
        ["en", "n", "na"].compactMap { word.without($0) }.flatMap { noun in
            let others = IrregularNouns.others(of: noun, "sv")
            return others.isEmpty ? [] : [noun] + others
        }
    }

    /// Hebrew: the article, "and" and prepositions are written with the noun (Glinert, The Grammar of Modern
    /// Hebrew, 3.1 and 17.1).
    private static func hebrew(_ word: String) -> [String] {
        guard let first = word.unicodeScalars.first, "הובלמשכ".unicodeScalars.contains(first) else {
            return ["ה" + word]
        }
        let noun = String(word.dropFirst())
        // Many nouns begin with these letters.
        return noun.unicodeScalars.count > (first == "ה" ? 1 : 2) ? ["ה" + word, noun] : ["ה" + word]
    }

    /// The particles of Korean that are written with a noun (Sohn, The Korean Language, 8.3), longest first.
    private static let particles = ["으로", "에서", "을", "를", "이", "가", "은", "는", "의", "에", "로", "와", "과", "도"]

    /// Korean: a noun with another particle, or none. Without a particle, the noun is found with all of them.
    private static func korean(_ word: String) -> [String] {
        for particle in particles {
            guard let noun = word.without(particle), noun.count > 1 else { continue }
            return [noun] + particles.filter { $0 != particle }.map { noun + $0 }
        }
        return []
    }

    /// Russian: a vowel appears in the genitive plural of nouns in -ка, and in the singular of nouns in -ок
    /// (Zaliznyak, Grammatical Dictionary of Russian): `сумок`, `чашек`, `носок`.
    private static func russian(_ word: String) -> [String] {
        let vowels = "аеёиоуыэюяйьъ"
        // The same holds for neuters: `окон`, `кресел`, `писем`.
        let letters = Array(word)
        if letters.count > 3, "нлмр".contains(letters.last!), "оеё".contains(letters[letters.count - 2]),
            !vowels.contains(letters[letters.count - 3])
        {
            let stem = String(letters.dropLast(2))
            return [stem + [letters.last!, "о"], stem + ["ь", letters.last!, "о"]]
        }
        if letters.count > 3, letters.last == "о", "нлмр".contains(letters[letters.count - 2]) {
            let before = letters.dropLast(2).filter { $0 != "ь" }
            if !vowels.contains(before.last ?? "а") {
                return ["о", "е", "ё"].map { String(before) + $0 + String(letters[letters.count - 2]) }
            }
        }
        for ending in ["ок", "ек"] {
            guard let stem = word.without(ending), let last = stem.last, !vowels.contains(last) else {
                continue
            }
            return [stem + "ка", stem + "ки"]
        }
        for ending in ["ками", "ках", "кам", "кой", "ка", "ки", "ку", "ке"] {
            guard let stem = word.without(ending), stem.count > 1, let last = stem.last,
                !vowels.contains(last)
            else { continue }
            return [stem + ("жчшщ".contains(last) ? "ек" : "ок")]
        }
        return []
    }
}

extension String {
    /// The text before an ending; `nil` if it ends differently. Scalars are compared, since an ending may
    /// begin with a mark.
    func without(_ ending: String) -> String? {
        let (own, other) = (unicodeScalars, ending.unicodeScalars)
        guard own.count >= other.count, own.suffix(other.count).elementsEqual(other) else { return nil }
        return String(String.UnicodeScalarView(own.dropLast(other.count)))
    }
}
