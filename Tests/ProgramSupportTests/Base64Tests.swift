// Are bytes spelled as base64 spells them?

import Testing

@testable import ProgramSupport

@Suite struct Base64Tests {
    /// The values of RFC 4648, section 10, and the last letters of the alphabet.
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"), ("Grüße", "R3LDvMOfZQ=="), ("~~~???", "fn5+Pz8/"),
    ])
    func bytesAreSpelledAsTheStandardSays(text: String, encoded: String) {
        #expect(base64(Array(text.utf8)) == encoded)
    }
}
