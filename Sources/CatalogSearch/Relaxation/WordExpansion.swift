// The spellings that stand for a typed word by rules alone: they need no look at the texts.

internal import ICU
internal import Support

/// Finds equivalent spellings of the words of a query.
struct WordExpansion {
    let query: PreparedQuery
    let languages: [String]

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
            found += conjunctions(word)
            found += try grouped(word)
            found += try decimals(word)
            found += sizes(word)
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

    /// The words between two parts of a list, from CLDR's list patterns.
    private static let conjunctions = [
        "ca": "i", "cs": "a", "da": "og", "de": "und", "el": "και", "en": "and", "es": "y", "fi": "ja",
        "fr": "et",
        "hi": "और", "hr": "i", "hu": "és", "it": "e", "nb": "og", "nl": "en", "pl": "i", "pt": "e",
        "ro": "și",
        "ru": "и", "sv": "och", "th": "และ", "tr": "ve", "uk": "і", "vi": "và",
    ]

    /// The signs that texts may have for a word such as `and`.
    private func conjunctions(_ word: String) -> [PreparedQuery.Alternative] {
        let typed = word.lowercased()
        guard languages.contains(where: { Self.conjunctions[$0] == typed }) else { return [] }
        return ["&", "+"].map { spelling($0, .separators, isWhole: false) }
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
}
