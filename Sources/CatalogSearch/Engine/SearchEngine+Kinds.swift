// The kind of thing that a query names, as the heads of the searched records tell it.

internal import ICU

extension SearchEngine {
    /// The query with a preference for the records of the kind that it names, if there is a clear one, and for
    /// others whose titles or summaries say that they are the thing.
    ///
    /// A value of `scope`, or of an attribute that says what things are, is of the kind if the query's word for
    /// the thing is the head of the title or summary, see ``TextHead``, in at least half of its records. The
    /// kind is clear if such values have at least half of all records with this head: a scope of birthdays also
    /// has cakes, and some sale has laptops. Of the rest of the request only forced conditions apply.
    func preferringKind(
        _ query: PreparedQuery, in searched: [CatalogIndex]
    ) throws(SearchError) -> PreparedQuery {
        guard let heads = query.forHeadsOfKind else { return query }
        let names = attributesOfKinds(searched)
        guard !names.isEmpty else { return query }
        var counted = heads
        counted.request.facets = names.map { FacetRequest($0, limit: Self.mostValues, order: .count) }
        // Mostly there is no clear kind; then the query itself is answered by the same message.
        try source.prefetch(searched) { [.find([counted]), .find([query])] }
        let found = try source.matches(of: counted, in: searched, try counter(counted.request))
        let total = found.counts.total(in: nil)
        guard total >= Self.fewestHeads, let counter = found.counter else { return query }
        let facets = try SearchError.interruptible { () throws(SegmentError) in try counter.result() }
        for facet in facets {
            let values = facet.values.filter {
                $0.count >= Self.fewestHeads && $0.count * Self.mostValues >= total
            }
            var kinds: [Filter] = []
            var count = 0
            let all = try values.map { value throws(SearchError) in
                let filter = Filter.attribute(facet.attribute, .equals(value.value)).forced
                return (value, filter, try heads.counting(filter, searched, self))
            }
            try source.prefetch(searched) { all.map { RecordSourceRequest.uses($0.2) } }
            for (value, filter, query) in all
            where try 2 * value.count >= source.uses(of: query, in: searched) {
                kinds.append(filter)
                count += value.count
            }
            if 2 * count >= total {
                return try query.preferring(.any(kinds), heads.words[0], searched, self)
            }
        }
        return query
    }

    /// The attributes whose values may be kinds of things.
    private func attributesOfKinds(_ searched: [CatalogIndex]) -> [AttributeName] {
        // `all` is the first scope.
        (scopes.count > 2 ? [.scope] : [])
            + searched.flatMap { catalog in
                catalog.description.attributes.filter { $0.isKind && !$0.isPath }.map(\.name)
            }.withoutDuplicates
    }

    /// A value has at least one in this many of the records with the head; so no more values can be kinds.
    private static let mostValues = 8

    /// Fewer heads do not say what a kind is.
    private static let fewestHeads = 3
}

extension PreparedQuery {
    /// A query for the records that say that they are the thing that the query names; `nil` if it names none, if
    /// the order does not depend on it, or if its kind is decided.
    fileprivate var forHeadsOfKind: PreparedQuery? {
        guard searchesHeads, partial == nil, request.sort == .relevance, request.order.isEmpty,
            request.limit > 0, !preferencesOfCatalogs.values.contains(where: { $0.kindWord != nil }),
            var word = headWord
        else { return nil }
        word.alternatives = word.alternatives.filter { $0.field == nil && !$0.isComposite }.map(\.asWholeWord)
        guard !word.alternatives.isEmpty, !word.hasConditions, word.alternatives[0].number == nil
        else { return nil }
        return forHeads(word)
    }

    /// The word that names the thing: of several words the head, as of a title.
    private var headWord: Word? {
        guard words.count > 1 else { return words.first }
        let locale = request.textLanguages[request.chain[0]] ?? request.chain[0]
        let head = TextHead.head(
            of: words.map(\.spelling).joined(separator: " "), in: locale, WordSegmenter(locale))
        return words.last { $0.spelling == head }
    }

    /// A query for all records for which a filter holds.
    fileprivate func counting(
        _ filter: Filter, _ searched: [CatalogIndex], _ engine: SearchEngine
    ) throws(SearchError) -> PreparedQuery {
        var query = self
        query.words = []
        query.filter = PreparedFilter(
            self.filter, adding: try PreparedFilter.node(filter, request, searched, engine), for: request)
        return query
    }

    /// The query with a preference for the records of a kind, and those with the word for it as a head.
    fileprivate func preferring(
        _ kind: Filter, _ word: Word, _ searched: [CatalogIndex], _ engine: SearchEngine
    ) throws(SearchError) -> PreparedQuery {
        var query = self
        let preference = Preference(.filter(kind), factor: Score.kindFactor)!
        let prepared = PreparedPreference(
            condition: .kind(try PreparedFilter.node(kind, request, searched, engine), word),
            factor: preference.factor.double)
        // A search has one moment.
        let moment = preferencesOfCatalogs.values.first?.moment ?? request.momentOfAges
        let none = CatalogPreferences([], declared: [], moment: moment, request)
        for id in searched.map(\.description.id) {
            query.preferencesOfCatalogs[id] =
                (preferencesOfCatalogs[id] ?? none).adding(prepared, declared: preference, request)
        }
        return query
    }
}
