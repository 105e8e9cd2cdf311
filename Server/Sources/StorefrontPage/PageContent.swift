// The content of the pages: a search and its outcome, or a record.

public import CatalogSearch
public import Localization

/// How results are laid out, as the parameter `view` of an address spells it.
public enum PageLayout: String, CaseIterable, Sendable {
    /// One below the other, with their texts.
    case list
    /// Side by side, with large pictures.
    case grid
}

/// The reader and the address of a page.
public struct PageFrame: Sendable {
    /// The locale of the response and the messages.
    public var locale: LocaleIdentifier
    /// The messages for that locale, including the table `Page`.
    public var texts: Localizer
    /// Whether the address names the locale. If not, the page is for all readers, and its address is the
    /// canonical one.
    public var namesLocale = true
    /// The address of the site without a path, such as `https://shop.example`, for search engines.
    public var site: String
    /// The currencies in which each catalog has prices, by the catalog's id.
    public var currencies: [String: [String]] = [:]
    /// The currency that the reader chose; `nil` for each record's own.
    public var currency: String?
    /// The market of prices.
    public var market: String?
    /// Whether variants are found as one hit.
    public var isGrouped = true
    /// How the results are laid out.
    public var layout = PageLayout.list

    public init(locale: LocaleIdentifier, texts: Localizer, site: String) {
        self.locale = locale
        self.texts = texts
        self.site = site
    }
}

/// The content of the page of a search.
public struct PageContent: Sendable {
    /// The outcome of a search.
    public enum Outcome: Sendable {
        /// The response in JSON: `{"answer", "help"}`, see `PageResponse`.
        case response([UInt8])
        /// Why the search failed, in the reader's language.
        case problem(String)
    }

    /// The reader and the address.
    public var frame: PageFrame
    /// The query as typed.
    public var query: String
    /// The id of a scope, `all` for all records.
    public var scope: String
    /// What the reader chose in the panel of filters.
    public var filters: PageFilters
    /// The beginnings of values that the reader looks up, by attribute.
    public var lookedUp: [AttributeName: String] = [:]
    /// The attributes by which readers cannot sort.
    public var unsortable: Set<AttributeName> = []
    /// The filters and the scope in the address that no longer exist in the catalogs. They were ignored.
    public var dropped: [String] = []
    /// Records to continue with if the page has none, in JSON as a response to a search.
    public var offers: [UInt8]?
    /// Whether the offers are similar to what the reader looked for; otherwise they are popular.
    public var areOffersSimilar = false
    /// The order of the hits.
    public var order: PageOrder
    /// The number of hits on previous pages; a negative number counts as 0.
    public var offset: Int
    /// The number of hits on a page, at least 1.
    public var limit: Int
    /// The outcome of the search.
    public var outcome: Outcome

    public init(
        _ frame: PageFrame, query: String, scope: String = SearchResults.allScopes,
        filters: PageFilters = PageFilters(), order: PageOrder = PageOrder(), offset: Int = 0, limit: Int,
        outcome: Outcome
    ) {
        self.frame = frame
        self.query = query
        self.scope = scope
        self.filters = filters
        self.order = order
        self.offset = offset
        self.limit = limit
        self.outcome = outcome
    }
}

public struct RecordContent: Sendable {
    /// The reader and the address.
    public var frame: PageFrame
    /// The record in JSON, in the form of `/v1/records/{catalog}/{id}`.
    public var record: [UInt8]
    /// Similar records in JSON, in the form of `/v1/records/{catalog}/{id}/similar`.
    public var similar: [UInt8]
    /// The record and its variants in JSON, as a response to a search; `nil` if there are none.
    public var variants: [UInt8]?
    /// The attribute that groups variants. Its values are not shown.
    public var group: AttributeName?
    /// The attributes in the order in which the catalog declares them.
    public var declared: [AttributeName] = []
    /// The attributes that name variants, if the variants differ in them.
    public var distinctions: [AttributeName] = []
    /// Further attributes, such as the number in stock; each is used only for variants that the others do not
    /// distinguish.
    public var furtherDistinctions: [AttributeName] = []

    public init(_ frame: PageFrame, record: [UInt8], similar: [UInt8]) {
        self.frame = frame
        self.record = record
        self.similar = similar
    }
}
