// The queries of each step of a relaxed search.

internal import ICU

extension QueryRelaxer {
    /// The queries of a step: the first has the most words as alternatives; others have what alternatives cannot express.
    ///
    /// - Returns: none if the step adds nothing to the typed words, or if the time is spent.
    func queries(
        _ step: RelaxationStep, engine: SearchEngine, within budget: RelaxationBudget
    ) throws(SearchError) -> [PreparedQuery] {
        guard !query.words.isEmpty, !query.matchesNothing else { return [] }
        var queries: [PreparedQuery] = []
        try budget.run { () throws(SearchError) in
            try askAhead(step)
            let wide = try widened(by: step)
            switch step {
            case .fewer: queries = try withFewerWords(wide.query, engine).map { [$0] } ?? []
            case .letters, .all:
                if wide.isWider { queries = [wide.query] + wide.others }
                if step == .letters, queries.isEmpty { queries = [wide.query] }
                if step == .letters { queries += try joinedOrSplit(wide.query, engine) }
            case .forms, .missingTypos, .typos: if wide.isWider { queries = [wide.query] + wide.others }
            }
        }
        // A synonym may have several words.
        queries.removeAll { $0.words.count > SearchRequest.maximumWordCount }
        return Array(queries.prefix(QueryVariant.limit))
    }

    /// A query with alternatives.
    private struct Widened {
        var query: PreparedQuery
        /// The same with a word replaced by several.
        var others: [PreparedQuery] = []
        /// Whether there is any alternative.
        var isWider = false
    }

    /// How much rarer than its correction a word must be that the texts contain.
    private static let rarer = 100

    private func widened(by step: RelaxationStep) throws(SearchError) -> Widened {
        var wide = Widened(query: query)
        var several: [(word: Int, words: [PreparedQuery.Word])] = []
        let replaced = step == .forms ? [] : Set(try replacedWords())
        for number in query.words.indices {
            for kind in step.kinds where kind == .forms || replaced.contains(number) {
                if kind == .typos {
                    let isMissing = try uses(of: number) == 0
                    if step == .fewer || step == .missingTypos, !isMissing { continue }
                    // A word with other forms in the texts is no typing error.
                    let typed = query.words[number].alternatives.count
                    if step == .all, wide.query.words[number].alternatives.count > typed { continue }
                }
                for replacement in try replacements(for: number, kind) {
                    if kind == .typos, try uses(of: number) * Self.rarer > replacement.uses { continue }
                    // Leaving a word out is nearer than another word of which it may be a part.
                    if kind == .typos, step == .missingTypos || step == .fewer,
                        !replacement.isLike(query.words[number])
                    {
                        continue
                    }
                    guard replacement.words.count == 1 else {
                        several.append((number, replacement.words))
                        continue
                    }
                    var next = replacement.words[0].alternatives[0]
                    next.isInTexts = replacement.uses > 0
                    let known = wide.query.words[number].alternatives
                    // A spelling that contains another one finds nothing more.
                    if known.contains(where: { next.contains($0) }) { continue }
                    wide.query.words[number].alternatives.append(next)
                    wide.isWider = true
                }
            }
        }
        for (number, words) in several {
            var other = wide.query
            other.words.replaceSubrange(number...number, with: words)
            wide.others.append(other)
            wide.isWider = true
        }
        return wide
    }

    /// The greatest number of scalars of a word that is split.
    private static let longestSplit = 40

    /// The query with two adjacent words joined to one, or one split in two.
    private func joinedOrSplit(
        _ wide: PreparedQuery, _ engine: SearchEngine
    ) throws(SearchError) -> [PreparedQuery] {
        var queries: [PreparedQuery] = []
        let words = query.words
        func isWord(_ number: Int) -> Bool {
            words[number].isOneWord && words[number].alternatives[0].number == nil
        }
        let splits = try words.indices.map { number throws(SearchError) in
            isWord(number) ? try self.splits(of: number) : []
        }
        try askAhead(counting: splits.joined().map { wide.replacingAllWords(by: [$0]) })
        for number in words.indices where isWord(number) {
            if number + 1 < words.count, isWord(number + 1) {
                let joined = words[number].spelling + words[number + 1].spelling
                if TermPieces.isShort(joined.utf8) {
                    // One word instead of two earns what both would.
                    let word = query.word(
                        joined, insteadOf: words[number], .letters, percent: 2 * Score.factor(.letters))
                    var other = wide
                    other.words.replaceSubrange(number...number + 1, with: [word])
                    queries.append(other)
                }
            }
            for split in splits[number] {
                guard try findsAny(wide.replacingAllWords(by: [split]), engine) else { continue }
                var other = wide
                other.words[number] = split
                queries.append(other)
            }
        }
        return queries
    }

    /// The ways to split a word in two; none if texts contain it.
    private func splits(of number: Int) throws(SearchError) -> [PreparedQuery.Word] {
        let scalars = Array(query.words[number].spelling.unicodeScalars)
        guard 3...Self.longestSplit ~= scalars.count, try uses(of: number) == 0 else { return [] }
        var splits: [PreparedQuery.Word] = []
        for place in 1..<scalars.count {
            let parts = [scalars[..<place], scalars[place...]].map { part in
                var text = String.UnicodeScalarView()
                text.append(contentsOf: part)
                return query.alternative(String(text), .letters, percent: Score.factor(.letters) / 2)
            }
            // Words without letters are not searched for.
            guard parts.allSatisfy({ $0.forms.contains { $0.standard != nil && $0.search != nil } }) else {
                continue
            }
            splits.append(
                .init(
                    typed: query.words[number].typed, [PreparedQuery.Alternative(phrase: parts, .letters)]))
        }
        return splits
    }

    // MARK: Fewer words

    /// How many choices shards try at once: often the first one finds something.
    private static let choicesAhead = 3

    /// The query without the words that cost least: as few as possible, of these words that no text contains as typed, and
    /// then the most frequent ones.
    private func withFewerWords(
        _ wide: PreparedQuery, _ engine: SearchEngine
    ) throws(SearchError) -> PreparedQuery? {
        // Words that no text contains are always left out.
        var kept: [Int] = []
        try askAhead(counting: wide.words.map { wide.replacingAllWords(by: [$0]) })
        for number in wide.words.indices {
            if try findsAny(wide.replacingAllWords(by: [wide.words[number]]), engine) {
                kept.append(number)
            } else if wide.words[number].hasPhrase {
                return nil
            }
        }
        // Phrases are never left out.
        let phrases = kept.filter { wide.words[$0].hasPhrase }
        let most = min(kept.count, query.words.count - 1)
        // There are too many choices among many words.
        let least = kept.count <= Relaxation.maximumWordCount ? 1 : most
        if least > 1 { triesAllWords = false }
        for count in stride(from: most, through: max(1, least), by: -1) {
            var choices: [(words: [Int], missing: Int, uses: Int)] = []
            try kept.forEachChoice(of: count) { choice throws(SearchError) in
                guard phrases.allSatisfy(choice.contains) else { return }
                var (missing, sum) = (0, 0)
                for number in choice {
                    let uses = try uses(of: number)
                    if uses == 0 { missing += 1 }
                    sum += uses
                }
                choices.append((choice, missing, sum))
            }
            // What was typed says more than a correction, and frequent words say least.
            choices.sort { ($0.missing, $0.uses) < ($1.missing, $1.uses) }
            let fewer = choices.map { wide.replacingAllWords(by: $0.words.map { wide.words[$0] }) }
            for (place, choice) in fewer.enumerated() {
                if place.isMultiple(of: Self.choicesAhead) {
                    try askAhead(counting: Array(fewer[place...].prefix(Self.choicesAhead)))
                }
                if try findsAny(choice, engine) { return choice }
            }
        }
        return nil
    }

    /// Whether a query finds a record in any scope.
    func findsAny(_ query: PreparedQuery, _ engine: SearchEngine) throws(SearchError) -> Bool {
        try count(query, engine) > 0
    }

    /// The number of records that a query finds in all scopes.
    func count(_ query: PreparedQuery, _ engine: SearchEngine) throws(SearchError) -> Int {
        try engine.find(query.withoutPage, in: catalogs).totalInAllScopes
    }

    /// Whether the query is one word, without conditions: then a word of the texts finds something.
    var isOneWord: Bool {
        query.words.count == 1 && query.filter == nil && query.excluded.isEmpty
    }
}

extension PreparedQuery {
    fileprivate func replacingAllWords(by words: [Word]) -> PreparedQuery {
        var query = self
        query.words = words
        return query
    }
}

extension [Int] {
    /// Calls `body` with each choice of so many elements, in order.
    fileprivate func forEachChoice<Failure: Error>(
        of count: Int, after chosen: [Int] = [], _ body: ([Int]) throws(Failure) -> Void
    ) throws(Failure) {
        guard count > 0 else { return try body(chosen) }
        for (place, element) in enumerated() where self.count - place >= count {
            try Array(self[(place + 1)...]).forEachChoice(of: count - 1, after: chosen + [element], body)
        }
    }
}
