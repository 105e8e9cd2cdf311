// The rights of the sender of a request.

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

    /// The rights that a key grants.
    init(_ key: AccessKey) {
        actions = key.actions
        indexes = key.indexes
        end = key.expiresAt
    }

    /// - Throws: `ProtocolError` if the action is not allowed, or not on this index.
    func check(_ action: String, on uid: String? = nil) throws(ProtocolError) {
        guard permits(action), uid.map(sees) ?? true else { throw Self.refusal }
    }

    /// Whether an action is permitted. `*` does not include the actions on keys: a new key could permit more.
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

    /// Whether a key permits nothing beyond these rights, and expires no later. Only such keys can be
    /// created, shown, changed and deleted with these rights.
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

    /// Whether the sender may know that an index exists.
    func sees(_ uid: String) -> Bool {
        (indexes.map { $0.contains { $0.matches(uid) } } ?? true)
            && rules.map { $0.filter(of: uid) != nil } ?? true
    }

    /// The filter that the token forces on searches of an index; `nil` for none.
    ///
    /// - Throws: `ProtocolError` if the filter cannot be read, so that the search finds nothing.
    func forced(_ index: IndexDescription) throws(ProtocolError) -> Filter? {
        guard let rules else { return nil }
        guard let filter = rules.filter(of: index.uid) else { throw Self.refusal }
        do throws(ProtocolError) {
            return try FilterExpression(index).filter(filter)
        } catch {
            throw Self.refusal
        }
    }

    /// The key is unknown or lacks a right; the response does not say which.
    package static let refusal = ProtocolError(.invalidAPIKey, "The provided API key is invalid.")
    /// The request has no key.
    package static let missing = ProtocolError(
        .missingAuthorization,
        "The Authorization header is missing. It must use the bearer authorization method.")
}
