// The spellings that stand for the words of a query besides the typed ones.

internal import ICU

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
                    // `C++` is another word than `C`, where texts have it; `#1` is a number as `1` is, and ranks first.
                    if !edges.isNumber { continue }
                    rule.percent = Score.unsignedFactor
                }
                found.append(rule)
            }
            found += try synonymsOfParts(typed, expansion)
            let word = PreparedQuery.Word(
                typed: query.words[number].typed, [typed.number == nil ? query.withoutEdges(typed) : typed])
            let sought: [WordQuery] = try mayBeApart(number) ? [.joined, .apart] : [.joined]
            for var alternative in try joined(word, sought, expansion) + parts(of: word, expansion) {
                alternative.setField(typed.field)
                found.append(alternative)
            }
        }
        let equivalents = Array(found.prefix(Self.mostSpellings))
        knownEquivalents[number] = equivalents
        return equivalents
    }

    /// A word of several parts, between separators or in a script without spaces, with a synonym of one of them.
    private func synonymsOfParts(
        _ typed: PreparedQuery.Alternative, _ expansion: WordExpansion
    ) throws(SearchError) -> [PreparedQuery.Alternative] {
        guard catalogs.contains(where: { !$0.description.synonyms.isEmpty }) else { return [] }
        var parts = typed.spelling.parts(grouping: nil)
        let isDense = parts.count == 1
        if isDense {
            parts = try PreparedQuery.withICU { () throws(ICUError) in try expansion.words(typed.spelling) }
        }
        guard 2...LetterRuns.mostJoined ~= parts.count else { return [] }
        var found: [PreparedQuery.Alternative] = []
        for place in parts.indices {
            for synonym in try synonyms(of: [parts[place]]) {
                var words = parts
                words.replaceSubrange(place...place, with: PreparedQuery.split(synonym.spelling))
                var alternative =
                    isDense
                    ? expansion.spelling(words.joined(), .synonyms, isWhole: false)
                    : expansion.neighbours(words, .synonyms)
                alternative.setField(typed.field)
                found.append(alternative)
            }
        }
        return found
    }

    /// The number of words up to which a word that texts have as one is also looked for as several. In a longer query a record
    /// that has it as several is found without the word, and looking for each would take longest.
    private static let mostWordsApart = 6

    /// Whether a word is looked for as several words with spaces between them.
    func mayBeApart(_ number: Int) throws(SearchError) -> Bool {
        if !isLong { return true }
        return try uses(of: number) == 0
    }

    var isLong: Bool { query.words.count > Self.mostWordsApart }

    /// The word written together or apart in the texts.
    private func joined(
        _ word: PreparedQuery.Word, _ sought: [WordQuery], _ expansion: WordExpansion
    ) throws(SearchError) -> [PreparedQuery.Alternative] {
        var distances: [String: Int] = [:]
        for sought in sought {
            for found in try engine.source.words(sought, like: word, query, in: catalogs) {
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

    /// The typed words next to each other that stand for one thing, with its other spellings: synonyms of several words,
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
                    let measures = try PreparedQuery.withICU { () throws(ICUError) in
                        try expansion.measures(words.first!.typed, unit)
                    }
                    // `500ml` before `1500 ml` for `500 ml`.
                    let isAll = words.count == query.words.count
                    alternatives += measures.map { $0.standing(for: words.count, isAll: isAll) }
                }
                if words.count == 3, WordExpansion.isTimes(words[start + 1].typed) {
                    alternatives += expansion.sizes(words.map(\.typed).joined())
                }
                if words.count == 2, words.first!.typed.isOneLetter {
                    alternatives += expansion.otherNumbers(ofJoined: words.map(\.typed))
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

    /// Whether a word is in a script without spaces, or in a language with compounds.
    func mayHaveParts(_ word: String) -> Bool {
        let scalars = word.unicodeScalars
        // The first letters of Korean syllables are no string without spaces.
        if scalars.allSatisfy({ (0x3131...0x318E).contains($0.value) }) { return false }
        return languages.contains(where: CompoundParts.isWritten)
            || scalars.contains(where: \.isWrittenWithoutSpaces)
    }
}

extension PreparedQuery.Alternative {
    /// The spelling in the place of words that stand next to each other: it earns what all of them would.
    ///
    /// - Parameter isAll: whether there are no other words. Then nothing says how near it is to them.
    func standing(for wordCount: Int, isAll: Bool) -> PreparedQuery.Alternative {
        var other = self
        other.percent *= wordCount
        if isAll { other.percent = other.percent * Nearness.adjacent.factor / Nearness.none.factor }
        return other
    }

    /// Whether it is a single word as typed.
    var isTypedWord: Bool { relaxation == nil && equivalence == nil && !isComposite }
}
