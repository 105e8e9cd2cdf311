// A shop's own order: rules that move records, change words and give banners for a query.

/// A rule of a catalog: for which searches it holds, and what it does to them.
///
/// A rule changes what matches and in which order. A record that is pinned by its id is found as if its texts
/// had the words, as far as the filters of the request admit it, and is counted; a hidden one is not found
/// and not counted. Raised records precede the others and buried ones follow them, in the order that they
/// have anyway, where they match. Places count in the whole result, from 1.
///
/// An order that the reader chose stays: then pinned, raised and buried records stand where it puts them.
///
/// Several rules apply in the order of their catalogs and, in a catalog, of the bytes of their ids; the
/// effects of one rule in the order of the properties below. The first effect that names a record, by id
/// or by a filter, decides about it. The first rule that names a typed word decides about that. Added
/// filters, preferences and data add up.
public struct SearchRule: Hashable, Sendable {
    /// How a query is compared with that of a rule.
    public enum QueryMatch: String, Hashable, Sendable, CaseIterable {
        /// It has the same words in the same order, and no others.
        case exact
        /// It begins with the words.
        case prefix
        /// It contains the words next to each other.
        case contains
    }

    /// The records that an effect is about.
    public enum Target: Hashable, Sendable, ExpressibleByStringLiteral {
        /// The record with an id.
        case id(String)
        /// The records for which a filter holds.
        case filter(Filter)

        /// The record with an id.
        public init(stringLiteral id: String) { self = .id(id) }

        /// The id; `nil` for a filter.
        public var id: String? {
            if case .id(let id) = self { id } else { nil }
        }

        /// The filter; `nil` for an id.
        public var filter: Filter? {
            if case .filter(let filter) = self { filter } else { nil }
        }
    }

    /// A record and its position.
    public struct Pin: Hashable, Sendable {
        /// The record; by a filter the best match for which it holds and that no other pin has taken.
        public var target: Target
        /// Its position in the results, from 1 to ``SearchRule/maximumPosition``.
        public var position: Int

        /// A record at a position.
        public init(_ target: Target, position: Int) {
            self.target = target
            self.position = position
        }

        /// The record with an id at a position.
        public init(id: String, position: Int) { self.init(.id(id), position: position) }
    }

    /// Typed words, and the words that are searched for instead.
    public struct Substitution: Hashable, Sendable {
        /// The typed words, next to each other, folded like those of ``SearchRule/query``.
        public var words: String
        /// What is searched for instead; empty to search without the words.
        public var replacement: String

        /// Typed words, and what is searched for instead.
        public init(_ words: String, with replacement: String = "") {
            self.words = words
            self.replacement = replacement
        }
    }

    /// JSON that a rule gives to front ends.
    public enum Payload: Hashable, Sendable {
        /// The same for all readers.
        case json(String)
        /// By the locale of the reader.
        case localized([LocaleIdentifier: String])
    }

    /// The rule's id, unique in its catalog.
    public var id: String
    /// The words of the query, folded like those of texts; empty for searches
    /// without words, `nil` for all searches.
    public var query: String?
    /// How a query is compared with ``query``.
    public var match = QueryMatch.exact
    /// The locales of requests, with their descendants; empty for all.
    public var locales: [LocaleIdentifier] = []
    /// The contexts for which the rule holds, see ``SearchRequest/contexts``; a request must have one of
    /// them. Empty for all requests.
    public var contexts: [String] = []
    /// The conditions that a request's filter has, besides others; `nil` for all requests.
    public var filter: Filter?
    /// The first moment at which the rule holds; `nil` for no beginning.
    public var from: Instant?
    /// The first moment at which it does not hold any more; `nil` for no end.
    public var until: Instant?
    /// Records at positions.
    public var pinned: [Pin] = []
    /// Records that are not found.
    public var hidden: [Target] = []
    /// Records that precede others.
    public var raised: [Target] = []
    /// Records that follow all others.
    public var buried: [Target] = []
    /// Words that are replaced or left out.
    public var replacements: [Substitution] = []
    /// The only records of the catalog that are found; `nil` for all.
    public var addedFilter: Filter?
    /// Preferences for the records of the catalog, besides its own, see ``CatalogDescription/preferences``.
    public var preferences: [Preference] = []
    /// What front ends get with the response.
    public var data: Payload?

    /// A rule for all searches that does nothing yet.
    public init(id: String) { self.id = id }

    /// The last position to which a record can be pinned.
    public static let maximumPosition = 1_000
    /// The most rules of a catalog that apply to a search; the first ones do.
    public static let maximumAppliedCount = 100
    /// The most filters of each effect of a rule: each costs a search that it applies to.
    public static let maximumFilterCount = 10
    /// The most contexts of a rule, and of a request.
    public static let maximumContextCount = 20

    /// All effects on records.
    public var targets: [Target] { pinned.map(\.target) + hidden + raised + buried }

    /// The ids of all records that the rule names.
    public var records: [String] { targets.compactMap(\.id) }
}
