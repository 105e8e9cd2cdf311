// Finds URLs of the source text that a translation lost.

internal import Localization

/// A URL of the source text that the translation lacks. Translations may lead to a page in their own language.
struct URLsCheck: TextCheck {
    let identifier = "urls"
    let category = CheckCategory.text
    let severity = Severity.warning
    let triggers = TextTraits.colon
    let example = CheckExample(
        "See https://example.org/help", locale: "nl", wrong: "Zie de help",
        right: "Zie https://example.org/nl/help")

    func problems(in text: TextPair) -> [TranslationProblem] {
        guard let source = text.source, text.sourceTraits.isSuperset(of: [.colon, .slash]) else { return [] }
        let urls = Self.urls(in: source)
        guard urls.count > Self.urls(in: text.text).count else { return [] }
        let absent = urls.prefix(64).filter { !text.text.contains($0) }
        let lost = absent.first { !Self.isWithoutScheme($0, in: text.text) }
        // Where none is absent, one of several equal ones is lost.
        guard lost != nil || absent.isEmpty else { return [] }
        return [TranslationProblem(.text(lost ?? urls[0]))]
    }

    /// Whether a text has the address of a page as people write it: `example.org/help`.
    private static func isWithoutScheme(_ url: String, in text: String) -> Bool {
        guard let scheme = ["https://", "http://"].first(where: url.hasPrefix),
            let found = text.firstRange(of: url.dropFirst(scheme.count))
        else { return false }
        return !text[..<found.lowerBound].hasSuffix("/")
    }

    private static func urls(in text: String) -> [String] {
        guard text.contains("://") else { return [] }
        // A URL ends before white space, quotes, and signs that are not ASCII.
        return text.unicodeScalars.split { scalar in
            scalar.value <= 0x20 || scalar.value > 0x7E || "\"<>()'".unicodeScalars.contains(scalar)
        }
        .map { String($0) }
        .filter { url in
            // `https://?` and `https://%@` are no addresses.
            url.firstRange(of: "://").map { url[$0.upperBound...].first?.isLetterOrDigit == true } ?? false
        }
    }
}

extension Character {
    fileprivate var isLetterOrDigit: Bool { isASCII && (isLetter || isNumber) }
}
