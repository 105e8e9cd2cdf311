// The address of a shard, as the operator gives it.

internal import FoundationEssentials

/// The address of a shard, or of the load balancer before its replicas.
public struct ShardAddress: Hashable, Sendable, CustomStringConvertible {
    let host: String
    let port: Int

    /// Reads `http://HOST:PORT`; `nil` for anything else.
    public init?(_ text: String) {
        guard let url = URL(string: text), url.scheme == "http", let host = url.host(), !host.isEmpty,
            ["", "/"].contains(url.path()), url.query() == nil, url.fragment() == nil, url.user() == nil
        else { return nil }
        var name = host
        if name.hasPrefix("["), name.hasSuffix("]") { name = String(name.dropFirst().dropLast()) }
        let port = url.port ?? 80
        guard (1...65_535).contains(port) else { return nil }
        self.host = name
        self.port = port
    }

    /// The address in the form that the initializer reads.
    public var description: String { "http://\(host.contains(":") ? "[\(host)]" : host):\(port)" }
}
