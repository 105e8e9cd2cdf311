// The order of results.

/// The position of a record among the matches of a query: bucket rules, compared one after the other.
///
/// There is no score: titles are short, and ranks of different catalogs, locales and shards must merge exactly.
public struct Rank: Hashable, Sendable {
    /// The value that the request sorts by first; `missing` if the record has none.
    package enum SortValue: Hashable, Sendable {
        case none
        case number(DecimalNumber)
        /// The title's sort key.
        case title
        case missing
    }

    package var sortValue = SortValue.none
    package var isReversed = false

    /// The kind of relaxation that found the record; `nil` if it contains all words as typed.
    public internal(set) var relaxation: Relaxation.Kind?
    /// How far the found words are from the typed ones; compared between records of one kind of relaxation.
    package var relaxationDistance = 0
    /// The match position of the query's weakest word; each word counts by its best match.
    public internal(set) var match = MatchClass.wholeField
    /// Whether the record spells a word differently than typed: in case, accents, or more.
    public internal(set) var isRespelled = false
    /// The index in the fallback chain, from 0, of the farthest locale that a word's best match is in.
    public internal(set) var localePosition = 0
    /// The index in the order of fields, from 0, of the last field that a word's best match is in.
    public internal(set) var fieldPosition = 0
    /// The number of characters between the words, if they are in one text in the order typed; one between each two
    /// is the typed white space. `nil` if they are out of order or in different texts.
    public internal(set) var distance: Int? = 0
    /// The number of characters before the first word.
    public internal(set) var position = 0
    /// The record's popularity.
    public internal(set) var popularity = 0.0
    /// The title's sort key by the collation of the request's locale; set by the engine when something depends on it.
    package var titleKey: [UInt8] = []
    /// The catalog's id.
    package var catalog = ""
    /// The record's id.
    package var id = ""

    init() {}

    /// The rank of a record before any match is known.
    init(_ request: SearchRequest) {
        isReversed = request.isReversed
        if request.sort == .title { sortValue = .title }
    }
}

extension Rank: Comparable {
    /// Whether the left record precedes the right one.
    public static func < (left: Rank, right: Rank) -> Bool {
        switch (left.sortValue, right.sortValue) {
        case (.missing, .missing), (.none, .none): break
        case (.missing, _): return false
        case (_, .missing): return true
        case (.number(let first), .number(let second)) where first != second:
            return (first < second) != left.isReversed
        case (.title, .title) where left.titleKey != right.titleKey:
            return left.titleKey.lexicographicallyPrecedes(right.titleKey) != left.isReversed
        default: break
        }
        return left.isReversed ? right.precedesByRelevance(left) : left.precedesByRelevance(right)
    }

    private func precedesByRelevance(_ other: Rank) -> Bool {
        if relaxation != other.relaxation {
            guard let relaxation else { return true }
            return other.relaxation.map { relaxation < $0 } ?? false
        }
        if relaxationDistance != other.relaxationDistance {
            return relaxationDistance < other.relaxationDistance
        }
        if match != other.match { return match < other.match }
        if isRespelled != other.isRespelled { return !isRespelled }
        if localePosition != other.localePosition { return localePosition < other.localePosition }
        if fieldPosition != other.fieldPosition { return fieldPosition < other.fieldPosition }
        if distance != other.distance { return (distance ?? Int.max) < (other.distance ?? Int.max) }
        if position != other.position { return position < other.position }
        if popularity != other.popularity { return popularity > other.popularity }
        if titleKey != other.titleKey { return titleKey.lexicographicallyPrecedes(other.titleKey) }
        if catalog != other.catalog { return catalog.utf8.lexicographicallyPrecedes(other.catalog.utf8) }
        return id.utf8.lexicographicallyPrecedes(other.id.utf8)
    }
}
