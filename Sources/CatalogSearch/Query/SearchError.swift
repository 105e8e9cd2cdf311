// Errors of a search.

internal import ICU

/// Why a search failed.
public enum SearchError: Error, Hashable, Sendable {
    /// The query has more Unicode scalars than allowed.
    case queryTooLong(count: Int, limit: Int)
    /// No catalog has this scope; all known scopes, in order.
    case unknownScope(String, known: [String])
    /// There is no such catalog; all known catalogs, in order.
    case unknownCatalog(String, known: [String])
    /// No catalog has this field; all known fields, in order.
    case unknownField(String, known: [String])
    /// The index of this catalog is damaged and must be rebuilt.
    case damagedIndex(catalog: String)
    /// ICU failed, for lack of data or memory.
    case icu(ICUError)
    /// The task that ran the search was cancelled.
    case cancelled
}

extension SearchError: CustomStringConvertible {
    /// The error in English, for logs; programs word it for their users.
    public var description: String {
        switch self {
        case .queryTooLong(let count, let limit): "the query has \(count) characters, more than \(limit)"
        case .unknownScope(let scope, let known): "unknown scope \(scope); known: \(Self.list(known))"
        case .unknownCatalog(let catalog, let known): "unknown catalog \(catalog); known: \(Self.list(known))"
        case .unknownField(let field, let known): "unknown field \(field); known: \(Self.list(known))"
        case .damagedIndex(let catalog): "the index of catalog \(catalog) is damaged and must be rebuilt"
        case .icu(let error): "ICU failed: \(error)"
        case .cancelled: "cancelled"
        }
    }

    private static func list(_ names: [String]) -> String {
        names.isEmpty ? "none" : names.joined(separator: ", ")
    }
}
