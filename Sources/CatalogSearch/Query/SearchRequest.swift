// The request of a front end.

internal import ICU

extension SearchRequest {
    /// The order of results.
    public enum SortOrder: String, Hashable, Sendable, CaseIterable {
        /// Best first, by the rules of `Rank`.
        case relevance
        /// By the collation of the request's locale.
        case title
        /// Cheapest first; without ``SearchRequest/currency``, amounts in all currencies are compared.
        /// Records without a price come last.
        case price
        /// Oldest first; records without a year come last.
        case year
    }
}

/// An attribute that orders results.
public struct SortKey: Hashable, Sendable {
    /// A declared attribute, one of ``AttributeName/builtIn``, or `title`. Texts are ordered by their labels
    /// in the collation of the request's locale.
    public var attribute: AttributeName
    /// Whether the greatest comes first. Records without a value come last in both orders.
    public var isDescending: Bool
    /// The coordinates whose distance from the attribute's values orders the results, nearest first; for
    /// attributes of type ``AttributeType/place``. `nil` to order by the values themselves.
    public var origin: Coordinates?

    /// An attribute that orders results.
    public init(_ attribute: AttributeName, isDescending: Bool = false) {
        self.attribute = attribute
        self.isDescending = isDescending
    }

    /// An attribute whose distance from coordinates orders results.
    public init(_ attribute: AttributeName, from origin: Coordinates, isDescending: Bool = false) {
        self.init(attribute, isDescending: isDescending)
        self.origin = origin
    }

    /// Reads an order by distance, `near(store, 52.52, 13.405)`, in the grammar of filters.
    ///
    /// - Returns: `nil` if the text is not such an order.
    package init?(near text: String) {
        guard let (attribute, origin) = Filter.nearness(text) else { return nil }
        self.init(attribute, from: origin)
    }

    /// The maximum number of keys of a request.
    public static let maximumCount = 10
}

/// A search request of a front end.
public struct SearchRequest: Hashable, Sendable {
    /// What the user typed: words separated by white space, and operators, see ``syntax``. All words must
    /// match. An empty query matches everything.
    public var query: String
    /// How the query is read: with the operators of ``QuerySyntax/operators``, or literally.
    public var syntax = QuerySyntax.operators
    /// The names of the query's operators in the reader's language.
    public var vocabulary = QueryVocabulary()
    /// The user's locale, which determines the notation of numbers and the collation.
    public var locale: LocaleIdentifier
    /// The locales whose texts are searched and shown, nearest first. Each field is taken
    /// from the first locale that has it.
    public var chain: [LocaleIdentifier]
    /// For locales of the chain whose texts are in another language than the catalogs say: the locale of that
    /// language. Its word forms and compounds are used; letters are still compared by the texts' own locale.
    public var textLanguages: [LocaleIdentifier: LocaleIdentifier] = [:]
    /// In which locales of the chain each field is searched.
    public var match = MatchedLocales.nearest
    /// The id of the only scope to search; `nil` for all.
    public var scope: String?
    /// The ids of the only catalogs to search; `nil` for all.
    public var catalogs: [String]?
    /// The only fields to search, most important first; `nil` for the fields that each catalog declares.
    public var fields: [FieldName]?
    /// The program's texts, in the reader's language, for labels that are keys (``LocalizedLabel/key(_:)``).
    /// A key without a text is its own label. Labels are searched if the searched fields include `scope` or
    /// `catalog`.
    public var labelTexts: [String: String] = [:]
    /// The currency of prices, by its ISO 4217 code: ranges, order, conditions, numbers in the query and hits
    /// use prices in this currency only. If `nil`, they use each record's ``CatalogRecord/price`` in any
    /// currency.
    public var currency: String?
    /// The market whose prices in ``currency`` precede those for all markets; see
    /// ``CatalogRecord/price(in:for:)``.
    public var market: String?
    /// Finds only records with a price in this range.
    public var price: NumericRange?
    /// Finds only records with a year in this range.
    public var year: NumericRange?
    /// Finds only records that meet this filter.
    public var filter: Filter?
    /// Whether records with the same value of their catalog's ``CatalogDescription/group`` are found as one
    /// hit: the best of them by the request's order. Then totals, scopes and facets count groups; a group
    /// counts for a value if one of its matches has it.
    public var isGrouped = true
    /// The attributes whose values are counted.
    public var facets: [FacetRequest] = []
    /// When similar words are searched for.
    public var relax: Relaxation.Policy
    /// Whether `auto` ends after other forms and synonyms even if nothing was found, so that a front end can
    /// say so before it searches for other similar words.
    public var triesOnlyForms = false
    /// Whether `auto` and `always` look for typing errors.
    public var correctsTypos = true
    /// Whether `auto` and `always` find records that lack words of the query if nothing else is found.
    public var omitsWords = true
    /// Whether the rules of the searched catalogs apply, see ``SearchRule``.
    public var appliesRules = true
    /// Where the search is made, such as `mobile`: rules may hold in some contexts
    /// only, see ``SearchRule/contexts``.
    public var contexts: [String] = []
    /// What multiplies the scores of records, besides the preferences of their catalogs.
    public var preferences: [Preference] = []
    /// Whether the preferences of the searched catalogs apply, see ``CatalogDescription/preferences``.
    public var appliesPreferences = true
    /// The moment that preferences count ages from; if `nil` the beginning of the day of ``time`` in UTC, so
    /// that responses stay the same for a day.
    public var moment: Instant?
    /// The time of the request, which decides whether rules with dates hold; if `nil` they do not.
    public var time: Instant?
    /// The vector of the query, which also finds records that lack its words; `nil` to search by words alone.
    public var vector: VectorQuery?
    /// How much meaning counts beside words in the order of relevance, from 0 (words alone) to 1
    /// (meaning alone); with a vector only.
    public var semanticRatio = defaultSemanticRatio
    /// The processor time that the search for similar words may take, or that of suggestions; then the
    /// results so far are returned. The strict search is not limited.
    public var relaxationTime = defaultRelaxationTime
    /// The attributes that order the results, the most important first; if empty, ``sort`` orders them. Equal
    /// results are ordered by relevance.
    public var order: [SortKey] = []
    /// The attributes that order records of equal score before popularity and titles do, most important
    /// first.
    public var ties: [SortKey] = []
    /// The order of the results.
    public var sort: SearchRequest.SortOrder
    /// Whether the order is reversed; records without the sorted value stay last.
    public var isReversed: Bool
    /// The attribute by which hits are spread over pages, so that no value fills one.
    public var spread = SpreadChoice.ofCatalogs
    /// The most hits of a page with the same value of this attribute, at least 1; if `nil`, the catalog's
    /// limit, or ``Spread/usualLimit``.
    public var spreadLimit: Int?
    /// The number of hits of a page for ``spread``; if `nil`, ``limit``, which must then be the same for all
    /// pages. Front ends that extend a list set the page size here.
    public var pageLength: Int?
    /// The maximum number of hits.
    public var limit: Int
    /// The number of hits to skip.
    public var offset: Int

    /// A search for words in a locale and its fallback chain.
    public init(
        _ query: String, locale: LocaleIdentifier, chain: [LocaleIdentifier]? = nil, scope: String? = nil,
        catalogs: [String]? = nil, fields: [FieldName]? = nil, price: NumericRange? = nil,
        year: NumericRange? = nil, relax: Relaxation.Policy = .auto,
        sort: SearchRequest.SortOrder = .relevance, isReversed: Bool = false, limit: Int = 10, offset: Int = 0
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

    /// The number of best matches needed for the response, including skipped ones.
    var keeping: Int {
        let (sum, overflows) = offset.addingReportingOverflow(limit)
        return limit == 0 ? 0 : overflows ? Int.max : sum
    }

    /// The semantic ratio unless the request says otherwise: words count twice as much as meaning.
    public static let defaultSemanticRatio = 1.0 / 3
    /// The processor time that similar words and suggestions may take unless the
    /// request says otherwise: 500 ms.
    public static let defaultRelaxationTime = Duration.milliseconds(500)
}
