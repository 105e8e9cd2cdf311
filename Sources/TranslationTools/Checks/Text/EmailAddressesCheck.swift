// Finds e-mail addresses of the source text that a translation lost or changed.

internal import Localization

/// An address that is not in the translation. There may be another one in its
/// place, for the language's own readers.
struct EmailAddressesCheck: TextCheck {
    let identifier = "email-addresses"
    let category = CheckCategory.text
    let severity = Severity.warning
    let triggers = TextTraits.commercialAt
    let example = CheckExample(
        "Write to help@example.org", locale: "pt_BR", wrong: "Escreva para help@exemple",
        right: "Escreva para help@example.org")

    func problems(in text: TextPair) -> [TranslationProblem] {
        guard let source = text.source, text.sourceTraits.contains(.commercialAt),
            Self.mayHaveAddresses(source)
        else { return [] }
        let addresses = Self.addresses(in: source)
        guard !addresses.isEmpty, Self.count(in: text.text) < addresses.count else { return [] }
        // A made-up address may be a pattern: `user@domain`.
        if addresses.allSatisfy(ExampleAddress.isPlaceholder(email:)), Self.hasPattern(text.text) {
            return []
        }
        let lost = addresses.prefix(64).first { !text.text.contains($0) } ?? addresses[0]
        return ExampleAddress.isExample(lost, in: source) ? [] : [TranslationProblem(.text(lost))]
    }

    /// Whether an `@` is between characters of an address: in most texts it belongs to `%@`.
    private static func mayHaveAddresses(_ text: String) -> Bool {
        var previous: UInt8 = 0x25
        for byte in text.utf8 {
            if byte == 0x40, previous != 0x25, previous != 0x24 { return true }
            previous = byte
        }
        return false
    }

    /// How many words have an `@` inside: an address in a translation may be made up, and in any script.
    private static func count(in text: String) -> Int {
        text.words.count { word in
            let parts = word.utf8.split(separator: 0x40, omittingEmptySubsequences: false)
            return parts.count == 2 && !parts[0].isEmpty && parts[1].dropFirst().contains(0x2E)
        }
    }

    /// Whether a word has an `@` inside.
    private static func hasPattern(_ text: String) -> Bool {
        text.words.contains { $0.dropFirst().dropLast().contains("@") }
    }

    private static func addresses(in text: String) -> [String] {
        text.utf8.split { byte in
            !(byte == 0x2E || byte == 0x2D || byte == 0x5F || byte == 0x2B || byte == 0x40
                || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20))
        }
        .compactMap { piece in
            let parts = piece.split(separator: 0x40, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, parts[1].dropFirst().dropLast().contains(0x2E) else {
                return nil
            }
            return String(Substring(piece)).trimmingFullStops
        }
    }
}

extension String {
    fileprivate var trimmingFullStops: String {
        var text = self
        while text.utf8.last == UInt8(ascii: ".") { text.removeLast() }
        return text
    }
}
