// A server whose responses a test determines. Bodies are ASCII.

import Dispatch
import Glibc
import Synchronization

/// Reads requests on each connection, in a queue of its own, and sends the responses that a test returns for
/// their text.
final class StubServer: Sendable {
    /// The response to a request, and whether the connection is closed after it.
    typealias Handler = @Sendable (_ request: String) -> (text: String, closes: Bool)

    let port: Int
    private let socket: Int32
    private let connections = Mutex(0)

    /// The number of connections so far.
    var connectionCount: Int { connections.withLock { $0 } }

    init(_ respond: @escaping Handler) throws {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (bound, named) = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                (bind(socket, $0, size), getsockname(socket, $0, &size))
            }
        }
        guard bound == 0, named == 0, listen(socket, 16) == 0 else { throw Unavailable() }
        self.socket = socket
        port = Int(UInt16(bigEndian: address.sin_port))
        DispatchQueue(label: "server").async { [self] in
            while true {
                let connection = accept(socket, nil, nil)
                guard connection >= 0 else { return }
                connections.withLock { $0 += 1 }
                DispatchQueue(label: "server").async { Self.serve(connection, respond) }
            }
        }
    }

    /// Accepts no more connections.
    func stop() { shutdown(socket, Int32(SHUT_RDWR)) }

    struct Unavailable: Error {}

    private static func serve(_ connection: Int32, _ respond: Handler) {
        defer { close(connection) }
        var received = ""
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            guard let request = complete(received) else {
                let count = recv(connection, &bytes, bytes.count, 0)
                guard count > 0 else { return }
                received += String(decoding: bytes[..<count], as: UTF8.self)
                continue
            }
            received = String(received.dropFirst(request.count))
            let (text, closes) = respond(request)
            let sent = Array(text.utf8)
            var place = 0
            while place < sent.count {
                let count = sent[place...].withUnsafeBytes {
                    send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { return }
                place += count
            }
            if closes { return }
        }
    }

    /// The first request in a text; `nil` while it is incomplete.
    private static func complete(_ text: String) -> String? {
        guard let head = text.firstRange(of: "\r\n\r\n") else { return nil }
        let size =
            text[..<head.lowerBound].firstMatch(of: #/(?i)content-length: (\d+)/#).flatMap { Int($0.1) } ?? 0
        guard text[head.upperBound...].count >= size else { return nil }
        return String(text[..<head.upperBound] + text[head.upperBound...].prefix(size))
    }
}
