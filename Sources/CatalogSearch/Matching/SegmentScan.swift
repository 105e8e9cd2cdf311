// Searches the texts of a segment record by record, for words that contain a separator of terms: no term
// contains these.

internal import ICU

/// Runs a query on a segment without its terms. Finds what the index would find, in time linear in the texts.
struct SegmentScan {
    private let segment: IndexedSegment
    private let query: PreparedQuery
    private let scanner: RecordScanner
    private let titles: TitleKeys
    private let titleLengths: TitleOrderLengths

    init(_ segment: IndexedSegment, _ query: PreparedQuery) throws(SegmentError) {
        self.segment = segment
        self.query = query
        scanner = RecordScanner(query, countsMentions: true)
        titles = try TitleKeys(segment, query)
        titleLengths = try TitleOrderLengths(segment, query)
    }

    /// How many matches more than requested are collected before the best are chosen.
    private static let surplus = 1_024

    /// - Parameter groups: the groups of the records, to return only the best match of each; `nil` for all
    ///   matches.
    func matches(
        keeping: Int, into sets: consuming MatchSets? = nil, _ groups: ValueNumbers.Part? = nil
    ) throws(SegmentError) -> SegmentMatches {
        var result = SegmentMatches(sets: sets)
        let filter = try SegmentFilter(segment, query)
        let conditions = try query.words.map { word throws(SegmentError) -> RecordSet? in
            guard let condition = word.preparedConditions else { return nil }
            return try segment.records([condition], query)
        }
        let preferences = try segment.preferences(of: query)
        var interruption = Interruption()
        for number in 0..<segment.numberCount where segment.deleted?.contains(number) != true {
            try interruption.count(Interruption.record)
            guard filter.admitsInCommon(number) else { continue }
            let record = try segment.record(number, for: query).record
            let matches = try scanner.matches(
                in: record, meeting: conditions.map { $0?.contains(number) ?? false })
            guard matches.isMatch else { continue }
            result.sets?.base?.insert(number)
            guard filter.admits(number) else { continue }
            result.scopeCounts[record.scope, default: 0] += 1
            result.sets?.all.insert(number)
            guard query.request.scope == nil || record.scope == query.request.scope else { continue }
            result.total += 1
            result.sets?.inScope.insert(number)
            guard keeping > 0 else { continue }
            var rank = Rank(query.request, record, matches, titleLength: try titleLengths.length(number))
            rank.titleKey = try titles.key(number)
            if let preferences { rank.setPreferences(try preferences.factors(of: number)) }
            try segment.setSortKeys(of: &rank, number, query)
            result.best.append(
                RankedMatch(record: number, rank: rank, group: try groups?.number(ofRecord: number)))
            if result.best.count - Self.surplus > keeping { try Self.keepBest(keeping, &result.best) }
        }
        try Self.keepBest(keeping, &result.best)
        for index in result.best.indices { result.best[index].rank.titleKey = [] }
        return result
    }

    /// Keeps only the best of some matches, sorted, and only one of each group.
    private static func keepBest(_ keeping: Int, _ matches: inout [RankedMatch]) throws(SegmentError) {
        try matches.sortInterruptibly { $0.rank < $1.rank }
        var seen: Set<Int> = []
        matches.removeAll { $0.group.map { !seen.insert($0).inserted } ?? false }
        matches.removeLast(max(0, matches.count - keeping))
    }
}

extension Rank {
    /// The rank of a record without the parts that a merge of segments and catalogs adds.
    ///
    /// - Parameter titleLength: the number of scalars of the title as shown.
    init(_ request: SearchRequest, _ record: CatalogRecord, _ matches: RecordMatches, titleLength: Int) {
        self.init(
            request, id: record.id, popularity: record.popularity,
            price: { record.price(request.priceChoice) },
            year: { record.year })
        guard !matches.words.isEmpty else { return }
        self.titleLength = titleLength
        setMatches(matches.words.map(\.key), Nearness(gap: matches.gap), mentions: matches.mentions)
    }
}
