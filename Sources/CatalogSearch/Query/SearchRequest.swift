// What a front end asks for.

internal import ICU

/// A range of numbers, both ends belonging to it, either end open where `nil`.
public struct NumericRange: Hashable, Sendable {
    /// The smallest number in the range.
    public var lower: DecimalNumber?
    /// The largest number in the range.
    public var upper: DecimalNumber?

    /// A range; empty where `upper` is less than `lower`.
    public init(lower: DecimalNumber? = nil, upper: DecimalNumber? = nil) {
        self.lower = lower
        self.upper = upper
    }

    /// Whether a number lies in the range.
    public func contains(_ number: DecimalNumber) -> Bool {
        if let lower, number < lower { return false }
        if let upper, upper < number { return false }
        return true
    }
}

/// The order of results.
public enum SortOrder: String, Hashable, Sendable, CaseIterable {
    /// Best first, by the rules of `Rank`.
    case relevance
    /// By the collation of the request's locale.
    case title
    /// Cheapest first, whatever the currency; records without a price come last.
    case price
    /// Oldest first; records without a year come last.
    case year
}

/// A search as a front end asks for it.
public struct SearchRequest: Hashable, Sendable {
    /// What the user typed: words separated by white space, each of which must match. Empty matches all.
    public var query: String
    /// The user's locale: its numbers are understood, its collation sorts.
    public var locale: LocaleIdentifier
    /// The locales whose texts are searched and shown, nearest first. A field is taken from the first that has it.
    public var chain: [LocaleIdentifier]
    /// The id of the only scope wanted; `nil` for all.
    public var scope: String?
    /// The ids of the only catalogs wanted; `nil` for all.
    public var catalogs: [String]?
    /// The only fields searched, in their order of rank; `nil` for what each catalog says.
    public var fields: [FieldName]?
    /// Only records with a price in this range.
    public var price: NumericRange?
    /// Only records with a year in this range.
    public var year: NumericRange?
    /// When words are looked for that are only similar to those typed.
    public var relax: Relaxing
    /// The order of the results.
    public var sort: SortOrder
    /// Whether the order is turned round; what lacks the sorted value stays last.
    public var isReversed: Bool
    /// How many hits are wanted, and how many are skipped before.
    public var limit: Int
    /// How many hits are skipped.
    public var offset: Int

    /// A search for words in a locale and what it falls back to.
    public init(
        _ query: String, locale: LocaleIdentifier, chain: [LocaleIdentifier]? = nil, scope: String? = nil,
        catalogs: [String]? = nil, fields: [FieldName]? = nil, price: NumericRange? = nil,
        year: NumericRange? = nil, relax: Relaxing = .never,
        sort: SortOrder = .relevance, isReversed: Bool = false, limit: Int = 10, offset: Int = 0
    ) {
        self.query = query
        self.locale = locale
        self.chain = chain ?? locale.lineage.map(\.base)
        self.scope = scope
        self.catalogs = catalogs
        self.fields = fields
        self.price = price
        self.year = year
        self.relax = relax
        self.sort = sort
        self.isReversed = isReversed
        self.limit = max(0, limit)
        self.offset = max(0, offset)
    }

    /// How many of the best matches it takes to answer: those that are skipped included.
    var keeping: Int {
        let (sum, overflows) = offset.addingReportingOverflow(limit)
        return limit == 0 ? 0 : overflows ? Int.max : sum
    }

    /// How many Unicode scalars a query may have.
    public static let maximumQueryLength = 2_000

    /// Checks the length of a query, for whoever wants to know before there are catalogs to search.
    ///
    /// - Throws: `SearchError.queryTooLong`.
    public static func checkLength(of query: String) throws(SearchError) {
        let length = query.unicodeScalars.count
        guard length <= maximumQueryLength else {
            throw .queryTooLong(count: length, limit: maximumQueryLength)
        }
    }
}

/// Why a search could not be made.
public enum SearchError: Error, Hashable, Sendable {
    /// The query has more Unicode scalars than allowed.
    case queryTooLong(count: Int, limit: Int)
    /// No catalog has this scope; all there are, in order.
    case unknownScope(String, known: [String])
    /// There is no such catalog; all there are, in order.
    case unknownCatalog(String, known: [String])
    /// No catalog has this field; all there are, in order.
    case unknownField(String, known: [String])
    /// The index of this catalog is damaged and must be built anew.
    case damagedIndex(catalog: String)
    /// ICU failed, for lack of data or memory.
    case icu(ICUError)
    /// The task in which the search ran was cancelled.
    case cancelled
}
