// Addresses of the Internet Protocol, and ranges of them.

internal import NIOCore

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// An address of version 4 or 6. Equality ignores spelling, and whether an IPv4 address is written within
/// IPv6.
public struct IPAddress: Hashable, Sendable, CustomStringConvertible {
    /// The first 64 bits, by which IPv6 networks are assigned.
    let high: UInt64
    let low: UInt64

    /// The first 96 bits of an IPv4 address within IPv6 (RFC 4291, 2.5.5.2).
    private static let mapping: UInt64 = 0xFFFF << 32

    private init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Reads an address without a port; a zone (`%eth0`) is ignored.
    ///
    /// - Returns: `nil` if it is malformed.
    public init?(_ text: some StringProtocol) {
        // The longest spelling of an address has 45 characters (RFC 4291, 2.2).
        let text = String(text.prefix { $0 != "%" })
        guard text.utf8.count <= 45 else { return nil }
        var four = in_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            self.init(high: 0, low: Self.mapping | UInt64(UInt32(bigEndian: four.s_addr)))
            return
        }
        var six = in6_addr()
        guard inet_pton(AF_INET6, text, &six) == 1 else { return nil }
        let bytes = withUnsafeBytes(of: &six) { Array($0) }
        func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
        self.init(high: number(bytes[..<8]), low: number(bytes[8...]))
    }

    /// The address of a peer; `nil` for sockets in the file system.
    init?(_ address: SocketAddress) {
        guard let text = address.ipAddress else { return nil }
        self.init(text)
    }

    var isVersion4: Bool { high == 0 && low >> 32 == 0xFFFF }

    /// The address with all bits after the first `length` cleared, counted from the first bit of IPv6.
    func masked(to length: Int) -> IPAddress {
        func mask(_ length: Int) -> UInt64 { length <= 0 ? 0 : ~0 << UInt64(max(0, 64 - length)) }
        return IPAddress(high: high & mask(length), low: low & mask(length - 64))
    }

    /// The address in the usual notation.
    public var description: String {
        if isVersion4 {
            return (0..<4).map { String(UInt8(truncatingIfNeeded: low >> (24 - 8 * $0))) }.joined(
                separator: ".")
        }
        var six = in6_addr()
        withUnsafeMutableBytes(of: &six) { bytes in
            for index in 0..<8 {
                bytes[index] = UInt8(truncatingIfNeeded: high >> (56 - 8 * index))
                bytes[8 + index] = UInt8(truncatingIfNeeded: low >> (56 - 8 * index))
            }
        }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        return inet_ntop(AF_INET6, &six, &text, socklen_t(text.count)).map { String(cString: $0) } ?? "::"
    }
}

/// Addresses with the same first bits (RFC 4632).
public struct IPAddressRange: Hashable, Sendable {
    private let first: IPAddress
    /// The number of bits that count, from the first bit of IPv6.
    private let length: Int

    /// Reads `ADDRESS` or `ADDRESS/PREFIX`, the number of bits that count.
    ///
    /// - Returns: `nil` if it is malformed.
    public init?(_ text: String) {
        let pieces = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = IPAddress(pieces[0]) else { return nil }
        // An IPv4 address is stored as the last bits of an IPv6 address.
        let isShort = address.isVersion4 && !pieces[0].contains(":")
        var length = 128
        if pieces.count > 1 {
            // `UInt8` would accept a sign.
            guard let bits = UInt8(pieces[1]), pieces[1].first != "+", bits <= (isShort ? 32 : 128) else {
                return nil
            }
            length = Int(bits) + (isShort ? 96 : 0)
        }
        self.length = length
        first = address.masked(to: length)
    }

    /// Whether an address is one of these.
    public func contains(_ address: IPAddress) -> Bool { address.masked(to: length) == first }
}
