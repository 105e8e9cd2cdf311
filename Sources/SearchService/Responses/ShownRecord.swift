// A compact reference to a record in a response, for servers that store many of them.

/// Identifies a record of a response in eight bytes, within one run of a process. The value differs in each
/// run and cannot be predicted.
public struct ShownRecord: Hashable, Sendable {
    private let hash: Int

    public init(catalog: String, id: String) {
        var hasher = Hasher()
        hasher.combine(catalog)
        hasher.combine(id)
        hash = hasher.finalize()
    }
}
