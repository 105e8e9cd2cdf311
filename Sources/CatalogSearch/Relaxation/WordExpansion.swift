// The spellings that stand for a typed word by rules alone: they need no look at the texts.

internal import ICU
internal import Support

/// Finds equivalent spellings of the words of a query.
struct WordExpansion {
    private let query: PreparedQuery
    private let languages: [String]

    init(_ query: PreparedQuery) {
        self.query = query
        languages = query.languages.dropLast()
    }

    /// The equivalent spellings of a typed one, nearest first.
    ///
    /// - Throws: `SearchError.icu` where ICU lacks data or memory.
    func alternatives(for typed: PreparedQuery.Alternative) throws(SearchError) -> [PreparedQuery.Alternative]
    {
        try PreparedQuery.withICU { () throws(ICUError) in
            let edges = WordEdges(typed.spelling)
            let word = edges.word
            var found: [PreparedQuery.Alternative] = []
            if word.isEmpty { return [] }
            let measures = try units(typed.spelling)
            // The mark of a unit is no punctuation.
            if word != typed.spelling, measures.isEmpty {
                found.append(spelling(word, .edges, isWhole: edges.needsWholeWord))
            }
            found += try separated(word)
            found += try grouped(word)
            found += fractions(word)
            found += measures
            for variant in try ScriptVariants(languages).variants(of: word) {
                found.append(spelling(variant, .script, isWhole: false))
            }
            found += elided(word)
            found += try segments(word)
            return found.map { alternative in
                var alternative = alternative
                alternative.setField(typed.field)
                return alternative
            }
        }
    }

    /// A spelling of one word.
    func spelling(_ text: String, _ kind: Equivalence, isWhole: Bool) -> PreparedQuery.Alternative {
        var alternative = query.alternative(text, nil, percent: Score.factor(kind))
        alternative.equivalence = kind
        alternative.isWhole = isWhole
        return alternative
    }

    /// Words next to each other that stand for one; they earn what one would.
    func neighbours(_ words: [String], _ kind: Equivalence) -> PreparedQuery.Alternative {
        if words.count == 1 { return spelling(words[0], kind, isWhole: true) }
        var phrase = PreparedQuery.Alternative(phrase: words.map { query.alternative($0, nil) })
        phrase.percent = Score.factor(kind)
        phrase.equivalence = kind
        return phrase
    }

    /// A synonym with its last word in the other number.
    func otherNumbers(ofSynonym synonym: String) -> [PreparedQuery.Alternative] {
        let words = PreparedQuery.split(synonym)
        guard let last = words.last else { return [] }
        return languages.flatMap { RegularForms.otherNumbers(of: last, $0) }.withoutDuplicates.map { other in
            var alternative = neighbours(words.dropLast() + [other], .synonyms)
            alternative.relaxation = .forms
            return alternative
        }
    }

    // MARK: Separators

    /// The parts between separators as neighbours, and joined.
    private func separated(_ word: String) throws(ICUError) -> [PreparedQuery.Alternative] {
        let parts = try word.parts(grouping: LetterRuns.grouping(of: query.request.locale))
        guard parts.count > 1, parts.count <= 2 * LetterRuns.mostJoined else { return [] }
        var found = Self.cutAtDigits(parts).map { neighbours($0, .separators) }
        let areDigits = parts.joined().utf8.allSatisfy { (0x30...0x39).contains($0) }
        if areDigits
            ? LetterRuns.mayJoinDigits(parts.map(\.utf8.count)) : parts.count <= LetterRuns.mostJoined
        {
            found.append(spelling(parts.joined(), .separators, isWhole: true))
            // `hair-dryer` is `Hair dryers`, too.
            let others = languages.flatMap { RegularForms.otherNumbers(of: parts.last!, $0) }
            for last in others.withoutDuplicates {
                let parts = parts.dropLast() + [last]
                found.append(neighbours(Array(parts), .forms))
                found.append(spelling(parts.joined(), .forms, isWhole: true))
            }
            // `buku-buku` are several of `buku`.
            if parts.count == 2, parts[0].lowercased() == parts[1].lowercased(),
                !Self.doubling.isDisjoint(with: languages)
            {
                found.append(spelling(parts[0], .forms, isWhole: true))
            }
            // `ben&jerrys` is `Ben & Jerry's`, too.
            if Self.hasPossessives(languages), let name = Self.owner(parts.last!) {
                found.append(neighbours(parts.dropLast() + [name + "'s"], .elision))
            }
        }
        let mayBeCompound = parts.allSatisfy { part in
            part.unicodeScalars.count >= CompoundParts.leastLength
                && part.unicodeScalars.allSatisfy { $0.properties.numericType == nil }
        }
        if mayBeCompound, parts.count <= LetterRuns.mostJoined,
            languages.contains(where: CompoundParts.isWritten)
        {
            found.append(compose(parts.map { [query.alternative($0, nil).asWholeWord] }, .compound))
        }
        return found
    }

    /// The languages that double a noun for its plural.
    private static let doubling: Set<String> = ["id", "ms", "jv", "su"]

    /// The greatest number of borders of letters and digits at which texts may have separators, one by one.
    private static let mostDigitBorders = 3

    /// The parts of a word with separators, and the same with separators at some borders of letters and digits: `EF24-70` is
    /// `EF 24-70`.
    private static func cutAtDigits(_ parts: [String]) -> [[String]] {
        var pieces: [(text: String, isPart: Bool)] = []
        for part in parts {
            var isPart = true
            var rest = part.unicodeScalars[...]
            while let first = rest.first {
                let isDigit = first.isDecimalDigit
                let run = rest.prefix { $0.isDecimalDigit == isDigit }
                pieces.append((String(run), isPart))
                rest = rest.dropFirst(run.count)
                isPart = false
            }
        }
        let borders = pieces.indices.filter { !pieces[$0].isPart }
        guard borders.count <= mostDigitBorders else { return [parts] }
        return (0..<1 << borders.count).map { cut in
            var words: [String] = []
            for (place, piece) in pieces.enumerated() {
                let border = borders.firstIndex(of: place)
                if piece.isPart || cut >> (border ?? 0) & 1 == 1 {
                    words.append(piece.text)
                } else {
                    words[words.count - 1] += piece.text
                }
            }
            return words
        }
    }

    // MARK: Numbers

    /// A long number with a unit behind it, with and without the separators of the reader's locale: `20000mah` is `20,000 mAh`.
    private func grouped(_ word: String) throws(ICUError) -> [PreparedQuery.Alternative] {
        guard let sign = try LetterRuns.grouping(of: query.request.locale) else { return [] }
        let number = word.utf8.prefix { (0x30...0x39).contains($0) || $0 == sign }
        let unit = String(word.dropFirst(number.count))
        let digits = number.filter { $0 != sign }
        // Texts are looked up for a number alone, with any separator.
        guard (4...12).contains(digits.count), digits.first != UInt8(ascii: "0"), !unit.isEmpty,
            unit.unicodeScalars.allSatisfy(\.properties.isAlphabetic)
        else { return [] }
        let first = (digits.count - 1) % 3 + 1
        var grouped = Array(digits.prefix(first))
        for (place, digit) in digits.dropFirst(first).enumerated() {
            if place % 3 == 0 { grouped.append(sign) }
            grouped.append(digit)
        }
        guard number.elementsEqual(digits) || number.elementsEqual(grouped) else { return [] }
        return [digits, grouped].flatMap { number in
            let text = String(decoding: number, as: UTF8.self)
            return [
                neighbours([text, unit], .separators), spelling(text + unit, .separators, isWhole: true),
            ]
        }
    }

    /// A fraction as one character or with a slash.
    private func fractions(_ word: String) -> [PreparedQuery.Alternative] {
        Self.fractions(word).map { neighbours($0, .units) }
    }

    /// The other ways to write a fraction, each as words next to each other.
    private static func fractions(_ word: String) -> [[String]] {
        let slash: Unicode.Scalar = "\u{2044}"
        let parts = word.split(separator: "/", omittingEmptySubsequences: false)
        if parts.count == 2,
            parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
        {
            return [[parts.joined(separator: String(slash))]]
        }
        let whole = word.unicodeScalars.prefix(while: \.isDecimalDigit)
        let rest = word.unicodeScalars.dropFirst(whole.count)
        let decomposed = Normalizer.compatibilityDecomposed(rest)
        guard decomposed.contains(slash) else { return [] }
        let fraction = decomposed.map { $0 == slash ? "/" : $0 }
        guard !whole.isEmpty, rest.first?.properties.numericType == .numeric else {
            return [[String(whole) + String(fraction[...])]]
        }
        // A mixed number: `1½` is `1 ½`, `1 1/2` and `1-1/2`.
        let numbers = fraction.split(separator: "/").map { String($0[...]) }
        return [[String(whole), String(rest)], [String(whole)] + numbers]
    }

    /// Whether a word is a fraction.
    static func isFraction(_ word: String) -> Bool { !fractions(word).isEmpty }

    /// A number with other names and symbols of its unit.
    private func units(_ word: String) throws(ICUError) -> [PreparedQuery.Alternative] {
        guard let (number, unit) = UnitNames.cut(word) else { return [] }
        return try measures(number, unit)
    }

    /// The greatest number of names of a unit that are searched for.
    private static let mostUnitNames = 10

    /// A number with the names and symbols of a unit.
    func measures(_ number: String, _ unit: String) throws(ICUError) -> [PreparedQuery.Alternative] {
        var found: [PreparedQuery.Alternative] = []
        guard let names = try UnitNames.of(query.request.locale).names(of: unit) else { return [] }
        for number in [[number]] + Self.fractions(number) {
            for name in names.prefix(Self.mostUnitNames) {
                let words = PreparedQuery.split(name)
                if name.unicodeScalars.contains(where: { $0.value.isLetterOrDigit }) {
                    found.append(neighbours(number + words, .units))
                }
                if words.count == 1 {
                    found.append(neighbours(number.dropLast() + [number.last! + name], .units))
                }
            }
        }
        return found
    }

    // MARK: Elision

    /// Whether owners have an s behind an apostrophe in one of some languages.
    private static func hasPossessives(_ languages: [String]) -> Bool {
        !Set(languages).isDisjoint(with: ["en", "nl", "af"])
    }

    /// The owner that a word in s without an apostrophe may stand for; `nil` if it is none.
    private static func owner(_ word: String) -> String? {
        let letters = word.unicodeScalars
        guard letters.count > 2, letters.last == "s" || letters.last == "S" else { return nil }
        return String(letters.dropLast())
    }

    /// What languages write before an apostrophe instead of a whole word, from the grammars of each.
    private static let articles: [String: Set<String>] = [
        "fr": ["l", "d", "m", "t", "s", "n", "c", "j", "qu", "jusqu", "lorsqu", "puisqu", "quoiqu"],
        "it": [
            "l", "d", "c", "m", "t", "s", "v", "un", "gl", "dell", "all", "dall", "nell", "sull", "coll",
            "pell",
            "quell", "quest", "sant", "agl", "dagl", "degl", "negl", "sugl",
        ],
        "ca": ["l", "d", "m", "n", "s", "t"], "oc": ["l", "d", "m", "n", "s", "t"],
        "ga": ["d", "m", "b"], "fur": ["l", "d"], "lij": ["l", "d"],
    ]

    /// The word without an article before an apostrophe, without an ending behind one, or without the article of Arabic.
    private func elided(_ word: String) -> [PreparedQuery.Alternative] {
        let marks: Set<Unicode.Scalar> = ["'", "’", "ʼ", "‘", "＇"]
        let scalars = Array(word.unicodeScalars)
        guard let mark = scalars.firstIndex(where: marks.contains) else {
            guard languages.contains("ar"), let noun = Self.withoutArabicArticle(scalars) else { return [] }
            return [spelling(noun, .elision, isWhole: false)]
        }
        let (before, behind) = (scalars[..<mark], scalars[(mark + 1)...])
        guard !before.isEmpty, !behind.isEmpty else { return [] }
        let article = String(before).lowercased()
        if languages.contains(where: { Self.articles[$0]?.contains(article) ?? false }) {
            return [spelling(String(behind), .elision, isWhole: behind.count < 3)]
        }
        let isEnding = languages.contains { language in
            // Turkish writes every ending of a name behind an apostrophe; English and Dutch the s of owners and plurals.
            ["tr", "az"].contains(language)
                || Self.hasPossessives([language]) && (behind == ["s"] || behind == ["S"])
        }
        return isEnding ? [spelling(String(before), .elision, isWhole: true)] : []
    }

    /// What is written together with the article in Arabic, before it or in its place: and, so, by, like, for.
    private static let arabicArticles = ["وال", "فال", "بال", "كال", "ولل", "لل", "ال"]

    /// A noun without its article; `nil` if it has none, or is no word without it.
    private static func withoutArabicArticle(_ scalars: [Unicode.Scalar]) -> String? {
        for article in arabicArticles where scalars.starts(with: article.unicodeScalars) {
            let noun = scalars.dropFirst(article.unicodeScalars.count)
            return noun.count > 2 ? String(noun) : nil
        }
        return nil
    }

    // MARK: Scripts without spaces

    /// The words of a string without spaces by ICU's dictionaries.
    private func segments(_ word: String) throws(ICUError) -> [PreparedQuery.Alternative] {
        guard word.unicodeScalars.contains(where: \.isWrittenWithoutSpaces) else { return [] }
        let segmenter = WordSegmenter(query.request.chain.first ?? query.request.locale)
        var words: [String] = []
        var text = word
        text.withUTF8 { bytes in
            var bounds: [Int32] = []
            segmenter.wordBounds(of: bytes, into: &bounds)
            for index in stride(from: 0, to: bounds.count, by: 2) {
                words.append(
                    String(decoding: bytes[Int(bounds[index])..<Int(bounds[index + 1])], as: UTF8.self))
            }
        }
        return try parts(words).map { [$0] } ?? []
    }

    /// The greatest number of parts of a word.
    private static let mostParts = 12

    /// The parts of a string without spaces, of which a record must have all; particles are left out, and the endings of Japanese
    /// words, whose stems must be words then: `青い靴` is `青` and `靴`.
    ///
    /// - Returns: `nil` if there are not several.
    func parts(_ words: [String]) throws(ICUError) -> PreparedQuery.Alternative? {
        var parts: [String] = []
        var stems: Set<String> = []
        var isStem = false
        for word in words where !word.isParticle {
            if isStem, word.isHiraganaSyllable {
                stems.insert(parts.last!)
            } else {
                parts.append(word)
                isStem = word.unicodeScalars.allSatisfy(\.properties.isIdeographic)
            }
        }
        // A stem alone is another form of the word.
        guard words.count > 1, !parts.isEmpty, parts.count > 1 || stems.isEmpty,
            parts.count <= Self.mostParts,
            parts.allSatisfy({ part in !part.isSyllable && !parts.contains { $0 != part && $0.contains(part) }
            }),
            Set(parts).count == parts.count
        else { return nil }
        let variants = ScriptVariants(languages)
        return compose(
            try parts.map { part throws(ICUError) in
                let own = query.alternative(part, nil)
                return [stems.contains(part) ? own.asWholeWord : own]
                    + (try variants.variants(of: part).prefix(3).map { query.alternative($0, nil) })
            }, .segments)
    }

    /// A spelling whose parts may be anywhere in a record.
    func compose(_ parts: [[PreparedQuery.Alternative]], _ kind: Equivalence) -> PreparedQuery.Alternative {
        var alternative = PreparedQuery.Alternative(
            parts.map { $0[0].spelling }.joined(separator: " "), query.foldings.map { _ in .empty },
            percent: Score.factor(kind))
        alternative.parts = parts
        alternative.equivalence = kind
        return alternative
    }
}

extension PreparedQuery.Alternative {
    /// Sets the only field to search, also of the words that the spelling consists of.
    mutating func setField(_ field: FieldName?) {
        guard let field else { return }
        self.field = field
        for index in phrase.indices { phrase[index].setField(field) }
        for part in parts.indices { for index in parts[part].indices { parts[part][index].setField(field) } }
    }
}

extension LetterRuns {
    /// Whether digits with separators between them are the same as without: in groups of three, or if there are at least five,
    /// as in article numbers. Others are ratios, dates and dimensions.
    static func mayJoinDigits(_ counts: [Int]) -> Bool {
        counts.reduce(0, +) >= 5 || counts[0] <= 3 && counts.dropFirst().allSatisfy { $0 == 3 }
    }
}

extension String {
    /// The parts of a word between separators.
    func parts(grouping: UInt8?) -> [String] {
        var text = self
        return text.withUTF8 { bytes in
            LetterRuns(bytes, grouping: grouping).ranges.map { String(decoding: bytes[$0], as: UTF8.self) }
        }
    }

    /// Whether a word is one character that is a syllable, which says nothing alone.
    fileprivate var isSyllable: Bool {
        guard let only = unicodeScalars.first, unicodeScalars.count == 1 else { return false }
        return only.isWrittenWithoutSpaces && !only.properties.isIdeographic
    }

    /// Whether a word is one character of hiragana.
    fileprivate var isHiraganaSyllable: Bool {
        unicodeScalars.count == 1 && unicodeScalars.first!.isHiragana
    }

    /// Whether a word is a particle of Chinese or Japanese, which says nothing about a product.
    fileprivate var isParticle: Bool {
        ["的", "の", "を", "に", "が", "は", "へ", "と", "で", "て", "も", "や", "か"].contains(self)
    }
}
