// Tokens that the holder of a key signs for a tenant.

internal import Digests
internal import FoundationEssentials
internal import JSON

/// A token in the compact form of JSON Web Signatures (RFC 7515) with HS256, whose signature is not checked
/// yet.
struct SignedToken: Sendable {
    /// The uid of the key that signed the token according to its claims, in lower case.
    let uid: String
    let rules: SearchRules
    /// When its validity begins and ends, in seconds since 1970; `nil` for no limit.
    private let start: Double?
    private let end: Double?
    private let signed: [UInt8]
    private let signature: [UInt8]

    private static let sizeLimit = 16 << 10

    /// - Returns: `nil` if it is malformed, or demands an extension that is not supported.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= Self.sizeLimit, parts.count == 3,
            let head = Self.json(parts[0]), head["alg"] == "HS256", head["crit"] == nil,
            let claims = Self.json(parts[1]), let uid = claims["apiKeyUid"]?.string,
            let rules = SearchRules(claims["searchRules"]), let signature = Data(base64URL: parts[2])
        else { return nil }
        var times: [String: Double] = [:]
        for name in ["exp", "nbf", "iat"] {
            guard let value = claims[name] else { continue }
            // A null `exp` counts as missing.
            if name == "exp", value.isNull { continue }
            guard let time = value.double, time.isFinite else { return nil }
            times[name] = time
        }
        (start, end) = (times["nbf"], times["exp"])
        self.uid = uid.lowercased()
        self.rules = rules
        self.signature = Array(signature)
        signed = Array("\(parts[0]).\(parts[1])".utf8)
    }

    /// Whether a text has the form of a token.
    static func isToken(_ text: String) -> Bool { text.utf8.count { $0 == UInt8(ascii: ".") } == 2 }

    /// Reads a part as JSON. Two members with the same name are refused (RFC 7519, 4).
    private static func json(_ part: Substring) -> JSON? {
        Data(base64URL: part).flatMap { try? JSONReader.value(of: Array($0), .refusesRepeatedNames) }
    }

    /// Whether the key with a secret signed it.
    func isSigned(by secret: String) -> Bool {
        SHA256.isAuthentic(signature, for: signed, key: Array(secret.utf8))
    }

    func isValid(at now: Date, withoutExpiry: Bool) -> Bool {
        let time = now.timeIntervalSince1970
        return (start.map { $0 <= time } ?? true) && (end.map { time < $0 } ?? withoutExpiry)
    }
}

extension Data {
    /// Decodes base64url without padding (RFC 4648, 5). The same bytes in any other spelling are refused.
    fileprivate init?(base64URL text: Substring) {
        guard !text.utf8.contains(where: { "+/=".utf8.contains($0) }) else { return nil }
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        let base64 = String(text).replacing("-", with: "+").replacing("_", with: "/") + padding
        guard let data = Data(base64Encoded: base64), data.base64EncodedString() == base64 else { return nil }
        self = data
    }
}
