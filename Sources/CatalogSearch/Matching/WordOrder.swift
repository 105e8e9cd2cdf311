// The first records of frequent words, and of all records, in order, cached by segment: the results of a
// typed letter, and those of a query without words, are ranked once.

internal import ICU
internal import Support

/// Identifies what decides the order of the records that contain a word, or of all records.
struct WordOrderKey: CachedKey {
    /// Without spellings for all records.
    let points: WordScoresKey
    let titles: TitleOrderKey
    /// See ``CatalogPreferences/key``.
    let preferences: [UInt8]?

    static func cost(of value: WordOrder) -> Int { value.byteCount }
}

/// The first of the records that contain a word, or of all records, deleted or not, in order.
///
/// A record's rank does not depend on other records. So the first of any subset of the records are, in the
/// same order, those of all that are in the subset.
struct WordOrder: Sendable {
    private let first: [RankedMatch]

    /// The number of records that are cached.
    static let count = 64

    /// - Parameter first: the first ``count`` records.
    init(_ first: [RankedMatch]) { self.first = first }

    /// The approximate size of the matches, with their ids and titles' sort keys, in bytes.
    var byteCount: Int {
        first.reduce(0) {
            $0 + MemoryLayout<RankedMatch>.stride + $1.rank.id.utf8.count + $1.rank.titleKey.count
        }
    }

    /// The best of some of the records; `nil` if too few of them are cached.
    func best(_ keeping: Int, of records: RecordSet, total: Int) -> [RankedMatch]? {
        let wanted = min(keeping, total)
        var best: [RankedMatch] = []
        best.reserveCapacity(wanted)
        for match in first where records.contains(match.record) {
            best.append(match)
            if best.count == wanted { return best }
        }
        return nil
    }
}

extension IndexedSearch {
    /// The best matches of a query of one frequent word, or of none, from the cached first records.
    ///
    /// - Parameters:
    ///   - candidates: the matches; `total` is their number.
    ///   - allRecords: all records that contain the word, or all; `nil` if they are not known.
    /// - Returns: `nil` if the candidates have to be ranked.
    func cachedBest(
        _ keeping: Int, of candidates: RecordSet, total: Int, allRecords: RecordSet?
    ) throws(SegmentError) -> [RankedMatch]? {
        guard let cachedOrders, words.count <= 1, words.isEmpty || values[0].isEmpty,
            keeping <= WordOrder.count, total > recordCount / Self.cachedRecordsShare,
            request.order.isEmpty, request.ties.isEmpty, request.sort == .relevance, !request.isReversed
        else { return nil }
        let key = try orderKey()
        if let known = cachedOrders[key] { return known.best(keeping, of: candidates, total: total) }
        // Few of the first records would be in a smaller subset.
        guard let allRecords, total > allRecords.count / 2 else { return nil }
        let ranking = try IndexedRanking(self, count: allRecords.count)
        let order = WordOrder(try ranking.best(WordOrder.count, of: allRecords))
        return cachedOrders.keep(order, as: key).best(keeping, of: candidates, total: total)
    }

    /// Identifies the order of the records of the only word, or of all records if there is none.
    func orderKey() throws(SegmentError) -> WordOrderKey {
        let collation: String
        collation = try mappingError(SegmentError.icu) { () throws(ICUError) in
            try TitleCollators.order(request.locale)
        }
        return WordOrderKey(
            points: WordScoresKey(words.first ?? [], query),
            titles: TitleOrderKey(segment, query, collation: collation), preferences: query.preferences?.key)
    }
}
