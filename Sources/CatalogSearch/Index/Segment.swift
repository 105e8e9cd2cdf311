// What the engine asks of a part of a catalog: records that never change, held in memory or in a file.

package import ICU

/// Records that are searched together. Law: an index answers as a scan over the same records does.
package protocol Segment: Sendable {
    /// How many records the segment holds. Their numbers begin with 0; some may be missing.
    var recordCount: Int { get }
    /// One more than the highest number that a record can have.
    var numberCount: Int { get }
    /// About how much memory or disk its records take, those that are deleted included, in bytes.
    var size: Int { get }
    /// The locales in which it has texts.
    var locales: Set<LocaleIdentifier> { get }
    /// The ids of the scopes that its records name, each once.
    var scopes: [String] { get }
    /// The records that are no longer there.
    var deleted: RecordSet? { get }
    /// How many records have a text in each locale.
    func recordCountsByLocale() throws(SegmentError) -> [LocaleIdentifier: Int]

    /// Puts the foldings of these locales where queries find them, as far as the segment holds them.
    ///
    /// - Throws: `SegmentError.damaged`.
    func supplyFoldings(for chain: [LocaleIdentifier]) throws(SegmentError)

    /// Does ahead of time what a query on these locales and fields would have to wait for.
    ///
    /// - Throws: `SegmentError.icu` where ICU lacks data or memory.
    func prepare(chain: [LocaleIdentifier], fields: [FieldName]) throws(SegmentError)

    /// Answers a query.
    ///
    /// - Parameters:
    ///   - keeping: how many of the best matches are wanted.
    ///   - sets: which records match is added to them; `nil` where nobody needs to know.
    /// - Throws: `SegmentError`, also where the task is cancelled.
    func search(
        _ query: PreparedQuery, keeping: Int, _ sets: inout MatchSets?
    ) throws(SegmentError) -> SegmentMatches

    /// The words of the searched texts that are like a word of a query; each spelling once, in no particular order.
    ///
    /// - Parameter records: those whose texts count; `nil` for all.
    /// - Throws: `SegmentError`, also where the task is cancelled.
    func words(
        _ sought: SoughtWords, like word: PreparedQuery.Word, _ query: PreparedQuery,
        within records: RecordSet?
    ) throws(SegmentError) -> [FoundWord]

    /// How many of some records are in each scope; records without a scope under `nil`.
    func scopeCounts(of records: RecordSet) throws(SegmentError) -> [String?: Int]

    /// The record of a number, with all its texts.
    func record(_ number: Int) throws(SegmentError) -> Record

    /// The record of a number with at least the texts that a query's hit shows.
    func record(_ number: Int, for query: PreparedQuery) throws(SegmentError) -> Record

    /// The id of the record of a number.
    func id(of number: Int) throws(SegmentError) -> String

    /// The number of the record with an id, deleted or not. Ids are the same where their bytes are.
    func number(ofID id: String) throws(SegmentError) -> Int?

    /// The same segment without some of its records; it shares all else with this one, which stays as it is.
    ///
    /// - Parameter deleted: all records that are not to be there, those included that already are not.
    func excluding(_ deleted: RecordSet) throws(SegmentError) -> Self

    /// The sort keys of records' titles, for merging with those of other segments.
    func titleKeys(of numbers: [Int], _ query: PreparedQuery) throws(SegmentError) -> [[UInt8]]
}

/// A segment's answer to a query.
package struct SegmentMatches: Sendable {
    /// How many records match within the scope asked for.
    package var total = 0
    /// How many match in each scope, whatever scope was asked for; records without a scope under `nil`.
    package var scopeCounts: [String?: Int] = [:]
    /// The best matches in order. Their ranks lack the title's key, which only matches of other segments need.
    package var best: [RankedMatch] = []

    /// Puts the best matches in order.
    ///
    /// - Parameter titlePlace: a record's place by title.
    /// - Throws: `SegmentError.cancelled`.
    mutating func sort(titlePlace: (Int) -> Int) throws(SegmentError) {
        let places = Dictionary(uniqueKeysWithValues: best.map { ($0.record, titlePlace($0.record)) })
        try best.sortInterruptibly { left, right in
            var (first, second) = (left.rank, right.rank)
            // Big-endian, places compare as keys do.
            first.titleKey = Self.key(places[left.record]!)
            second.titleKey = Self.key(places[right.record]!)
            return first < second
        }
    }

    private static func key(_ place: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt64(place).bigEndian) { Array($0) }
    }
}

/// Which records match.
package struct MatchSets: Sendable {
    /// Whatever scope was asked for.
    package var all: RecordSet
    /// Within the scope asked for.
    package var inScope: RecordSet

    /// No records.
    package init(universe: Int) {
        all = RecordSet(universe: universe)
        inScope = all
    }

    /// Adds the records of another segment.
    ///
    /// - Parameter number: a record's number here, by its number there.
    mutating func formUnion(_ other: MatchSets, number: (Int) -> Int) {
        other.all.forEach { (record: Int) throws(Never) in all.insert(number(record)) }
        other.inScope.forEach { (record: Int) throws(Never) in inScope.insert(number(record)) }
    }
}

/// A matching record with all that decides on its place.
package struct RankedMatch: Sendable {
    /// The record's number in its segment.
    package var record: Int
    /// The place among all matches, comparable across segments and catalogs.
    package var rank: Rank
}

extension Segment {
    /// Answers a query.
    ///
    /// - Parameter keeping: how many of the best matches are wanted.
    /// - Throws: `SegmentError`, also where the task is cancelled.
    package func search(_ query: PreparedQuery, keeping: Int) throws(SegmentError) -> SegmentMatches {
        var sets: MatchSets?
        return try search(query, keeping: keeping, &sets)
    }

    package func supplyFoldings(for chain: [LocaleIdentifier]) throws(SegmentError) {}
}
