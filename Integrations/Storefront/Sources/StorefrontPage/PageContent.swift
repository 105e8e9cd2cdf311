// The content of one page: the search and its outcome.

public import CatalogSearch
public import Localization

/// The content of a page.
public struct PageContent: Sendable {
    /// The outcome of a search.
    public enum Outcome: Sendable {
        /// The JSON answer of `/v1/search` with `relax=auto`.
        case answer([UInt8])
        /// Why the search failed, in the reader's language.
        case problem(String)
    }

    /// The query as typed.
    public var query: String
    /// The id of a scope, `all` for all records.
    public var scope: String
    /// The order of the hits.
    public var sort: SearchRequest.SortOrder
    /// The number of hits on previous pages; a negative number counts as 0.
    public var offset: Int
    /// The number of hits on a page, at least 1.
    public var limit: Int
    /// The locale of the answer and the texts.
    public var locale: LocaleIdentifier
    /// The texts for that locale, including the table `Page`.
    public var texts: Localizer
    /// The outcome of the search.
    public var outcome: Outcome

    /// The content of a page.
    public init(
        query: String, scope: String = SearchResults.allScopes, sort: SearchRequest.SortOrder = .relevance,
        offset: Int = 0,
        limit: Int, locale: LocaleIdentifier, texts: Localizer, outcome: Outcome
    ) {
        self.query = query
        self.scope = scope
        self.sort = sort
        self.offset = offset
        self.limit = limit
        self.locale = locale
        self.texts = texts
        self.outcome = outcome
    }
}
