// Suggests queries that many clients sent.

internal import Localization
internal import ProductStore
internal import SearchService
internal import Synchronization

extension QueryLog {
    /// Reads the queries that many clients sent.
    func readPopular() throws(StoreError) {
        guard let suggestedClients else { return }
        let popular = PopularQueries(try file.popularQueries(on: today, clients: suggestedClients))
        state.withLock { state in
            guard state.popular != popular else { return }
            state.popular = popular
            state.popularVersion += 1
        }
    }

    /// Whether queries are suggested, as a part of the version of suggestions.
    var popularVersion: String {
        suggestedClients == nil ? "" : "-\(state.withLock { $0.popularVersion })"
    }

    /// Whether many more clients than usual send a query; `false` if none are suggested.
    func isTrending(_ query: LoggedQuery) -> Bool { state.withLock { $0.popular }.isTrending(query) }

    /// Queries of others that continue a text; `nil` if none are suggested.
    func popular(continuing text: String, in locale: LocaleIdentifier, limit: Int) -> [OfferedQuery]? {
        guard suggestedClients != nil else { return nil }
        let popular = state.withLock { $0.popular }
        return popular.continuing(Self.normalized(text), in: locale, limit: limit)
    }
}
