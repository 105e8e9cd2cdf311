// Finds e-mail addresses of the source text that a translation lost or changed.

internal import Localization

/// An address that is not in the translation. There may be another one in its place, for the language's own readers.
struct EmailAddressesCheck: TextCheck {
    let identifier = "email-addresses"
    let category = CheckCategory.text
    let severity = Severity.warning
    let triggers = TextTraits.commercialAt
    let example = CheckExample(
        "Write to help@example.org", locale: "pt_BR", wrong: "Escreva para help@exemple",
        right: "Escreva para help@example.org")

    func problems(in text: TextPair) -> [Problem] {
        guard let source = text.source, text.sourceTraits.contains(.commercialAt) else { return [] }
        let addresses = Self.addresses(in: source)
        guard !addresses.isEmpty, Self.addresses(in: text.text).count < addresses.count else { return [] }
        return [Problem(.text(addresses.first { !text.text.contains($0) } ?? addresses[0]))]
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
