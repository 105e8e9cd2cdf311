// Suggests queries to users who are still typing, or have mistyped.

internal import ICU

extension SearchEngine {
    /// Completes the last word of a query with words of the texts, and suggests other words if
    /// the query finds little or nothing.
    ///
    /// Completions are words of the searched texts of the records that the rest of the query finds, most
    /// texts first. A completion may add a separator: `tsh` becomes `T-Shirt`, which may find records that
    /// `tsh` does not. A completion's count is the number of records that it finds as a typed word. The value
    /// of a text attribute, as in `color:re`, is completed by the values that these records have, by their
    /// ids or labels. A query that ends with white space has no word to complete. Corrections are the queries
    /// of a relaxed search, strictest kind first. Words of the texts with more than
    /// ``Relaxation/maximumSpellingLength`` scalars are not suggested, nor are queries that exceed the limits
    /// of requests.
    ///
    /// - Parameters:
    ///   - request: its page, order and ``SearchRequest/relax`` are ignored. ``SearchRequest/relaxationTime``
    ///     is for completions and corrections together.
    ///   - completionLimit: the maximum number of completions.
    ///   - correctionLimit: the maximum number of corrections.
    ///   - known: the least number of records that the request is known to find
    ///     strictly; it may save a search.
    /// - Returns: the suggestions found before the time is spent.
    /// - Throws: as ``search(_:)`` does.
    public func suggestions(
        for request: SearchRequest, completionLimit: Int = 8, correctionLimit: Int = 3, known: Int = 0
    ) throws(SearchError) -> QuerySuggestions {
        try suggestions(
            for: CheckedRequest(request), completionLimit: completionLimit, correctionLimit: correctionLimit,
            known: known)
    }

    /// The same for a request that was checked before.
    package func suggestions(
        for request: CheckedRequest, completionLimit: Int = 8, correctionLimit: Int = 3, known: Int = 0
    ) throws(SearchError) -> QuerySuggestions {
        let request = request.countingStrictly
        let suggester = QuerySuggester(
            engine: forOneSearch, catalogs: try catalogs(of: request.request),
            budget: RelaxationBudget(request.request.relaxationTime))
        let (completions, found) = try suggester.completions(of: request, limit: completionLimit)
        let (corrections, triesAllWords) = try suggester.corrections(
            of: request, limit: correctionLimit, known: max(known, found))
        return QuerySuggestions(
            completions: completions,
            // `Wi-F` says nothing besides the completion Wi-Fi.
            corrections: corrections.filter { correction in
                !completions.contains { $0.query.hasPrefix(correction.query) }
            },
            isComplete: triesAllWords && !suggester.budget.isExceeded && request.unsearched == nil)
    }
}
