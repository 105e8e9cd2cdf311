// The queries of each step of a relaxed search.

internal import ICU

extension QueryRelaxer {
    /// The queries of a step: the first has most words with alternatives; the others replace several words by
    /// one.
    ///
    /// - Returns: none if the step adds nothing to the typed words, or if the time is spent.
    func queries(
        _ step: RelaxationStep, engine: SearchEngine, within budget: RelaxationBudget
    ) throws(SearchError) -> [PreparedQuery] {
        guard !query.words.isEmpty, !query.matchesNothing else { return [] }
        var queries: [PreparedQuery] = []
        try budget.run { () throws(SearchError) in
            try prefetch(step)
            let wide = try widened(by: step)
            if step == .fewer {
                queries = try withFewerWords(wide.query, engine).map { [$0] } ?? []
            } else if wide.isWider {
                queries = [wide.query] + wide.others
            }
        }
        return Array(queries.prefix(QueryVariant.limit))
    }

    /// A query with alternatives.
    private struct Widened {
        var query: PreparedQuery
        /// ``query`` with adjacent words replaced by one.
        var others: [PreparedQuery] = []
        /// Whether the step adds any alternative.
        var isWider = false
    }

    /// The greatest number of letters of several words without spaces in which typing errors are looked for.
    private static let longestMisspelled = 16

    /// How many times rarer than its correction a word in texts must be.
    private static let rarer = 100

    private func widened(by step: RelaxationStep) throws(SearchError) -> Widened {
        var wide = Widened(query: query)
        let replaced = step == .forms ? [] : Set(try replacedWords())
        for number in query.words.indices {
            for next in try equivalents(of: number) where wide.query.words[number].add(next) {
                wide.isWider = wide.isWider || step.isFirst
            }
            for kind in step.kinds where kind == .forms || replaced.contains(number) {
                if kind == .typos, !query.request.correctsTypos { continue }
                for next in try alternatives(for: number, kind, step, wide.query) {
                    guard wide.query.words[number].add(next) || wide.query.words[number].rank(next)
                    else { continue }
                    wide.isWider = wide.isWider || step.isFirst || kind != .forms
                }
            }
        }
        wide.others = try withSpans(wide.query)
        if step.isFirst, !wide.others.isEmpty { wide.isWider = true }
        return wide
    }

    /// The similar words of one kind that a step takes for a word.
    private func alternatives(
        for number: Int, _ kind: Relaxation.Kind, _ step: RelaxationStep, _ wide: PreparedQuery
    ) throws(SearchError) -> [PreparedQuery.Alternative] {
        if kind == .typos {
            if step == .fewer || step == .missingTypos {
                // A different ideograph makes a different word, and leaving out some of many words is nearer.
                let scalars = query.words[number].spelling.unicodeScalars
                if wide.words[number].alternatives.contains(where: { $0.equivalence == .segments }),
                    scalars.count > Self.longestMisspelled
                        || scalars.contains(where: \.properties.isIdeographic)
                {
                    return []
                }
                if try uses(of: number) > 0 { return [] }
            }
            // A word with other forms in the texts is not a typing error.
            if step == .all, wide.words[number].alternatives.contains(where: { $0.relaxation == .forms }) {
                return []
            }
        }
        var found: [PreparedQuery.Alternative] = []
        for replacement in try replacements(for: number, kind) {
            if kind == .typos, try uses(of: number) * Self.rarer > replacement.uses { continue }
            // Leaving a word out is nearer than replacing it by a word that it may only be a part of.
            if kind == .typos, step == .missingTypos || step == .fewer,
                !replacement.isLike(query.words[number])
            {
                continue
            }
            var next = replacement.words[0].alternatives[0]
            next.isInTexts = replacement.uses > 0
            found.append(next)
        }
        return found
    }

    /// The query with adjacent words replaced by what stands for them: each replacement alone, then all
    /// together.
    private func withSpans(_ wide: PreparedQuery) throws(SearchError) -> [PreparedQuery] {
        let spans = try spans()
        func replacing(_ spans: [(words: Range<Int>, word: PreparedQuery.Word)]) -> PreparedQuery {
            var other = wide
            for span in spans.reversed() { other.words.replaceSubrange(span.words, with: [span.word]) }
            return other
        }
        var disjoint: [(words: Range<Int>, word: PreparedQuery.Word)] = []
        for span in spans where disjoint.last.map({ $0.words.upperBound <= span.words.lowerBound }) ?? true {
            disjoint.append(span)
        }
        return spans.map { replacing([$0]) } + (disjoint.count > 1 ? [replacing(disjoint)] : [])
    }

    /// Whether a query finds a record in any scope.
    func findsAny(_ query: PreparedQuery, _ engine: SearchEngine) throws(SearchError) -> Bool {
        try count(query, engine) > 0
    }

    /// The number of records that a query finds in all scopes.
    func count(_ query: PreparedQuery, _ engine: SearchEngine) throws(SearchError) -> Int {
        try engine.find(query.withoutPage, in: catalogs).totalInAllScopes
    }

    /// Whether the query is one word, without conditions: then any word of the texts finds records.
    var isOneWord: Bool {
        query.words.count == 1 && query.filter == nil && query.excluded.isEmpty
    }
}

extension PreparedQuery.Word {
    /// Adds a spelling, unless it finds nothing more than the others.
    ///
    /// - Returns: whether it was added.
    fileprivate mutating func add(_ next: PreparedQuery.Alternative) -> Bool {
        if alternatives.contains(where: { next.findsNothingBesides($0) }) { return false }
        alternatives.append(next)
        return true
    }

    /// The most forms of a word that are searched for only to rank them: nouns have few, and the others of
    /// a verb mean the same.
    private static let mostRankedForms = 2

    /// Adds a form of the typed word that contains it, so that it counts as a form and not as the beginning
    /// of any word: `pear` means Pears rather than Pearls.
    ///
    /// - Returns: whether it was added.
    fileprivate mutating func rank(_ next: PreparedQuery.Alternative) -> Bool {
        guard next.isForm, next.isWhole,
            alternatives.count(where: { $0.isForm && $0.relaxation == nil }) < Self.mostRankedForms
        else { return false }
        let hiding = alternatives.filter { next.findsNothingBesides($0) }
        guard hiding.allSatisfy({ !$0.isWhole && $0.equivalence == nil && $0.relaxation == nil }) else {
            return false
        }
        var form = next
        // All records with it match as typed.
        form.relaxation = nil
        alternatives.append(form)
        return true
    }
}

extension PreparedQuery {
    fileprivate func replacingAllWords(by words: [Word]) -> PreparedQuery {
        var query = self
        query.words = words
        return query
    }
}
