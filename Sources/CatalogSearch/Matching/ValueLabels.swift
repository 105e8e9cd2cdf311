// The labels of an attribute's values as an index of their own, searched by the same code as texts.
//
// A label is stored once, however many records have the value. The index is made at the first search of a
// reader, from the values of the segment and the labels of the catalog, so it never contradicts them.

internal import ICU
internal import Support

/// Identifies the labels of an attribute as one reader sees them.
struct ValueLabelsKey: CachedKey {
    let attribute: AttributeName
    /// The hash of the catalog's labels, see ``CatalogAttributes/Declared/labelsHash``.
    let labelsHash: Int
    let defaultLocale: LocaleIdentifier
    let chain: [LocaleIdentifier]
    /// Whether the query has the folding of each locale of the chain.
    let isFolded: [Bool]
    let match: MatchedLocales
    /// The program's texts, which labels are keys of.
    let texts: [String: String]

    static func cost(of value: IndexedSegment) -> Int { value.size }
}

extension IndexedSegment {
    /// A query for labels: the labels' index, the query for it, and the values' column.
    private struct LabelSearch {
        let labels: IndexedSegment
        let query: PreparedQuery
        let column: AttributeColumn
    }

    /// The searches for a word in the labels of attributes.
    ///
    /// - Parameter query: adapted to the segment's catalog.
    private func labelSearches(
        of word: PreparedQuery.Word, _ query: PreparedQuery
    ) throws(SegmentError) -> [LabelSearch] {
        if query.attributes.labelFields.isEmpty { return [] }
        var searches: [LabelSearch] = []
        for (position, field) in query.fields.enumerated() where query.isLabelField(position) {
            guard let column = attributes.column(AttributeName(field.rawValue)), column.type == .text,
                column.valueCount > 0
            else { continue }
            var word = word
            word.labels = []
            word.preparedConditions = nil
            word.alternatives = word.alternatives.filter { $0.searches(field) }.map {
                var alternative = $0
                alternative.number = nil
                return alternative
            }
            if word.alternatives.isEmpty { continue }
            let labels = try labels(of: AttributeName(field.rawValue), column, query)
            searches.append(
                LabelSearch(
                    labels: labels, query: query.searching(word, inLabels: field, query.weights[position]),
                    column: column))
        }
        return searches
    }

    /// The records whose labels have a word.
    func labelMatches(
        of word: PreparedQuery.Word, _ query: PreparedQuery
    ) throws(SegmentError) -> [ValueMatch] {
        var found: [WordKey: RecordSet] = [:]
        var interruption = Interruption()
        for next in try labelSearches(of: word, query) {
            let search = try IndexedSearch(next.labels, next.query)
            let values = try search.recordsOfAllWords(within: nil)
            if values.isEmpty { continue }
            let scoring = try RecordScoring(search)
            var ofKeys: [WordKey: RecordSet] = [:]
            try values.forEach { value throws(SegmentError) in
                try interruption.count(Interruption.record)
                let key = try scoring.score(value).keys[0]
                ofKeys[key, default: RecordSet(universe: next.column.valueCount)].insert(value)
            }
            for (key, values) in ofKeys {
                let records = try next.column.records(withValues: values)
                found[key, default: RecordSet(universe: numberCount)].formUnion(records)
            }
        }
        return found.map { ValueMatch(key: $0.key, records: .set($0.value)) }
    }

    /// The words of labels that resemble a word of a query.
    func labelWords(
        _ wordQuery: WordQuery, like word: PreparedQuery.Word, _ query: PreparedQuery
    ) throws(SegmentError) -> [FoundWord] {
        var spellings: Set<String> = []
        var found: [FoundWord] = []
        for next in try labelSearches(of: word, query) {
            for var other in try next.labels.words(wordQuery, like: word, next.query, within: nil)
            where spellings.insert(other.spelling).inserted {
                // The number of records, however they are spread over segments.
                var records = try labelMatches(
                    of: query.word(other.spelling, insteadOf: word, nil), query
                ).records(universe: numberCount)
                if let deleted { records.subtract(deleted) }
                other.uses = records.count
                if other.uses > 0 { found.append(other) }
            }
        }
        return found
    }

    /// The index of the labels of an attribute's values. The number of a record in it is that of the value.
    private func labels(
        of name: AttributeName, _ column: AttributeColumn, _ query: PreparedQuery
    ) throws(SegmentError) -> IndexedSegment {
        let declared = query.attributes[name]
        let key = ValueLabelsKey(
            attribute: name, labelsHash: declared?.labelsHash ?? 0,
            defaultLocale: query.attributes.defaultLocale, chain: query.request.chain,
            isFolded: query.request.chain.indices.map { query.foldings[$0] != nil },
            match: query.request.match,
            texts: declared?.keys.isEmpty == false ? query.request.labelTexts : [:])
        return try opened.caches.value(of: key) { () throws(SegmentError) in
            let field = FieldName(name.rawValue)
            let description = CatalogDescription(id: "", fields: [field], titleField: field)
            let writer = SegmentWriter(description)
            var interruption = Interruption()
            for value in 0..<column.valueCount {
                try interruption.count(Interruption.record)
                let (id, own) = try column.text(value)
                let texts = query.searchedLabels(of: id, own: own, name).map {
                    CatalogRecord.Text(field, query.request.chain[$0.level], $0.text)
                }
                // Ids with equally many digits sort like their numbers.
                let record = CatalogRecord(id: String(value + (1 << 32)), texts: texts)
                do throws(ICUError) { try writer.append(record) } catch { throw .icu(error) }
            }
            do {
                return try writer.segmentAtOnce()
            } catch let error as SegmentError {
                throw error
            } catch let error as ICUError {
                throw .icu(error)
            } catch {
                // Labels have a lower limit of length than texts.
                throw .damaged
            }
        }
    }
}

extension PreparedQuery {
    /// A query for one word in the labels of an attribute.
    fileprivate func searching(
        _ word: Word, inLabels field: FieldName, _ weight: FieldWeight
    ) -> PreparedQuery {
        var query = withOnlyForced
        query.words = [word]
        query.filter = nil
        query.partial = nil
        query.attributes = .none
        query.fields = [field]
        query.weights = [weight]
        query.searchesIDs = false
        query.titleField = field
        query.request.fields = [field]
        query.request.facets = []
        query.request.order = []
        query.request.ties = []
        query.preferences = nil
        query.request.sort = .relevance
        query.request.isReversed = false
        return query
    }
}
