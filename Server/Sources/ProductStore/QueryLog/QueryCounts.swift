// The counts of the query log: searches and clicks of a day.

/// A query and the locale of its search.
public struct LoggedQuery: Hashable, Sendable {
    /// The query as it is counted; empty for all that are counted together because there are too many.
    public let query: String
    /// The locale's identifier.
    public let locale: String

    public init(query: String, locale: String) {
        self.query = query
        self.locale = locale
    }

    /// All queries that are not counted separately.
    public static let others = LoggedQuery(query: "", locale: "")
}

/// A record that was chosen among the results of a query.
public struct LoggedClick: Hashable, Sendable {
    public let query: LoggedQuery
    /// The catalog's id.
    public let catalog: String
    /// The record's id.
    public let id: String

    public init(query: LoggedQuery, catalog: String, id: String) {
        self.query = query
        self.catalog = catalog
        self.id = id
    }
}

/// How often a query was searched, with what success.
public struct QueryCounts: Hashable, Sendable {
    /// The number of searches.
    public var searches = 0
    /// The number of searches that found nothing.
    public var none = 0
    /// The number of searches that found records by similar words only.
    public var relaxed = 0
    /// The number of results that were chosen.
    public var clicks = 0
    /// The number of results that were bought, or that led to something else that the shop counts as success.
    public var conversions = 0
    /// The number of records that the last search found; `nil` for the others together.
    public var total: Int?
    /// The number of different clients that searched on a day, as far as they can be distinguished.
    public var clients = 0

    /// No searches.
    public init() {}

    public mutating func add(_ later: QueryCounts) {
        searches += later.searches
        none += later.none
        relaxed += later.relaxed
        clicks += later.clicks
        conversions += later.conversions
        clients += later.clients
        total = later.total ?? total
    }
}

/// How often a record was chosen, and the sum of its positions.
public struct ClickCounts: Hashable, Sendable {
    /// The number of clicks.
    public var clicks = 0
    /// The sum of its positions in the results, from 1.
    public var places = 0
    /// The number of conversions.
    public var conversions = 0

    /// No clicks.
    public init() {}

    public mutating func add(_ other: ClickCounts) {
        clicks += other.clicks
        places += other.places
        conversions += other.conversions
    }
}

/// A record of a catalog.
public struct LoggedRecord: Hashable, Sendable {
    /// The catalog's id.
    public let catalog: String
    public let id: String

    public init(catalog: String, id: String) {
        self.catalog = catalog
        self.id = id
    }
}

/// The basis of a record's learned popularity: choices of different clients, each with a weight.
public struct ChoiceCounts: Hashable, Sendable {
    /// The number of clients that chose it.
    public var choices = 0
    /// The sum of their weights, in thousandths.
    public var weight = 0

    /// No choices.
    public init() {}

    public mutating func add(_ other: ChoiceCounts) {
        choices += other.choices
        weight += other.weight
    }
}

/// The counts of a day.
public struct DayCounts: Sendable {
    public var queries: [LoggedQuery: QueryCounts] = [:]
    public var clicks: [LoggedClick: ClickCounts] = [:]
    public var choices: [LoggedRecord: ChoiceCounts] = [:]

    public init() {}
}
