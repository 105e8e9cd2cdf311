// What the search asks of a part of a catalog, wherever it is kept.

package import ICU

/// An immutable part of a catalog that answers queries about its records.
///
/// Law: records spread over several segments are answered, after merging, as the same records in one segment
/// would be.
package protocol Segment: Sendable {
    /// How many records the segment holds; they are numbered from 0 on.
    var recordCount: Int { get }
    /// The locales in which it has texts.
    var locales: Set<LocaleIdentifier> { get }
    /// The ids of the scopes that its records name, each once.
    var scopes: [String] { get }
    /// How many records have a text in each locale.
    var recordCountsByLocale: [LocaleIdentifier: Int] { get }

    /// Does ahead of time what a query on these locales and fields would have to wait for.
    ///
    /// - Throws: `ICUError` where ICU lacks data or memory.
    func prepare(chain: [LocaleIdentifier], fields: [FieldName]) throws(ICUError)

    /// Answers a query.
    ///
    /// - Parameter keeping: how many of the best matches are wanted.
    /// - Throws: `ICUError` where ICU lacks data or memory.
    func search(_ query: PreparedQuery, keeping: Int) throws(ICUError) -> SegmentMatches

    /// The record of a number.
    func record(_ number: Int) -> Record
}

/// A segment's answer to a query.
package struct SegmentMatches: Sendable {
    /// How many records match within the scope asked for.
    package var total = 0
    /// How many match in each scope, whatever scope was asked for; records without a scope under `nil`.
    package var scopeCounts: [String?: Int] = [:]
    /// The best matches, in no particular order.
    package var best: [RankedMatch] = []
}

/// A matching record with all that decides on its place.
package struct RankedMatch: Sendable {
    /// The record's number in its segment.
    package var record: Int
    /// The place among all matches, comparable across segments and catalogs.
    package var rank: Rank
}
