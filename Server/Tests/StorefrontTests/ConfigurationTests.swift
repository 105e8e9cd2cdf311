// Addresses and tokens are read, and malformed ones refused.

import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import Storefront

@Suite struct ConfigurationTests {
    @Test(
        arguments: [
            ("127.0.0.1:8080", .host("127.0.0.1", port: 8080)), ("localhost:0", .host("localhost", port: 0)),
            ("[::1]:443", .host("::1", port: 443)), (":65535", .host("::", port: 65_535)),
            ("unix:/run/shop.sock", .socket(path: "/run/shop.sock")), ("unix:a:1", .socket(path: "a:1")),
        ] as [(String, ListeningAddress)])
    func addressesAreRead(text: String, address: ListeningAddress) {
        #expect(ListeningAddress(text) == address)
        // Invariant: reading a written address gives the same address.
        #expect(ListeningAddress(address.description) == address)
    }

    @Test(arguments: [
        "", "8080", "localhost", "localhost:", "localhost:x", "localhost:65536", "localhost:-1", "::1:80",
        "[::1]", "unix:",
        "localhost: 80", "localhost:+80", "unix:" + String(repeating: "a", count: 108),
    ])
    func whatIsNoAddressIsNotRead(text: String) { #expect(ListeningAddress(text) == nil) }

    private func check(_ token: AccessToken, _ authorization: String?) throws(Problem) {
        var head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/")
        head.headerFields[.authorization] = authorization
        try token.check(Request(head: head, body: RequestBody(buffer: ByteBuffer())))
    }

    @Test func tokensComeFromFilesWithALineEnd() throws {
        let token = try #require(AccessToken(" 0123456789abcdef\r\n"))
        for header in ["Bearer 0123456789abcdef", "bearer 0123456789abcdef", "BEARER   0123456789abcdef "] {
            #expect(throws: Never.self) { try check(token, header) }
        }
    }

    @Test(arguments: [
        nil, "", "Bearer", "Bearer ", "0123456789abcdef", "Basic 0123456789abcdef", "Bearer 0123456789abcdeF",
        "Bearer 0123456789abcde", "Bearer 0123456789abcdef0", "Bearer 0123456789abcdef 0123456789abcdef",
    ])
    func noOtherTokenIsTaken(header: String?) throws {
        let token = try #require(AccessToken("0123456789abcdef"))
        let problem = #expect(throws: Problem.self) { try check(token, header) }
        #expect(problem?.code == .unauthorized)
        #expect(problem?.headers[.wwwAuthenticate] == "Bearer")
    }

    @Test(arguments: [
        "", "short", "0123456789abcde", "0123456789 abcdef", "0123456789abcdefü", "0123456789\nabcdef",
    ])
    func tokensThatCanBeGuessedOrSentByNoHeaderAreNone(secret: String) { #expect(AccessToken(secret) == nil) }

    @Test(arguments: [
        "1234567890123456", "12345678901234567890", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "passwordpassword",
        "changemechangeme", "abcdefghijklmnop", "9876543210987654", "3141592653589793",
        "abababababababababababababababab", "changeme-changeme-changeme-changeme",
    ]) func tokensThatAreEasyToGuessAreKnown(token: String) throws {
        #expect(try #require(AccessToken(token)).isGuessable)
    }

    @Test(arguments: [
        "0123456789abcdef0123456789abcdef", "0123456789abcdef", "k3P9xZq7LmW2vB8t",
        "8f14e45fceea167a5a36dedd4bea2543",
        Shop.token,
        "31415926535897932384626433832795028841",
    ]) func otherTokensAreTaken(token: String) throws {
        #expect(try !#require(AccessToken(token)).isGuessable)
    }
}
