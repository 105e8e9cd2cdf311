// The address of objects and the credentials for them, in the forms that other programs for S3 use.

/// A folder in a bucket: `s3://bucket/folder`.
public struct S3Address: Hashable, Sendable, CustomStringConvertible {
    /// The bucket's name.
    public let bucket: String
    /// The prefix of all names of objects; empty, or with a slash at the end.
    public let prefix: String

    private static let scheme = "s3://"

    /// Whether a text is meant as an address, and not as a path.
    public static func isAddress(_ text: String) -> Bool { text.hasPrefix(scheme) }

    /// Reads an address.
    ///
    /// - Returns: `nil` unless the bucket has 3 to 63 of the letters a-z, digits, `-` and `.`, and the folder
    ///   has letters of ASCII, digits, `-`, `.`, `_` and `/` only.
    public init?(_ text: String) {
        guard Self.isAddress(text) else { return nil }
        let parts = text.dropFirst(Self.scheme.count).split(
            separator: "/", omittingEmptySubsequences: false)
        let bucket = String(parts[0])
        guard (3...63).contains(bucket.utf8.count), bucket.utf8.allSatisfy(Self.isBucketByte),
            let first = bucket.first, let last = bucket.last, !"-.".contains(first), !"-.".contains(last),
            !bucket.contains("..")
        else { return nil }
        var folders = parts.dropFirst()
        if folders.last?.isEmpty == true { folders.removeLast() }
        guard
            folders.allSatisfy({ folder in
                !folder.isEmpty && folder != "." && folder != ".." && folder.utf8.allSatisfy(Self.isPathByte)
            })
        else { return nil }
        self.bucket = bucket
        prefix = folders.map { $0 + "/" }.joined()
        guard prefix.utf8.count <= 512 else { return nil }
    }

    private static func isBucketByte(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }

    /// Whether a byte needs no percent-encoding in an address.
    static func isPathByte(_ byte: UInt8) -> Bool {
        isBucketByte(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            || byte == UInt8(ascii: "_")
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// The address, with a slash at the end.
    public var description: String { Self.scheme + bucket + "/" + prefix }
}

/// The server, the region and the credentials.
public struct S3Access: Sendable {
    /// Why the environment has no usable credentials.
    public enum Fault: Error, Hashable, Sendable {
        /// The variable of this name is missing.
        case missing(String)
        /// The variable of this name has an invalid value.
        case invalid(String)
    }

    let key: String
    let secret: String
    /// The session token of temporary credentials; `nil` for permanent ones.
    let sessionToken: String?
    let region: String
    /// `http://` or `https://`, a host, and possibly a port; `nil` for Amazon's.
    let endpoint: String?

    /// Reads the variables that other programs for S3 read: `AWS_ACCESS_KEY_ID`,
    /// `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN`, `AWS_REGION` or `AWS_DEFAULT_REGION` (us-east-1),
    /// `AWS_ENDPOINT_URL_S3` or `AWS_ENDPOINT_URL`.
    public init(variables: [String: String]) throws(Fault) {
        func value(_ names: String...) -> String? {
            names.lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
        }
        /// Values become parts of headers, so they must be plain.
        func required(_ name: String) throws(Fault) -> String {
            guard let value = value(name) else { throw .missing(name) }
            guard Self.isPlain(value) else { throw .invalid(name) }
            return value
        }
        key = try required("AWS_ACCESS_KEY_ID")
        secret = try required("AWS_SECRET_ACCESS_KEY")
        sessionToken = value("AWS_SESSION_TOKEN")
        if let sessionToken, !Self.isPlain(sessionToken) { throw .invalid("AWS_SESSION_TOKEN") }
        region = value("AWS_REGION", "AWS_DEFAULT_REGION") ?? "us-east-1"
        guard region.utf8.allSatisfy(S3Address.isPathByte) else { throw .invalid("AWS_REGION") }
        endpoint = try value("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL").map { text throws(Fault) in
            guard let endpoint = Self.endpoint(text) else { throw .invalid("AWS_ENDPOINT_URL") }
            return endpoint
        }
    }

    /// Whether a text has visible characters of ASCII only.
    private static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { 0x21...0x7E ~= $0 } }

    private static func endpoint(_ text: String) -> String? {
        var text = Substring(text)
        if text.last == "/" { text.removeLast() }
        guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else { return nil }
        let authority = text.dropFirst(scheme.count)
        // Also the brackets and colons of IPv6 addresses.
        guard !authority.isEmpty,
            authority.utf8.allSatisfy({ S3Address.isPathByte($0) || ":[]".utf8.contains($0) })
        else { return nil }
        return String(text)
    }

    /// The location of a bucket: the server's address without a path, and the path before the names of
    /// objects.
    func place(of bucket: String) -> (server: String, path: String) {
        if let endpoint { return (endpoint, "/" + bucket + "/") }
        let host = "s3.\(region).amazonaws.com"
        // Amazon's certificate covers only one more label before the host, so a name with a dot goes into the
        // path.
        if bucket.contains(".") { return ("https://" + host, "/" + bucket + "/") }
        return ("https://" + bucket + "." + host, "/")
    }
}
