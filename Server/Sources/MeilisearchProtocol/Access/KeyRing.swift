// Who sends a request: the master token, a key, or a token that somebody has signed with a key.

internal import Crypto
package import FoundationEssentials
package import ProductStore
internal import Synchronization

/// The keys of a store.
package final class KeyRing: Sendable {
    private let store: ProductStore
    private let master: SymmetricKey
    private let masterDigest: [UInt8]
    private let acceptsTokensWithoutExpiry: Bool
    private let state = Mutex(State())

    private struct State {
        /// By the digest of their secrets: how long a search takes tells nothing about a secret.
        var byDigest: [[UInt8]: AccessKey] = [:]
        var byUID: [String: AccessKey] = [:]
        var readAt: ContinuousClock.Instant?
    }

    /// How long another server's changes of keys may go unnoticed.
    private static let freshness = Duration.seconds(1)

    /// - Parameters:
    ///   - master: the token that permits everything. The secrets of all keys are derived from it.
    ///   - acceptsTokensWithoutExpiry: whether a signed token without `exp` is valid, as long as the key that signed it.
    package init(_ store: ProductStore, master: [UInt8], acceptsTokensWithoutExpiry: Bool = false) {
        self.store = store
        self.master = SymmetricKey(data: master)
        masterDigest = Data(master).digest
        self.acceptsTokensWithoutExpiry = acceptsTokensWithoutExpiry
    }

    /// The secret of a key: `HMAC-SHA256(master, uid)`, as in the protocol.
    func secret(of uid: String) -> String {
        HMAC<SHA256>.authenticationCode(for: Data(uid.utf8), using: master).hexadecimal
    }

    // MARK: Checking

    /// What the sender of a request may do.
    ///
    /// - Parameter authorization: the header `Authorization`; `nil` if it is missing.
    /// - Throws: `ProtocolError` that says nothing about why a key is refused.
    package func grant(_ authorization: String?, now: Date = Date()) async throws(ProtocolError) -> Grant {
        guard let authorization else { throw Grant.missing }
        let parts = authorization.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { throw Grant.refusal }
        let secret = String(parts[1]).trimmed
        // Both are digests, whose comparison tells nothing about the texts.
        let digest = Data(secret.utf8).digest
        if digest == masterDigest { return .all }
        try await refresh()
        if secret.split(separator: ".", omittingEmptySubsequences: false).count == 3 {
            return try grant(token: secret, now)
        }
        let key = state.withLock { $0.byDigest[digest] }
        guard let key, key.isValid(at: now) else { throw Grant.refusal }
        return Grant(actions: key.actions, indexes: key.indexes)
    }

    /// The rights of a signed token (RFC 7519, HS256).
    private func grant(token: String, _ now: Date) throws(ProtocolError) -> Grant {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard token.utf8.count <= Self.tokenLimit, let head = Self.json(parts[0]), head["alg"] == "HS256",
            let claims = Self.json(parts[1]), let signature = Data(base64URL: parts[2]),
            let uid = claims["apiKeyUid"]?.string
        else { throw Grant.refusal }
        let key = state.withLock { $0.byUID[uid.lowercased()] }
        // An unknown key takes as long as a known one.
        let signer = SymmetricKey(data: Data(secret(of: key?.uid ?? "").utf8))
        let isSigned = HMAC<SHA256>.isValidAuthenticationCode(
            signature, authenticating: Data("\(parts[0]).\(parts[1])".utf8), using: signer)
        guard isSigned, let key, key.isValid(at: now) else { throw Grant.refusal }
        switch claims["exp"] {
        case nil, .null?: guard acceptsTokensWithoutExpiry else { throw Grant.refusal }
        case let value?:
            guard let time = value.double, time > now.timeIntervalSince1970 else { throw Grant.refusal }
        }
        if let start = claims["nbf"]?.double, start > now.timeIntervalSince1970 { throw Grant.refusal }
        let rules = try Self.rules(claims["searchRules"])
        // A token only searches, whatever else its key permits.
        let maySearch = Grant(actions: key.actions).permits("search")
        return Grant(actions: maySearch ? ["search"] : [], indexes: key.indexes, rules: rules)
    }

    private static let tokenLimit = 16 << 10

    private static func json(_ part: Substring) -> JSON? {
        Data(base64URL: part).flatMap { try? JSONReader.value(of: Array($0)) }
    }

    /// The rules of a token: an array of indexes, or an object with a filter for each.
    private static func rules(_ json: JSON?) throws(ProtocolError) -> [(index: String, filter: JSON)] {
        switch json {
        case .array?:
            guard let names = json?.strings else { throw Grant.refusal }
            return names.map { ($0, .null) }
        case .object(let members)?:
            var rules: [(index: String, filter: JSON)] = []
            for member in members {
                switch member.value {
                case .null: rules.append((member.name, .null))
                // An unknown member could mean a restriction.
                case .object(let parts) where parts.allSatisfy({ $0.name == "filter" }):
                    rules.append((member.name, member.value["filter"] ?? .null))
                default: throw Grant.refusal
                }
            }
            return rules
        default: throw Grant.refusal
        }
    }

    /// Reads the keys, unless that was just done. The first time, makes the two keys that clients expect.
    private func refresh(atOnce: Bool = false) async throws(ProtocolError) {
        let readAt = state.withLock { $0.readAt }
        if !atOnce, let readAt, .now - readAt < Self.freshness { return }
        let start = ContinuousClock.now
        var stored = try await IndexStore.naming { () async throws(StoreError) in try await store.accessKeys()
        }
        if stored.isEmpty, readAt == nil {
            for key in [
                AccessKey(
                    name: "Default Search API Key", description: "Use it to search from the frontend",
                    actions: ["search"]),
                AccessKey(
                    name: "Default Admin API Key",
                    description:
                        "Use it for anything that is not a search operation. Caution! Do not expose it on a public frontend",
                    actions: ["*"]),
            ] {
                _ = try await IndexStore.naming { () async throws(StoreError) in
                    try await store.putAccessKey(key.uid, json: key.stored)
                }
            }
            stored = try await IndexStore.naming { () async throws(StoreError) in try await store.accessKeys()
            }
        }
        let keys = stored.compactMap { AccessKey(stored: $0.json, uid: $0.uid) }
        let byDigest = Dictionary(
            keys.map { (Data(secret(of: $0.uid).utf8).digest, $0) }, uniquingKeysWith: { first, _ in first })
        state.withLock { state in
            state.byDigest = byDigest
            state.byUID = Dictionary(keys.map { ($0.uid, $0) }, uniquingKeysWith: { first, _ in first })
            state.readAt = start
        }
    }

    // MARK: Keys

    /// All keys, the newest first.
    func all() async throws(ProtocolError) -> [AccessKey] {
        try await refresh(atOnce: true)
        return state.withLock { $0.byUID.values.sorted { ($0.createdAt, $0.uid) > ($1.createdAt, $1.uid) } }
    }

    /// The key with a uid or secret.
    ///
    /// - Throws: `ProtocolError` if there is none.
    func key(_ name: String) async throws(ProtocolError) -> AccessKey {
        try await refresh(atOnce: true)
        let key = state.withLock { $0.byUID[name.lowercased()] ?? $0.byDigest[Data(name.utf8).digest] }
        // The name may be a secret: it is not repeated.
        guard let key else { throw ProtocolError(.apiKeyNotFound, "The API key was not found.") }
        return key
    }

    func put(_ key: AccessKey, isNew: Bool) async throws(ProtocolError) {
        do throws(StoreError) {
            try await store.putAccessKey(key.uid, json: key.stored, isNew: isNew)
        } catch {
            if case .conflict = error {
                throw ProtocolError(
                    .apiKeyAlreadyExists, "`uid` field value `\(key.uid)` is already an existing API key.")
            }
            throw ProtocolError(error)
        }
        try await refresh(atOnce: true)
    }

    func delete(_ key: AccessKey) async throws(ProtocolError) {
        _ = try await IndexStore.naming { () async throws(StoreError) in
            try await store.deleteAccessKey(key.uid)
        }
        try await refresh(atOnce: true)
    }
}

extension AccessKey {
    fileprivate func isValid(at now: Date) -> Bool { expiresAt.map { now < $0 } ?? true }
}

extension Data {
    /// The SHA-256 of the bytes.
    fileprivate var digest: [UInt8] { Array(SHA256.hash(data: self)) }

    /// Decodes base64url without padding (RFC 4648, 5).
    fileprivate init?(base64URL text: Substring) {
        guard !text.utf8.contains(where: { "+/=".utf8.contains($0) }) else { return nil }
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        self.init(base64Encoded: text.replacing("-", with: "+").replacing("_", with: "/") + padding)
    }
}

extension Sequence<UInt8> {
    fileprivate var hexadecimal: String {
        map { (($0 < 16 ? "0" : "") + String($0, radix: 16)) }.joined()
    }
}
