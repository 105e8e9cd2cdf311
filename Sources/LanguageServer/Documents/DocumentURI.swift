// Converts between paths and the addresses by which clients name documents (RFC 8089, RFC 3986).

internal import Files

/// Converts between paths and `file:` addresses.
enum DocumentURI {
    /// The path for an address; `nil` unless it is an address of a file on this machine.
    static func path(_ uri: String) -> String? {
        guard uri.utf8.count > 7, uri.prefix(5).lowercased() == "file:" else { return nil }
        var rest = uri.dropFirst(5)
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            // `file://localhost/…` is a file on this machine, too.
            if rest.hasPrefix("localhost/") { rest = rest.dropFirst("localhost".count) }
        }
        guard rest.hasPrefix("/") else { return nil }
        var bytes: [UInt8] = []
        var digits: ArraySlice<UInt8> = Array(rest.utf8)[...]
        while let byte = digits.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard digits.count >= 2,
                let value = UInt8(String(decoding: digits.prefix(2), as: UTF8.self), radix: 16), value != 0
            else { return nil }
            digits.removeFirst(2)
            bytes.append(value)
        }
        guard let path = String(validating: bytes, as: UTF8.self) else { return nil }
        return PathName.normalized(path)
    }

    /// The address of an absolute path.
    static func uri(_ path: String) -> String {
        var uri = "file://"
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"),
                UInt8(ascii: "~"), UInt8(ascii: "/"):
                uri.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                uri += "%" + (digits.count < 2 ? "0" : "") + digits
            }
        }
        return uri
    }
}
