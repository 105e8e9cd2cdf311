// Heads of requests as the router sees them.

import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import Storefront

@Suite struct RequestHeadHandlerTests {
    /// The head that passes; `nil` if it is refused.
    private func passed(
        _ uri: String, _ headers: HTTPHeaders, version: HTTPVersion = .http1_1
    ) throws -> HTTPRequestHead? {
        let channel = EmbeddedChannel(handler: RequestHeadHandler())
        let head = HTTPRequestHead(version: version, method: .GET, uri: uri, headers: headers)
        do {
            try channel.writeInbound(HTTPServerRequestPart.head(head))
        } catch is HTTPParserError {
            return nil
        }
        guard case .head(let head)? = try channel.readInbound(as: HTTPServerRequestPart.self) else {
            return nil
        }
        return head
    }

    @Test(arguments: [
        ("http://a.example:81/v1/search?q=1", "a.example:81", "/v1/search?q=1"),
        ("HTTPS://a.example", "a.example", "/"), ("http://a.example?q=1", "a.example", "/?q=1"),
        ("/http://a.example/", "b.example", "/http://a.example/"),
        ("/?a=http://c", "b.example", "/?a=http://c"),
    ]) func theHostOfAnAbsoluteAddressCounts(uri: String, host: String, path: String) throws {
        let head = try #require(try passed(uri, ["Host": "b.example"]))
        #expect(head.uri == path)
        #expect(head.headers["Host"] == [host])
    }

    @Test(arguments: ["http://", "http:///path", "http://:80/", "http://user@a.example/"])
    func anAbsoluteAddressNeedsAHostAndNoUser(uri: String) throws {
        #expect(try passed(uri, ["Host": "b.example"]) == nil)
    }

    @Test func oldClientsGetNoInterimResponses() throws {
        let head = try passed("/", ["Expect": "100-continue"], version: .http1_0)
        #expect(head?.headers["Expect"] == [] && head?.headers["Connection"] == ["close"])
    }
}
