// What the query log counts: searches and clicks of a day.

/// A query and the locale in which it was asked.
public struct LoggedQuery: Hashable, Sendable {
    /// The query as it is counted; empty for all that are counted together because there are too many.
    public let query: String
    /// The locale's identifier.
    public let locale: String

    public init(query: String, locale: String) {
        self.query = query
        self.locale = locale
    }

    /// All queries that are not counted by themselves.
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
    /// The number of results that were bought, or did what else a shop wants.
    public var conversions = 0
    /// The number of records that the last search found; `nil` for the others together.
    public var total: Int?
    /// The number of different clients that searched on a day, as far as they were told apart.
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

/// How often a record was chosen, and the sum of the places at which it stood.
public struct ClickCounts: Hashable, Sendable {
    /// The number of clicks.
    public var clicks = 0
    /// The sum of its places in the results, from 1.
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

/// What a record's popularity is learnt from: choices of different clients, each with a weight.
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

/// What was counted on a day.
public struct DayCounts: Sendable {
    public var queries: [LoggedQuery: QueryCounts] = [:]
    public var clicks: [LoggedClick: ClickCounts] = [:]
    public var choices: [LoggedRecord: ChoiceCounts] = [:]

    public init() {}
}
