// What comes first.

/// The place of a record among the matches of a query: bucket rules, compared one after the other.
///
/// There is no score: titles are short, and ranks of different catalogs, locales and shards must merge exactly.
public struct Rank: Hashable, Sendable {
    /// The value by which the request sorts before all else; `missing` where the record lacks it.
    package enum SortValue: Hashable, Sendable {
        case none
        case number(DecimalNumber)
        /// The title's key.
        case title
        case missing
    }

    package var sortValue = SortValue.none
    package var isReversed = false

    /// By which kind of relaxation the record was found; `nil` where all words stand in it as typed.
    public internal(set) var relaxation: Relaxation?
    /// How far the words found are from those typed; compared between records of one kind of relaxation.
    package var relaxationDistance = 0
    /// How the weakest word of the query lies in the record; each word counts by its best occurrence.
    public internal(set) var match = MatchClass.wholeField
    /// Whether some word is spelled otherwise in the record than typed: in case, accents, or more.
    public internal(set) var isRespelled = false
    /// The farthest place in the fallback chain, from 0 on, at which a word's best occurrence stands.
    public internal(set) var localePosition = 0
    /// The farthest place in the order of fields, from 0 on, at which a word's best occurrence stands.
    public internal(set) var fieldPosition = 0
    /// How many characters lie between the words where they stand in the order typed, in one text; one between
    /// each two is the white space that was typed. `nil` where they are out of order or in different texts.
    public internal(set) var distance: Int? = 0
    /// How many characters stand before the first word.
    public internal(set) var position = 0
    /// The record's popularity.
    public internal(set) var popularity = 0.0
    /// The title's sort key by the collation of the request's locale; the engine fills it in where
    /// something depends on it.
    package var titleKey: [UInt8] = []
    /// The catalog's id.
    package var catalog = ""
    /// The record's id.
    package var id = ""

    init() {}

    /// The rank of a record of which nothing is known yet.
    init(_ request: SearchRequest) {
        isReversed = request.isReversed
        if request.sort == .title { sortValue = .title }
    }
}

extension Rank: Comparable {
    /// Whether the left record comes before the right one.
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
