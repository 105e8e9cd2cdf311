// What a request must bring if the search listener is not public.

internal import HTTPTypes
internal import Hummingbird
internal import MeilisearchProtocol

/// Checks that a request has a key that searches all records.
struct SearchAuthorization: Sendable {
    /// The keys; `nil` without a store, which refuses all searches.
    let keys: KeyRing?
    let throttle: AuthenticationThrottle

    /// - Throws: `Problem` if the request has no such key, has guessed too often, or the keys cannot be read.
    func check(_ request: Request, _ context: ClientContext) async throws {
        // Load balancers request these.
        if ["/healthz", "/readyz"].contains(request.uri.path) { return }
        let refusal = Problem(.unauthorized, "SearchNeedsKey", headers: [.wwwAuthenticate: "Bearer"])
        let secret = request.headers[.authorization]
        let grant = try await throttle.checking(secret, of: context.client) {
            do throws(ProtocolError) {
                return try await keys?.grant(secret)
            } catch {
                // A failure of the store is not a guess.
                throw error.code == .unavailable
                    ? Problem(.storeBusy, "StoreUnavailable", headers: [.retryAfter: "1"]) : refusal
            }
        }
        // A key for some of the records searches at the other listener, which hides the others.
        guard grant?.searchesEverything == true else { throw refusal }
    }
}
