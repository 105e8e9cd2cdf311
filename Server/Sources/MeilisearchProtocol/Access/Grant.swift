// What the sender of a request may do.

internal import CatalogSearch

/// The rights of a request.
package struct Grant: Sendable {
    /// The actions, such as `search` or `documents.*`; `nil` for all.
    package var actions: [String]?
    /// The ids of indexes, or their beginnings followed by `*`; `nil` for all.
    package var indexes: [String]?
    /// The rules of a tenant token: the filter of each index, or of `*`; `nil` without a token.
    package var rules: [(index: String, filter: JSON)]?

    /// All rights.
    package static let all = Grant()

    package init(
        actions: [String]? = nil, indexes: [String]? = nil, rules: [(index: String, filter: JSON)]? = nil
    ) {
        self.actions = actions
        self.indexes = indexes
        self.rules = rules
    }

    /// - Throws: `ProtocolError` if the action is not allowed, or not on this index.
    func check(_ action: String, on uid: String? = nil) throws(ProtocolError) {
        guard permits(action), uid.map(sees) ?? true else { throw Self.refusal }
    }

    /// Whether an action is permitted. The right to do everything does not include keys, which could permit more.
    func permits(_ action: String) -> Bool {
        guard let actions else { return true }
        if actions.contains(action) { return true }
        let parts = action.split(separator: ".")
        guard let family = parts.first, family != "keys" else { return false }
        return actions.contains("*") || actions.contains(family + ".*")
            || parts.last == "get" && actions.contains("*.get")
    }

    /// Whether the sender may search everything: no index and no document is hidden.
    package var searchesEverything: Bool {
        permits("search") && indexes?.contains("*") != false && rules == nil
    }

    /// Whether an index may be known.
    func sees(_ uid: String) -> Bool {
        func fits(_ patterns: [String]) -> Bool { patterns.contains { AttributePattern.matches($0, uid) } }
        return indexes.map(fits) ?? true && rules.map { fits($0.map(\.index)) } ?? true
    }

    /// The filter that the token forces on searches of an index; `nil` for none.
    ///
    /// - Throws: `ProtocolError` if it cannot be read: then nothing may be found.
    func forced(_ index: IndexDescription) throws(ProtocolError) -> Filter? {
        guard let rules else { return nil }
        // The most special rule counts.
        let fitting = rules.filter { AttributePattern.matches($0.index, index.uid) }
            .max {
                $0.index.utf8.count < $1.index.utf8.count || $1.index == index.uid && $0.index != index.uid
            }
        guard let rule = fitting else { throw Self.refusal }
        do throws(ProtocolError) {
            return try FilterExpression(index).filter(rule.filter)
        } catch {
            throw Self.refusal
        }
    }

    /// A key that is unknown, or may not do this: which, nobody learns.
    package static let refusal = ProtocolError(.invalidAPIKey, "The provided API key is invalid.")
    /// No key at all.
    package static let missing = ProtocolError(
        .missingAuthorization,
        "The Authorization header is missing. It must use the bearer authorization method.")
}
