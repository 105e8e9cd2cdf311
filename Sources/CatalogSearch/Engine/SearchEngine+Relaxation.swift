// Relaxed search: a query with alternatives for its words; if it finds nothing, wider ones.

extension SearchEngine {
    /// Searches for a query and its relaxations, by the policy of its request.
    ///
    /// - Parameter steps: the steps to try; `nil` for those of the policy.
    /// - Returns: the matches found before the time is spent; at least all strict matches.
    func relaxed(
        _ query: PreparedQuery, in catalogs: [CatalogIndex], steps wanted: [RelaxationStep]? = nil
    ) throws(SearchError) -> Findings {
        let budget = RelaxationBudget(query.request.relaxationTime)
        let query = try QueryRelaxer(query, catalogs, self).excludingOtherSpellings()
        let relaxer = QueryRelaxer(query, catalogs, self)
        var findings: Findings?
        let steps =
            wanted
            ?? (query.request.relax == .always
                ? [.all, .fewer] : query.request.triesOnlyForms ? [.forms] : RelaxationStep.ofAuto)
        var rest = steps.filter { step in
            switch step {
            case .fewer: query.request.omitsWords
            case .missingTypos, .typos: query.request.correctsTypos
            case .forms, .letters, .all: true
            }
        }[...]
        while let step = rest.popFirst() {
            let wider = try relaxer.queries(step, engine: self, within: budget)
            // A step without new alternatives finds nothing new; the first step is the search itself.
            if wider.isEmpty, findings != nil { continue }
            let found = try find(wider.isEmpty ? [query] : wider, in: catalogs, within: budget)
            guard let found else { break }
            findings = found
            if found.totalInAllScopes > 0 {
                findings!.results.relaxation =
                    wider.first?.partial != nil
                    ? try relaxer.relaxation(ofPartial: wider[0])
                    : try relaxer.relaxation(of: wider, found, engine: self, within: budget)
                guard step.isFirst, rest.contains(.fewer), wider.count <= 1,
                    try relaxer.findsOnlyByChance(wider.first ?? query)
                else { break }
                rest = [.fewer]
            }
        }
        var result: Findings
        if let findings { result = findings } else { result = try find(query, in: catalogs) }
        result.results.isRelaxationComplete = !budget.isExceeded && relaxer.triesAllWords
        return try addingPinned(to: result, in: catalogs, query)
    }

    /// Adds pinned records. They do not affect whether similar words are searched for.
    private func addingPinned(
        to found: Findings, in catalogs: [CatalogIndex], _ query: PreparedQuery
    ) throws(SearchError) -> Findings {
        guard query.rules?.addsRecords == true else { return found }
        let budget = RelaxationBudget(query.request.relaxationTime)
        var result = try find(found.queries.map(\.addingPinned), in: catalogs, within: budget) ?? found
        result.results.relaxation = found.results.relaxation
        result.results.isRelaxationComplete = found.results.isRelaxationComplete
        result.results.hasOnlyPinned = found.totalInAllScopes == 0 && result.totalInAllScopes > 0
        return result
    }

    /// The merged matches of several queries.
    ///
    /// - Returns: `nil` if the time is spent before the first query is complete.
    private func find(
        _ queries: [PreparedQuery], in catalogs: [CatalogIndex], within budget: RelaxationBudget
    ) throws(SearchError) -> Findings? {
        if let most = queries[0].withMostWords {
            return try find(queries[0], orMost: most, in: catalogs, budget)
        }
        if queries.count == 1 {
            // The first query contains the typed words; this search is never cut short.
            return try find(queries[0], in: catalogs)
        }
        let counter = try counter(queries[0].request)
        return try findings(
            try source.matches(ofAny: queries, in: catalogs, counter, within: budget), catalogs)
    }

    /// The matches of a query that may lack words.
    ///
    /// Which of many records has more of the query than others takes long to tell. Where enough of them have all
    /// words that any record has, they are found and ordered as by a query for these words.
    ///
    /// - Parameter most: the query for the words of the best record. It is never cut short.
    private func find(
        _ partial: PreparedQuery, orMost most: PreparedQuery, in catalogs: [CatalogIndex],
        _ budget: RelaxationBudget
    ) throws(SearchError) -> Findings? {
        if partial.partial!.hasAllFoundWords {
            let areEnough =
                if most.words.count == 1 { true } else {
                    try source.uses(of: most, in: catalogs) >= Self.enoughWithAllWords
                }
            if areEnough { return try find(most, in: catalogs) }
        }
        var findings: Findings?
        try budget.run { () throws(SearchError) in findings = try find(partial, in: catalogs) }
        if let findings { return findings }
        return try find(most, in: catalogs)
    }

    /// The number of records with all found words from which records with fewer of them are not looked for.
    private static let enoughWithAllWords = 50
}

/// The steps of a relaxed search, tried in order until one finds something.
enum RelaxationStep {
    /// Equivalent spellings, other forms and synonyms besides the typed words.
    case forms
    /// Also the same letters.
    case letters
    /// Typing errors in words that no text contains.
    case missingTypos
    /// The same with words left out.
    case fewer
    /// Typing errors in all words.
    case typos
    /// Words of all kinds at once.
    case all

    /// The steps of the policy `auto`. A misspelled word is corrected before it is left out.
    static let ofAuto: [RelaxationStep] = [.forms, .letters, .missingTypos, .fewer, .typos]

    /// The steps used together with meaning, which finds better records than corrections and omitted words.
    static func besideMeaning(_ request: SearchRequest) -> [RelaxationStep] {
        request.relax == .always ? [.all] : request.triesOnlyForms ? [.forms] : [.forms, .letters]
    }

    /// Whether no step was tried before.
    var isFirst: Bool { self == .forms || self == .all }

    /// The kinds of alternatives that the words get.
    var kinds: [Relaxation.Kind] {
        switch self {
        case .forms: [.forms]
        case .letters: [.forms, .letters]
        case .missingTypos, .fewer, .typos, .all: [.forms, .letters, .typos]
        }
    }
}
