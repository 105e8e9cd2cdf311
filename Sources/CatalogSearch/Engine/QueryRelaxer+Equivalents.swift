// The equivalent spellings of the words of a query.

internal import ICU
internal import Support

extension QueryRelaxer {
    /// The greatest number of spellings of a word.
    private static let mostSpellings = 48

    /// The equivalent spellings of a word, except for its forms and synonyms; nearest first.
    func equivalents(of number: Int) throws(SearchError) -> [PreparedQuery.Alternative] {
        if let known = knownEquivalents[number] { return known }
        let expansion = WordExpansion(query)
        var found: [PreparedQuery.Alternative] = []
        for typed in query.words[number].alternatives where typed.isTypedWord {
            let rules = try expansion.alternatives(for: typed)
            let edges = WordEdges(typed.spelling)
            let isInTexts = edges.isNamed ? try uses(of: number) > 0 : false
            for var rule in rules {
                if isInTexts, rule.equivalence == .edges {
                    // If texts have `C++`, it is a different word from `C`. `#1` is a number like `1`, and
                    // ranks first.
                    if !edges.isNumber { continue }
                    rule.percent = Score.unsignedFactor
                }
                found.append(rule)
            }
            found += try synonymsOfParts(typed, expansion)
            let word = PreparedQuery.Word(
                typed: query.words[number].typed, [typed.number == nil ? query.withoutEdges(typed) : typed])
            found += try hyphenatedBeginnings(of: number, word, expansion)
            let isSeparate = try mayBeSeparate(number)
            var others = try joined(word, isSeparate ? [.joined, .apart] : [.joined], expansion)
            if isSeparate { others += try parts(of: word, expansion) }
            for var alternative in others {
                alternative.setField(typed.field)
                found.append(alternative)
            }
        }
        for phrase in query.words[number].alternatives where phrase.isTypedPhrase {
            found += try phraseVariants(phrase, expansion)
        }
        if let joined = joinedWithPrevious(number) {
            found += expansion.otherNumbers(ofJoined: joined) + expansion.possessives(ofJoined: joined)
        }
        let equivalents = Array(found.prefix(Self.mostSpellings))
        knownEquivalents[number] = equivalents
        return equivalents
    }

    /// The last word as the beginning of words with a hyphen: it may still be typed.
    private func hyphenatedBeginnings(
        of number: Int, _ word: PreparedQuery.Word, _ expansion: WordExpansion
    ) throws(SearchError) -> [PreparedQuery.Alternative] {
        guard mayBeginWithHyphen(number) else { return [] }
        return try engine.source.words(.hyphenatedBeginnings, like: word, query, in: catalogs)
            .map(\.spelling).sorted().map { expansion.spelling($0, .separators, isWhole: false) }
    }

    /// Whether to search for a word also as the beginning of words with a hyphen.
    func mayBeginWithHyphen(_ number: Int) -> Bool {
        let word = query.words[number]
        let letters = word.typed.unicodeScalars
        return number == query.words.count - 1 && word.isOneWord
            && WordQuery.lengthsOfHyphenatedBeginnings.contains(letters.count)
            && letters.allSatisfy(\.isLetterOfAlphabet)
    }

    /// A word and the one before it, which texts may write as one: letters alone, in a script with spaces.
    private func joinedWithPrevious(_ number: Int) -> [String]? {
        guard number > 0, !isLong else { return nil }
        let words = query.words[number - 1...number]
        guard words.allSatisfy({ $0.isOneWord && $0.typed.unicodeScalars.allSatisfy(\.isLetterOfAlphabet) })
        else { return nil }
        return words.map(\.typed)
    }

    /// A phrase with one of its words as texts write it otherwise: `"levis 501"` is Levi's 501, and
    /// `"eau de rose"` is in L'eau de rose.
    private func phraseVariants(
        _ phrase: PreparedQuery.Alternative, _ expansion: WordExpansion
    ) throws(SearchError) -> [PreparedQuery.Alternative] {
        var found: [PreparedQuery.Alternative] = []
        for (position, word) in phrase.phrase.enumerated() {
            let others =
                try joined(PreparedQuery.Word(typed: word.spelling, [word]), [.joined, .apart], expansion)
                .filter { $0.equivalence == .separators } + expansion.withArticles(word.spelling)
                + expansion.sizes(word.spelling)
            for other in others {
                var words = phrase.phrase
                words.replaceSubrange(position...position, with: other.isComposite ? other.phrase : [other])
                found.append(
                    PreparedQuery.Alternative(phrase: words).standing(
                        for: phrase, as: other.equivalence, other.percent))
            }
        }
        // In texts a sign may stand for `and`, which is not a word of a phrase: `"rock and roll"` is Rock &
        // Roll.
        let inner = phrase.phrase.indices.dropFirst().dropLast()
        let conjunctions = inner.filter { expansion.isConjunction(phrase.phrase[$0].spelling) }
        if !conjunctions.isEmpty {
            let words = phrase.phrase.indices.filter { !conjunctions.contains($0) }.map { phrase.phrase[$0] }
            found.append(
                PreparedQuery.Alternative(phrase: words).standing(
                    for: phrase, as: .separators, Score.factor(.separators)))
        }
        return found + withFractions(phrase)
    }

    /// A phrase with a fraction as one number, since phrases drop the slash: `"1/2 price"` is `½ price`, and
    /// `"7 1/2"` is 7½.
    private func withFractions(_ phrase: PreparedQuery.Alternative) -> [PreparedQuery.Alternative] {
        func number(_ position: Int) -> String? {
            let word = phrase.phrase[position].spelling
            return word.utf8.count <= 2 && word.utf8.allSatisfy { (0x30...0x39).contains($0) } ? word : nil
        }
        var found: [PreparedQuery.Alternative] = []
        for position in phrase.phrase.indices.dropLast() {
            guard let upper = number(position), let lower = number(position + 1), lower != "0", lower != "1"
            else {
                continue
            }
            let fraction = upper + "\u{2044}" + lower
            let whole = position > 0 ? number(position - 1) : nil
            for (first, text) in [(position, fraction)]
                + (whole.map { [(position - 1, $0 + fraction)] } ?? [])
            {
                var words = phrase.phrase
                words.replaceSubrange(first...position + 1, with: [query.alternative(text, nil).asWholeWord])
                let written = words.count == 1 ? words[0] : PreparedQuery.Alternative(phrase: words)
                found.append(written.standing(for: phrase, as: .units, Score.factor(Equivalence.units)))
            }
        }
        return found
    }

    /// The query without the records that have an excluded word, also in other forms and spellings: `-men`
    /// excludes men's shirts but no women's, and `-tshirt` T-shirts.
    func excludingOtherSpellings() throws(SearchError) -> PreparedQuery {
        var query = query
        guard query.request.relax != .never, !query.excluded.isEmpty else { return query }
        let expansion = WordExpansion(query)
        for number in query.excluded.indices {
            for (position, typed) in query.excluded[number].alternatives.enumerated() {
                var others: [PreparedQuery.Alternative] = []
                if typed.isTypedPhrase {
                    others = try phraseVariants(typed, expansion)
                } else if typed.isTypedWord {
                    let word = PreparedQuery.Word(typed: typed.spelling, [query.withoutEdges(typed)])
                    others =
                        try expansion.alternatives(for: typed) + joined(word, [.joined, .apart], expansion)
                    let isWhole = excludesWholeWords(typed)
                    others.removeAll {
                        $0.equivalence != .separators && $0.equivalence != .script
                            && !(isWhole && [.forms, .elision].contains($0.equivalence))
                    }
                    if isWhole {
                        query.excluded[number].alternatives[position].isWhole = true
                        query.excluded[number].alternatives[position].compoundLevels = query.compoundLevels
                        others += expansion.withArticles(typed.spelling)
                        others += try forms(of: word, as: .forms).flatMap(\.words).flatMap(\.alternatives)
                    }
                }
                for var other in others.prefix(Self.mostSpellings) {
                    other.setField(typed.field)
                    query.excluded[number].alternatives.append(other)
                }
            }
        }
        return query
    }

    /// The least number of letters of a word that also excludes its compounds, if the reader's language has
    /// compounds.
    private static let leastInCompounds = 3

    /// Whether an excluded word does not exclude longer words that contain it. Compounds often mean the same
    /// thing; other scripts write articles and particles with the word, or use no spaces.
    private func excludesWholeWords(_ typed: PreparedQuery.Alternative) -> Bool {
        let scalars = typed.spelling.unicodeScalars
        guard scalars.allSatisfy(\.isOfAlphabetWithSpaces) else { return false }
        return !query.compoundLevels.contains(0) || scalars.count < Self.leastInCompounds
            || !scalars.contains(where: \.properties.isAlphabetic)
    }

    /// A word of several components, with or without separators, with a synonym of one of them.
    private func synonymsOfParts(
        _ typed: PreparedQuery.Alternative, _ expansion: WordExpansion
    ) throws(SearchError) -> [PreparedQuery.Alternative] {
        guard catalogs.contains(where: { !$0.description.synonyms.isEmpty }) else { return [] }
        let parts = typed.spelling.parts(grouping: nil)
        var found: [PreparedQuery.Alternative] = []
        if parts.count == 1 {
            for (before, part, behind) in query.cuts(of: typed.spelling) {
                for synonym in try synonyms(of: [part]) {
                    found.append(
                        expansion.spelling(before + synonym.spelling + behind, .synonyms, isWhole: false))
                    // The synonym may have a linking letter, or spaces around it.
                    let words = [before, synonym.spelling, behind].filter { !$0.isEmpty }
                    found.append(expansion.compose(words.map { [query.alternative($0, nil)] }, .compound))
                }
            }
        } else if parts.count <= LetterRuns.mostJoined {
            for position in parts.indices {
                for synonym in try synonyms(of: [parts[position]]) {
                    var words = parts
                    words.replaceSubrange(position...position, with: PreparedQuery.split(synonym.spelling))
                    found.append(expansion.neighbours(words, .synonyms))
                }
            }
        }
        return found.map { alternative in
            var alternative = alternative
            alternative.setField(typed.field)
            return alternative
        }
    }

    /// The most words of a query in which a word that texts have is also searched as several words, next to
    /// each other or anywhere. In a longer query, a record with the separate words is found without the word,
    /// and searching for them would take longest.
    private static let mostWordsApart = 6

    /// Whether to search for a word also as several words.
    func mayBeSeparate(_ number: Int) throws(SearchError) -> Bool {
        if !isLong { return true }
        return try uses(of: number) == 0
    }

    var isLong: Bool { query.words.count > Self.mostWordsApart }

    /// The word written together or apart in the texts.
    private func joined(
        _ word: PreparedQuery.Word, _ wordQueries: [WordQuery], _ expansion: WordExpansion
    ) throws(SearchError) -> [PreparedQuery.Alternative] {
        var distances: [String: Int] = [:]
        for wordQuery in wordQueries {
            for found in try engine.source.words(wordQuery, like: word, query, in: catalogs) {
                distances[found.spelling] = min(distances[found.spelling] ?? found.distance, found.distance)
            }
        }
        let nearest = distances.sorted {
            ($0.value, $0.key.utf8.count, $0.key) < ($1.value, $1.key.utf8.count, $1.key)
        }
        return nearest.prefix(QueryVariant.limit).map { spelling, distance in
            expansion.neighbours(PreparedQuery.split(spelling), distance == 0 ? .separators : .forms)
        }
    }

    /// Adjacent typed words that stand for one thing, with its other spellings: synonyms of several words,
    /// numbers with units, and sizes.
    func spans() throws(SearchError) -> [(words: Range<Int>, word: PreparedQuery.Word)] {
        let expansion = WordExpansion(query)
        var spans: [(words: Range<Int>, word: PreparedQuery.Word)] = []
        for start in query.words.indices where query.words[start].isOneWord {
            var end = start + 1
            while end < query.words.count, end - start < SynonymIndex.mostWords, query.words[end].isOneWord {
                end += 1
                let words = query.words[start..<end]
                var alternatives = try synonyms(of: words.map(\.typed)).flatMap { synonym in
                    [synonym.words[0].alternatives[0]] + expansion.otherNumbers(ofSynonym: synonym.spelling)
                }
                if words.first!.alternatives[0].number != nil || WordExpansion.isFraction(words.first!.typed)
                {
                    let unit = words.dropFirst().map(\.typed).joined(separator: " ")
                    let measures = try mappingError(SearchError.icu) { () throws(ICUError) in
                        try expansion.measures(words.first!.typed, unit)
                    }
                    // `500ml` before `1500 ml` for `500 ml`.
                    let isAll = words.count == query.words.count
                    alternatives += measures.map { $0.standing(for: words.count, isAll: isAll) }
                }
                if words.count == 2 {
                    let amounts = try mappingError(SearchError.icu) { () throws(ICUError) in
                        try expansion.grouped(words.map(\.typed).joined())
                    }
                    let isAll = words.count == query.words.count
                    alternatives += amounts.map { $0.standing(for: words.count, isAll: isAll) }
                }
                if words.count == 3, words[start + 1].typed.isTimesSign {
                    alternatives += expansion.sizes(words.map(\.typed).joined())
                }
                if alternatives.isEmpty { continue }
                let typed = words.map(\.typed).joined(separator: " ")
                spans.append((start..<end, PreparedQuery.Word(typed: typed, alternatives)))
            }
        }
        return spans
    }
}

extension PreparedQuery {
    /// A typed word without the punctuation at its edges.
    func withoutEdges(_ typed: Alternative) -> Alternative {
        let edges = WordEdges(typed.spelling)
        guard !edges.word.isEmpty, edges.word != typed.spelling else { return typed }
        var word = alternative(edges.word, nil)
        word.field = typed.field
        word.range = typed.range
        return word
    }

    /// The greatest number of scalars of a word that is cut for synonyms of its parts.
    private static let longestCut = 24

    /// The components of a word in a script without spaces, or at an end of a word in a language with
    /// compounds, with the text before and after each.
    func cuts(of word: String) -> [(before: String, part: String, behind: String)] {
        let scalars = Array(word.unicodeScalars)
        let isDense = scalars.allSatisfy(\.isWrittenWithoutSpaces)
        if let cut = scalars.indices.dropFirst().first(where: {
            scalars[$0].isWrittenWithoutSpaces != scalars[$0 - 1].isWrittenWithoutSpaces
        }) {
            // `TV台` is cut where its script changes.
            let (first, last) = (String(scalars[..<cut]), String(scalars[cut...]))
            return [("", first, last), (first, last, "")]
        }
        guard scalars.count <= Self.longestCut, isDense || languages.contains(where: CompoundParts.isWritten)
        else { return [] }
        let least = isDense ? 1 : CompoundParts.leastLength
        var cuts: [(before: String, part: String, behind: String)] = []
        for start in scalars.indices {
            for end in start..<scalars.count + 1 where end - start >= max(2, least) {
                let (before, behind) = (scalars[..<start], scalars[end...])
                if before.isEmpty && behind.isEmpty { continue }
                if !isDense,
                    !(before.isEmpty && behind.count >= least || behind.isEmpty && before.count >= least)
                {
                    continue
                }
                cuts.append((String(before), String(scalars[start..<end]), String(behind)))
            }
        }
        return cuts
    }

    /// Whether a word is in a script without spaces, or in a language with compounds.
    func mayHaveParts(_ word: String) -> Bool {
        let scalars = word.unicodeScalars
        // The first consonants of Korean syllables are not a string without spaces.
        if scalars.allSatisfy({ (0x3131...0x318E).contains($0.value) }) { return false }
        return languages.contains(where: CompoundParts.isWritten)
            || scalars.contains(where: \.isWrittenWithoutSpaces)
    }
}

extension PreparedQuery.Alternative {
    /// The spelling as a replacement of a phrase.
    ///
    /// - Parameter percent: the percentage of the phrase's score that remains.
    fileprivate func standing(
        for phrase: PreparedQuery.Alternative, as equivalence: Equivalence?, _ percent: Int
    ) -> PreparedQuery.Alternative {
        var other = self
        other.percent = phrase.percent * percent / 100
        other.equivalence = equivalence
        other.setField(phrase.field)
        return other
    }

    /// The spelling as a replacement of adjacent words: it scores like all of them together.
    ///
    /// - Parameter isAll: whether there are no other words. Then it has no nearness to other words.
    func standing(for wordCount: Int, isAll: Bool) -> PreparedQuery.Alternative {
        var other = self
        other.percent *= wordCount
        if isAll { other.percent = other.percent * Nearness.adjacent.factor / Nearness.none.factor }
        return other
    }
}

extension Unicode.Scalar {
    /// Whether it is in the blocks of Latin, Greek and Cyrillic letters: these scripts have spaces between
    /// words, and write no articles or particles with a word.
    fileprivate var isOfAlphabetWithSpaces: Bool { value < 0x0530 || (0x1E00...0x1FFF).contains(value) }

    fileprivate var isLetterOfAlphabet: Bool { isOfAlphabetWithSpaces && properties.isAlphabetic }
}
