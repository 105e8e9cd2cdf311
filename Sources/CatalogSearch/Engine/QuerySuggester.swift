// Finds completions and corrections of a query within a budget.

internal import ICU

/// Finds suggestions for requests to some catalogs. For one thread.
struct QuerySuggester {
    let engine: SearchEngine
    /// The catalogs that the requests name.
    let catalogs: [CatalogIndex]
    let budget: RelaxationBudget

    // MARK: Completions

    /// The number of words counted for each requested completion.
    private static let completionsLookedAt = 3
    /// The maximum number of spellings compared.
    private static let spellingsCompared = 256

    /// Completes the last word of a query; most records first.
    ///
    /// - Parameter request: a strict one with the limit 0.
    /// - Returns: the completions, and a lower bound of the records that the query finds: a completion that
    ///   begins as typed finds no others.
    func completions(
        of request: CheckedRequest, limit: Int
    ) throws(SearchError) -> (completions: [Completion], known: Int) {
        let scalars = request.request.query.unicodeScalars
        guard limit > 0, scalars.last.map({ !$0.properties.isWhitespace }) ?? false else { return ([], 0) }
        var parsed = try engine.parsed(request)
        if let typed = try typedValue(at: scalars.count, of: parsed, request) {
            let completions = try completions(of: typed, parsed, request, limit)
            return (completions, completions.lazy.map(\.count).max() ?? 0)
        }
        // Other branches of the last clause do not restrict the completions.
        guard let typed = parsed.clauses.popLast()?.last, case .word = typed.content, !typed.isExcluded,
            typed.valueRange.upperBound == scalars.count,
            let beginning = try beginning(typed, parsed, request)
        else { return ([], 0) }
        var completions: [Completion] = []
        var joined: [Completion] = []
        var known = 0
        try budget.run { () throws(SearchError) in
            (completions, known) = try self.completions(of: beginning, request, limit)
            guard let both = try joinedBeginning(typed, parsed, request) else { return }
            joined = try self.completions(of: both, request, limit).completions
        }
        // `wi f` becomes Wi-Fi rather than `wi Fi`.
        completions.removeAll { own in
            joined.contains { $0.count >= own.count && $0.word.parts(grouping: nil).contains(own.word) }
        }
        completions = joined + completions
        // Of equal counts, the order by number of texts stays.
        completions.sort { $0.count > $1.count }
        return (Array(completions.prefix(limit)), known)
    }

    /// The beginning of a word to complete.
    private struct Beginning {
        /// The query before it.
        let before: String
        let word: PreparedQuery.Word
        /// A query for the word alone, and one for the other words.
        let alone: PreparedQuery
        let rest: PreparedQuery
    }

    /// - Parameter others: the other words.
    /// - Returns: `nil` if there is nothing to search for.
    private func beginning(
        _ typed: ParsedQuery.Term, _ others: ParsedQuery, _ request: CheckedRequest
    ) throws(SearchError) -> Beginning? {
        var parsed = others
        let rest = try engine.query(request, catalogs, parsed: parsed)
        parsed.clauses = [[typed]]
        parsed.pending = []
        let alone = try engine.query(request, catalogs, parsed: parsed)
        guard let word = alone.words.first, alone.ignoredWords.isEmpty else { return nil }
        let before = request.request.query.unicodeScalars.prefix(typed.valueRange.lowerBound)
        return Beginning(before: String(before), word: word, alone: alone, rest: rest)
    }

    /// The last two words as the beginning of a word with a separator: `coca c` of `Coca-Cola`.
    ///
    /// - Returns: `nil` if they are not two words next to each other.
    private func joinedBeginning(
        _ last: ParsedQuery.Term, _ others: ParsedQuery, _ request: CheckedRequest
    ) throws(SearchError) -> Beginning? {
        var others = others
        guard case .word(let end) = last.content, last.field == nil,
            let clause = others.clauses.popLast(), clause.count == 1,
            case .word(let start) = clause[0].content,
            clause[0].field == nil, !clause[0].isExcluded,
            request.request.query.unicodeScalars.prefix(last.range.lowerBound)
                .dropFirst(clause[0].range.upperBound).allSatisfy(\.properties.isWhitespace)
        else { return nil }
        let both = clause[0].range.lowerBound..<last.range.upperBound
        return try beginning(
            ParsedQuery.Term(content: .word(start + " " + end), range: both, valueRange: both), others,
            request)
    }

    /// The completions of a beginning, by number of texts.
    ///
    /// - Returns: also a lower bound of the records that a completion beginning as typed finds.
    private func completions(
        of beginning: Beginning, _ request: CheckedRequest, _ limit: Int
    ) throws(SearchError) -> (completions: [Completion], known: Int) {
        let found = try words(completing: beginning.word, of: beginning.alone, beginning.rest)
            .prefix(Self.completionsLookedAt * limit)
        try prefetch(counting: found.map { beginning.before + $0.word.spelling }, request)
        var completions: [Completion] = []
        var known = 0
        for next in found {
            let query = beginning.before + next.word.spelling
            guard let count = try count(query, request), count > 0 else { continue }
            completions.append(Completion(query: query, word: next.word.spelling, count: count))
            if next.distance == 0 { known = max(known, count) }
        }
        return (completions, known)
    }

    /// Words that begin with a word, in the texts of the records that the rest of the query finds: nearest
    /// first, then most texts.
    private func words(
        completing word: PreparedQuery.Word, of last: PreparedQuery, _ rest: PreparedQuery
    ) throws(SearchError) -> [(word: PreparedQuery.Word, distance: Int, uses: Int)] {
        let words = try engine.source.words(completing: word, rest, in: catalogs)
        return try SearchError.interruptible { () throws(SegmentError) in
            var found = try words.withSpellingsOnce()
            try found.sortInterruptibly {
                $0.uses != $1.uses
                    ? $0.uses > $1.uses : $0.spelling.utf8.lexicographicallyPrecedes($1.spelling.utf8)
            }
            return try last.merged(Array(found.prefix(Self.spellingsCompared)), insteadOf: word)
        }
    }

    /// The number of records that a query finds with the restrictions of a request; `nil` if it
    /// exceeds the limits of requests.
    func count(_ query: String, _ request: CheckedRequest) throws(SearchError) -> Int? {
        guard let request = request.asking(query) else { return nil }
        return try engine.matches(request).total
    }

    /// Requests from shards how many records queries find.
    private func prefetch(counting queries: [String], _ request: CheckedRequest) throws(SearchError) {
        try engine.source.prefetch(catalogs) { () throws(SearchError) in
            var requests: [RecordSourceRequest] = []
            for query in queries {
                guard let request = request.asking(query) else { continue }
                requests.append(.find([try engine.query(request, catalogs)]))
            }
            return requests
        }
    }

    // MARK: Corrections

    /// A query that finds fewer records than this is corrected.
    private static let few = 3

    /// Suggests other words for a query that finds few records: the words of a relaxed search, strictest kind
    /// first.
    ///
    /// - Parameters:
    ///   - request: a strict one with the limit 0.
    ///   - known: the least number of records that the request is known to find.
    /// - Returns: queries that find more than the typed one, all of one kind of relaxation; nearest first,
    ///   then most records; and whether no word was left out because the query has too many.
    func corrections(
        of request: CheckedRequest, limit: Int, known: Int
    ) throws(SearchError) -> (corrections: [Correction], triesAllWords: Bool) {
        guard known < Self.few, limit > 0 else { return ([], true) }
        let query = try engine.query(request, catalogs)
        let relaxer = QueryRelaxer(query, catalogs, engine)
        var corrections: [(correction: Correction, distance: Int)] = []
        var found = 0
        guard try budget.run({ () throws(SearchError) in found = try engine.matches(request).total }),
            found < Self.few
        else { return ([], true) }
        for kind in Relaxation.Kind.allCases {
            let variants = try relaxer.variants(kind, within: budget)
            try budget.run { () throws(SearchError) in
                try prefetch(counting: variants.map(\.suggestedQuery), request)
            }
            for variant in variants {
                try budget.run { () throws(SearchError) in
                    guard let correction = try correction(variant, kind, request, findingMoreThan: found),
                        !corrections.contains(where: { $0.correction.query == correction.query })
                    else { return }
                    corrections.append((correction, variant.distance))
                }
            }
            if !corrections.isEmpty { break }
        }
        corrections.sort { left, right in
            if left.distance != right.distance { return left.distance < right.distance }
            return left.correction.count > right.correction.count
        }
        return (corrections.prefix(limit).map(\.correction), relaxer.triesAllWords)
    }

    /// The suggestion for a variant, with its count; `nil` if it exceeds the limits of requests, or does not
    /// find more records than the given number.
    private func correction(
        _ variant: QueryVariant, _ kind: Relaxation.Kind, _ request: CheckedRequest,
        findingMoreThan least: Int
    ) throws(SearchError) -> Correction? {
        guard let request = request.asking(variant.suggestedQuery) else { return nil }
        let count = try engine.matches(request).total
        guard count > least else { return nil }
        // Users mean whole words, not beginnings of words.
        if kind == .typos, variant.query.words.count == 1, EditPattern.isBeginning(variant.distance) {
            let whole = try completions(of: request, limit: 1).completions.first
            if budget.isExceeded { return nil }
            if let whole { return Correction(query: whole.query, relaxation: kind, count: whole.count) }
        }
        return Correction(query: variant.suggestedQuery, relaxation: kind, count: count)
    }
}

extension CheckedRequest {
    /// The request with another query; `nil` if it exceeds the limits of requests.
    fileprivate func asking(_ query: String) -> CheckedRequest? {
        var request = request
        request.query = query
        let checked = try? CheckedRequest(request)
        return checked?.unsearched == nil ? checked : nil
    }
}

extension QueryVariant {
    fileprivate var suggestedQuery: String {
        guard query.isPlain else { return replacedQuery }
        return query.words.map { $0.alternatives[0].relaxation == nil ? $0.typed : $0.spelling }
            .joined(separator: " ")
    }
}
