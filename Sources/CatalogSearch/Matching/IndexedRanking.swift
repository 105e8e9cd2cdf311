// Chooses and orders the best matches: by the requested value, by score, then by the order of equal records.

internal import ICU

/// Chooses the best of the matching records. For one query and one thread.
final class IndexedRanking {
    private let segment: IndexedSegment
    private let query: PreparedQuery
    private let request: SearchRequest
    private let scoring: RecordScoring
    private let preferences: SegmentPreferences?
    /// The products of preferences for the records to rank.
    private let products: PreferenceProducts?
    private let titles: TitlePositions
    private let titleLengths: TitleOrderLengths
    /// The records whose ranking values are all known, by their numbers.
    private var scored: [Int32: ScoredRecord] = [:]

    /// - Parameter count: the number of records to rank.
    init(_ search: IndexedSearch, count: Int) throws(SegmentError) {
        preferences = try search.segment.preferences(of: search.query)
        products = try preferences.map { own throws(SegmentError) in
            try PreferenceProducts(own, forCount: count)
        }
        scoring = try RecordScoring(search, products)
        segment = search.segment
        query = search.query
        request = search.request
        titles = try TitlePositions(search.segment, search.query)
        titleLengths = try TitleOrderLengths(search.segment, search.query)
    }

    /// The first matches, in order.
    func best(_ keeping: Int, of candidates: RecordSet) throws(SegmentError) -> [RankedMatch] {
        var selection: Selection
        if request.order.isEmpty, request.sort == .relevance, !request.isReversed, hasWords {
            let best = try best(keeping, byScore: candidates)
            selection = Selection(best.map(\.record), keeping: keeping)
            if !selection.isDecided { try narrow(&selection, by: best) }
        } else {
            let candidates = try segment.nearest(keeping, of: candidates, request) ?? candidates
            selection = Selection(candidates, keeping: keeping)
            try narrowBySort(&selection)
            if !selection.isDecided {
                if hasWords { try narrowByScore(&selection) } else { try narrowByPreferences(&selection) }
            }
        }
        try settle(&selection)
        return try matches(selection.chosen)
    }

    private var hasWords: Bool { scoring.wordCount > 0 }

    private func best(_ keeping: Int, byScore records: RecordSet) throws(SegmentError) -> [RecordScore] {
        try scoring.best(keeping, of: records) { record throws(SegmentError) in
            try titleLengths.length(record)
        }
    }

    private func narrowByScore(_ selection: inout Selection) throws(SegmentError) {
        var set = RecordSet(universe: segment.records.count)
        for record in selection.open { set.insert(Int(record)) }
        // As many as there are, so that none is left out.
        try narrow(&selection, by: try best(max(1, selection.open.count), byScore: set))
    }

    /// - Parameter scores: the scores of the open candidates.
    private func narrow(_ selection: inout Selection, by scores: [RecordScore]) throws(SegmentError) {
        let sign = request.isReversed ? 1 : -1
        let orders = Dictionary(uniqueKeysWithValues: scores.map { ($0.record, $0.order) })
        if scoring.hasClaims { try selection.narrow { sign * (orders[$0]?.claim ?? 0) } }
        if !selection.isDecided { try selection.narrow { sign * (orders[$0]?.score ?? 0) } }
    }

    /// Applies the order of a query without words.
    private func narrowByPreferences(_ selection: inout Selection) throws(SegmentError) {
        guard let products else { return }
        let sign = request.isReversed ? 1 : -1
        let records = segment.records
        guard records.hasPopularities else {
            return try selection.narrow { record throws(SegmentError) in
                sign * (try products.product(of: Int(record)))
            }
        }
        try selection.narrow { record throws(SegmentError) in
            let popularity = Score.popularityFactor(try records.popularity(of: Int(record)))
            return sign * popularity * (try products.product(of: Int(record)))
        }
    }

    /// The values that rank a record.
    private func scored(_ record: Int32) throws(SegmentError) -> ScoredRecord {
        if let known = scored[record] { return known }
        let new = try scoring.score(Int(record))
        scored[record] = new
        return new
    }

    private func narrowBySort(_ selection: inout Selection) throws(SegmentError) {
        for key in request.order where !selection.isDecided {
            let sign = key.isDescending != request.isReversed ? -1 : 1
            if key.attribute == .title {
                try narrowByTitle(&selection, sign)
                continue
            }
            let position = try AttributePositions(segment, key, query)
            try selection.narrow { (record: Int32) throws(SegmentError) in
                try position(record).map { sign * $0 } ?? Int.max
            }
        }
        guard request.order.isEmpty else { return }
        let sign = request.isReversed ? -1 : 1
        switch request.sort {
        case .relevance: break
        case .title: try narrowByTitle(&selection, sign)
        case .price, .year:
            let positions =
                request.sort == .year
                ? try segment.positionsByYear() : try segment.positionsByPrice(request.priceChoice)
            try selection.narrow { positions[Int($0)].map { sign * Int($0) } ?? Int.max }
        }
    }

    /// - Parameter sign: -1 if the last titles come first, else 1.
    private func narrowByTitle(_ selection: inout Selection, _ sign: Int) throws(SegmentError) {
        if titles.areStored {
            var byStored = selection
            var areAllStored = true
            try byStored.narrow { (record: Int32) throws(SegmentError) in
                guard let position = try titles.storedPosition(Int(record)) else {
                    areAllStored = false
                    return 0
                }
                return sign * position
            }
            if areAllStored {
                selection = byStored
                return
            }
        }
        let position = try titles.positions(of: selection.open)
        try selection.narrow { sign * position($0) }
    }

    /// - Parameter sign: -1 if the order is reversed, else 1.
    private func narrowByMentions(_ selection: inout Selection, _ sign: Int) throws(SegmentError) {
        let open = selection.open
        if try scoring.readsMentionsInTexts(of: open.count) {
            try selection.narrow { record throws(SegmentError) in -sign * (try scored(record).mentions) }
        } else {
            try selection.narrow(try scoring.mentions(in: open).map { -sign * $0 })
        }
    }

    /// Applies the rules of ``Rank``.
    private func settle(_ selection: inout Selection) throws(SegmentError) {
        let sign = request.isReversed ? -1 : 1
        let records = segment.records
        for key in request.ties where !selection.isDecided {
            let direction = key.isDescending ? -sign : sign
            if key.attribute == .title {
                try narrowByTitle(&selection, direction)
                continue
            }
            let position = try AttributePositions(segment, key, query)
            try selection.narrow { (record: Int32) throws(SegmentError) in
                // The whole order is reversed, also for records without a value.
                try position(record).map { direction * $0 } ?? sign * Int.max
            }
        }
        if !selection.isDecided, records.hasPopularities {
            try selection.narrow { (record: Int32) throws(SegmentError) in
                sign * (try records.popularityPosition(of: Int(record)))
            }
        }
        if hasWords, !selection.isDecided { try narrowByMentions(&selection, sign) }
        if hasWords, !selection.isDecided {
            try selection.narrow { (record: Int32) throws(SegmentError) in
                sign * (try titleLengths.length(Int(record)))
            }
        }
        if hasWords, !selection.isDecided {
            try selection.narrow { (record: Int32) throws(SegmentError) in
                sign * (try scored(record).isRespelled ? 1 : 0)
            }
        }
        if !selection.isDecided { try narrowByTitle(&selection, sign) }
        // Records are sorted by their ids.
        try selection.settle { ($0 < $1) != request.isReversed }
    }

    /// The chosen records with their ranks, in order.
    private func matches(_ chosen: [Int32]) throws(SegmentError) -> [RankedMatch] {
        var result = SegmentMatches()
        result.best.reserveCapacity(chosen.count)
        var interruption = Interruption()
        for record in chosen {
            try interruption.count(Interruption.record)
            let length = hasWords ? try titleLengths.length(Int(record)) : 0
            var rank = try segment.rank(Int(record), query, titleLength: length)
            try segment.setSortKeys(of: &rank, Int(record), query)
            if let preferences { rank.setPreferences(try preferences.factors(of: Int(record))) }
            if hasWords {
                let scored = try scored(record)
                rank.setMatches(
                    scored.keys, scored.nearness, mentions: scored.mentions, claim: scored.claim)
            }
            result.best.append(RankedMatch(record: Int(record), rank: rank))
        }
        if result.best.count > 1 {
            let position = try titles.positions(of: chosen)
            try result.sort { position(Int32($0)) }
        }
        return result.best
    }
}

extension IndexedSegment {
    /// The rank of a record before its matches are known.
    func rank(_ number: Int, _ query: PreparedQuery, titleLength: Int) throws(SegmentError) -> Rank {
        var rank = try Rank(
            query.request, id: try records.id(of: number), popularity: try records.popularity(of: number),
            price: { () throws(SegmentError) in try records.price(of: number, query.request.priceChoice) },
            year: { () throws(SegmentError) in try records.year(of: number) })
        rank.titleLength = titleLength
        return rank
    }
}
