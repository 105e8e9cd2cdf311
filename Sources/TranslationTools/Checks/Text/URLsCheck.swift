// Finds URLs of the source text that a translation lost.

internal import Localization

/// A URL of the source text that the translation lacks. Translations may lead
/// to a page in their own language.
struct URLsCheck: TextCheck {
    let identifier = "urls"
    let category = CheckCategory.text
    let severity = Severity.warning
    let triggers = TextTraits([.colon, .fullStop])
    let example = CheckExample(
        "See https://example.org/help", locale: "nl", wrong: "Zie de help",
        right: "Zie https://example.org/nl/help")

    func problems(in text: TextPair) -> [TranslationProblem] {
        guard let source = text.source else { return [] }
        return problems(in: text, source).filter { problem in
            guard case .text(let address)? = problem.facts.last else { return true }
            return !ExampleAddress.isExample(address, in: source)
        }
    }

    private func problems(in text: TextPair, _ source: String) -> [TranslationProblem] {
        let urls = text.sourceTraits.isSuperset(of: [.colon, .slash]) ? Self.urls(in: source) : []
        guard !urls.isEmpty else { return Self.movedOrLost(BareAddress.all(in: source), in: text.text) }
        let own = Self.urls(in: text.text)
        guard urls.count > own.count else { return Self.moved(own, urls, text.locale) }
        let absent = urls.prefix(64).filter { !text.text.contains($0) && !Self.isPattern($0, in: text.text) }
        let lost = absent.first { url in
            !Self.isWithoutScheme(url, in: text.text)
                && !(Self.isPlaceholder(url) && text.text.contains(Self.scheme(of: url)))
        }
        // Where none is absent, one of several equal ones is lost.
        guard lost != nil || urls.allSatisfy(text.text.contains) else { return [] }
        return [TranslationProblem(.text(lost ?? urls[0]))]
    }

    /// An address without a scheme that the translation lacks, or has another site in the place of.
    private static func movedOrLost(_ addresses: [Substring], in translation: String) -> [TranslationProblem]
    {
        guard let first = addresses.first(where: { !isPlaceholder("http://" + $0) }) else { return [] }
        let known = Set(addresses.compactMap { Site("http://" + $0) })
        // A shorter address of the same site is one, too: `example.org` for `www.example.org`.
        let lowercased = translation.lowercased()
        if known.contains(where: { lowercased.contains("\($0.name).\($0.domain)") }) { return [] }
        let own = BareAddress.all(in: translation).map { "http://" + $0 } + urls(in: translation)
        guard let other = own.first else { return [TranslationProblem(.text(String(first)))] }
        if own.compactMap(Site.init).contains(where: { site in
            site.isOfCountry && known.contains { $0.name == site.name }
        }) {
            return []
        }
        let shown = translation.contains(other) ? other : String(other.dropFirst("http://".count))
        return [TranslationProblem(.text(shown), .text(String(first)), variant: "host")]
    }

    /// An address that leads to a site which the source text does not name.
    ///
    /// A site may have another host for a language (`de.wikipedia.org`), or another
    /// domain for a country (`amazon.de`).
    private static func moved(
        _ urls: [String], _ models: [String], _ locale: LocaleIdentifier
    ) -> [TranslationProblem] {
        // Translators replace a server's address in an example by one of their own, as they do names.
        guard urls.count == models.count, !models.contains(where: isPlaceholder) else { return [] }
        let known = Set(models.compactMap(Site.init))
        let found = urls.prefix(64).first { url in
            guard let site = Site(url) else { return false }
            if ExampleAddress.isWordForExample(site.name), known.contains(where: { $0.name == "example" }) {
                return false
            }
            return !known.contains { $0.name == site.name && ($0.domain == site.domain || site.isOfCountry) }
        }
        return found.map { [TranslationProblem(.text($0), .text(models[0]), variant: "host")] } ?? []
    }

    /// Whether an address only says of what it consists, and the translation says so in its own words:
    /// `irc://server:port/channel`.
    private static func isPattern(_ url: String, in text: String) -> Bool {
        guard let start = url.firstRange(of: "://") else { return false }
        let host = url[start.upperBound...].prefix { $0 != "/" && $0 != ":" && $0 != "?" }
        return host != "localhost" && host.allSatisfy { $0.isASCII && $0.isLetter }
            && text.contains(url[..<start.upperBound])
    }

    /// Whether an address only shows what the reader's own looks like: `https://home.myhouse.com`.
    private static func isPlaceholder(_ url: String) -> Bool {
        ExampleAddress.isPlaceholder(
            host: url.dropFirst(scheme(of: url).count).prefix { $0.isLetterOrDigit || $0 == "." || $0 == "-" }
        )
    }

    /// `https://`; empty where there is none.
    private static func scheme(of url: String) -> Substring {
        url.firstRange(of: "://").map { url[..<$0.upperBound] } ?? ""
    }

    /// The site of an address.
    private struct Site: Hashable {
        /// The label before the top-level domain.
        let name: String
        let domain: String

        /// Whether the top-level domain is that of a country.
        var isOfCountry: Bool { domain.utf8.count == 2 }

        init?(_ url: String) {
            guard let start = url.firstRange(of: "://") else { return nil }
            let host = url[start.upperBound...].prefix { $0.isLetterOrDigit || $0 == "." || $0 == "-" }
            var labels = host.lowercased().split(separator: ".").map(String.init)
            guard let domain = labels.popLast(), !labels.isEmpty else { return nil }
            // `co.uk`, `com.br`
            if domain.utf8.count == 2, labels.count > 1,
                ["co", "com", "org", "net", "ac", "gov", "or", "ne"].contains(labels.last)
            {
                labels.removeLast()
            }
            (name, self.domain) = (labels.last ?? "", domain)
        }
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
        .map { piece in
            // `href=https://example.org` is an attribute.
            guard let end = piece.firstRange(of: "://")?.lowerBound,
                let sign = piece[..<end].lastIndex(where: { !$0.isLetterOrDigit && !"+-.".contains($0) })
            else { return piece }
            return String(piece[piece.index(after: sign)...])
        }
        .filter { url in
            // `https://?` and `https://%@` are no addresses.
            url.firstRange(of: "://").map { url[$0.upperBound...].first?.isLetterOrDigit == true } ?? false
        }
    }
}

/// Addresses as people write them, without a scheme: `www.example.org`, `example.org/help`.
private enum BareAddress {
    /// The addresses in a text.
    static func all(in text: String) -> [Substring] {
        guard text.utf8.contains(0x2F) || text.utf8.containsSequence(Substring("www.").utf8) else {
            return []
        }
        return text.unicodeScalars.split { scalar in
            scalar.value <= 0x20 || scalar.value > 0x7E || "\"<>()[]',;`".unicodeScalars.contains(scalar)
        }
        .compactMap { address(Substring($0)) }
    }

    private static func address(_ word: Substring) -> Substring? {
        guard !word.contains("@"), !word.contains("://") else { return nil }
        var word = word
        while let last = word.last, ".:!?".contains(last) { word.removeLast() }
        let host = word.prefix { $0.isLetterOrDigit || $0 == "." || $0 == "-" }
        let labels = host.lowercased().split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count > 1, labels.allSatisfy({ !$0.isEmpty }), let domain = labels.last,
            domains.contains(String(domain))
        else { return nil }
        let rest = word[host.endIndex...]
        let hasPath = rest.first == "/" && rest.count > 1
        return hasPath || labels.count > 2 && labels[0] == "www" ? word : nil
    }

    /// Domains of sites for people of all countries: other endings may be words, or names of files.
    private static let domains: Set<String> = ["com", "org", "net", "edu", "gov", "info", "io", "dev", "app"]
}

extension Character {
    fileprivate var isLetterOrDigit: Bool { isASCII && (isLetter || isNumber) }
}
