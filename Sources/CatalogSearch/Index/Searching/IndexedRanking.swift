// Which of the matches come first? Rules are applied one after the other, each only where the ones before leave open
// who is in; nothing is decided by reading texts that the postings can decide.

internal import ICU

/// Chooses the best of the records that match. Made for one query, by one thread.
struct IndexedRanking {
    let segment: IndexedSegment
    let query: PreparedQuery
    private let request: SearchRequest
    private let words: [[WordSearch]]
    private let recordCount: Int
    private let places: WordPlaces
    private let titles: TitlePlaces

    init(_ search: IndexedSearch) {
        segment = search.segment
        query = search.query
        request = search.request
        words = search.words
        recordCount = search.recordCount
        places = WordPlaces(search)
        titles = TitlePlaces(search.segment, search.query)
    }

    /// The first matches, in order.
    func best(_ keeping: Int, of candidates: RecordSet) throws(SegmentError) -> [RankedMatch] {
        var chosen: [Int32]
        var keys: OpenKeys?
        if request.sort == .relevance, !request.isReversed {
            (chosen, keys) = try chooseByRelevance(keeping, of: candidates)
        } else {
            var selection = Selection(candidates.records, keeping: keeping)
            try narrowBySort(&selection)
            if !selection.isDecided, !words.isEmpty {
                if request.isReversed {
                    try narrowByRanks(&selection)
                } else {
                    var open = RecordSet(universe: recordCount)
                    for record in selection.open { open.insert(Int(record)) }
                    let kept = Set(try chooseByRelevance(selection.wanted, of: open).chosen)
                    selection.narrow { (record: Int32) throws(Never) in kept.contains(record) ? 0 : 1 }
                }
            }
            try settle(&selection)
            chosen = selection.chosen
        }
        var result = SegmentMatches()
        let known = if let keys { keys } else { try allKeys(of: chosen) }
        result.best.reserveCapacity(chosen.count)
        for record in chosen {
            result.best.append(RankedMatch(record: Int(record), rank: try rank(Int(record), known)))
        }
        if result.best.count > 1 {
            let place = try titles.places(of: chosen)
            result.sort { place(Int32($0)) }
        }
        return result.best
    }

    private func narrowBySort(_ selection: inout Selection) throws(SegmentError) {
        let sign = request.isReversed ? -1 : 1
        switch request.sort {
        case .relevance: break
        case .title:
            let place = try titles.places(of: selection.open)
            selection.narrow { (record: Int32) throws(Never) in sign * place(record) }
        case .price, .year:
            let places = try segment.places(by: request.sort)
            selection.narrow { (record: Int32) throws(Never) in
                places[Int(record)].map { sign * Int($0) } ?? Int.max
            }
        }
    }

    /// The rules behind the words: popularity, title, id.
    private func settle(_ selection: inout Selection) throws(SegmentError) {
        let sign = request.isReversed ? -1 : 1
        let records = segment.records
        if !selection.isDecided, records.hasPopularities {
            try selection.narrow { (record: Int32) throws(SegmentError) in
                sign * (try records.popularityPlace(of: Int(record)))
            }
        }
        if !selection.isDecided {
            let place = try titles.places(of: selection.open)
            selection.narrow { (record: Int32) throws(Never) in sign * place(record) }
        }
        // Records stand in the order of their ids.
        selection.settle { ($0 < $1) != request.isReversed }
    }

    /// All rules about words, the other way round.
    private func narrowByRanks(_ selection: inout Selection) throws(SegmentError) {
        let keys = try allKeys(of: selection.open)
        var ranks: [Int32: Rank] = [:]
        for record in selection.open { ranks[record] = try rank(Int(record), keys) }
        for rule in Self.rules { selection.narrow { (record: Int32) throws(Never) in -rule(ranks[record]!) } }
    }

    private static let rules: [@Sendable (Rank) -> Int] = [
        { Int($0.match.rawValue) }, { $0.isRespelled ? 1 : 0 }, { $0.localePosition }, { $0.fieldPosition },
        { $0.distance ?? Int(Int32.max) }, { $0.position },
    ]

    // MARK: By relevance

    private func chooseByRelevance(
        _ keeping: Int, of candidates: RecordSet
    ) throws(SegmentError) -> (chosen: [Int32], keys: OpenKeys?) {
        guard !words.isEmpty else {
            var selection = Selection(candidates.records, keeping: keeping)
            try settle(&selection)
            return (selection.chosen, nil)
        }
        // The records in which all words lie at least so well, by classes.
        var decided: [Int32] = []
        var within = candidates
        var worst = MatchClass.insideWord
        if candidates.count > keeping {
            let sets = try words.indices.map { word throws(SegmentError) in try classSets(of: word) }
            for match in [MatchClass.wholeField, .wholeWord, .wordPrefix] {
                var next = candidates
                for word in sets { next.formIntersection(word[Int(match.rawValue)]) }
                if next.count >= keeping {
                    within = next
                    worst = match
                    break
                }
                decided = next.records
            }
        }
        var keys = OpenKeys(within, wordCount: words.count)
        try fill(&keys, upTo: worst)
        var open = within
        for record in decided { open.remove(Int(record)) }
        var selection = Selection(open.records, keeping: keeping - decided.count)
        selection.narrow { (record: Int32) throws(Never) in keys.isRespelled(record) ? 1 : 0 }
        selection.narrow { (record: Int32) throws(Never) in keys.level(record) }
        selection.narrow { (record: Int32) throws(Never) in keys.field(record) }
        if !selection.isDecided { try narrowByPlaces(&selection, keys) }
        try settle(&selection)
        return (decided + selection.chosen, keys)
    }

    /// For the classes up to `wordPrefix` the records in which a word lies at least so well.
    private func classSets(of word: Int) throws(SegmentError) -> [RecordSet] {
        var fields = RecordSet(universe: recordCount)
        var wholes = fields
        var prefixes = fields
        if query.words[word].number != nil { fields = try numericMatches(of: word) }
        for search in words[word] {
            let index = search.level.index
            for beginning in try search.beginnings.get() {
                let isWord = beginning.match <= .wholeWord
                let isPrefix = beginning.match == .wordPrefix
                try search.level.forEachText(ofTerm: Int(search.terms[beginning.place])) {
                    text, record, _, _ throws(SegmentError) in
                    if isWord { wholes.insert(record) } else if isPrefix { prefixes.insert(record) }
                    if beginning.isWhole, try index.isSingleTerm(text) { fields.insert(record) }
                }
            }
        }
        wholes.formUnion(fields)
        prefixes.formUnion(wholes)
        return [fields, wholes, prefixes]
    }

    private func numericMatches(of word: Int) throws(SegmentError) -> RecordSet {
        guard let number = query.words[word].number else { return RecordSet(universe: recordCount) }
        let range = NumericRange(lower: number, upper: number)
        var found = try segment.records.records(price: range)
        found.formUnion(try segment.records.records(year: range))
        return found
    }

    /// How well the words lie at best in some records.
    private func allKeys(of records: [Int32]) throws(SegmentError) -> OpenKeys {
        var set = RecordSet(universe: recordCount)
        for record in records { set.insert(Int(record)) }
        var keys = OpenKeys(set, wordCount: words.count)
        try fill(&keys, upTo: .insideWord)
        return keys
    }

    /// Enters for each open record how well each word lies at best.
    private func fill(_ keys: inout OpenKeys, upTo match: MatchClass) throws(SegmentError) {
        for word in words.indices {
            if query.words[word].number != nil {
                try numericMatches(of: word).forEach { record throws(SegmentError) in
                    if keys.isOpen(record) { keys.lower(to: 0, word: word, record: record) }
                }
            }
            for search in words[word] {
                if match == .insideWord {
                    for place in search.terms.indices { try fill(&keys, search, place) }
                } else {
                    for beginning in try search.beginnings.get() { try fill(&keys, search, beginning.place) }
                }
            }
        }
    }

    @inline(__always)
    private func fill(_ keys: inout OpenKeys, _ search: WordSearch, _ place: Int) throws(SegmentError) {
        let level = search.level
        var summary: TermSummary?
        try level.forEachText(ofTerm: Int(search.terms[place])) { text, record, column, _ throws(SegmentError) in
            guard keys.isOpen(record) else { return }
            if summary == nil { summary = try search.summary(place) }
            var key = summary!.key
            if summary!.wholeKey != key, try level.index.isSingleTerm(text) { key = summary!.wholeKey }
            keys.lower(
                to: OpenKeys.key(key, level: level.position, field: level.columns[column].field),
                word: search.word, record: record)
        }
    }

    /// The rules of distance and position, for records whose words lie alike.
    private func narrowByPlaces(_ selection: inout Selection, _ keys: OpenKeys) throws(SegmentError) {
        if words.count == 1, let positions = try positions(of: selection, keys) {
            selection.narrow { (record: Int32) throws(Never) in positions.position(record) }
            return
        }
        var ranks: [Int32: Rank] = [:]
        ranks.reserveCapacity(selection.open.count)
        for record in selection.open { ranks[record] = try rank(Int(record), keys) }
        selection.narrow { (record: Int32) throws(Never) in ranks[record]!.distance ?? Int(Int32.max) }
        selection.narrow { (record: Int32) throws(Never) in ranks[record]!.position }
    }

    /// Where a single word stands first in records in which it lies alike; only as exactly as the choice needs it.
    ///
    /// - Returns: `nil` where the postings do not help.
    private func positions(
        of selection: Selection, _ keys: OpenKeys
    ) throws(SegmentError) -> OpenPositions? {
        guard let first = selection.open.first else { return nil }
        let key = keys.key(first, word: 0)
        // Numbers have no position; where texts are several for a record, the first that holds the word counts.
        guard key != 0, let search = words[0].first(where: { $0.level.position == OpenKeys.level(key) }),
            let place = search.level.columns.firstIndex(where: { $0.field == OpenKeys.field(key) })
        else { return nil }
        let lies = OpenKeys.withoutPlace(key)
        var positions = OpenPositions(selection.open, wanted: selection.wanted, recordCount: recordCount)
        func note(_ term: Int) throws(SegmentError) {
            let summary = try search.summary(term)
            guard summary.key == lies || summary.wholeKey == lies else { return }
            let start = summary.key == lies ? summary.start : summary.wholeStart
            try search.level.forEachText(ofTerm: Int(search.terms[term])) {
                text, record, column, isFirst throws(SegmentError) in
                guard column == place, positions.isOpen(record) else { return }
                positions.note(record, text: text, start: Int(start), isFirst: isFirst)
            }
        }
        if OpenKeys.match(key) == .insideWord {
            for term in search.terms.indices { try note(term) }
        } else {
            for beginning in try search.beginnings.get() { try note(beginning.place) }
        }
        guard !positions.hasSeveralTexts else { return nil }
        // In a text that begins with another term the word stands behind that and a separator.
        for index in positions.unknown where positions.leastPosition(at: index) <= positions.bound {
            let position = try places.position(
                of: key, in: positions.text(at: index), search, upTo: positions.bound)
            positions.set(position ?? Int.max, at: index)
        }
        return positions
    }

    // MARK: Ranks

    /// The rank of a record, of whose words it is known how they lie at best.
    private func rank(_ record: Int, _ keys: OpenKeys) throws(SegmentError) -> Rank {
        let records = segment.records
        var rank = Rank(request)
        var best: [UInt32] = []
        for word in words.indices { best.append(keys.key(Int32(record), word: word)) }
        rank.match = best.lazy.map(OpenKeys.match).max() ?? .wholeField
        rank.isRespelled = best.contains(where: OpenKeys.isRespelled)
        rank.localePosition = best.lazy.map(OpenKeys.level).max() ?? 0
        rank.fieldPosition = best.lazy.map(OpenKeys.field).max() ?? 0
        rank.setArrangement(of: try places.occurrences(of: best, in: record))
        rank.popularity = try records.popularity(of: record)
        rank.id = try records.id(of: record)
        switch request.sort {
        case .relevance, .title: break
        case .price: rank.sortValue = try records.price(of: record).map { .number($0.amount) } ?? .missing
        case .year:
            rank.sortValue = try records.year(of: record).map { .number(DecimalNumber($0)) } ?? .missing
        }
        return rank
    }
}
