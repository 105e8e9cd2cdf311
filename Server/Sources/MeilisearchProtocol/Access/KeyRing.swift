// Authenticates requests by the master token, a key, or a token that the holder of a key has signed.

internal import Digests
package import FoundationEssentials
internal import JSON
package import ProductStore

/// The keys of a store.
package final class KeyRing: Sendable {
    private let store: ProductStore
    private let master: [UInt8]
    private let masterDigest: [UInt8]
    private let acceptsTokensWithoutExpiry: Bool
    private let cached: CachedKeys

    /// - Parameters:
    ///   - master: the token that permits everything. The secrets of all keys are derived from it.
    ///   - acceptsTokensWithoutExpiry: whether a signed token without `exp` is valid, as
    ///     long as the key that signed it.
    package init(_ store: ProductStore, master: [UInt8], acceptsTokensWithoutExpiry: Bool = false) {
        self.store = store
        self.master = master
        masterDigest = SHA256.digest(of: master)
        self.acceptsTokensWithoutExpiry = acceptsTokensWithoutExpiry
        cached = CachedKeys { () async throws(ProtocolError) in
            let stored = try await IndexStore.naming { () async throws(StoreError) in
                try await store.accessKeys()
            }
            let keys = stored.compactMap { stored in
                let key = stored.isIntact ? AccessKey(stored: stored.json, uid: stored.uid) : nil
                if key == nil { store.noteDamage(.accessKey(uid: stored.uid)) }
                return key
            }
            return CachedKeys.Keys(keys) { Self.secret(of: $0, master).digest }
        }
    }

    /// The secret of a key: `HMAC-SHA256(master, uid)`, as in the protocol.
    func secret(of uid: String) -> String { Self.secret(of: uid, master) }

    private static func secret(of uid: String, _ master: [UInt8]) -> String {
        SHA256.authenticationCode(of: Array(uid.utf8), key: master).hexadecimal
    }

    // MARK: Checking

    /// The rights of the sender of a request.
    ///
    /// - Parameter authorization: the header `Authorization`; `nil` if it is missing.
    /// - Throws: `ProtocolError`, which does not say why a key is refused.
    package func grant(_ authorization: String?, now: Date = Date()) async throws(ProtocolError) -> Grant {
        guard let authorization else { throw Grant.missing }
        let parts = authorization.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { throw Grant.refusal }
        let secret = String(parts[1]).trimmed
        // The time to compare two digests reveals nothing about the secrets.
        let digest = secret.digest
        if digest == masterDigest { return .all }
        try await makeFirstKeys()
        let keys = try await cached.current()
        if SignedToken.isToken(secret) { return try grant(token: secret, keys, now) }
        guard let key = keys.byDigest[digest], key.isValid(at: now) else { throw Grant.refusal }
        return Grant(key)
    }

    /// The rights of a signed token.
    private func grant(token: String, _ keys: CachedKeys.Keys, _ now: Date) throws(ProtocolError) -> Grant {
        guard let token = SignedToken(token) else { throw Grant.refusal }
        let key = keys.byUID[token.uid]
        // An unknown key takes as long as a known one.
        guard token.isSigned(by: secret(of: key?.uid ?? "")), let key, key.isValid(at: now),
            token.isValid(at: now, withoutExpiry: acceptsTokensWithoutExpiry)
        else { throw Grant.refusal }
        var grant = Grant(key)
        // A signed token permits searches only, whatever else its key permits.
        grant.actions = grant.permits("search") ? ["search"] : []
        grant.rules = token.rules
        return grant
    }

    /// The names that clients expect of the first keys: of one for searches, and of one for all but keys.
    private static let firstNames = ["Default Search API Key", "Default Admin API Key"]

    /// Whether this is the name of a key that the server creates.
    package static func isFirst(_ name: String?) -> Bool { name.map(firstNames.contains) ?? false }

    /// Creates the two keys that clients expect, if the store has none when the server first reads them.
    private func makeFirstKeys() async throws(ProtocolError) {
        guard cached.isEmpty, try await cached.current().byUID.isEmpty else { return }
        let keys = [
            AccessKey(
                name: Self.firstNames[0], description: "Use it to search from the frontend",
                actions: ["search"]),
            AccessKey(
                name: Self.firstNames[1],
                description:
                    "Use it for anything that is not a search operation. Caution! Do not expose it on a public frontend",
                actions: ["*"]),
        ].map { StoredAccessKey(uid: $0.uid, json: $0.stored) }
        // Inserts nothing if another server has just created keys, or if the store is read-only.
        _ = try? await store.insertFirstAccessKeys(keys)
        _ = try await cached.newest()
    }

    // MARK: Keys

    /// All keys, the newest first.
    func all() async throws(ProtocolError) -> [AccessKey] {
        try await makeFirstKeys()
        return try await cached.newest().byUID.values.sorted {
            ($0.createdAt, $0.uid) > ($1.createdAt, $1.uid)
        }
    }

    /// The key with a uid or secret.
    ///
    /// - Throws: `ProtocolError` if there is none.
    func key(_ name: String) async throws(ProtocolError) -> AccessKey {
        let keys = try await cached.newest()
        let key = keys.byUID[name.lowercased()] ?? keys.byDigest[name.digest]
        guard let key else { throw .apiKeyNotFound }
        return key
    }

    /// Inserts a new key.
    func insert(_ key: AccessKey) async throws(ProtocolError) {
        do throws(StoreError) {
            try await store.insertAccessKey(key.uid, json: key.stored)
        } catch {
            if case .conflict = error {
                throw ProtocolError(
                    .apiKeyAlreadyExists, "`uid` field value `\(key.uid)` is already an existing API key.")
            }
            throw ProtocolError(error)
        }
        _ = try await cached.newest()
    }

    /// Changes the key with a uid, unless it was deleted.
    ///
    /// - Parameter patch: see ``AccessKey/patch(_:now:)``.
    /// - Returns: the changed key.
    func change(_ uid: String, _ patch: JSON) async throws(ProtocolError) -> AccessKey {
        _ = try await IndexStore.naming { () async throws(StoreError) in
            try await store.patchAccessKey(uid, with: Array(patch.text.utf8))
        }
        return try await key(uid)
    }

    /// Deletes the key with a uid, which permits nothing from then on.
    func delete(_ uid: String) async throws(ProtocolError) {
        _ = try await IndexStore.naming { () async throws(StoreError) in
            try await store.deleteAccessKey(uid)
        }
        cached.forget(uid)
    }
}

extension AccessKey {
    fileprivate func isValid(at now: Date) -> Bool { expiresAt.map { now < $0 } ?? true }
}

extension String {
    /// The SHA-256 of the text in UTF-8.
    fileprivate var digest: [UInt8] { SHA256.digest(of: Array(utf8)) }
}
