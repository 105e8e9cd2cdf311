// What does one page show? What was asked for, and what came of it.

public import CatalogSearch
public import Localization

/// What a page shows.
public struct PageContent: Sendable {
    /// What came of a search.
    public enum Outcome: Sendable {
        /// The JSON that `/v1/search` answers, with `relax=auto`.
        case answer([UInt8])
        /// What is wrong with the question, in the reader's language.
        case problem(String)
    }

    /// What is looked for, as it was typed.
    public var query: String
    /// The id of a scope, `all` for all records.
    public var scope: String
    /// The order of the results.
    public var sort: SortOrder
    /// How many results stand on the pages before; less than 0 is 0.
    public var offset: Int
    /// How many results stand on a page; less than 1 is 1.
    public var limit: Int
    /// The locale that the answer and the texts were made for.
    public var locale: LocaleIdentifier
    /// The texts, the table `Page` among them, looked up for that locale.
    public var texts: Localizer
    /// What came of the search.
    public var outcome: Outcome

    /// The content of a page.
    public init(
        query: String, scope: String = SearchResults.allScopes, sort: SortOrder = .relevance, offset: Int = 0,
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
