// The same word in another script, or in another writing of the same script.

internal import ICU

/// Finds other writings of a word in the languages of a query.
struct ScriptVariants {
    /// The most writings of a word.
    static let limit = 24

    private let languages: Set<String>

    init(_ languages: [String]) { self.languages = Set(languages) }

    /// The other writings, without the word itself.
    func variants(of word: String) throws(ICUError) -> [String] {
        let scalars = word.unicodeScalars
        var variants: [String] = []
        if scalars.contains(where: { (0x2E80...0x3FFFF).contains($0.value) }) {
            if !languages.isDisjoint(with: Self.chinese) { variants += try Self.chineseVariants(of: word) }
            if languages.contains("ja") { variants += Self.japaneseVariants(of: word) }
        }
        if !languages.isDisjoint(with: Self.inBothScripts) {
            variants += Self.serbianVariants(of: word)
        } else if languages.contains("hr") {
            variants += Self.serbianVariants(of: word).filter { variant in
                !variant.unicodeScalars.contains { (0x0400...0x04FF).contains($0.value) }
            }
        }
        if !languages.isDisjoint(with: ["tr", "az"]) {
            let small = word.replacingScalars("İ", with: "i").replacingScalars("I", with: "ı")
            variants += [small.replacingScalars("ı", with: "i"), small.replacingScalars("i", with: "ı")]
        }
        if scalars.contains(where: { (0x0600...0x06FF).contains($0.value) }) {
            variants += Self.arabicVariants(of: word)
        }
        if scalars.contains(where: { (0x0900...0x0DFF).contains($0.value) }) {
            variants += Self.indicVariants(of: word)
        }
        if scalars.contains(where: { (0x0E00...0x0EFF).contains($0.value) }) {
            variants += Self.thaiVariants(of: word)
        }
        return Array(variants.withoutDuplicates.filter { $0 != word && !$0.isEmpty }.prefix(Self.limit))
    }

    // MARK: East Asia

    private static let chinese: Set<String> = ["zh", "yue", "wuu", "hak", "nan", "gan", "hsn", "lzh"]

    /// A word in simplified and in traditional characters.
    private static func chineseVariants(of word: String) throws(ICUError) -> [String] {
        let simplified = try SharedTransliterators.transliterated(word, by: "Hant-Hans")
        let traditional = try SharedTransliterators.transliterated(simplified, by: "Hans-Hant")
        return [
            simplified, try SharedTransliterators.transliterated(word, by: "Hans-Hant"), traditional,
            otherCharacters(word), otherCharacters(traditional),
        ] + traditionalVariants(of: simplified, written: traditional)
    }

    /// Simplified characters that stand for several traditional ones, with all of these (Unihan,
    /// kTraditionalVariant).
    private static let severalTraditional: [Unicode.Scalar: [Unicode.Scalar]] = {
        let groups = """
            发發髮 后後后 干乾幹干 里裡里 面麵面 台臺檯颱台 表錶表 谷穀谷 复復複覆 只隻只 松鬆松 丑醜丑 余餘余 云雲云 系係繫系 制製制
            钟鐘鍾 卷捲卷 布佈布 冲沖衝 斗鬥斗 汇匯彙 获獲穫 历歷曆 尽盡儘 须須鬚 准準准 坛壇罈 团團糰 脏髒臟 胡鬍胡 签簽籤 姜薑姜
            板闆板 卤鹵滷 咸鹹咸 当當噹 几幾几 郁鬱郁 曲麯曲 于於于 范範范 升昇升 苏蘇甦 致緻致 周週周 注註注 御禦御 舍捨舍 伙夥伙
            家傢家 采採采 沈瀋沈 欲慾欲 占佔占 志誌志 游遊游 杰傑杰 岩巖岩 药藥葯 灶竈灶 蜡蠟蜡 腊臘腊 种種种 仆僕仆 朴樸朴 仇讎仇
            """
        var several: [Unicode.Scalar: [Unicode.Scalar]] = [:]
        for group in groups.split(whereSeparator: \.isWhitespace) {
            let scalars = Array(group.unicodeScalars)
            several[scalars[0]] = Array(scalars.dropFirst())
        }
        return several
    }()
    private static let mostTraditional = 8

    /// A simplified word with each traditional character that one of its characters may stand for: 发夹 is 髮夾.
    ///
    /// - Parameter traditional: the word in traditional characters, of which some may be wrong.
    private static func traditionalVariants(of simplified: String, written traditional: String) -> [String] {
        let (from, to) = (Array(simplified.unicodeScalars), Array(traditional.unicodeScalars))
        guard from.count == to.count else { return [] }
        var variants = [to]
        for position in from.indices {
            let others = severalTraditional[from[position]]?.filter { $0 != to[position] } ?? []
            variants += others.flatMap { other in
                variants.map { variant in
                    var variant = variant
                    variant[position] = other
                    return variant
                }
            }
            if variants.count > mostTraditional { break }
        }
        return variants.dropFirst().prefix(mostTraditional).map { String($0[...]) }
    }

    /// Pairs of traditional characters with the same meaning. Some regions prefer one of a pair (Unihan,
    /// kSemanticVariant and kZVariant).
    private static let otherCharacter: [Unicode.Scalar: Unicode.Scalar] = {
        let pairs = Array("裡裏臺台峰峯群羣床牀線綫麵麪煙菸污汙衛衞啟啓戶户產産眾衆強强溫温錄録絕絶脫脱說説牆墻杯盃週周僱雇".unicodeScalars)
        var other: [Unicode.Scalar: Unicode.Scalar] = [:]
        for position in stride(from: 0, to: pairs.count, by: 2) {
            other[pairs[position]] = pairs[position + 1]
            other[pairs[position + 1]] = pairs[position]
        }
        return other
    }()

    /// A word with each of these characters replaced by the other one of its pair.
    private static func otherCharacters(_ word: String) -> String {
        String(word.unicodeScalars.map { otherCharacter[$0] ?? $0 }[...])
    }

    // MARK: Serbian

    /// The languages that are written in Cyrillic and in Latin letters.
    private static let inBothScripts: Set<String> = ["sr", "bs", "cnr", "sh"]

    /// The letters of both scripts (Pravopis srpskoga jezika), and the spellings without marks.
    private static let serbian: [(cyrillic: Unicode.Scalar, latin: String, plain: String)] = [
        ("љ", "lj", "lj"), ("њ", "nj", "nj"), ("џ", "dž", "dz"), ("ђ", "đ", "dj"), ("а", "a", "a"),
        ("б", "b", "b"),
        ("в", "v", "v"), ("г", "g", "g"), ("д", "d", "d"), ("е", "e", "e"), ("ж", "ž", "z"), ("з", "z", "z"),
        ("и", "i", "i"), ("ј", "j", "j"), ("к", "k", "k"), ("л", "l", "l"), ("м", "m", "m"), ("н", "n", "n"),
        ("о", "o", "o"), ("п", "p", "p"), ("р", "r", "r"), ("с", "s", "s"), ("т", "t", "t"), ("ћ", "ć", "c"),
        ("у", "u", "u"), ("ф", "f", "f"), ("х", "h", "h"), ("ц", "c", "c"), ("ч", "č", "c"), ("ш", "š", "s"),
        ("ђ", "đ", "d"),
    ]

    /// A word in the other script, and in Latin letters with `dj` for `đ`. Latin letters without marks may
    /// stand for several letters.
    private static func serbianVariants(of word: String) -> [String] {
        // The digraphs are letters of their own in Unicode.
        let word = word.lowercased().replacingScalars("ǆ", with: "dž").replacingScalars("ǉ", with: "lj")
            .replacingScalars("ǌ", with: "nj")
        if word.unicodeScalars.contains(where: { (0x0400...0x04FF).contains($0.value) }) {
            var latin = ""
            for scalar in word.unicodeScalars {
                latin += serbian.first { $0.cyrillic == scalar }?.latin ?? String(scalar)
            }
            return [latin, latin.replacing("đ", "dj")]
        }
        var variants: [(done: String, latin: String, rest: Substring)] = [("", "", Substring(word))]
        while variants.contains(where: { !$0.rest.isEmpty }) {
            var next: [(done: String, latin: String, rest: Substring)] = []
            for variant in variants {
                guard let first = variant.rest.unicodeScalars.first else {
                    next.append(variant)
                    continue
                }
                let letters = serbian.filter {
                    variant.rest.hasPrefix($0.latin) || variant.rest.hasPrefix($0.plain)
                }
                // Two letters may be a digraph or two letters: both readings are tried.
                for letter in letters {
                    let written = variant.rest.hasPrefix(letter.latin) ? letter.latin : letter.plain
                    next.append(
                        (
                            variant.done + String(letter.cyrillic), variant.latin + letter.latin,
                            variant.rest.dropFirst(written.count)
                        ))
                }
                if letters.isEmpty {
                    next.append(
                        (
                            variant.done + String(first), variant.latin + String(first),
                            variant.rest.dropFirst()
                        ))
                }
            }
            // People type words with more readings than this with marks.
            if next.count > limit { return [] }
            variants = next
        }
        return variants.map(\.done)
            + variants.flatMap { [$0.latin, $0.latin.replacing("đ", "dj")] }
    }

    // MARK: Arabic script

    /// Letters that keyboards and languages write with different characters. Each row has those of Arabic, of
    /// Persian, and of the others.
    private static let arabic: [[Unicode.Scalar]] = [
        ["ك", "ک", "ک"], ["ي", "ی", "ى"], ["ه", "ە", "ہ"], ["ه", "ھ", "ة"], ["ا", "ٱ", "ٱ"],
        // Old fonts for Sorani have its vowel where Arabic has its feminine ending.
        ["ة", "ة", "ە"],
    ]

    /// A word as several keyboards write it.
    private static func arabicVariants(of word: String) -> [String] {
        var variants = [Array(word.unicodeScalars)]
        for row in arabic {
            guard word.unicodeScalars.contains(where: row.contains) else { continue }
            var next: [[Unicode.Scalar]] = []
            for variant in variants {
                next.append(variant)
                for letter in row where next.count < limit {
                    next.append(variant.map { row.contains($0) ? letter : $0 })
                    // The last letter alone often differs.
                    if let last = variant.last, row.contains(last) {
                        next.append(variant.dropLast() + [letter])
                    }
                }
            }
            variants = next
        }
        // A silent letter behind a joiner is the same vowel in Sorani; Urdu writes a hamza on the last letter
        // or before it.
        return variants.map { String($0[...]) }.flatMap { variant in
            [
                variant, variant.replacing("ە", "ه\u{200C}"), variant.replacing("ه\u{200C}", "ە"),
                variant.replacing("\u{626}\u{6D2}", "\u{6D3}"),
                variant.replacing("\u{6D3}", "\u{626}\u{6D2}"),
            ]
        }
    }

    // MARK: South Asia

    /// The nasals before the consonants of each class of Devanagari, for which the anusvara may stand. The
    /// blocks of the other scripts of India have the same order (Unicode, The Core Specification, 12).
    private static let nasals: [(ClosedRange<UInt32>, Unicode.Scalar)] = [
        (0x0915...0x0918, "ङ"), (0x091A...0x091D, "ञ"), (0x091F...0x0922, "ण"), (0x0924...0x0927, "न"),
        (0x092A...0x092D, "म"), (0x0936...0x0939, "न"),
    ]
    /// Sequences that look like one letter (Unicode, The Core Specification, 12.1,
    /// table 12-1, and confusables.txt).
    private static let lookAlikes = [
        ("अाॅ", "ऑ"), ("अाॆ", "ऒ"), ("अाे", "ओ"), ("अाै", "औ"), ("अा", "आ"), ("अॅ", "ऍ"), ("अॉ", "ऑ"), ("अो", "ओ"),
        ("अौ", "औ"), ("आॅ", "ऑ"), ("आे", "ओ"), ("आै", "औ"), ("एे", "ऐ"), ("এে", "ঐ"), ("অা", "আ"), ("ਅਾ", "ਆ"),
        ("અા", "આ"), ("અે", "એ"), ("ଅା", "ଆ"), ("ఒౌ", "ఔ"), ("ಒೌ", "ಔ"), ("അാ", "ആ"), ("எா", "ஏ"),
        ("ाॅ", "ॉ"), ("ाे", "ो"), ("ाै", "ौ"),
    ]

    /// The most nasals of a word that vary independently; more vary together.
    private static let mostNasals = 2

    /// A word with other spellings of nasals before consonants and of letters that look alike.
    private static func indicVariants(of word: String) -> [String] {
        let pieces = pieces(atNasalsOf: Array(word.unicodeScalars))
        let nasalCount = pieces.count { $0.count > 1 }
        var written: [[Unicode.Scalar]] = [[]]
        if nasalCount <= mostNasals {
            for piece in pieces { written = written.flatMap { before in piece.map { before + $0 } } }
        } else {
            written = (0..<3).map { way in pieces.flatMap { $0[min(way, $0.count - 1)] } }
        }
        var variants = [word] + written.map { String($0[...]) }
        variants += variants.map { $0.replacing("ँ", "ं") } + variants.map { $0.replacing("ं", "ँ") }
        return variants.withoutDuplicates.flatMap { variant -> [String] in
            var composed = variant
            var decomposed = variant
            for (sequence, letter) in lookAlikes {
                composed = composed.replacingScalars(sequence, with: letter)
                decomposed = decomposed.replacingScalars(letter, with: sequence)
            }
            return [variant, composed, decomposed]
        } + withOtherEnding(word)
    }

    /// The last vowel of a Hindi word with and without y, as both are usual (Central Hindi Directorate,
    /// मानक हिंदी वर्तनी): `गयी`, `गई`.
    private static let endings = [("यी", "ई"), ("ये", "ए"), ("यीं", "ईं"), ("यें", "एं"), ("यें", "एँ")]

    /// A word with the other ending of such a pair.
    private static func withOtherEnding(_ word: String) -> [String] {
        endings.flatMap { [($0, $1), ($1, $0)] }.compactMap { ending, other in
            guard let beginning = word.without(ending), let last = beginning.unicodeScalars.last, last != "्"
            else { return nil }
            return beginning + other
        }
    }

    /// A word cut at its nasals before consonants: the possible spellings of each nasal, and the single
    /// spelling between nasals. Words from other languages have the dental nasal before any consonant.
    private static func pieces(atNasalsOf scalars: [Unicode.Scalar]) -> [[[Unicode.Scalar]]] {
        let block = (scalars.first?.value ?? 0) & ~0x7F
        /// Maps a letter of the word's script to Devanagari, and back.
        func devanagari(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
            scalar.value & ~0x7F == block ? Unicode.Scalar(scalar.value - block + 0x0900) ?? scalar : scalar
        }
        func own(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
            scalars.map { Unicode.Scalar($0.value - 0x0900 + block) ?? $0 }
        }
        func nasal(before position: Int) -> Unicode.Scalar? {
            guard position < scalars.count else { return nil }
            return nasals.first { $0.0.contains(devanagari(scalars[position]).value) }?.1
        }
        func ways(_ nasal: Unicode.Scalar) -> [[Unicode.Scalar]] {
            let letters = nasal == "न" ? [nasal] : [nasal, "न"]
            return [own(["ं"])] + letters.map { own([$0, "्"]) }
        }
        var pieces: [[[Unicode.Scalar]]] = []
        var index = 0
        while index < scalars.count {
            let scalar = devanagari(scalars[index])
            if scalar == "ं" || scalar == "ँ", let nasal = nasal(before: index + 1) {
                pieces.append(ways(nasal))
                index += 1
            } else if index + 1 < scalars.count, devanagari(scalars[index + 1]) == "्",
                let nasal = nasal(before: index + 2), scalar == nasal || scalar == "न"
            {
                pieces.append(ways(nasal))
                index += 2
            } else {
                pieces.append([[scalars[index]]])
                index += 1
            }
        }
        return pieces
    }

    // MARK: Southeast Asia

    /// A word with the components of the vowel am, and the tone mark, in both orders, and with the vowel ae
    /// as one letter and as two that look like it.
    private static func thaiVariants(of word: String) -> [String] {
        let one = word.replacingScalars("เเ", with: "แ").replacingScalars("ເເ", with: "ແ")
        let two = one.replacingScalars("แ", with: "เเ").replacingScalars("ແ", with: "ເເ")
        return [one, two].flatMap(amVariants)
    }

    private static func amVariants(of word: String) -> [String] {
        var (whole, apart) = (word, word)
        for tone in [
            "\u{0E48}", "\u{0E49}", "\u{0E4A}", "\u{0E4B}", "\u{0EC8}", "\u{0EC9}", "\u{0ECA}", "\u{0ECB}",
        ] {
            for (am, ring, vowel) in [
                ("\u{0E33}", "\u{0E4D}", "\u{0E32}"), ("\u{0EB3}", "\u{0ECD}", "\u{0EB2}"),
            ] {
                whole = whole.replacingScalars(ring + tone + vowel, with: tone + am)
                    .replacingScalars(tone + ring + vowel, with: tone + am)
                apart = apart.replacingScalars(tone + am, with: ring + tone + vowel)
                    .replacingScalars(tone + ring + vowel, with: ring + tone + vowel)
            }
        }
        return [whole, apart, apart.replacingScalars("\u{0E4D}\u{0E32}", with: "\u{0E33}")]
    }
}

extension String {
    /// The text with a sequence of scalars replaced; may split characters with marks.
    func replacingScalars(_ sequence: String, with other: String) -> String {
        let (text, wanted) = (Array(unicodeScalars), Array(sequence.unicodeScalars))
        guard !wanted.isEmpty, text.count >= wanted.count else { return self }
        var result = String.UnicodeScalarView()
        var index = 0
        while index < text.count {
            if text[index...].starts(with: wanted) {
                result.append(contentsOf: other.unicodeScalars)
                index += wanted.count
            } else {
                result.append(text[index])
                index += 1
            }
        }
        return String(result)
    }

    fileprivate func replacing(_ sequence: String, _ other: String) -> String {
        replacingScalars(sequence, with: other)
    }
}
