// Reports to the user which similar words a search found.

extension QueryRelaxer {
    /// What to tell the user about the words that were found.
    ///
    /// - Parameters:
    ///   - queries: what ``queries(_:engine:within:)`` returned.
    ///   - found: what they found, not empty.
    /// - Returns: `nil` if all records match strictly.
    func relaxation(
        of queries: [PreparedQuery], _ found: SearchEngine.Findings,
        engine: SearchEngine, within budget: RelaxationBudget
    ) throws(SearchError) -> Relaxation? {
        guard let first = queries.first,
            queries.contains(where: {
                $0.words.contains { $0.alternatives.contains { $0.relaxation != nil } }
            })
        else { return nil }
        try askAheadForReport(queries, within: budget)
        var strictTotal = isOneWord ? try uses(of: 0) : try count(query, engine)
        // Equivalent spellings are strict matches, too, but take longer to count.
        if strictTotal == 0 { strictTotal = try count(strict(first), engine) }
        guard strictTotal < found.totalInAllScopes else { return nil }
        var words: [Relaxation.Word] = []
        var kinds: [Relaxation.Kind] = []
        try budget.run { () throws(SearchError) in
            for word in query.words {
                var spellings: [String] = []
                for next in try replacements(of: word.typed, in: queries, engine) {
                    if !spellings.contains(next.spelling) { spellings.append(next.spelling) }
                    kinds.append(next.kind)
                }
                if !spellings.isEmpty { words.append(.init(word: word.typed, found: spellings)) }
            }
        }
        guard let kind = kinds.max() else { return nil }
        return Relaxation(kind: kind, words: words, addsToStrict: strictTotal > 0)
    }

    /// The typed query with the equivalent spellings of its words only.
    private func strict(_ wide: PreparedQuery) -> PreparedQuery {
        guard wide.words.count == query.words.count else { return query }
        var strict = wide
        for word in strict.words.indices {
            strict.words[word].alternatives.removeAll { $0.relaxation != nil }
        }
        return strict
    }

    /// The words that replaced a typed one in records that were found.
    private func replacements(
        of typed: String, in queries: [PreparedQuery], _ engine: SearchEngine
    ) throws(SearchError) -> [(spelling: String, kind: Relaxation.Kind)] {
        var found: [(spelling: String, kind: Relaxation.Kind)] = []
        for (number, query) in queries.enumerated() {
            let places = query.words.indices.filter { query.words[$0].typed == typed }
            guard let place = places.first else { continue }
            // Only the first query has alternatives; the others differ from it
            // in the words that they replace.
            let word = query.words[place]
            if number > 0 {
                guard mayBeReported(query, places), try findsAny(query, engine) else { continue }
                let spelling = places.map { query.words[$0].spelling }.joined(separator: " ")
                // A text with a hyphen has both words next to each other.
                if found.contains(where: { $0.spelling.letters == spelling.letters }) { continue }
                found.append((spelling, word.alternatives[0].relaxation ?? .letters))
                continue
            }
            let relaxed = word.alternatives.filter { $0.relaxation != nil }
            let areFound =
                isOnlyReplacement(place, in: query)
                ? relaxed.map { _ in true } : try self.areFound(relaxed, at: place, in: query, engine)
            for (alternative, isFound) in zip(relaxed, areFound) where isFound {
                found.append((alternative.spelling, alternative.relaxation ?? .letters))
            }
        }
        return found
    }

    /// Whether a query other than the first replaces the words at these positions by one.
    func mayBeReported(_ query: PreparedQuery, _ places: [Int]) -> Bool {
        places.count > 1 || query.words[places[0]].alternatives[0].relaxation != nil
    }

    /// Whether the word has only one replacement, which then must be what was found.
    func isOnlyReplacement(_ place: Int, in query: PreparedQuery) -> Bool {
        query.words.count == self.query.words.count && isKnownToBeMissing(place)
            && query.words[place].alternatives.count == self.query.words[place].alternatives.count + 1
    }

    /// The query with only those spellings of a word whose presence in texts must be checked; `nil` if there
    /// are none.
    func queriedSpellings(
        _ alternatives: [PreparedQuery.Alternative], at word: Int, in query: PreparedQuery
    ) -> PreparedQuery? {
        // Labels are not texts, and texts may lack a synonym.
        guard !isOneWord, !searchesLabels, alternatives.contains(where: \.isInTexts) else { return nil }
        var queried = query
        queried.words[word].alternatives = alternatives.filter(\.isInTexts)
        return queried
    }

    /// Whether a query finds a record with each of some alternatives of a word.
    private func areFound(
        _ alternatives: [PreparedQuery.Alternative], at word: Int, in query: PreparedQuery,
        _ engine: SearchEngine
    ) throws(SearchError) -> [Bool] {
        var inTexts: ArraySlice<Bool>?
        if let queried = queriedSpellings(alternatives, at: word, in: query) {
            inTexts = try engine.source.spellings(ofWord: word, in: queried, in: catalogs)[...]
        }
        var areFound: [Bool] = []
        for alternative in alternatives {
            if isOneWord, alternative.isInTexts {
                areFound.append(true)
            } else if inTexts != nil, alternative.isInTexts {
                areFound.append(inTexts!.popFirst() ?? false)
            } else {
                areFound.append(try findsAny(query.withOnly(alternative, at: word), engine))
            }
        }
        return areFound
    }

    /// Whether labels of scopes or catalogs are searched.
    private var searchesLabels: Bool {
        catalogs.contains {
            (query.request.fields ?? $0.description.fields).contains(where: FieldName.labels.contains)
        }
    }
}

extension String {
    /// The text without white space, hyphens and other marks.
    fileprivate var letters: [UInt32] { unicodeScalars.lazy.map(\.value).filter(\.isLetterOrDigit) }
}
