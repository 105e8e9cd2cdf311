// What the query log counts: searches and clicks of a day.

/// A query and the locale in which it was asked.
public struct LoggedQuery: Hashable, Sendable {
    /// The query as it is counted; empty for all that are counted together because there are too many.
    public let query: String
    /// The locale's identifier.
    public let locale: String

    /// A query.
    public init(query: String, locale: String) {
        self.query = query
        self.locale = locale
    }

    /// All queries that are not counted by themselves.
    public static let others = LoggedQuery(query: "", locale: "")
}

/// A record that was chosen among the results of a query.
public struct LoggedClick: Hashable, Sendable {
    /// The query.
    public let query: LoggedQuery
    /// The catalog's id.
    public let catalog: String
    /// The record's id.
    public let id: String

    /// A click.
    public init(query: LoggedQuery, catalog: String, id: String) {
        self.query = query
        self.catalog = catalog
        self.id = id
    }
}

/// How often a query was asked, and what came of it.
public struct QueryCounts: Hashable, Sendable {
    /// The number of searches.
    public var searches = 0
    /// Those that found nothing.
    public var none = 0
    /// Those that found records by similar words only.
    public var relaxed = 0
    /// The number of results that were chosen.
    public var clicks = 0
    /// The number of records that the last search found; `nil` for the others together.
    public var total: Int?

    /// No searches.
    public init() {}

    /// Adds later counts.
    public mutating func add(_ later: QueryCounts) {
        searches += later.searches
        none += later.none
        relaxed += later.relaxed
        clicks += later.clicks
        total = later.total ?? total
    }
}

/// How often a record was chosen, and the sum of the places at which it stood.
public struct ClickCounts: Hashable, Sendable {
    /// The number of clicks.
    public var clicks = 0
    /// The sum of its places in the results, from 1.
    public var places = 0

    /// No clicks.
    public init() {}
}

/// What was counted on a day.
public struct DayCounts: Sendable {
    /// By query.
    public var queries: [LoggedQuery: QueryCounts] = [:]
    /// By query and record.
    public var clicks: [LoggedClick: ClickCounts] = [:]

    /// Nothing.
    public init() {}
}
