// SHA-256 and HMAC-SHA256 by OpenSSL, for keys, signed tokens and signed requests.

internal import COpenSSL

/// SHA-256 (FIPS 180-4), and codes of it (HMAC, RFC 2104).
package enum SHA256 {
    /// The number of bytes of a digest and of a code.
    package static let count = 32

    /// The digest of bytes: ``count`` bytes.
    package static func digest(of bytes: [UInt8]) -> [UInt8] {
        filled { EVP_Digest(bytes, bytes.count, $0, &$1, EVP_sha256(), nil) == 1 }
    }

    /// The authentication code of a message: ``count`` bytes.
    ///
    /// - Parameter key: any number of bytes.
    package static func authenticationCode(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        // Without a byte, the address of the key would be nil, which stands for the key of the call before.
        let keyed = key.isEmpty ? [0] : key
        return filled {
            HMAC(EVP_sha256(), keyed, Int32(key.count), message, message.count, $0, &$1) != nil
        }
    }

    /// Whether a code is that of a message, in a time that does not tell how much of it is right.
    package static func isAuthentic(_ code: [UInt8], for message: [UInt8], key: [UInt8]) -> Bool {
        let expected = authenticationCode(of: message, key: key)
        return code.count == expected.count && CRYPTO_memcmp(code, expected, expected.count) == 0
    }

    private static func filled(
        _ body: (UnsafeMutablePointer<UInt8>, inout UInt32) -> Bool
    ) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            var length = UInt32(count)
            // It fails only where memory or OpenSSL's configuration is broken, and
            // keys must not be compared then.
            guard let start = buffer.baseAddress, body(start, &length), length == count else {
                fatalError("OpenSSL computes no SHA-256")
            }
            initialized = count
        }
    }
}

extension Sequence<UInt8> {
    /// Two hexadecimal digits for each byte, in small letters.
    package var hexadecimal: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
