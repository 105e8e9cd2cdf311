// The address of a listener: a host and port, or a socket in the file system.

/// An address at which a listener accepts connections.
public enum ListeningAddress: Hashable, Sendable, CustomStringConvertible {
    /// A host's name or address, and a port; 0 for any free port.
    case host(String, port: Int)
    /// A socket in the file system.
    case socket(path: String)

    /// Reads `HOST:PORT`, `[::1]:PORT`, `:PORT` for all addresses, or `unix:PATH`.
    public init?(_ text: String) {
        if text.hasPrefix("unix:") {
            let path = String(text.dropFirst("unix:".count))
            // The longest path of a socket's address (unix(7)).
            guard !path.isEmpty, path.utf8.count <= 107 else { return nil }
            self = .socket(path: path)
            return
        }
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        // `UInt16` would accept a sign.
        guard digits.first != "+", let port = UInt16(digits) else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        self = .host(host.isEmpty ? "::" : String(host), port: Int(port))
    }

    /// The address in the form that the initializer reads.
    public var description: String {
        switch self {
        case .host(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        case .socket(let path): "unix:\(path)"
        }
    }
}
