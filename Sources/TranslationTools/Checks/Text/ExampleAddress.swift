// Addresses that only show what one looks like, which translators replace by others.

/// Hosts that stand for the reader's own, or for any.
enum ExampleAddress {
    /// Whether a host only stands for others: `newdomain.com`, `domain.tld`, `server`, or one that no page
    /// can have (RFC 6761): `localhost`, `shop.test`.
    static func isPlaceholder(host: some StringProtocol) -> Bool {
        let labels = host.lowercased().split(separator: ".")
        guard let domain = labels.last else { return false }
        if ["localhost", "test", "example", "invalid", "tld"].contains(domain) { return true }
        return labels.dropLast().contains { label in
            if nouns.contains(String(label)) { return label == labels.dropLast().last }
            return owners.contains { owner in
                label.hasPrefix(owner)
                    && nouns.union(ownNouns).contains(String(label.dropFirst(owner.count).drop { $0 == "-" }))
            }
        }
    }

    /// Whether a host is one that is reserved for examples (RFC 2606): `www.example.org`.
    static func isReserved(host: some StringProtocol) -> Bool {
        host.lowercased().split(separator: ".").dropLast().last == "example"
    }

    /// Whether an address is an example: `user@example.org`, `name@domain.com`.
    static func isPlaceholder(email: some StringProtocol) -> Bool {
        let parts = email.split(separator: "@")
        guard parts.count == 2 else { return false }
        return isPlaceholder(host: parts[1])
            || isReserved(host: parts[1]) && people.contains(parts[0].lowercased())
    }

    /// Whether a source text has an address only as an example: it is nothing but an address of a domain for
    /// examples, as it stands in an empty field, or says that it gives an example.
    static func isExample(_ address: String, in source: String) -> Bool {
        if source.announcesExamples(above: address) { return true }
        guard let domain = ["example.com", "example.org", "example.net"].first(where: source.contains) else {
            return false
        }
        if ["e.g.", "Example:", "example:", "for example", "For example"].contains(where: source.contains) {
            return true
        }
        let host =
            source.firstRange(of: "://").map { source[$0.upperBound...] }
            ?? source.split(separator: "@").last ?? ""
        return !source.utf8.contains(0x20)
            && [domain, "www." + domain].contains(host.prefix { $0 != "/" && $0 != ":" }.lowercased())
    }

    /// Whether the name of a host is a word for an example, as `beispiel` in `beispiel.de`.
    static func isWordForExample(_ name: String) -> Bool { words.contains { name.contains($0) } }

    private static let nouns: Set<String> = [
        "domain", "domainname", "host", "hostname", "server", "servername", "site", "sitename", "website",
        "company", "instance", "homeserver", "subdomain",
    ]
    /// Nouns that name something only behind a word for its owner.
    private static let ownNouns: Set<String> = [
        "house", "home", "name", "shop", "store", "blog", "app", "page", "url", "address", "cloud",
        "provider",
        "organization", "organisation", "school", "email",
    ]
    private static let owners = [
        "my", "your", "new", "old", "some", "any", "other", "another", "their", "our", "the",
    ]
    private static let people: Set<String> = [
        "user", "username", "name", "your.name", "yourname", "first.last", "me", "you", "someone", "somebody",
        "anyone", "nobody", "person", "john", "john.doe", "johndoe", "jane", "jane.doe", "doe", "foo",
        "alice",
        "bob", "email", "mail", "address", "example", "test",
    ]
    /// The word for an example, or its stem, in languages in which names of hosts have it in Latin letters.
    private static let words = [
        "beispiel", "exempl", "ejemplo", "exemplo", "esempi", "voorbeeld", "przyklad", "priklad", "primer",
        "primjer", "pelda", "esimerk", "exempel", "eksempel", "ornek", "contoh", "vidu", "exemple", "naide",
        "piemer", "pavyzd", "shembull", "adibide",
    ]
}
