// Latin spellings of the letters of other scripts: by the usual systems, and as people type without one.

internal import ICU

/// The Latin spellings of a script's letters. A spelling may stand for several letters; the texts decide
/// which reading is meant.
struct Romanization: Sendable {
    /// The letters that a Latin spelling may stand for.
    private var letters: [String: [String]] = [:]
    /// The greatest number of Latin letters that stand for one letter.
    private var longest = 0
    /// The signs that no Latin letter stands for, such as the soft sign.
    let silent: [String]

    /// The romanization of a language; `nil` if it is written in Latin letters, or has no usual spelling in
    /// them.
    static func of(_ language: String) -> Romanization? {
        switch language {
        case "ru", "be", "bg", "mk", "uk", "kk", "ky", "mn", "tg": cyrillic
        case "el": greek
        case "ka": georgian
        case "hy": armenian
        case "hi", "mr", "ne": devanagari
        case "ko": hangul
        default: nil
        }
    }

    /// Reads the beginning of a text in Latin letters.
    ///
    /// - Parameter text: in Latin letters, or, for ``latin(of:)``, in the script's letters.
    /// - Returns: each letter that it may stand for, with the number of letters that stand for it; longest
    ///   first.
    func beginnings(of text: Substring) -> [(letter: String, length: Int)] {
        (1...longest).reversed().flatMap { length in
            let beginning = text.prefix(length)
            guard length == beginning.count else { return [(letter: String, length: Int)]() }
            return (letters[String(beginning)] ?? []).map { ($0, length) }
        }
    }

    /// A word in Latin letters, read greedily: each longest spelling as the first letter that it stands for;
    /// `nil` if it has other letters.
    func likeliest(_ word: String) -> String? {
        var read = ""
        var rest = word[...]
        while !rest.isEmpty {
            guard let next = beginnings(of: rest).first else { return nil }
            read += next.letter
            rest = rest.dropFirst(next.length)
        }
        return Normalizer.composed(read)
    }

    /// The Latin spellings of a word in Cyrillic or Greek letters; `nil` for other words.
    static func latin(of word: String) -> Romanization? {
        [latinOfCyrillic, latinOfGreek].first { latin in word.allSatisfy { latin.letters[String($0)] != nil }
        }
    }

    private static let latinOfCyrillic = cyrillic.reversed
    private static let latinOfGreek = greek.reversed

    /// The Latin spellings of each letter of the script.
    private var reversed: Romanization {
        var reversed = Romanization("")
        for (spelling, letters) in letters.sorted(by: { ($0.key.count, $0.key) < ($1.key.count, $1.key) }) {
            for letter in letters { reversed.add(spelling, letter) }
        }
        for letter in silent { reversed.add("", letter) }
        return reversed
    }

    /// - Parameter table: each letter and its Latin spellings, the usual ones first.
    private init(_ table: String, silent: [String] = []) {
        self.silent = silent
        // A vowel sign joins the space before it, so scalars are compared.
        for line in table.unicodeScalars.split(whereSeparator: { $0 == "," || $0 == "\n" }) {
            let parts = line.split(separator: " ").map { String($0) }
            for spelling in parts.dropFirst() { add(parts[0], spelling) }
        }
    }

    private mutating func add(_ letter: String, _ spelling: String) {
        letters[spelling, default: []].append(letter)
        longest = max(longest, spelling.count)
    }

    // MARK: Scripts

    /// BGN/PCGN, passports (ICAO 9303), scientific transliteration, and other usual spellings.
    private static let cyrillic = Romanization(
        """
        а a, б b, в v w, г g h, д d, е e ye je ie, ё yo jo io e o, ж zh j g, з z, и i y, й y j i, к k c q, л l, м m, н n
        о o, п p, р r, с s, т t, у u, ф f, х kh h x ch, ц ts c tz, ч ch, ш sh, щ shch sch sh sht, ъ a y ie ', ы y i, ь '
        э e, ю yu ju iu, я ya ja ia, кс x, ий iy y, ый yy y, і i, ї yi ji i, є ye je ie, ґ g, ў u w, ј j y, ѓ gj, ќ kj
        љ lj, њ nj, џ dz dj, ѕ dz, ә a, ө o, ү u, ұ u, қ k q, ғ g gh, ң n ng, һ h
        """, silent: ["ь", "ъ"])

    /// ELOT 743, and other usual spellings.
    private static let greek = Romanization(
        """
        α a, β v b, γ g y gh, δ d dh, ε e, ζ z, η i h e, θ th q 8, ι i, κ k c, λ l, μ m, ν n, ξ x ks, ο o, π p, ρ r, σ s
        τ t, υ y u i, φ f ph, χ ch h x kh, ψ ps, ω o w, ου ou u, αι ai e, ει ei i, οι oi i, υι yi i, μπ b mp, ντ d nt
        γγ ng g, γκ g gk ng, γχ nch, τσ ts, τζ tz, αυ av af au, ευ ev ef eu
        """)

    /// The national system, and other usual spellings.
    private static let georgian = Romanization(
        """
        ა a, ბ b, გ g, დ d, ე e, ვ v w, ზ z, თ t, ი i, კ k' k, ლ l, მ m, ნ n, ო o, პ p' p, ჟ zh j, რ r, ს s, ტ t' t, უ u
        ფ p f, ქ k q, ღ gh, ყ q' q k, შ sh, ჩ ch, ც ts c, ძ dz, წ ts' ts w, ჭ ch' ch, ხ kh x h, ჯ j, ჰ h
        """)

    /// BGN/PCGN, and other usual spellings.
    private static let armenian = Romanization(
        """
        ա a, բ b, գ g, դ d, ե e ye, զ z, է e, ը y, թ t' t, ժ zh, ի i, լ l, խ kh x, ծ ts, կ k, հ h, ձ dz, ղ gh, ճ ch, մ m
        յ y, ն n, շ sh, ո o vo, չ ch' ch, պ p, ջ j, ռ rr r, ս s, վ v, տ t, ր r, ց ts' ts, ու u, փ p' p, ք k' k, եվ ev yev
        և ev yev, օ o, ֆ f
        """)

    /// As Hindi is typed in Latin letters. A consonant has an inherent `a`, which is silent at the end of a
    /// word.
    private static let devanagari = Romanization(
        """
        क k ka c ca, ख kh kha, ग g ga, घ gh gha, ङ ng, च ch cha, छ chh chha ch cha, ज j ja z za, झ jh jha, ञ ny, ट t ta
        ठ th tha, ड d da r ra, ढ dh dha rh rha, ण n na, त t ta, थ th tha, द d da, ध dh dha, न n na, प p pa, फ ph pha f fa
        ब b ba, भ bh bha, म m ma, य y ya i, र r ra, ल l la, व v va w wa, श sh sha, ष sh sha, स s sa, ह h ha
        अ a, आ aa a, इ i, ई ee i, उ u, ऊ oo u, ए e, ऐ ai, ओ o, औ au, ऋ ri
        ा aa a, ि i, ी ee i, ु u, ू oo u, े e, ै ai, ो o, ौ au, ृ ri, ं n m, ँ n
        """, silent: ["्"])

    /// The Revised Romanization and McCune-Reischauer, without marks. A table entry has a syllable without
    /// its last consonants.
    private static let hangul: Romanization = {
        let leads = [
            "g k", "kk gg", "n", "d t", "tt dd", "r l", "m", "b p", "pp bb", "s sh", "ss", "", "j ch", "jj",
            "ch", "k", "t", "p",
            "h",
        ]
        let vowels = [
            "a", "ae", "ya", "yae", "eo o u", "e", "yeo yo", "ye", "o", "wa", "wae", "oe oi", "yo", "u oo",
            "wo", "we", "wi", "yu",
            "eu u", "ui", "i ee",
        ]
        let tails = [
            "k g", "k kk", "ks", "n", "nj", "nh", "t d", "l r", "lk", "lm", "lb", "ls", "lt", "lp", "lh", "m",
            "p b", "ps", "t s",
            "t ss", "ng", "t j", "t ch", "k", "t", "p", "t h",
        ]
        func spellings(_ text: String) -> [Substring] {
            text.split(separator: " ", omittingEmptySubsequences: false)
        }
        var hangul = Romanization("")
        for (lead, first) in leads.enumerated() {
            for (vowel, second) in vowels.enumerated() {
                let syllable = Hangul.syllable(
                    lead: Hangul.leads.lowerBound + UInt32(lead),
                    vowel: Hangul.vowels.lowerBound + UInt32(vowel))
                for first in spellings(first) {
                    for second in spellings(second) { hangul.add(syllable, first + second) }
                }
            }
        }
        for (tail, last) in tails.enumerated() {
            for last in spellings(last) { hangul.add(Hangul.tails.lowerBound + UInt32(tail), last) }
        }
        return hangul
    }()

    private mutating func add(_ letter: UInt32, _ spelling: Substring) {
        guard let letter = Unicode.Scalar(letter) else { return }
        add(String(letter), String(spelling))
    }
}
