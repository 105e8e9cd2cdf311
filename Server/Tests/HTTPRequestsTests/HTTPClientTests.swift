// Requests arrive unchanged, and responses, or the reasons why there are none, come back in time.

import HTTPRequests
import Synchronization
import Testing

@Suite struct HTTPClientTests {
    private func responseText(_ body: String, _ head: String = "200 OK", headers: String = "") -> String {
        "HTTP/1.1 \(head)\r\ncontent-length: \(body.utf8.count)\r\n\(headers)\r\n\(body)"
    }

    private func client() -> HTTPClient { HTTPClient(connectTime: .seconds(5), usesProxies: false) }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test(arguments: [ClientRequest.Method.get, .put, .post, .delete])
    func aRequestIsSentAsItIs(method: ClientRequest.Method) throws {
        let seen = Mutex("")
        let server = try StubServer { request in
            seen.withLock { $0 = request }
            return (responseText("fine", "201 Created", headers: "ETag:  \"x-1\"\r\n"), false)
        }
        defer { server.stop() }
        let body =
            method == .put || method == .post ? Array(String(repeating: "ab", count: 1 << 20).utf8) : nil
        let response = try client().send(
            ClientRequest(
                method, "http://127.0.0.1:\(server.port)/a/../b%20c?d=e", headers: [("X-One", "1")],
                body: body,
                limit: 4, within: .seconds(60)))
        #expect(response.status == 201)
        #expect(response.header("etag") == "\"x-1\"")
        #expect(response.header("x-one") == nil)
        #expect(text(response.body) == "fine")
        let request = seen.withLock { $0 }
        #expect(request.hasPrefix("\(method.rawValue) /a/../b%20c?d=e HTTP/1.1\r\n"))
        #expect(request.contains("\r\nX-One: 1\r\n"))
        #expect(!request.lowercased().contains("expect:"))
        #expect(request.hasSuffix(body.map { "\r\n\r\n" + text($0) } ?? "\r\n\r\n"))
    }

    @Test func responsesAreThoseOfTheirRequests() throws {
        let server = try StubServer { request in
            (responseText(String(request.prefix { !$0.isNewline }.split(separator: " ")[1])), false)
        }
        defer { server.stop() }
        let requests = (0..<20).map { number in
            ClientRequest(
                .get, "http://127.0.0.1:\(server.port)/\(number)", limit: 100, within: .seconds(60))
        }
        let texts = try client().send(requests).map { try text($0.get().body) }
        #expect(texts == (0..<20).map { "/\($0)" })
    }

    @Test func connectionsAreKeptAndReplacedWhenTheServerClosesThem() throws {
        let count = Mutex(0)
        let server = try StubServer { _ in
            // The server says nothing about closing.
            (
                responseText("x"),
                count.withLock {
                    $0 += 1; return $0 % 3 == 0
                }
            )
        }
        defer { server.stop() }
        let client = client()
        for _ in 0..<9 {
            let request = ClientRequest(
                .post, "http://127.0.0.1:\(server.port)/", body: [1], limit: 1, within: .seconds(60))
            #expect(try client.send(request).status == 200)
        }
        #expect(server.connectionCount == 3)
    }

    @Test func whatGoesWrongHasAReason() throws {
        let server = try StubServer { request in
            if request.contains("/long") { return (responseText("123456"), false) }
            if request.contains("/cut") { return ("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n12", true) }
            if request.contains("/junk") { return ("no HTTP at all\r\n\r\n", true) }
            // It never responds to the others.
            return ("", false)
        }
        defer { server.stop() }
        let addresses = ["/long", "/cut", "/junk", "/slow"].map { "http://127.0.0.1:\(server.port)\($0)" }
        let clock = ContinuousClock()
        let begin = clock.now
        let results = try client().send(
            (addresses + ["http://127.0.0.1:1/", "file:///etc/passwd", "ftp://127.0.0.1/", "nonsense://x"])
                .map {
                    ClientRequest(.get, $0, limit: 5, within: .milliseconds(300))
                })
        #expect(clock.now - begin < .seconds(60))
        for result in results {
            guard case .failure(let error) = result else {
                Issue.record("an answer came")
                continue
            }
            #expect(!error.description.isEmpty)
        }
        #expect("\(results[4])".contains("refused"))
        // The same fault has the same text however long it took.
        #expect(!"\(results[4])".contains(" ms"))
        #expect("\(results[3])".contains("timed out"))
    }

    @Test func aCancelledRequestIsGivenUp() throws {
        let server = try StubServer { _ in ("", false) }
        defer { server.stop() }
        let looks = Mutex(0)
        #expect(throws: CancellationError.self) {
            try client().send([
                ClientRequest(.get, "http://127.0.0.1:\(server.port)/", limit: 1, within: .seconds(600))
            ]) {
                looks.withLock {
                    $0 += 1; return $0 > 3
                }
            }
        }
    }

    @Test func redirectionsAreNotFollowed() throws {
        let server = try StubServer { _ in
            (responseText("", "302 Found", headers: "location: http://127.0.0.1:1/\r\n"), false)
        }
        defer { server.stop() }
        let response = try client().send(
            ClientRequest(.get, "http://127.0.0.1:\(server.port)/", limit: 1, within: .seconds(60)))
        #expect(response.status == 302)
    }
}
