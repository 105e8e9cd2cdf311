// What a word would be if it had been typed with the keyboard layout of another language.

/// Keyboard layouts of languages without Latin letters (CLDR, keyboards), key by key as on a Latin keyboard.
enum KeyboardLayouts {
    private static let keys = Array("qwertyuiop[]asdfghjkl;'zxcvbnm,.`".unicodeScalars)
    private static let layouts: [String: [Unicode.Scalar]] = [
        "ru": Array("йцукенгшщзхъфывапролджэячсмитьбюё".unicodeScalars),
        "be": Array("йцукенгшўзх'фывапролджэячсмітьбюё".unicodeScalars),
        "uk": Array("йцукенгшщзхїфівапролджєячсмитьбю'".unicodeScalars),
        "el": Array(";ςερτυθιοπ[]ασδφγηξκλ΄'ζχψωβνμ,.`".unicodeScalars),
        "he": Array("/'קראטוןםפ][שדגכעיחלךף,זסבהנמצתץ;".unicodeScalars),
        "ar": Array("ضصثقفغعهخحجدشسيبلاتنمكطئءؤرﻻىةوزذ".unicodeScalars),
        "fa": Array("ضصثقفغعهخحجچشسیبلاتنمکگظطزرذدپو.`".unicodeScalars),
        "th": Array("ๆไำพะัีรนยบลฟหกดเ้่าสวงผปแอิืทมใ_".unicodeScalars),
    ]

    /// Thai letters on the keys of digits, and with the shift key (TIS 820, Kedmanee).
    private static let thaiKeys = Array("1234567890-=WERTYUIOP{ASDFGHJKL:XCVBN<>?".unicodeScalars)
    private static let thaiLetters = Array("ๅ/-ภถุึคตจขช\"ฎฑธํ๊ณฯญฐฤฆฏโฌ็๋ษศซ)ฉฮฺ์ฒฬฦ".unicodeScalars)

    /// The word in the layouts of some languages and, if it is in one of these, in the Latin layout; without
    /// the word itself.
    static func retyped(_ word: String, _ languages: [String]) -> [String] {
        let scalars = Array(word.lowercased().unicodeScalars)
        guard scalars.count > 1 else { return [] }
        var found: [String] = []
        for language in languages.withoutDuplicates {
            if language == "ko" {
                found += [HangulTyping.syllables(word), HangulTyping.keys(of: word)].compactMap(\.self)
            }
            guard let layout = layouts[language] else { continue }
            let isThai = language == "th"
            // Only in Thai do capitals type other letters.
            let typed = isThai ? Array(word.unicodeScalars) : scalars
            let (from, to) = isThai ? (keys + thaiKeys, layout + thaiLetters) : (keys, layout)
            let (other, latin) = (map(typed, from, to), map(typed, to, from))
            if let other { found.append(other) }
            if let latin { found.append(latin) }
        }
        return found.withoutDuplicates.filter { $0 != word }
    }

    /// The word with the keys of another layout; `nil` if a key has no letter.
    private static func map(
        _ word: [Unicode.Scalar], _ from: [Unicode.Scalar], _ to: [Unicode.Scalar]
    ) -> String? {
        var mapped = String.UnicodeScalarView()
        for scalar in word {
            guard let key = from.firstIndex(of: scalar) else { return nil }
            mapped.append(to[key])
        }
        return String(mapped)
    }
}

/// Korean as it is typed: letter by letter on the layout with two sets (KS X 5002).
enum HangulTyping {
    private static let keys: [Unicode.Scalar: Unicode.Scalar] = [
        "q": "ㅂ", "w": "ㅈ", "e": "ㄷ", "r": "ㄱ", "t": "ㅅ", "y": "ㅛ", "u": "ㅕ", "i": "ㅑ", "o": "ㅐ", "p": "ㅔ",
        "a": "ㅁ", "s": "ㄴ", "d": "ㅇ", "f": "ㄹ", "g": "ㅎ", "h": "ㅗ", "j": "ㅓ", "k": "ㅏ", "l": "ㅣ", "z": "ㅋ",
        "x": "ㅌ", "c": "ㅊ", "v": "ㅍ", "b": "ㅠ", "n": "ㅜ", "m": "ㅡ", "Q": "ㅃ", "W": "ㅉ", "E": "ㄸ", "R": "ㄲ",
        "T": "ㅆ", "O": "ㅒ", "P": "ㅖ",
    ]
    /// The first consonants, the vowels and the last consonants of syllables, in Unicode's order
    /// (The Core Specification, 3.12).
    static let initials = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ".unicodeScalars)
    private static let vowels = Array("ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ".unicodeScalars)
    private static let finals = Array(" ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ".unicodeScalars)
    private static let joined: [String: Unicode.Scalar] = [
        "ㅗㅏ": "ㅘ", "ㅗㅐ": "ㅙ", "ㅗㅣ": "ㅚ", "ㅜㅓ": "ㅝ", "ㅜㅔ": "ㅞ", "ㅜㅣ": "ㅟ", "ㅡㅣ": "ㅢ", "ㄱㅅ": "ㄳ",
        "ㄴㅈ": "ㄵ", "ㄴㅎ": "ㄶ", "ㄹㄱ": "ㄺ", "ㄹㅁ": "ㄻ", "ㄹㅂ": "ㄼ", "ㄹㅅ": "ㄽ", "ㄹㅌ": "ㄾ", "ㄹㅍ": "ㄿ",
        "ㄹㅎ": "ㅀ", "ㅂㅅ": "ㅄ",
    ]

    /// The syllables that Latin keys type; `nil` if they do not form whole syllables.
    static func syllables(_ word: String) -> String? {
        var letters: [Unicode.Scalar] = []
        for key in word.unicodeScalars {
            guard let letter = keys[key] ?? keys[key.properties.lowercaseMapping.unicodeScalars.first!] else {
                return nil
            }
            letters.append(letter)
        }
        var text = String.UnicodeScalarView()
        var position = 0
        func isVowel(_ position: Int) -> Bool {
            position < letters.count && vowels.contains(letters[position])
        }
        while position < letters.count {
            guard let initial = initials.firstIndex(of: letters[position]), isVowel(position + 1) else {
                return nil
            }
            var (vowel, end) = (letters[position + 1], position + 2)
            if isVowel(end), let both = joined[String([vowel, letters[end]][...])] {
                (vowel, end) = (both, end + 1)
            }
            var final = 0
            // A consonant before a vowel begins the next syllable.
            if end < letters.count, !isVowel(end), !isVowel(end + 1),
                let single = finals.firstIndex(of: letters[end])
            {
                (final, end) = (single, end + 1)
                if end < letters.count, !isVowel(end), !isVowel(end + 1),
                    let both = joined[String([letters[end - 1], letters[end]][...])],
                    let double = finals.firstIndex(of: both)
                {
                    (final, end) = (double, end + 1)
                }
            }
            let value = 0xAC00 + (initial * 21 + vowels.firstIndex(of: vowel)!) * 28 + final
            text.append(Unicode.Scalar(UInt32(value))!)
            position = end
        }
        return String(text)
    }

    private static let letterKeys = Dictionary(
        keys.map { ($0.value, $0.key) }, uniquingKeysWith: { min($0, $1) })
    private static let apart = Dictionary(
        joined.map { ($0.value, $0.key) }, uniquingKeysWith: { one, _ in one })

    /// The Latin keys that type Korean letters or syllables; `nil` if the text has others.
    static func keys(of word: String) -> String? {
        var typed = String.UnicodeScalarView()
        for scalar in word.unicodeScalars {
            var letters = [scalar]
            if (0xAC00...0xD7A3).contains(scalar.value) {
                let position = Int(scalar.value - 0xAC00)
                letters = [initials[position / 588], vowels[position / 28 % 21]]
                if position % 28 > 0 { letters.append(finals[position % 28]) }
            }
            for letter in letters.flatMap({ letter in
                apart[letter].map { Array($0.unicodeScalars) } ?? [letter]
            }) {
                guard let key = letterKeys[letter] else { return nil }
                typed.append(key)
            }
        }
        return String(typed)
    }

    /// The first consonant of a syllable.
    static func initial(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
        guard (0xAC00...0xD7A3).contains(scalar.value) else { return nil }
        return initials[Int(scalar.value - 0xAC00) / 588]
    }
}
