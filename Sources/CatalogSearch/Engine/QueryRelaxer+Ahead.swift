// Requests that a relaxed search sends to its shards in advance, in one message. This only saves time:
// responses that are missing are requested when they are needed.

internal import ICU

extension QueryRelaxer {
    /// Requests how a step may replace the words of the query.
    func askAhead(_ step: RelaxationStep) throws(SearchError) {
        if step != .forms || isLong { try askAheadForUses() }
        try askAheadForReplacements { number, kind throws(SearchError) in
            switch kind {
            case .forms: true
            // Corrections take the longest to find. Here are the corrections that are needed in any case.
            case .typos: try isReplaced(number, step) ? try isCorrected(number, step) : false
            default: try isReplaced(number, step) && step.kinds.contains(kind)
            }
        }
    }

    /// Whether a step replaces a word by words other than its forms.
    private func isReplaced(_ number: Int, _ step: RelaxationStep) throws(SearchError) -> Bool {
        step == .forms ? false : try replacedWords().contains(number)
    }

    /// Whether a step corrects a word that it may replace, independent of other results.
    private func isCorrected(_ number: Int, _ step: RelaxationStep) throws(SearchError) -> Bool {
        switch step {
        case .typos: true
        case .missingTypos: try uses(of: number) == 0
        default: false
        }
    }

    /// Requests the replacements of words by a kind and stricter ones, which variants need.
    func askAhead(_ kind: Relaxation.Kind) throws(SearchError) {
        try askAheadForUses()
        try askAheadForReplacements { number, other throws(SearchError) in
            other <= kind ? try replacedWords().contains(number) : false
        }
    }

    /// Requests how many texts use each word, which decides what is replaced.
    private func askAheadForUses() throws(SearchError) {
        try engine.source.askAhead(catalogs) {
            query.words.indices.filter { !query.words[$0].replaceable.isEmpty && !isUseKnown(of: $0) }
                .map { .uses(alone($0)) }
        }
    }

    private func askAheadForReplacements(
        _ isWanted: (Int, Relaxation.Kind) throws(SearchError) -> Bool
    ) throws(SearchError) {
        try engine.source.askAhead(catalogs) { () throws(SearchError) in
            var questions: [RecordSourceRequest] = []
            for number in query.words.indices {
                for kind in Relaxation.Kind.allCases where !areReplacementsKnown(for: number, kind) {
                    guard try isWanted(number, kind) else { continue }
                    for word in replaceableWords(number) {
                        switch kind {
                        case .forms:
                            questions += [
                                .words(.stems, like: word, query), .words(.joined, like: word, query),
                            ]
                            if try mayBeApart(number) {
                                questions.append(.words(.apart, like: word, query))
                            }
                            if query.mayHaveParts(word.spelling) {
                                questions.append(.words(.parts, like: word, query))
                            }
                            for synonym in inflected(try synonyms(of: [word.spelling], word)) {
                                questions.append(.words(.stems, like: synonym, query))
                            }
                        case .letters:
                            questions += [
                                .words(.letters, like: word, query), .words(.readings, like: word, query),
                            ]
                        case .typos: questions.append(.words(.typos, like: word, query))
                        case .fewer: break
                        }
                    }
                }
            }
            return questions
        }
    }

    /// Requests how many records queries find in all scopes.
    func askAhead(counting queries: [PreparedQuery]) throws(SearchError) {
        try engine.source.askAhead(catalogs) { queries.map { .find([$0.withoutPage]) } }
    }

    /// Requests what a report needs, unless the time is spent.
    func askAheadForReport(
        _ queries: [PreparedQuery], within budget: RelaxationBudget
    ) throws(SearchError) {
        try engine.source.askAhead(catalogs, within: budget) {
            var questions: [RecordSourceRequest] =
                isOneWord ? [.uses(alone(0))] : [.find([query.withoutPage])]
            for word in query.words {
                for (number, query) in queries.enumerated() {
                    let places = query.words.indices.filter { query.words[$0].typed == word.typed }
                    guard let place = places.first else { continue }
                    if number > 0 {
                        if mayBeReported(query, places) { questions.append(.find([query.withoutPage])) }
                    } else if !isOnlyReplacement(place, in: query) {
                        let relaxed = query.words[place].alternatives.filter { $0.relaxation != nil }
                        let queried = queriedSpellings(relaxed, at: place, in: query)
                        if let queried { questions.append(.spellings(word: place, queried)) }
                        questions += relaxed.filter { !$0.isInTexts || !isOneWord && queried == nil }
                            .map { .find([query.withOnly($0, at: place).withoutPage]) }
                    }
                }
            }
            return questions
        }
    }
}

extension PreparedQuery {
    /// The query with a spelling as the only one of a word.
    func withOnly(_ alternative: Alternative, at word: Int) -> PreparedQuery {
        var query = self
        query.words[word].alternatives = [alternative]
        return query
    }

    /// The query with an empty page, which still counts.
    var withoutPage: PreparedQuery {
        var query = self
        query.request.limit = 0
        return query
    }
}
