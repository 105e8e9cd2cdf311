// A client connection to a service over a real socket, byte by byte.

import Foundation
import HTTPTypes
import StorefrontTestSupport
import Synchronization
import Testing

/// A connection to a port of this machine. Blocking calls run on threads of their own, because the service in
/// the same process needs those of tasks.
final class Connection: Sendable {
    private let socket: Int32
    /// Received bytes that were not read yet.
    private let rest = Mutex<[UInt8]>([])

    struct Refused: Error {
        let code: Int32
    }

    /// Thrown if nothing was received within the time limit.
    struct Silence: Error {}

    /// - Throws: `Refused` if nothing listens.
    init(port: Int) throws {
        let socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        try #require(socket >= 0)
        // A test without a response fails. Other tests may keep the service from its threads for a minute.
        var patience = timeval(tv_sec: 600, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        let code = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        self.socket = socket
        if code != 0 { throw Refused(code: errno) }
    }

    deinit { close(socket) }

    private func blocking<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { done in Thread.detachNewThread { done.resume(returning: body()) } }
    }

    /// Sends bytes; if the other side closes, the rest is lost.
    func send(_ text: String) async {
        await blocking { [socket] in
            var bytes = Array(text.utf8)[...]
            while !bytes.isEmpty {
                let count = bytes.withUnsafeBytes {
                    Foundation.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { return }
                bytes = bytes.dropFirst(count)
            }
        }
    }

    /// Sends a request.
    ///
    /// - Parameter headers: complete header lines.
    func send(_ method: String, _ path: String, _ headers: [String] = [], body: String = "") async {
        let lines = ["\(method) \(path) HTTP/1.1", "Host: shop"] + headers
        await send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
    }

    /// Closes the sending side; receiving is still possible.
    func finishSending() { shutdown(socket, Int32(SHUT_WR)) }

    /// Whether the other side has closed without sending more.
    var isClosed: Bool {
        get async throws {
            guard rest.withLock(\.isEmpty) else { return false }
            return try await !receive()
        }
    }

    /// Waits for more bytes; `false` at the end.
    private func receive() async throws -> Bool {
        let bytes: [UInt8]? = await blocking { [socket] in
            var block = [UInt8](repeating: 0, count: 1 << 16)
            let count = recv(socket, &block, block.count, 0)
            if count < 0, errno == EAGAIN { return nil }
            return Array(block.prefix(max(0, count)))
        }
        guard let bytes else { throw Silence() }
        rest.withLock { $0 += bytes }
        return !bytes.isEmpty
    }

    /// The next response; `nil` if the other side closes before it is complete.
    func response(hasBody: Bool = true) async throws -> Received? {
        let end = Array("\r\n\r\n".utf8)
        var head: [UInt8]?
        while head == nil {
            head = rest.withLock { rest in
                guard let found = rest.firstRange(of: end) else { return nil }
                defer { rest.removeSubrange(..<found.upperBound) }
                return Array(rest[..<found.lowerBound])
            }
            if head == nil, try await !receive() { return nil }
        }
        let lines = text(head!).components(separatedBy: "\r\n")
        let status = try #require(lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) })
        var headers: HTTPFields = [:]
        for line in lines.dropFirst() {
            let pieces = line.split(separator: ":", maxSplits: 1)
            let name = try #require(HTTPField.Name(String(pieces[0])))
            headers.append(HTTPField(name: name, value: pieces[1].trimmingCharacters(in: .whitespaces)))
        }
        let count = hasBody ? headers[.contentLength].flatMap { Int($0) } ?? 0 : 0
        while rest.withLock({ $0.count < count }) {
            if try await !receive() { return nil }
        }
        let body = rest.withLock { rest in
            defer { rest.removeFirst(count) }
            return Array(rest.prefix(count))
        }
        return Received(status: status, headers: headers, body: body)
    }

    /// Sends a request and waits for its response.
    func ask(
        _ method: String, _ path: String, _ headers: [String] = [], body: String = ""
    ) async throws -> Received {
        await send(method, path, headers, body: body)
        return try #require(try await response(hasBody: method != "HEAD"))
    }
}
