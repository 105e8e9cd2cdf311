// A cache of responses. Many clients send the same requests, because they type the same first letters.

internal import CatalogSearch
internal import Hummingbird
internal import SearchService
internal import Support
internal import Synchronization

/// A bounded cache of responses by request and version of the catalogs.
///
/// Two generations preserve frequent responses: a new response is young. When the young ones fill half of the
/// cache, they become the old generation and replace the previous one. An old response becomes young again
/// when it is used.
final class ResponseCache: Sendable {
    /// Everything that a response depends on, in full, because an attacker could make two hashes collide.
    struct Key: Hashable, Sendable {
        /// The version of the catalogs and messages.
        let version: String
        /// The path and query.
        let address: String
        /// The preferred locales.
        let locales: [String]

        /// - Parameter version: the version of the catalogs and messages.
        init(_ searchRequest: ServiceRequest, _ request: Request, version: String) {
            self.version = version
            address = request.uri.string
            locales = ([searchRequest.request.locale] + searchRequest.preferredLocales).map(\.identifier)
        }

        /// The entity tag of the response.
        var tag: EntityTag {
            var fingerprint = Fingerprint()
            for text in [address] + locales { fingerprint.add(text) }
            return EntityTag(value: version + "-" + fingerprint.text, isWeak: true)
        }

        fileprivate var size: Int {
            version.utf8.count + address.utf8.count + locales.reduce(0) { $0 + $1.utf8.count }
        }
    }

    private struct State {
        var young: [Key: SearchService.Response] = [:]
        var old: [Key: SearchService.Response] = [:]
        /// Bytes of the young generation.
        var size = 0
    }

    private let capacity: Int
    private let state = Mutex(State())

    /// The approximate number of bytes of an entry besides its texts.
    private static let overhead = 200

    /// - Parameter capacity: the approximate number of bytes of all responses; 0 for no cache.
    init(capacity: Int) { self.capacity = capacity }

    /// The cached response of a key.
    subscript(key: Key) -> SearchService.Response? {
        guard capacity > 0 else { return nil }
        return state.withLock { state in
            if let response = state.young[key] { return response }
            guard let response = state.old[key] else { return nil }
            keep(response, for: key, &state)
            return response
        }
    }

    /// Caches a response, unless it is so large that it would displace many others.
    func keep(_ response: SearchService.Response, for key: Key) {
        guard size(response, key) <= capacity / 100 else { return }
        state.withLock { keep(response, for: key, &$0) }
    }

    private func keep(_ response: SearchService.Response, for key: Key, _ state: inout State) {
        guard state.young.updateValue(response, forKey: key) == nil else { return }
        state.size += size(response, key)
        guard state.size > capacity / 2 else { return }
        state.old = state.young
        state.young = [:]
        state.size = 0
    }

    private func size(_ response: SearchService.Response, _ key: Key) -> Int {
        response.json.utf8.count + key.size + Self.overhead
    }
}
