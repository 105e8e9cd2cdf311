// The client that sends a request: the address among which the server's time is shared out.

internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// A client. Two addresses in the same IPv6 network of 64 bits are the same client, because a provider
/// assigns at least such a network to each customer (RFC 6177).
struct Client: Hashable, Sendable, CustomStringConvertible {
    /// The full address; `nil` for peers on the same machine that connect through a socket in the file
    /// system.
    let address: IPAddress?

    /// All peers that connect through a socket in the file system.
    static let local = Client(address: nil)

    init(address: IPAddress?) { self.address = address }

    /// The peer of a connection.
    init(of channel: any Channel) { self.init(address: channel.remoteAddress.flatMap { IPAddress($0) }) }

    private var network: IPAddress? {
        address.map { $0.isVersion4 ? $0 : $0.masked(to: 64) }
    }

    static func == (one: Client, other: Client) -> Bool { one.network == other.network }

    func hash(into hasher: inout Hasher) { hasher.combine(network) }

    var description: String { address?.description ?? "unix" }
}

/// A peer whose `X-Forwarded-For` is trusted.
public enum TrustedProxy: Hashable, Sendable {
    /// Peers with these addresses.
    case addresses(IPAddressRange)
    /// All peers that connect through a socket in the file system.
    case localSocket

    /// Reads `ADDRESS`, `ADDRESS/PREFIX`, or `unix:` for a socket in the file system.
    ///
    /// - Returns: `nil` if it is malformed.
    public init?(_ text: String) {
        if text == "unix:" {
            self = .localSocket
        } else if let range = IPAddressRange(text) {
            self = .addresses(range)
        } else {
            return nil
        }
    }
}

/// The peers that forward requests from other clients.
struct TrustedProxies: Sendable {
    let list: [TrustedProxy]

    private func contains(_ peer: Client) -> Bool {
        list.contains { proxy in
            switch proxy {
            case .addresses(let range): peer.address.map { range.contains($0) } ?? false
            case .localSocket: peer.address == nil
            }
        }
    }

    /// The client that sent a request: the peer, or, if the peer is a trusted proxy, the last address of
    /// `X-Forwarded-For` that is not one. The client can forge the addresses before that one.
    func client(_ peer: Client, forwardedFor header: [String]) -> Client {
        guard contains(peer) else { return peer }
        var client = peer
        for line in header.reversed() {
            for part in line.parts(separatedBy: ",", omittingEmptySubsequences: false).reversed() {
                guard let address = IPAddress(Self.host(part.trimmingBlanks)) else { return client }
                client = Client(address: address)
                guard contains(client) else { return client }
            }
        }
        return client
    }

    /// An address without its port: `192.0.2.1:80`, `[2001:db8::1]:80`.
    private static func host(_ text: Substring) -> Substring {
        if text.hasPrefix("[") { return text.dropFirst().prefix { $0 != "]" } }
        let pieces = text.split(separator: ":", omittingEmptySubsequences: false)
        return pieces.count == 2 ? pieces[0] : text
    }
}

/// What handlers know about a request besides its content.
struct ClientContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The peer of the connection, later replaced by the client behind it.
    var client: Client
    /// The memory that the response occupies.
    let share = ResponseShare()

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        client = Client(of: source.channel)
    }
}

extension HTTPField.Name {
    /// The addresses that a request was forwarded for, the nearest one last.
    static let xForwardedFor = HTTPField.Name("X-Forwarded-For")!
}
