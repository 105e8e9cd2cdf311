// Reasons why a storefront cannot start.

public import ProductStore

/// Why a storefront cannot start.
public enum StorefrontError: Error, Sendable {
    /// The store cannot be opened.
    case store(path: String, StoreError)
    /// The query log cannot be opened.
    case queryLog(path: String, StoreError)
    /// A file of the service cannot be read.
    case unreadable(path: String)
    /// The template of the page is malformed.
    case template(path: String, reason: String)
    /// The shards of a router do not belong together.
    case shards(ShardProblem)
    /// The service cannot listen at this address, for the reason that the system gives.
    case notListening(ListeningAddress, reason: String)
}

extension StorefrontError: CustomStringConvertible {
    /// The error in English, for logs.
    public var description: String {
        switch self {
        case .store(let path, let error): "the store \(path) cannot be opened: \(error)"
        case .queryLog(let path, let error): "the query log \(path) cannot be opened: \(error)"
        case .unreadable(let path): "\(path) cannot be read"
        case .template(let path, let reason): "the template \(path) is malformed: \(reason)"
        case .shards(let problem): "the shards cannot be merged: \(problem)"
        case .notListening(let address, let reason): "cannot listen at \(address): \(reason)"
        }
    }
}
