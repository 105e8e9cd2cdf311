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
                    if step == .all, wide.query.words[number].alternatives.count > 1 { continue }
                }
                for replacement in try replacements(for: number, kind) {
                    if kind == .typos, try uses(of: number) * Self.rarer > replacement.uses { continue }
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
        for number in words.indices where words[number].number == nil {
            if number + 1 < words.count, words[number + 1].number == nil {
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
            let scalars = Array(words[number].spelling.unicodeScalars)
            guard 3...Self.longestSplit ~= scalars.count, try uses(of: number) == 0 else { continue }
            for place in 1..<scalars.count {
                let parts = [scalars[..<place], scalars[place...]].map { part in
                    var text = String.UnicodeScalarView()
                    text.append(contentsOf: part)
                    return query.word(
                        String(text), insteadOf: words[number], .letters,
                        percent: Score.factor(.letters) / 2)
                }
                // Words without letters are not searched for.
                guard parts.allSatisfy({ $0.forms.contains { $0.standard != nil && $0.search != nil } })
                else {
                    continue
                }
                var alone = wide
                alone.words = parts
                alone.phrase = 0
                guard try findsAny(alone, engine) else { continue }
                var other = wide
                other.words.replaceSubrange(number...number, with: parts)
                other.phrase = number
                queries.append(other)
            }
        }
        return queries
    }

    // MARK: Fewer words

    /// The query without the words that cost least: as few as possible, and of these the most frequent ones.
    private func withFewerWords(
        _ wide: PreparedQuery, _ engine: SearchEngine
    ) throws(SearchError) -> PreparedQuery? {
        // Words that no text contains are always left out.
        var kept: [Int] = []
        for number in wide.words.indices {
            var alone = wide
            alone.words = [wide.words[number]]
            if try findsAny(alone, engine) { kept.append(number) }
        }
        let most = min(kept.count, query.words.count - 1)
        // There are too many choices among many words.
        let least = kept.count <= Relaxation.maximumWordCount ? 1 : most
        if least > 1 { triesAllWords = false }
        for count in stride(from: most, through: max(1, least), by: -1) {
            var choices: [(words: [Int], uses: Int)] = []
            try kept.forEachChoice(of: count) { choice throws(SearchError) in
                var sum = 0
                for number in choice { sum += try uses(of: number) }
                choices.append((choice, sum))
            }
            // Frequent words say least.
            choices.sort { $0.uses < $1.uses }
            for choice in choices {
                var fewer = wide
                fewer.words = choice.words.map { wide.words[$0] }
                if try findsAny(fewer, engine) { return fewer }
            }
        }
        return nil
    }

    /// Whether a query finds a record in any scope.
    private func findsAny(_ query: PreparedQuery, _ engine: SearchEngine) throws(SearchError) -> Bool {
        try count(query, engine) > 0
    }

    /// The number of records that a query finds in all scopes.
    private func count(_ query: PreparedQuery, _ engine: SearchEngine) throws(SearchError) -> Int {
        var query = query
        query.request.limit = 0
        return try engine.find(query, in: catalogs).totalInAllScopes
    }

    /// Whether the query is one word, without a range of prices or years: then a word of the texts finds something.
    private var isOneWord: Bool {
        query.words.count == 1 && query.request.price == nil && query.request.year == nil
    }

    // MARK: What was found

    /// What to tell the user about the words that were found.
    ///
    /// - Parameters:
    ///   - queries: what ``queries(_:engine:within:)`` returned.
    ///   - found: what they found, which is not nothing.
    /// - Returns: `nil` if all records match strictly.
    func relaxation(
        of queries: [PreparedQuery], _ step: RelaxationStep, _ found: SearchEngine.Findings,
        engine: SearchEngine, within budget: RelaxationBudget
    ) throws(SearchError) -> Relaxation? {
        guard let first = queries.first else { return nil }
        let strictTotal = isOneWord ? try uses(of: 0) : try count(query, engine)
        guard strictTotal < found.totalInAllScopes else { return nil }
        let left = Set(first.words.map(\.typed))
        let omitted = step == .fewer ? query.words.map(\.typed).filter { !left.contains($0) } : []
        var words: [Relaxation.Word] = []
        var kinds: [Relaxation.Kind] = omitted.isEmpty ? [] : [.fewer]
        try budget.run { () throws(SearchError) in
            for word in query.words where left.contains(word.typed) || step != .fewer {
                var spellings: [String] = []
                for next in try replacements(of: word.typed, in: queries, engine) {
                    if !spellings.contains(next.spelling) { spellings.append(next.spelling) }
                    kinds.append(next.kind)
                }
                if !spellings.isEmpty { words.append(.init(word: word.typed, found: spellings)) }
            }
        }
        guard let kind = kinds.max() else { return nil }
        return Relaxation(kind: kind, words: words, omitted: omitted, addsToStrict: strictTotal > 0)
    }

    /// The words that replaced a typed one in records that were found.
    private func replacements(
        of typed: String, in queries: [PreparedQuery], _ engine: SearchEngine
    ) throws(SearchError) -> [(spelling: String, kind: Relaxation.Kind)] {
        var found: [(spelling: String, kind: Relaxation.Kind)] = []
        for (number, query) in queries.enumerated() {
            let places = query.words.indices.filter { query.words[$0].typed == typed }
            guard let place = places.first else { continue }
            // Only the first query has alternatives; the others differ from it in the words that they replace.
            let word = query.words[place]
            if number > 0 {
                guard places.count > 1 || word.alternatives[0].relaxation != nil,
                    try findsAny(query, engine)
                else { continue }
                let spelling = places.map { query.words[$0].spelling }.joined(separator: " ")
                found.append((spelling, word.alternatives[0].relaxation ?? .letters))
                continue
            }
            let uses = query.words.count == self.query.words.count ? try uses(of: place) : 1
            var others: [RecordSet]?
            for alternative in word.alternatives {
                guard let kind = alternative.relaxation else { continue }
                // It is what was found if nothing else can be.
                var isFound = uses == 0 && word.alternatives.count == 2 || isOneWord && alternative.isInTexts
                if !isFound { isFound = try self.isFound(alternative, at: place, in: query, &others, engine) }
                if isFound { found.append((alternative.spelling, kind)) }
            }
        }
        return found
    }

    /// Whether a query finds a record with one of a word's alternatives.
    ///
    /// - Parameter others: the records that the other words find, once they are known.
    private func isFound(
        _ alternative: PreparedQuery.Alternative, at word: Int, in query: PreparedQuery,
        _ others: inout [RecordSet]?, _ engine: SearchEngine
    ) throws(SearchError) -> Bool {
        var only = query
        only.words[word].alternatives = [alternative]
        // Labels are no texts, and synonyms may be in none.
        guard alternative.isInTexts, !searchesLabels else { return try findsAny(only, engine) }
        let records: [RecordSet]
        if let known = others { records = known } else { records = try recordsOfOthers(than: word, in: query) }
        others = records
        return try isInTexts(only.words[word], of: query, within: records)
    }

    /// Whether labels of scopes or catalogs are searched.
    private var searchesLabels: Bool {
        catalogs.contains {
            (query.request.fields ?? $0.description.fields).contains(where: FieldName.labels.contains)
        }
    }

    /// The records of each segment that a query finds without one of its words, in any scope.
    private func recordsOfOthers(
        than word: Int, in query: PreparedQuery
    ) throws(SearchError) -> [RecordSet] {
        var others = query
        others.words.remove(at: word)
        return try forEachSegment { catalog, segment throws(SegmentError) in
            var sets: MatchSets? = MatchSets(universe: segment.numberCount)
            _ = try segment.search(catalog.adapted(others), keeping: 0, &sets)
            return sets!.all
        }
    }

    /// Whether a searched text of some records of each segment contains a word of a query.
    private func isInTexts(
        _ word: PreparedQuery.Word, of query: PreparedQuery, within records: [RecordSet]
    ) throws(SearchError) -> Bool {
        var records = records[...]
        return try forEachSegment { catalog, segment throws(SegmentError) in
            try segment.contains(word, catalog.adapted(query), within: records.removeFirst())
        }.contains(true)
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
