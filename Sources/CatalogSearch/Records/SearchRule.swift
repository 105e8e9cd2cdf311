// A shop's own order: rules that pin, hide and raise records where a query is asked.

/// A rule of a catalog: for which searches it holds, and which records it pins to places, hides or raises.
///
/// Rules change what matches and in which order, and nothing else: a pinned record is found as if its texts had the words, as
/// far as the filters of the request admit it, and is counted; a hidden one is not found and not counted. Raised records precede
/// the others, in the order that they have anyway, where they match. Places count in the whole result, from 1.
///
/// An order that the reader chose stays: then pinned and raised records stand where it puts them.
public struct SearchRule: Hashable, Sendable {
    /// How a query is compared with that of a rule.
    public enum QueryMatch: String, Hashable, Sendable, CaseIterable {
        /// It has the same words in the same order, and no others.
        case exact
        /// It contains the words next to each other.
        case contains
    }

    /// A record and its place.
    public struct Pin: Hashable, Sendable {
        /// The record's id.
        public var id: String
        /// Its place in the results, from 1 to ``SearchRule/maximumPlace``.
        public var place: Int

        /// A record at a place.
        public init(id: String, place: Int) {
            self.id = id
            self.place = place
        }
    }

    /// The rule's id, unique in its catalog.
    public var id: String
    /// The words of the query, folded like those of texts; empty for searches without words, `nil` for all searches.
    public var query: String?
    /// How a query is compared with ``query``.
    public var match = QueryMatch.exact
    /// The locales of requests, with their descendants; empty for all.
    public var locales: [LocaleIdentifier] = []
    /// The first moment at which the rule holds; `nil` for no beginning.
    public var from: Instant?
    /// The first moment at which it does not hold any more; `nil` for no end.
    public var until: Instant?
    /// Records at places.
    public var pinned: [Pin] = []
    /// The ids of records that are not found.
    public var hidden: [String] = []
    /// The ids of records that precede others.
    public var raised: [String] = []

    /// A rule for all searches that does nothing yet.
    public init(id: String) { self.id = id }

    /// The last place to which a record can be pinned.
    public static let maximumPlace = 1_000

    /// The ids of all records that the rule names.
    public var records: [String] { pinned.map(\.id) + hidden + raised }
}
