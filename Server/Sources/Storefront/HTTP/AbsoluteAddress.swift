// The target of a request in absolute form (RFC 9112, 3.2.2).

/// The parts of an address with a host: `http://shop.example:80/v1/search?q=tea`.
struct AbsoluteAddress {
    /// The host and port.
    let authority: String
    /// The path and query, which begins with a slash.
    let path: String

    /// - Returns: `nil` if the target does not begin with `http://` or `https://`.
    init?(_ target: String) {
        guard let scheme = ["http://", "https://"].first(where: { target.lowercased().hasPrefix($0) }) else {
            return nil
        }
        let rest = target.utf8.dropFirst(scheme.utf8.count)
        let end = rest.firstIndex { [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0) }
        authority = String(Substring(rest[..<(end ?? rest.endIndex)]))
        let path = String(Substring(rest[(end ?? rest.endIndex)...]))
        self.path = path.hasPrefix("/") ? path : "/" + path
    }

    /// Whether it has a host, and no user name, which addresses of requests must not have (RFC 9110, 4.2.4).
    var isValid: Bool {
        !authority.isEmpty && !authority.hasPrefix(":") && !authority.utf8.contains(UInt8(ascii: "@"))
    }
}
