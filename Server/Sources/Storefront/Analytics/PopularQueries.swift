// Queries that many clients sent, as suggestions for what another client types.

internal import Localization
internal import ProductStore
internal import SearchService

/// The most popular queries of each locale, found by their beginnings.
struct PopularQueries: Hashable, Sendable {
    /// The most popular ones first.
    private var queries: [String: [PopularQuery]] = [:]

    /// The most queries of a locale.
    static let limit = 1_000

    init(_ all: [PopularQuery] = []) {
        queries = Dictionary(grouping: all, by: \.query.locale).mapValues { list in
            let order = list.sorted { ($1.weight, $0.query.query) < ($0.weight, $1.query.query) }
            return Array(order.prefix(Self.limit))
        }
    }

    /// Whether many more clients than usual send a query.
    func isTrending(_ query: LoggedQuery) -> Bool {
        queries[query.locale]?.contains { $0.query == query && $0.isTrending } ?? false
    }

    /// The queries that continue a text, the most popular ones first: those of the locale, of its parent
    /// locales, and of locales derived from it. For a text without words those that trend come first.
    ///
    /// - Parameter text: normalized as counted queries are, see ``QueryLog/normalized(_:)``.
    func continuing(_ text: String, in locale: LocaleIdentifier, limit: Int) -> [OfferedQuery] {
        let own = locale.base.identifier
        var weights: [String: Double] = [:]
        var trending: Set<String> = []
        for (name, list) in queries
        where name == own || own.hasPrefix(name + "_") || name.hasPrefix(own + "_") {
            for popular in list where popular.query.query.hasPrefix(text) && popular.query.query != text {
                weights[popular.query.query, default: 0] += popular.weight
                if popular.isTrending { trending.insert(popular.query.query) }
            }
        }
        func rank(_ query: String) -> Int { text.isEmpty && trending.contains(query) ? 0 : 1 }
        return weights.sorted { (rank($0.key), $1.value, $0.key) < (rank($1.key), $0.value, $1.key) }
            .prefix(limit).map { OfferedQuery($0.key, isTrending: trending.contains($0.key)) }
    }
}
