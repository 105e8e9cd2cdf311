// The equivalent spellings of a word by rules alone, without looking at texts.

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
        try mappingError(SearchError.icu) { () throws(ICUError) in
            let edges = WordEdges(typed.spelling)
            let word = edges.word
            var found: [PreparedQuery.Alternative] = []
            if word.isEmpty { return [] }
            let measures = try units(typed.spelling)
            // The sign of a unit is not punctuation.
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

    func spelling(_ text: String, _ kind: Equivalence, isWhole: Bool) -> PreparedQuery.Alternative {
        var alternative = query.alternative(text, nil, percent: Score.factor(kind))
        alternative.equivalence = kind
        alternative.isWhole = isWhole
        return alternative
    }

    /// Adjacent words that stand for one; they score like one word.
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

    /// Two words that texts write as one, in the other number: `t shirts` is `Tshirt`, and `lawn mowers` is
    /// Lawnmower. In the same number each of both is found within that word, so this stands for the second
    /// one.
    func otherNumbers(ofJoined words: [String]) -> [PreparedQuery.Alternative] {
        let joined = words.joined()
        return languages.flatMap { RegularForms.otherNumbers(of: joined, $0) }.withoutDuplicates.map {
            spelling($0, .forms, isWhole: true)
        }
    }

    /// A spelling whose components may be anywhere in a record.
    func compose(_ parts: [[PreparedQuery.Alternative]], _ kind: Equivalence) -> PreparedQuery.Alternative {
        var alternative = PreparedQuery.Alternative(
            parts.map { $0[0].spelling }.joined(separator: " "), query.foldings.map { _ in .empty },
            percent: Score.factor(kind))
        alternative.parts = parts
        alternative.equivalence = kind
        return alternative
    }
}
