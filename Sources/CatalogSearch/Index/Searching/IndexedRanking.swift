// Ranks matches. Each rule applies only to records that the rules before it left open; texts are read only where
// postings cannot decide.

internal import ICU

/// Chooses the best of the matching records. For one query and one thread.
final class IndexedRanking {
    let segment: IndexedSegment
    let query: PreparedQuery
    private let request: SearchRequest
    private let words: [[WordSearch]]
    private let values: [[ValueMatch]]
    private let recordCount: Int
    private let places: WordPlaces
    private let titles: TitlePlaces

    init(_ search: IndexedSearch) throws(SegmentError) {
        segment = search.segment
        query = search.query
        request = search.request
        words = search.words
        values = search.values
        recordCount = search.recordCount
        places = WordPlaces(search)
        titles = try TitlePlaces(search.segment, search.query)
    }

    /// The first matches, in order.
    func best(_ keeping: Int, of candidates: RecordSet) throws(SegmentError) -> [RankedMatch] {
        if request.sort == .relevance, !request.isReversed, words.count == 1, values[0].isEmpty {
            return try bestOfSingleWord(keeping, candidates)
        }
        var chosen: [Int32]
        var keys: WordKeys?
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
                    try selection.narrow { kept.contains($0) ? 0 : 1 }
                }
            }
            try settle(&selection)
            chosen = selection.chosen
        }
        var result = SegmentMatches()
        let known = if let keys { keys } else { try allKeys(of: chosen) }
        result.best.reserveCapacity(chosen.count)
        var interruption = Interruption()
        for record in chosen {
            try interruption.count(Interruption.record)
            result.best.append(RankedMatch(record: Int(record), rank: try rank(Int(record), known(record))))
        }
        if result.best.count > 1 {
            let place = try titles.places(of: chosen)
            try result.sort { place(Int32($0)) }
        }
        return result.best
    }

    private func bestOfSingleWord(
        _ keeping: Int, _ candidates: RecordSet
    ) throws(SegmentError) -> [RankedMatch] {
        let ranking = SingleWordRanking(words[0], candidates, places, segment.records, titles)
        try ranking.choose(keeping)
        var best: [RankedMatch] = []
        best.reserveCapacity(ranking.chosen.count)
        var interruption = Interruption()
        for choice in ranking.chosen {
            try interruption.count(Interruption.record)
            var rank = try rank(Int(choice.record), [choice.key], isArranged: true)
            rank.position = choice.position
            best.append(RankedMatch(record: Int(choice.record), rank: rank))
        }
        return best
    }

    private func narrowBySort(_ selection: inout Selection) throws(SegmentError) {
        let sign = request.isReversed ? -1 : 1
        switch request.sort {
        case .relevance: break
        case .title:
            let place = try titles.places(of: selection.open)
            try selection.narrow { sign * place($0) }
        case .price, .year:
            let places = try segment.places(by: request.sort)
            try selection.narrow { places[Int($0)].map { sign * Int($0) } ?? Int.max }
        }
    }

    /// The rules after those about words: popularity, title, id.
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
            try selection.narrow { sign * place($0) }
        }
        // Records are sorted by their ids.
        try selection.settle { ($0 < $1) != request.isReversed }
    }

    /// All rules about words, in reverse order.
    private func narrowByRanks(_ selection: inout Selection) throws(SegmentError) {
        let keys = try allKeys(of: selection.open)
        // Stores only the values of the rules, because many ranks would be slow to release.
        var values: [Int32: SIMD8<Int>] = [:]
        values.reserveCapacity(selection.open.count)
        var interruption = Interruption()
        for record in selection.open {
            try interruption.count(Interruption.record)
            let rank = try rank(Int(record), keys(record))
            var ofRecord = SIMD8<Int>()
            for (number, rule) in Self.rules.enumerated() { ofRecord[number] = rule(rank) }
            values[record] = ofRecord
        }
        for rule in Self.rules.indices { try selection.narrow { -values[$0]![rule] } }
    }

    private static let rules: [@Sendable (Rank) -> Int] = [
        { Int($0.match.rawValue) }, { $0.isRespelled ? 1 : 0 }, { $0.localePosition }, { $0.fieldPosition },
        { $0.distance ?? Int(Int32.max) }, { $0.position },
    ]

    // MARK: By relevance

    /// The best key of each word in a record.
    private typealias WordKeys = (Int32) -> [UInt32]

    private func chooseByRelevance(
        _ keeping: Int, of candidates: RecordSet
    ) throws(SegmentError) -> (chosen: [Int32], keys: WordKeys?) {
        guard !words.isEmpty else {
            var selection = Selection(candidates.records, keeping: keeping)
            try settle(&selection)
            return (selection.chosen, nil)
        }
        // The records in which all words match at least as well, class by class.
        var within = candidates
        var worst = MatchClass.insideWord
        let count = candidates.count
        let postings = words.joined().reduce(0) { $0 + $1.estimatedTexts }
        let isFew =
            count <= max(keeping, Self.few)
            || Double(count) * IndexedSearch.termsOfRecord(segment, words[0]) < postings
        if !isFew {
            let sets = try words.indices.map { word throws(SegmentError) in try classSets(of: word) }
            for match in [MatchClass.wholeField, .wholeWord, .wordPrefix] {
                var next = candidates
                for word in sets { next.formIntersection(word[Int(match.rawValue)]) }
                if next.count >= keeping {
                    within = next
                    worst = match
                    break
                }
            }
        }
        var keys = OpenKeys(within, wordCount: words.count)
        if isFew { try fillFromTexts(&keys, within) } else { try fill(&keys, upTo: worst) }
        var selection = Selection(within.records, keeping: keeping)
        try selection.narrow { keys.match($0) }
        try selection.narrow { keys.isRespelled($0) ? 1 : 0 }
        try selection.narrow { keys.level($0) }
        try selection.narrow { keys.field($0) }
        if !selection.isDecided {
            var interruption = Interruption()
            // Both rules at once: positions are below 2^31.
            try selection.narrow { (record: Int32) throws(SegmentError) in
                let places = try places.places(of: keys.keys(record), in: Int(record))
                try interruption.count(Rank.arrangementSteps(places.map(\.count)))
                let (distance, position) = Rank.arrangement(of: places)
                return (distance ?? Int(Int32.max)) << 31 | position
            }
        }
        try settle(&selection)
        return (selection.chosen, { keys.keys($0) })
    }

    /// The number of matches up to which reading their texts is cheaper than making sets of all.
    private static let few = 200

    /// Sets the best key of each word for each open record, from its texts.
    private func fillFromTexts(_ keys: inout OpenKeys, _ records: RecordSet) throws(SegmentError) {
        for word in words.indices { fillFromValues(&keys, word) }
        var interruption = Interruption()
        try records.forEach { record throws(SegmentError) in
            try interruption.count(Interruption.record)
            try places.forEachPlace(in: record) { word, key throws(SegmentError) in
                keys.lower(to: key, word: word, record: record)
            }
        }
    }

    /// Lowers the best key of a word for each open record that it matches by a value.
    private func fillFromValues(_ keys: inout OpenKeys, _ word: Int) {
        for match in values[word] {
            match.records.forEach { (record: Int) throws(Never) in
                if keys.isOpen(record) { keys.lower(to: match.key, word: word, record: record) }
            }
        }
    }

    /// For each class up to `wordPrefix`, the records in which a word matches at least as well.
    private func classSets(of word: Int) throws(SegmentError) -> [RecordSet] {
        var fields = RecordSet(universe: recordCount)
        var wholes = fields
        var prefixes = fields
        for value in values[word] {
            switch value.match {
            case .wholeField: fields.formUnion(value.records)
            case .wholeWord: wholes.formUnion(value.records)
            case .wordPrefix: prefixes.formUnion(value.records)
            case .insideWord: break
            }
        }
        var interruption = Interruption()
        for search in words[word] {
            let index = search.level.index
            for beginning in try search.beginnings() {
                let isWord = beginning.match <= .wholeWord
                let isPrefix = beginning.match == .wordPrefix
                try search.level.forEachText(ofTerm: Int(search.terms[beginning.place]), &interruption) {
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

    /// The best keys of the words in some records.
    private func allKeys(of records: [Int32]) throws(SegmentError) -> WordKeys {
        var set = RecordSet(universe: recordCount)
        for record in records { set.insert(Int(record)) }
        var keys = OpenKeys(set, wordCount: words.count)
        if records.count <= Self.few {
            try fillFromTexts(&keys, set)
        } else {
            try fill(&keys, upTo: .insideWord)
        }
        return { keys.keys($0) }
    }

    /// Sets the best key of each word for each open record.
    private func fill(_ keys: inout OpenKeys, upTo match: MatchClass) throws(SegmentError) {
        var interruption = Interruption()
        for word in words.indices {
            fillFromValues(&keys, word)
            for search in words[word] {
                if match == .insideWord {
                    try search.readTerms()
                    for place in search.terms.indices { try fill(&keys, search, place, &interruption) }
                } else {
                    for beginning in try search.beginnings() {
                        try fill(&keys, search, beginning.place, &interruption)
                    }
                }
            }
        }
    }

    @inline(__always)
    private func fill(
        _ keys: inout OpenKeys, _ search: WordSearch, _ place: Int, _ interruption: inout Interruption
    ) throws(SegmentError) {
        let level = search.level
        var summary: TermSummary?
        try level.forEachText(ofTerm: Int(search.terms[place]), &interruption) {
            text, record, column, _ throws(SegmentError) in
            guard keys.isOpen(record) else { return }
            if summary == nil { summary = try search.summary(place) }
            var key = summary!.key
            if summary!.wholeKey != key, try level.index.isSingleTerm(text) { key = summary!.wholeKey }
            keys.lower(
                to: OpenKeys.key(key, level: level.step, field: level.columns[column].field),
                word: search.word, record: record)
        }
    }

    // MARK: Ranks

    /// The rank of a record whose best keys are known.
    ///
    /// - Parameter isArranged: whether the caller sets distance and position.
    private func rank(
        _ record: Int, _ best: [UInt32], isArranged: Bool = false
    ) throws(SegmentError) -> Rank {
        let records = segment.records
        var rank = Rank(request)
        rank.match = best.lazy.map(OpenKeys.match).max() ?? .wholeField
        rank.isRespelled = best.contains(where: OpenKeys.isRespelled)
        rank.localePosition = best.lazy.map(OpenKeys.level).max() ?? 0
        rank.fieldPosition = best.lazy.map(OpenKeys.field).max() ?? 0
        if !isArranged {
            if best.count == 1, let position = try places.position(of: best[0], in: record) {
                rank.position = position
            } else {
                rank.setArrangement(of: try places.places(of: best, in: record))
            }
        }
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
