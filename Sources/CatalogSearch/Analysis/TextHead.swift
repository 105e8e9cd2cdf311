// The word of a text that names the kind of thing: "adapter" in "AC Adapter for
// laptops", "chaise" in "Chaise de jardin".

internal import Support

/// The head of a title or summary: what the thing is, apart from what belongs to it and what it is for.
///
/// A text is read up to a comma, a bracket, a dash between spaces or a word such as "for". There the head is
/// the last word in languages whose nouns follow what describes them, and the first one in those where it
/// follows the noun. Where no spaces are between words, ICU's dictionaries cut them. Numbers, codes and units
/// are no heads. Texts in other languages have none, and neither have those where only the first word is no
/// code: it is usually a brand.
enum TextHead {
    /// Where a language has the head of a noun phrase.
    private enum Side {
        case first
        case last
    }

    private static let sides: [String: Side] = [
        "en": .last, "de": .last, "nl": .last, "sv": .last, "da": .last, "nb": .last, "no": .last,
        "nn": .last,
        "ko": .last, "tr": .last, "hi": .last, "ja": .last, "zh": .last,
        "fr": .first, "es": .first, "it": .first, "pt": .first, "ca": .first, "ro": .first, "he": .first,
        "ar": .first, "id": .first, "vi": .first, "ru": .first, "th": .first,
    ]

    /// The languages without spaces between words.
    private static let unspaced: Set<String> = ["ja", "zh", "th"]

    /// The words behind which a text says what the thing is for, has or is made of.
    private static let borders: [String: Set<String>] = [
        "en": ["for", "f/", "with", "w/", "without", "of", "from", "by", "including", "incl", "incl."],
        "de": [
            "für", "mit", "ohne", "von", "vom", "aus", "zum", "zur", "zu", "im", "in", "am", "auf", "bei",
            "nach", "über", "unter", "gegen", "um", "per", "inkl", "inkl.", "inklusive",
        ],
        "nl": [
            "voor", "met", "zonder", "van", "uit", "in", "op", "bij", "naar", "over", "tegen", "via", "incl",
            "incl.", "inclusief",
        ],
        "sv": ["för", "med", "utan", "av", "från", "till", "i", "på", "om", "mot", "via", "inkl", "inkl."],
        "da": ["for", "til", "med", "uden", "af", "fra", "i", "på", "om", "mod", "via", "inkl", "inkl."],
        "nb": ["for", "til", "med", "uten", "av", "fra", "i", "på", "om", "mot", "via", "inkl", "inkl."],
    ]

    /// Prepositions that also stand in names, such as "Sony In Ear Headphones": behind the first word they
    /// are no borders. Words such as "under", which name a kind much more often ("under desk mount"), are
    /// missing, and so is "to" ("USB to HDMI adapter").
    private static let laterBorders: [String: Set<String>] = [
        "en": [
            "in", "on", "around", "about", "against", "through", "across", "along", "among", "after",
            "before", "during", "within", "beyond", "toward", "towards", "upon", "onto", "into", "via",
            "using",
        ]
    ]

    /// The words that may stand before a first noun: articles, and adjectives that
    /// usually do, as in "petite table".
    private static let determiners: Set<String> = [
        "le", "la", "les", "un", "une", "des", "el", "los", "las", "una", "unos", "unas", "il", "lo", "gli",
        "i", "uno", "o", "a", "os", "as", "um", "uma", "et", "y", "e",
        "petit", "petite", "petits", "petites", "grand", "grande", "grands", "grandes", "nouveau", "nouvelle",
        "gros", "grosse", "beau", "belle", "bon", "bonne", "simple", "puissant", "puissante",
        "pequeño", "pequeña", "gran", "nuevo", "nueva", "buen", "buena", "sencillo", "sencilla", "potente",
        "piccolo", "piccola", "nuovo", "nuova", "bello", "bella", "buono", "buona", "semplice",
        "pequeno", "pequena", "novo", "nova", "bom", "boa", "simples", "poderoso", "poderosa",
    ]

    /// The ends of adjectives, where they stand before the noun and few nouns have them.
    private static let adjectiveEndings = ["ru": ["ый", "ий", "ой", "ая", "яя", "ое", "ее", "ые"]]

    /// Symbols of units, which follow a number.
    private static let units: Set<String> = [
        "mm", "cm", "m", "km", "in", "inch", "inches", "ft", "ml", "cl", "dl", "l", "oz", "mg", "g", "kg",
        "lb",
        "kb", "mb", "gb", "tb", "w", "kw", "v", "kv", "va", "kva", "a", "ma", "mah", "ah", "hz", "khz", "mhz",
        "ghz", "u", "db", "dpi", "rpm", "ppm", "lm", "mp", "x", "pixel", "pixels", "zoll", "pc", "pcs",
        "stück",
        "st", "stuks",
    ]

    private typealias Word = Substring.UnicodeScalarView

    /// The head of a text.
    ///
    /// - Parameter segmenter: cuts words of the locale where no spaces are between them.
    /// - Returns: part of the text, one word without white space; `nil` if it names
    ///   no kind, or in other languages.
    static func head(
        of text: String, in locale: LocaleIdentifier, _ segmenter: @autoclosure () -> WordSegmenter
    ) -> String? {
        let language = locale.language
        guard let side = sides[language] else { return nil }
        if unspaced.contains(language) { return head(of: text, side, segmenter()) }
        let all = text.unicodeScalars[...]
        var words = phrase(all, language)
        switch side {
        case .first:
            let endings = adjectiveEndings[language] ?? []
            return words.first {
                let word = lowercased($0)
                return !determiners.contains(word) && !endings.contains(where: word.hasSuffix)
            }.flatMap(name)
        case .last:
            // The first of several adjectives, as in "fast, portable audio editor", but not "Camera, black".
            if words.count == 1, words[0].last == "," {
                let next = phrase(all[words[0].endIndex...], language)
                if next.count > 2 { words = next }
            }
            let isAlone = words.count == 1
            while let last = words.last {
                let isUnit =
                    words.count > 1 && words[words.count - 2].allSatisfy(\.isOfNumber) && isUnit(last)
                guard isUnit || last.contains(where: \.isDigit) else { break }
                words.removeLast()
            }
            if writtenSmall.contains(language) { words = throughCommonNoun(words) }
            guard let last = words.last, words.count > 1 || isAlone, let head = name(last) else { return nil }
            return language != "de" && isName(head, in: words) ? nil : head
        }
    }

    /// The name in an id that ends with a version: "python" in "python3", "gcc" in "gcc-12". Numbers of three
    /// digits and more are parts of names, and "python3.11" is one of several.
    static func name(ofID id: String) -> String? {
        guard let end = id.utf8.lastIndex(where: { !isDigit($0) }),
            !id.unicodeScalars.contains(where: \.isWhiteSpace)
        else { return nil }
        let version = id.utf8[id.utf8.index(after: end)...]
        var name = id.utf8[...end]
        if name.last == UInt8(ascii: "-") { name.removeLast() }
        guard 1...2 ~= version.count, name.last.map(isOfName) ?? false, name.count(where: isOfName) > 1
        else { return nil }
        return String(Substring(name))
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }

    /// Whether a byte may end a name: "g++" does.
    private static func isOfName(_ byte: UInt8) -> Bool { isLetter(byte) || byte == UInt8(ascii: "+") }

    /// Whether a byte is a letter of ASCII, or part of another scalar.
    private static func isLetter(_ byte: UInt8) -> Bool {
        byte >= 0x80 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
    }

    /// The head of a text without spaces between words: a word of letters alone that ends, or begins, its
    /// first phrase.
    ///
    /// Spaces join what such a text says one after the other. Of two parts the last one says what the thing is:
    /// `ソニー テレビ` begins with a brand, `テレビ 台` with what the thing is for. Of more parts most are details,
    /// so that the first one counts. Codes and quantities are no parts.
    private static func head(of text: String, _ side: Side, _ segmenter: WordSegmenter) -> String? {
        var rest = text.unicodeScalars.drop { $0.opensBracket || $0.isWhiteSpace }
            .prefix { !$0.opensBracket && !$0.endsPhrase }
        var first: UnspacedPart?
        var parts: [UnspacedPart] = []
        // A third part tells that the first one counts.
        let mostParts = side == .last ? 3 : 1
        while parts.count < mostParts, !rest.isEmpty {
            let part = UnspacedPart(rest.prefix { !$0.isWhiteSpace }, segmenter)
            rest = rest[part.end...].drop(while: \.isWhiteSpace)
            if first == nil { first = part }
            if !part.isCode, !part.isQuantity { parts.append(part) }
        }
        let part = parts.count == 2 ? parts[1] : parts.first ?? first
        guard let word = side == .first ? part?.words.first : part?.words.last else { return nil }
        return name(word.unicodeScalars[...])
    }

    /// A part of a text without spaces between words.
    private struct UnspacedPart {
        let words: [String]
        let end: Word.Index
        /// Whether all of it is written in ASCII, as names of brands and models are.
        let isCode: Bool

        init(_ scalars: Word, _ segmenter: WordSegmenter) {
            var text = String(Substring(scalars))
            var bounds: [Int32] = []
            text.withUTF8 { segmenter.wordBounds(of: $0, into: &bounds) }
            let bytes = Array(text.utf8)
            words = stride(from: 0, to: bounds.count - 1, by: 2).map {
                String(decoding: bytes[Int(bounds[$0])..<Int(bounds[$0 + 1])], as: UTF8.self)
            }
            end = scalars.endIndex
            isCode = scalars.allSatisfy(\.isASCII)
        }

        /// Whether it is a number with its unit: `55型`.
        var isQuantity: Bool {
            words.count == 2 && words[0].unicodeScalars.allSatisfy { $0.isDigit || $0 == "." || $0 == "," }
        }
    }

    /// The words of a text before the first border. What is behind it is not read.
    private static func phrase(_ text: Word, _ language: String) -> [Word] {
        let borders = borders[language] ?? []
        let laterBorders = laterBorders[language] ?? []
        var words: [Word] = []
        var rest = text.drop(while: \.isWhiteSpace)
        while !rest.isEmpty {
            let word = rest.prefix { !$0.isWhiteSpace }
            rest = rest[word.endIndex...].drop(while: \.isWhiteSpace)
            guard let start = word.firstIndex(where: { !$0.isAside }) else {
                // Alternatives go on behind a sign that joins them.
                if words.isEmpty || word.contains(where: \.joins) { continue }
                break
            }
            if !words.isEmpty {
                if word[..<start].contains(where: \.opensBracket) { break }
                let name = lowercased(word)
                if borders.contains(name) || words.count > 1 && laterBorders.contains(name) { break }
            }
            words.append(word)
            if word.last.map(\.endsPhrase) ?? false { break }
        }
        return words
    }

    /// The words up to the last common noun, if the text begins with a name of two words and what follows the
    /// noun are capitalized values: "Xerox 006R90321 toner cartridge" of "Xerox 006R90321 toner cartridge
    /// Original Black". Sentences, and texts in which all nouns are capitalized, stay as they are.
    private static func throughCommonNoun(_ words: [Word]) -> [Word] {
        guard words.count > 3, !isCommon(words[0]), !isCommon(words[1]),
            let last = words.lastIndex(where: isCommon), last < words.count - 1,
            isCapitalized(words[last + 1]), words[last].count > 2,
            !joining.contains(Substring(words[last])), !isUnit(words[last])
        else { return words }
        return Array(words[...last])
    }

    /// Languages in which common nouns are written in lower case, and follow what describes them.
    private static let writtenSmall: Set<String> = ["en", "nl", "sv", "da", "nb", "no", "nn"]

    /// Words that are no nouns, and stand between capitalized ones. Shorter ones need not be listed.
    private static let joining: Set<Substring> = [
        "and", "nor", "the", "per", "plus", "over", "under", "een", "het", "och", "eller",
    ]

    private static func isCommon(_ word: Word) -> Bool {
        (word.first?.properties.isLowercase ?? false) && word.allSatisfy { !$0.properties.isUppercase }
    }

    private static func isCapitalized(_ word: Word) -> Bool {
        guard let first = word.first, first.properties.isUppercase else { return false }
        return word.dropFirst().contains { $0.properties.isLowercase }
    }

    /// Whether a head is a name: "Apache" in "authenticate Apache", a phrase that begins in lower case. Nouns
    /// of German are written in upper case.
    private static func isName(_ head: String, in words: [Word]) -> Bool {
        guard words[0].first?.properties.isLowercase ?? false else { return false }
        let scalars = head.unicodeScalars
        return scalars.first!.properties.isUppercase && scalars.contains(where: \.properties.isLowercase)
    }

    private static func lowercased(_ word: Word) -> String { String(Substring(word)).lowercased() }

    /// Whether a word is a unit; "pc(s)" is one.
    private static func isUnit(_ word: Word) -> Bool {
        let letters = word.drop(while: \.isAside).prefix { $0.properties.isAlphabetic }
        return units.contains(lowercased(letters))
    }

    /// A word without the signs around it; `nil` if it is a code.
    private static func name(_ word: Word) -> String? {
        guard let start = word.firstIndex(where: { !$0.isAside }),
            let end = word.lastIndex(where: { !$0.isAside })
        else { return nil }
        let name = word[start...end]
        return name.contains(where: \.isDigit) ? nil : String(Substring(name))
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is no part of a word at its edge.
    fileprivate var isAside: Bool {
        // Most scalars need no look-up.
        if isASCII { return !(0x41...0x5A ~= value || 0x61...0x7A ~= value || isDigit) }
        return !properties.isAlphabetic && !isDigit && !isMark
    }

    private var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    // ASCII, of which most texts consist, needs no look-ups.
    fileprivate var isDigit: Bool { isASCII ? 0x30...0x39 ~= value : properties.numericType != nil }
    fileprivate var isOfNumber: Bool {
        isDigit || self == "." || self == "," || self == "x" || self == "/" || self == "-"
    }
    fileprivate var opensBracket: Bool {
        isASCII ? self == "(" || self == "[" || self == "{" : properties.generalCategory == .openPunctuation
    }
    fileprivate var joins: Bool { self == "&" || self == "+" || self == "/" }

    /// Whether a word that ends with the scalar ends what a title names.
    fileprivate var endsPhrase: Bool {
        switch self {
        case ",", ";", ":", "|", "،", "、", "，": true
        default: false
        }
    }
}
