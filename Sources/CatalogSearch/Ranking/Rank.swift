// The order of results.

/// The position of a record among the matches of a query: the score, then what orders records of equal score.
///
/// A rank depends on the record and the query alone, so ranks of different catalogs,
/// locales and shards merge exactly.
public struct Rank: Hashable, Sendable {
    /// The value that the request sorts by first; `missing` if the record has none.
    package enum SortValue: Hashable, Sendable {
        case none
        case number(DecimalNumber)
        case real(Double)
        /// A sort key.
        case bytes([UInt8])
        /// The title's sort key.
        case title
        case missing
    }

    /// A value of an attribute that the request sorts by.
    package struct SortKey: Hashable, Sendable {
        let value: SortValue
        let isDescending: Bool
    }

    /// Where rules put the record.
    package var tier = Tier.ordinary
    /// The values that the request sorts by before everything else.
    package var sortKeys: [SortKey] = []
    package var sortValue = SortValue.none
    /// The values of ``SearchRequest/ties``.
    package var tieKeys: [SortKey] = []
    package var isReversed = false

    /// How much of the query the record has, if matches may lack words of it: greater claims come first.
    /// `nil` if the record has all words; then it comes before those that do not.
    public internal(set) var claim: Int?
    /// The score before preferences: higher scores come first, unless ``preferenceFactors``
    /// differ. 0 if the query is empty.
    public internal(set) var score = 0
    /// What each word of the query counts, in order; their sum times the two factors is the score.
    public internal(set) var wordScores: [Int] = []
    /// What the score was multiplied by because the words are near to each other; 1 to 2.
    public var nearnessFactor: Double { Double(nearness.factor) / Double(Nearness.unit) }
    package var nearness = Nearness.none
    /// What the score was multiplied by because the record is popular; 1 to 1.5.
    public var popularityFactor: Double { Double(Score.popularityFactor(popularity)) / 1_000 }
    /// The record's popularity.
    public internal(set) var popularity = 0.0
    /// The score times the factors of preferences.
    public var preferredScore: Double { Double(score) * Double(preference) / Double(Preference.unit) }
    /// What each preference multiplies the score by, those of the catalog first.
    public private(set) var preferenceFactors: [Double] = []
    /// The product of these factors, see ``Preference/product(of:)``.
    private var preference = Preference.unit
    /// What the record's mentions of the words count: of records of equal score, those that say the words in
    /// more and shorter texts come first. 100 for one mention in a text of one word in a field of weight 1.
    public internal(set) var mentions = 0
    /// The number of Unicode scalars of the title as shown; 0 if the query is empty.
    public internal(set) var titleLength = 0
    /// Whether the best match of a word is spelled differently than typed: in accents, in case unless
    /// small letters were typed, or more.
    public internal(set) var isRespelled = false
    /// The least strict kind of relaxation that a word's best match needs; `nil` if all are words as typed.
    public internal(set) var relaxation: Relaxation.Kind?
    /// The title's sort key by the collation of the request's locale; set by the
    /// engine when something depends on it.
    package var titleKey: [UInt8] = []
    /// The catalog's id.
    package var catalog = ""
    /// The record's id.
    package var id = ""

    /// The score times the factors of preferences. If the query is empty, the factor of the
    /// popularity takes the place of the score.
    var orderedScore: Int {
        Score.preferred(wordScores.isEmpty ? Score.popularityFactor(popularity) : score, preference)
    }

    /// Sets ``preferenceFactors``.
    mutating func setPreferences(_ factors: [Double]) {
        preferenceFactors = factors
        preference = Preference.product(of: factors)
    }

    init() {}
}

extension Rank {
    /// Where rules put a record, before everything else decides.
    package enum Tier: Int, Hashable, Sendable, CaseIterable {
        case raised
        case ordinary
        case buried
    }
}

extension Rank: Comparable {
    /// Whether the left record precedes the right one.
    public static func < (left: Rank, right: Rank) -> Bool {
        if left.tier != right.tier { return left.tier.rawValue < right.tier.rawValue }
        for (own, other) in zip(left.sortKeys, right.sortKeys) {
            if let precedes = own.value.precedes(
                other.value, isDescending: own.isDescending != left.isReversed, left.titleKey, right.titleKey)
            {
                return precedes
            }
        }
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

    /// Compares what the requests of two hits sort by, and nothing else.
    ///
    /// - Parameter count: how many keys of the requests to compare.
    /// - Returns: less than 0 if this rank comes first, more than 0 if the other does, 0 if they are equal.
    public func comparedBySort(to other: Rank, first count: Int) -> Int {
        for (own, next) in zip(sortKeys.prefix(count), other.sortKeys.prefix(count)) {
            if let precedes = own.value.precedes(
                next.value, isDescending: own.isDescending != isReversed, titleKey, other.titleKey)
            {
                return precedes ? -1 : 1
            }
        }
        // A record of a catalog without the attribute has no value.
        return min(other.sortKeys.count, count) - min(sortKeys.count, count)
    }

    private func precedesByRelevance(_ other: Rank) -> Bool {
        if claim != other.claim { return claim ?? .max > other.claim ?? .max }
        if orderedScore != other.orderedScore { return orderedScore > other.orderedScore }
        for (own, next) in zip(tieKeys, other.tieKeys) {
            if let precedes = own.value.precedes(
                next.value, isDescending: own.isDescending, titleKey, other.titleKey)
            {
                return precedes
            }
        }
        if popularity != other.popularity { return popularity > other.popularity }
        if mentions != other.mentions { return mentions > other.mentions }
        if titleLength != other.titleLength { return titleLength < other.titleLength }
        if isRespelled != other.isRespelled { return !isRespelled }
        if titleKey != other.titleKey { return titleKey.lexicographicallyPrecedes(other.titleKey) }
        if catalog != other.catalog { return catalog.utf8.lexicographicallyPrecedes(other.catalog.utf8) }
        return id.utf8.lexicographicallyPrecedes(other.id.utf8)
    }
}

extension Rank.SortValue {
    /// Whether this value comes before another; `nil` if they are equal. A missing
    /// one is last in both directions.
    fileprivate func precedes(
        _ other: Rank.SortValue, isDescending: Bool, _ titleKey: [UInt8], _ otherTitleKey: [UInt8]
    ) -> Bool? {
        switch (self, other) {
        case (.missing, .missing): nil
        case (.missing, _): false
        case (_, .missing): true
        case (.number(let one), .number(let other)): one == other ? nil : (one < other) != isDescending
        case (.real(let one), .real(let other)): one == other ? nil : (one < other) != isDescending
        case (.bytes(let one), .bytes(let other)):
            one == other ? nil : one.lexicographicallyPrecedes(other) != isDescending
        case (.title, .title):
            titleKey == otherTitleKey
                ? nil : titleKey.lexicographicallyPrecedes(otherTitleKey) != isDescending
        // The attribute has other types in other catalogs.
        default: typeNumber == other.typeNumber ? nil : typeNumber < other.typeNumber
        }
    }

    private var typeNumber: Int {
        switch self {
        case .none: 0
        case .number: 1
        case .real: 2
        case .bytes: 3
        case .title: 4
        case .missing: 5
        }
    }
}
