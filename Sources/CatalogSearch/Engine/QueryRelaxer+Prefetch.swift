// Requests that a relaxed search sends to its shards in advance, in one message. This only saves time:
// responses that are missing are requested when they are needed.

internal import ICU

extension QueryRelaxer {
    /// Requests how a step may replace the words of the query.
    func prefetch(_ step: RelaxationStep) throws(SearchError) {
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
    func prefetch(_ kind: Relaxation.Kind) throws(SearchError) {
        try askAheadForUses()
        try askAheadForReplacements { number, other throws(SearchError) in
            other <= kind ? try replacedWords().contains(number) : false
        }
    }

    /// Requests how many texts use each word, which decides what is replaced.
    private func askAheadForUses() throws(SearchError) {
        try engine.source.prefetch(catalogs) {
            query.words.indices.filter { !query.words[$0].replaceable.isEmpty && !isUseKnown(of: $0) }
                .map { .uses(alone($0)) }
        }
    }

    private func askAheadForReplacements(
        _ isWanted: (Int, Relaxation.Kind) throws(SearchError) -> Bool
    ) throws(SearchError) {
        try engine.source.prefetch(catalogs) { () throws(SearchError) in
            var requests: [RecordSourceRequest] = []
            for number in query.words.indices {
                for kind in Relaxation.Kind.allCases where !areReplacementsKnown(for: number, kind) {
                    guard try isWanted(number, kind) else { continue }
                    for word in replaceableWords(number) {
                        switch kind {
                        case .forms:
                            requests += [
                                .words(.stems, like: word, query), .words(.joined, like: word, query),
                            ]
                            if mayBeginWithHyphen(number) {
                                requests.append(.words(.hyphenatedBeginnings, like: word, query))
                            }
                            if try mayBeSeparate(number) {
                                requests.append(.words(.apart, like: word, query))
                                if query.mayHaveParts(word.spelling) {
                                    requests.append(.words(.parts, like: word, query))
                                }
                            }
                            for synonym in inflected(try synonyms(of: [word.spelling], word)) {
                                requests.append(.words(.stems, like: synonym, query))
                            }
                        case .letters:
                            requests += [
                                .words(.letters, like: word, query), .words(.readings, like: word, query),
                            ]
                        case .typos: requests.append(.words(.typos, like: word, query))
                        case .fewer: break
                        }
                    }
                }
            }
            return requests
        }
    }

    /// Requests how many records queries find in all scopes.
    func prefetch(counting queries: [PreparedQuery]) throws(SearchError) {
        try engine.source.prefetch(catalogs) { queries.map { .find([$0.withoutPage]) } }
    }

    /// Requests what a report needs, unless the time is spent.
    func askAheadForReport(
        _ queries: [PreparedQuery], within budget: RelaxationBudget
    ) throws(SearchError) {
        try engine.source.prefetch(catalogs, within: budget) {
            var requests: [RecordSourceRequest] =
                isOneWord ? [.uses(alone(0))] : [.find([query.withoutPage])]
            for word in query.words {
                for (number, query) in queries.enumerated() {
                    let positions = query.words.indices.filter { query.words[$0].typed == word.typed }
                    guard let position = positions.first else { continue }
                    if number > 0 {
                        if mayBeReported(query, positions) { requests.append(.find([query.withoutPage])) }
                    } else if !isOnlyReplacement(position, in: query) {
                        let relaxed = query.words[position].alternatives.filter { $0.relaxation != nil }
                        let queried = queriedSpellings(relaxed, at: position, in: query)
                        if let queried { requests.append(.spellings(word: position, queried)) }
                        requests += relaxed.filter { !$0.isInTexts || !isOneWord && queried == nil }
                            .map { .find([query.withOnly($0, at: position).withoutPage]) }
                    }
                }
            }
            return requests
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
