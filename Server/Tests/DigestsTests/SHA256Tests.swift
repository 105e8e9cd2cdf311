// Digests and codes are those of the standards' own examples.

import Digests
import Testing

@Suite struct SHA256Tests {
    /// Examples of FIPS 180-4 (by NIST, "SHA256.pdf").
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func digests(text: String, digest: String) {
        #expect(SHA256.digest(of: Array(text.utf8)).hexadecimal == digest)
    }

    /// Test cases 1, 2 and 6 of RFC 4231, and a key without a byte.
    @Test(arguments: [
        (
            [UInt8](repeating: 0x0B, count: 20), "Hi There",
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            Array("Jefe".utf8), "what do ya want for nothing?",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            [UInt8](repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
        ([], "", "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"),
    ])
    func authenticationCodes(key: [UInt8], text: String, code: String) {
        let message = Array(text.utf8)
        var bytes = SHA256.authenticationCode(of: message, key: key)
        #expect(bytes.hexadecimal == code)
        #expect(SHA256.isAuthentic(bytes, for: message, key: key))
        bytes[31] ^= 1
        #expect(!SHA256.isAuthentic(bytes, for: message, key: key))
        #expect(!SHA256.isAuthentic([], for: message, key: key))
    }
}
