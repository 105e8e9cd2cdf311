// Signatures of requests: AWS Signature Version 4
// (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html).

internal import Digests

/// The parts of a request that its signature covers.
struct SignedRequest {
    let method: String
    /// The path, percent-encoded.
    let path: String
    /// The parameters, not percent-encoded, in any order.
    var query: [(name: String, value: String)] = []
    /// All headers that are signed, names in lower case; `host` is one of them.
    var headers: [(name: String, value: String)]
    /// The SHA-256 of the body in hexadecimal digits.
    let bodyChecksum: String

    /// The query as it is sent: sorted by name, percent-encoded.
    var encodedQuery: String {
        query.map { (Self.encoded($0.name), Self.encoded($0.value)) }.sorted { $0 < $1 }
            .map { $0 + "=" + $1 }.joined(separator: "&")
    }

    private var sortedHeaders: [(name: String, value: String)] {
        headers.sorted { $0.name < $1.name }.map { ($0.name, Self.trimmed($0.value)) }
    }

    private var signedNames: String { sortedHeaders.map(\.name).joined(separator: ";") }

    private var canonical: String {
        let lines = sortedHeaders.map { $0.name + ":" + $0.value + "\n" }.joined()
        return [method, path, encodedQuery, lines, signedNames, bodyChecksum].joined(separator: "\n")
    }

    /// The value of the header `Authorization`.
    ///
    /// - Parameters:
    ///   - time: when the request is signed, as `20130524T000000Z`; also the value of the header
    ///     `x-amz-date`.
    ///   - service: `s3`.
    func authorization(
        key: String, secret: String, region: String, service: String = "s3", time: String
    ) -> String {
        let day = String(time.prefix(8))
        let scope = [day, region, service, "aws4_request"].joined(separator: "/")
        let text = ["AWS4-HMAC-SHA256", time, scope, Self.checksum(canonical.utf8)].joined(separator: "\n")
        var signingKey = Array(("AWS4" + secret).utf8)
        for part in [day, region, service, "aws4_request"] {
            signingKey = SHA256.authenticationCode(of: Array(part.utf8), key: signingKey)
        }
        let signature = SHA256.authenticationCode(of: Array(text.utf8), key: signingKey)
        return "AWS4-HMAC-SHA256 Credential=\(key)/\(scope),SignedHeaders=\(signedNames),"
            + "Signature=\(signature.hexadecimal)"
    }

    /// The SHA-256 of bytes in hexadecimal digits.
    static func checksum(_ bytes: some Sequence<UInt8>) -> String {
        SHA256.digest(of: Array(bytes)).hexadecimal
    }

    /// Removes spaces at the ends, and replaces several spaces by one.
    private static func trimmed(_ value: String) -> String {
        value.split(separator: " ").joined(separator: " ")
    }

    /// Percent-encodes everything but unreserved characters (RFC 3986, section 2.3).
    static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            if S3Address.isPathByte(byte) || byte == UInt8(ascii: "~") {
                return String(UnicodeScalar(byte))
            }
            return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}
