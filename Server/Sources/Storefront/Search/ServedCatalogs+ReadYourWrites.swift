// Read your own writes: a search that must include a change waits for it.

internal import HTTPTypes
internal import Hummingbird
internal import Localization
internal import ProductStore

extension ServedCatalogs {
    /// The longest time that a search waits for a change. After that, a load balancer may try another server.
    private static let longestWait = Duration.seconds(1)
    /// If a server has seen all changes within this time, an unknown change does not exist.
    private static let recently = Duration.milliseconds(500)

    /// Waits until searches include the change that the header `Search-After` names.
    ///
    /// - Throws: `Problem` if it is malformed, if there is no such change, or if the
    ///   change does not arrive in time.
    func wait(for request: Request) async throws {
        try checkAvailability()
        guard let text = request.headers[.searchAfter] else { return }
        guard let number = Int64(text), number >= 0 else {
            throw Problem(.badRequest, "InvalidSearchAfter: %@", .text(text))
        }
        if let router {
            if await router.isSearched(Revision(number), within: Self.longestWait) { return }
            throw Problem(.notReady, "SearchAfterBehind", headers: [.retryAfter: "1"])
        }
        guard let store else { throw Problem(.badRequest, "SearchAfterUnknown: %@", .text(text)) }
        if await store.isSearched(Revision(number), within: Self.longestWait) { return }
        let following = store.following
        if following.isOfPrimary, let lag = following.lag, lag < Self.recently {
            throw Problem(.badRequest, "SearchAfterUnknown: %@", .text(text))
        }
        throw Problem(.notReady, "SearchAfterBehind", headers: [.retryAfter: "1"])
    }
}
