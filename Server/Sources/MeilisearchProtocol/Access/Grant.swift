// What the sender of a request may do.

internal import CatalogSearch
internal import FoundationEssentials

/// The rights of a request.
package struct Grant: Sendable {
    /// The actions, such as `search` or `documents.*`; `nil` for all.
    var actions: [String]?
    /// The indexes; `nil` for all.
    var indexes: [IndexPattern]?
    /// The rules of a tenant's token; `nil` without a token.
    var rules: SearchRules?
    /// When the rights end; `nil` for never.
    var end: Date?

    /// All rights.
    package static let all = Grant(actions: nil)
    /// No rights.
    package static let none = Grant(actions: [])

    private init(actions: [String]?) { self.actions = actions }

    /// What a key permits.
    init(_ key: AccessKey) {
        actions = key.actions
        indexes = key.indexes
        end = key.expiresAt
    }

    /// - Throws: `ProtocolError` if the action is not allowed, or not on this index.
    func check(_ action: String, on uid: String? = nil) throws(ProtocolError) {
        guard permits(action), uid.map(sees) ?? true else { throw Self.refusal }
    }

    /// Whether an action is permitted. The right to do everything does not include keys, which could permit
    /// more.
    func permits(_ action: String) -> Bool {
        guard let actions else { return true }
        if actions.contains(action) { return true }
        let parts = action.split(separator: ".")
        guard let family = parts.first, family != "keys" else { return false }
        return actions.contains("*") || actions.contains(family + ".*")
            || parts.last == "get" && actions.contains("*.get")
    }

    /// Whether everything is permitted.
    var isUnlimited: Bool { actions == nil }

    /// Whether a key permits nothing that is not permitted here, and no longer. Only such keys can be made,
    /// seen, changed and deleted with these rights.
    func includes(_ key: AccessKey) -> Bool {
        let own = Grant(key)
        let permitsAll = AccessKey.knownActions.allSatisfy { !own.permits($0) || permits($0) }
        let seesAll = key.indexes.allSatisfy { index in
            indexes.map { $0.contains { $0.includes(index) } } ?? true
        }
        let endsBefore = end.map { end in key.expiresAt.map { $0 <= end } ?? false } ?? true
        return permitsAll && seesAll && endsBefore
    }

    /// Whether the sender may search everything: no index and no document is hidden.
    package var searchesEverything: Bool {
        permits("search") && indexes?.contains(.all) != false && rules == nil
    }

    /// Whether an index may be known.
    func sees(_ uid: String) -> Bool {
        (indexes.map { $0.contains { $0.matches(uid) } } ?? true)
            && rules.map { $0.filter(of: uid) != nil } ?? true
    }

    /// The filter that the token forces on searches of an index; `nil` for none.
    ///
    /// - Throws: `ProtocolError` if it cannot be read: then nothing may be found.
    func forced(_ index: IndexDescription) throws(ProtocolError) -> Filter? {
        guard let rules else { return nil }
        guard let filter = rules.filter(of: index.uid) else { throw Self.refusal }
        do throws(ProtocolError) {
            return try FilterExpression(index).filter(filter)
        } catch {
            throw Self.refusal
        }
    }

    /// A key that is unknown, or may not do this; the answer does not say which.
    package static let refusal = ProtocolError(.invalidAPIKey, "The provided API key is invalid.")
    /// No key at all.
    package static let missing = ProtocolError(
        .missingAuthorization,
        "The Authorization header is missing. It must use the bearer authorization method.")
}
