// Searches the texts of a segment record by record: for words that contain a separator of terms, which no term contains.

internal import ICU

/// Runs a query on a segment without its terms. Finds what the index would find, in time linear in the texts.
struct SegmentScan {
    private let segment: IndexedSegment
    private let query: PreparedQuery
    private let scanner: RecordScanner
    private let titles: TitleKeys

    init(_ segment: IndexedSegment, _ query: PreparedQuery) throws(SegmentError) {
        self.segment = segment
        self.query = query
        scanner = RecordScanner(query)
        titles = try TitleKeys(segment, query)
    }

    /// The number of matches beyond those wanted that are kept until the best are chosen.
    private static let surplus = 1_024

    func matches(keeping: Int, _ sets: inout MatchSets?) throws(SegmentError) -> SegmentMatches {
        var result = SegmentMatches()
        var interruption = Interruption()
        for number in 0..<segment.numberCount where segment.deleted?.contains(number) != true {
            try interruption.count(Interruption.record)
            let record = try segment.record(number, for: query)
            guard passesFilters(record) else { continue }
            let words = try scanner.words(in: record)
            guard words.allSatisfy(\.isFound) else { continue }
            result.scopeCounts[record.scope, default: 0] += 1
            sets?.all.insert(number)
            guard query.request.scope == nil || record.scope == query.request.scope else { continue }
            result.total += 1
            sets?.inScope.insert(number)
            guard keeping > 0 else { continue }
            try interruption.count(Rank.arrangementSteps(words.map(\.arranged.count)))
            var rank = Rank(query.request, record, words)
            rank.titleKey = try titles.key(number)
            result.best.append(RankedMatch(record: number, rank: rank))
            if result.best.count - Self.surplus > keeping { try Self.keepBest(keeping, &result.best) }
        }
        try Self.keepBest(keeping, &result.best)
        for index in result.best.indices { result.best[index].rank.titleKey = [] }
        return result
    }

    private func passesFilters(_ record: CatalogRecord) -> Bool {
        if let range = query.request.price {
            guard let price = record.price, range.contains(price.amount) else { return false }
        }
        if let range = query.request.year {
            guard let year = record.year, range.contains(DecimalNumber(year)) else { return false }
        }
        return true
    }

    /// Keeps only the best of some matches, sorted.
    private static func keepBest(_ keeping: Int, _ matches: inout [RankedMatch]) throws(SegmentError) {
        try matches.sortInterruptibly { $0.rank < $1.rank }
        matches.removeLast(max(0, matches.count - keeping))
    }
}

extension Rank {
    /// The rank of a record without what a merge of segments and catalogs adds.
    ///
    /// - Parameter words: the record's matches of each word.
    init(_ request: SearchRequest, _ record: CatalogRecord, _ words: [WordMatch]) {
        self.init(request)
        setMatches(words)
        popularity = record.popularity
        id = record.id
        switch request.sort {
        case .relevance, .title: break
        case .price: sortValue = record.price.map { .number($0.amount) } ?? .missing
        case .year: sortValue = record.year.map { .number(DecimalNumber($0)) } ?? .missing
        }
    }
}

extension WordMatch {
    /// Whether the record contains the word.
    var isFound: Bool { !numbers.isEmpty || best != nil }
}
