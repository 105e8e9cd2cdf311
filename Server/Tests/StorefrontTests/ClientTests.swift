// The client to which a request is attributed.

import Testing

@testable import Storefront

@Suite struct ClientTests {
    private func proxies(_ texts: String...) throws -> TrustedProxies {
        TrustedProxies(list: try texts.map { try #require(TrustedProxy($0)) })
    }

    private func client(_ address: String) throws -> Client {
        let address: IPAddress = try #require(IPAddress(address))
        return Client(address: address)
    }

    // MARK: Addresses

    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"), ("2001:DB8:0::1", "2001:db8::1"),
        ("fe80::1%eth0", "fe80::1"), ("::1", "::1"), ("::", "::"),
    ])
    func addressesAreRead(text: String, written: String) throws {
        let address = try #require(IPAddress(text))
        #expect(address.description == written)
        #expect(IPAddress(written) == address)
    }

    @Test(arguments: [
        "", "localhost", "1.2.3", "1.2.3.4.5", "256.1.1.1", "1.2.3.4:80", ":::1", "[::1]", " 1.2.3.4",
        "unknown",
        "2001:db8::g", String(repeating: "1", count: 100),
    ])
    func whatIsNoAddressIsNot(text: String) { #expect(IPAddress(text) == nil) }

    @Test(arguments: [
        ("192.0.2.0/24", ["192.0.2.0", "192.0.2.255", "::ffff:192.0.2.7"], ["192.0.3.0", "::192.0.2.7"]),
        ("192.0.2.9", ["192.0.2.9"], ["192.0.2.8"]), ("0.0.0.0/0", ["1.2.3.4"], ["2001:db8::1"]),
        ("2001:db8::/33", ["2001:db8:7fff::1"], ["2001:db8:8000::1", "192.0.2.1"]),
        ("2001:db8::5/127", ["2001:db8::4", "2001:db8::5"], ["2001:db8::6"]),
        ("::/0", ["::1", "192.0.2.1"], []),
    ])
    func rangesContainWhatBeginsAlike(range: String, inside: [String], outside: [String]) throws {
        let range = try #require(IPAddressRange(range))
        for address in inside { #expect(range.contains(try #require(IPAddress(address))), "\(address)") }
        for address in outside { #expect(!range.contains(try #require(IPAddress(address))), "\(address)") }
    }

    @Test(arguments: [
        "", "192.0.2.0/33", "2001:db8::/129", "192.0.2.0/", "192.0.2.0/+8", "192.0.2.0/-1", "/8", "unix",
        "a/8",
    ])
    func whatIsNoProxyIsNot(text: String) { #expect(TrustedProxy(text) == nil) }

    // MARK: Clients

    @Test func aNetworkOfVersion6IsOneClient() throws {
        #expect(try client("2001:db8:0:1::1") == client("2001:db8:0:1:ffff::2"))
        #expect(try client("2001:db8:0:1::1") != client("2001:db8:0:2::1"))
        #expect(try client("192.0.2.1") != client("192.0.2.2"))
        #expect(try client("192.0.2.1") != .local)
        #expect(Set([try client("2001:db8::1"), try client("2001:db8::2")]).count == 1)
    }

    @Test(arguments: [
        // The header, and the client.
        ([], "10.0.0.1"), (["198.51.100.7"], "198.51.100.7"),
        // Addresses that a client claims precede those that proxies add.
        (["192.0.2.66, 198.51.100.7"], "198.51.100.7"),
        (["192.0.2.66", "198.51.100.7, 10.0.0.2"], "198.51.100.7"),
        (["192.0.2.66\u{600}, 198.51.100.7"], "198.51.100.7"),
        (["203.0.113.5 , 10.0.0.3,10.0.0.2"], "203.0.113.5"), (["10.0.0.9, 10.0.0.2"], "10.0.0.9"),
        (["198.51.100.7:4711"], "198.51.100.7"), (["[2001:db8::7]:443"], "2001:db8::7"),
        (["2001:db8::7"], "2001:db8::7"),
        // Addresses before a malformed one are not trusted.
        (["unknown"], "10.0.0.1"), (["192.0.2.66, , 10.0.0.2"], "10.0.0.2"), ([""], "10.0.0.1"),
        (["192.0.2.66, _hidden"], "10.0.0.1"),
    ])
    func theLastAddressThatIsNoProxyCounts(header: [String], expected: String) throws {
        let found = try proxies("10.0.0.0/8").client(client("10.0.0.1"), forwardedFor: header)
        #expect(found.address == IPAddress(expected))
    }

    @Test func nobodyElseNamesItsClient() throws {
        let claimed = ["192.0.2.66"]
        #expect(
            try proxies("10.0.0.0/8").client(client("11.0.0.1"), forwardedFor: claimed) == client("11.0.0.1"))
        #expect(try proxies().client(client("10.0.0.1"), forwardedFor: claimed) == client("10.0.0.1"))
        #expect(try proxies("10.0.0.0/8").client(.local, forwardedFor: claimed) == .local)
    }

    @Test func aProxyMayUseASocketOfTheMachine() throws {
        let found = try proxies("unix:").client(.local, forwardedFor: ["192.0.2.1, 198.51.100.7"])
        #expect(found.address == IPAddress("198.51.100.7"))
    }
}
