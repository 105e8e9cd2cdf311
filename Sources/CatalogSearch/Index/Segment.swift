// The interface of segments: immutable records in memory or in a file.

package import ICU

/// Records that are searched together. Law: an index answers as a scan over the same records does.
package protocol Segment: Sendable {
    /// The number of records. Record numbers start at 0; some may be missing.
    var recordCount: Int { get }
    /// One more than the highest number that a record can have.
    var numberCount: Int { get }
    /// The approximate memory or disk size of its records, including deleted ones, in bytes.
    var size: Int { get }
    /// The locales in which it has texts.
    var locales: Set<LocaleIdentifier> { get }
    /// The ids of its records' scopes, without duplicates.
    var scopes: [String] { get }
    /// The deleted records.
    var deleted: RecordSet? { get }
    /// Whether nobody has changed its bytes since it was opened. If false, what was read before may be wrong.
    var isIntact: Bool { get }
    /// The number of records with a text in each locale.
    func recordCountsByLocale() throws(SegmentError) -> [LocaleIdentifier: Int]

    /// Caches those foldings of these locales that the segment stores.
    ///
    /// - Throws: `SegmentError.damaged`.
    func supplyFoldings(for chain: [LocaleIdentifier]) throws(SegmentError)

    /// Does in advance what a query on these locales and fields would wait for.
    ///
    /// - Throws: `SegmentError.icu` where ICU lacks data or memory.
    func prepare(chain: [LocaleIdentifier], fields: [FieldName]) throws(SegmentError)

    /// Runs a query.
    ///
    /// - Parameters:
    ///   - keeping: the number of best matches wanted.
    ///   - sets: receives the matching records; `nil` if not needed.
    /// - Throws: `SegmentError`, also if the task is cancelled.
    func search(
        _ query: PreparedQuery, keeping: Int, _ sets: inout MatchSets?
    ) throws(SegmentError) -> SegmentMatches

    /// The words of the searched texts that resemble a word of a query, without duplicates, in no particular order.
    ///
    /// - Parameter records: the records whose texts are searched; `nil` for all.
    /// - Throws: `SegmentError`, also if the task is cancelled.
    func words(
        _ sought: SoughtWords, like word: PreparedQuery.Word, _ query: PreparedQuery,
        within records: RecordSet?
    ) throws(SegmentError) -> [FoundWord]

    /// The number of some records in each scope; records without a scope under `nil`.
    func scopeCounts(of records: RecordSet) throws(SegmentError) -> [String?: Int]

    /// The record with a number, with all its texts.
    func record(_ number: Int) throws(SegmentError) -> CatalogRecord

    /// The record with a number, with at least the texts that a query's hit shows.
    func record(_ number: Int, for query: PreparedQuery) throws(SegmentError) -> CatalogRecord

    /// The id of the record with a number.
    func id(of number: Int) throws(SegmentError) -> String

    /// The number of the record with an id, deleted or not. Ids are equal if their bytes are.
    func number(ofID id: String) throws(SegmentError) -> Int?

    /// The same segment without some of its records. It shares everything else with this one, which does not change.
    ///
    /// - Parameter deleted: all records to exclude, including those already deleted.
    func excluding(_ deleted: RecordSet) throws(SegmentError) -> Self

    /// The sort keys of records' titles, for merging with other segments.
    func titleKeys(of numbers: [Int], _ query: PreparedQuery) throws(SegmentError) -> [[UInt8]]
}

/// A segment's answer to a query.
package struct SegmentMatches: Sendable {
    /// The number of matches in the requested scope.
    package var total = 0
    /// The number of matches in each scope, whatever scope was requested; records without a scope under `nil`.
    package var scopeCounts: [String?: Int] = [:]
    /// The best matches in order. Their ranks lack the title's key, which only a merge with other segments needs.
    package var best: [RankedMatch] = []

    /// Sorts the best matches.
    ///
    /// - Parameter titlePlace: a record's place by title.
    /// - Throws: `SegmentError.cancelled`.
    mutating func sort(titlePlace: (Int) -> Int) throws(SegmentError) {
        let places = Dictionary(uniqueKeysWithValues: best.map { ($0.record, titlePlace($0.record)) })
        try best.sortInterruptibly { left, right in
            var (first, second) = (left.rank, right.rank)
            // Big-endian places compare like keys.
            first.titleKey = Self.key(places[left.record]!)
            second.titleKey = Self.key(places[right.record]!)
            return first < second
        }
    }

    private static func key(_ place: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt64(place).bigEndian) { Array($0) }
    }
}

/// The matching records.
package struct MatchSets: Sendable {
    /// In any scope.
    package var all: RecordSet
    /// In the requested scope.
    package var inScope: RecordSet

    /// No records.
    package init(universe: Int) {
        all = RecordSet(universe: universe)
        inScope = all
    }

    /// Adds the records of another segment.
    ///
    /// - Parameter number: maps a record's number there to its number here.
    mutating func formUnion(_ other: MatchSets, number: (Int) -> Int) {
        other.all.forEach { (record: Int) throws(Never) in all.insert(number(record)) }
        other.inScope.forEach { (record: Int) throws(Never) in inScope.insert(number(record)) }
    }
}

/// A matching record with its rank.
package struct RankedMatch: Sendable {
    /// The record's number in its segment.
    package var record: Int
    /// The rank, comparable across segments and catalogs.
    package var rank: Rank
}

extension Segment {
    /// Runs a query.
    ///
    /// - Parameter keeping: the number of best matches wanted.
    /// - Throws: `SegmentError`, also if the task is cancelled.
    package func search(_ query: PreparedQuery, keeping: Int) throws(SegmentError) -> SegmentMatches {
        var sets: MatchSets?
        return try search(query, keeping: keeping, &sets)
    }

    package func supplyFoldings(for chain: [LocaleIdentifier]) throws(SegmentError) {}

    package var isIntact: Bool { true }
}
