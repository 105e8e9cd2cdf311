// Which words of a text are filters? `scope:birthdays`, `year:2001..2005`, `price:..20`; all else stays text.

public import CatalogSearch

/// Finds tokens in a text. It never fails: what is no token stays text.
///
/// A token is a word (what stands between Unicode white space) that begins with a name and a colon, also a full-width one
/// (U+FF1A). Behind it stands a scope's id or title, whatever its case, or a range: `2001..2005`, `2001..`, `..2005`, or
/// one number alone, as the locale or a program writes numbers. A range whose ends are reversed, and a scope that there is
/// not, are no tokens.
public struct SearchTokenParser: Hashable, Sendable {
    /// What tokens may stand for.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// A scope.
        case scope
        /// A range of years.
        case year
        /// A range of prices.
        case price
    }

    /// A text and the tokens that were in it.
    public struct Parsing: Hashable, Sendable {
        /// The tokens, in order.
        public var tokens: [SearchToken]
        /// The text without them, and without the white space behind each.
        public var text: String

        /// A text, and the tokens that were in it.
        public init(tokens: [SearchToken], text: String) {
            self.tokens = tokens
            self.text = text
        }
    }

    /// What users write before the colon, in their own language or in several, in lower case.
    public var names: [String: Kind]

    /// A parser of these names; their case does not count.
    public init(names: [String: Kind] = ["scope": .scope, "year": .year, "price": .price]) {
        self.names = [:]
        for (name, kind) in names { self.names[name.lowercased()] = kind }
    }

    /// Cuts the tokens out of a text.
    ///
    /// Laws: the text that is left holds no token; a text without tokens is given back as it is; of the words nothing but
    /// tokens is lost.
    ///
    /// - Parameters:
    ///   - locale: whose numbers are understood.
    ///   - scopes: those that may be named.
    ///   - includingLastWord: `false` while the last word may still grow: it is a token only with white space behind it.
    public func parse(
        _ text: String, locale: LocaleIdentifier, scopes: [SearchScope], includingLastWord: Bool = true
    ) -> Parsing {
        var parsing = Parsing(tokens: [], text: "")
        var rest = text.unicodeScalars[...]
        // Most texts have no token, and are given back without being taken apart.
        guard rest.contains(where: Self.isColon) else { return Parsing(tokens: [], text: text) }
        while !rest.isEmpty {
            let space = rest.prefix { $0.properties.isWhitespace }
            parsing.text.unicodeScalars += space
            rest = rest[space.endIndex...]
            let word = rest.prefix { !$0.properties.isWhitespace }
            rest = rest[word.endIndex...]
            if includingLastWord || !rest.isEmpty,
                let token = token(String(word), locale: locale, scopes: scopes)
            {
                parsing.tokens.append(token)
                rest = rest.drop { $0.properties.isWhitespace }
            } else {
                parsing.text.unicodeScalars += word
            }
        }
        return parsing
    }

    /// A text without a last word that is only a token's name and its colon: what follows is still to be typed, and nothing
    /// would be found meanwhile.
    func withoutBeginning(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let last = scalars.last, Self.isColon(last) else { return text }
        let start = scalars.lastIndex { $0.properties.isWhitespace }.map(scalars.index(after:))
        let word = scalars[(start ?? scalars.startIndex)...]
        return names[String(word.dropLast()).lowercased()] == nil ? text : String(scalars[..<word.startIndex])
    }

    private static func isColon(_ scalar: Unicode.Scalar) -> Bool { scalar == ":" || scalar == "\u{FF1A}" }

    private func token(_ word: String, locale: LocaleIdentifier, scopes: [SearchScope]) -> SearchToken? {
        let scalars = word.unicodeScalars
        guard let colon = scalars.firstIndex(where: Self.isColon),
            let kind = names[String(scalars[..<colon]).lowercased()]
        else { return nil }
        let value = String(scalars[scalars.index(after: colon)...])
        switch kind {
        case .scope:
            let sought = value.lowercased()
            let scope =
                scopes.first { $0.id == value }
                ?? scopes.first { $0.id.lowercased() == sought || $0.title.lowercased() == sought }
            return scope.map { SearchToken(word, representing: .scope($0.id)) }
        case .year:
            return (try? NumericRange(value, in: locale)).map { SearchToken(word, representing: .year($0)) }
        case .price:
            return (try? NumericRange(value, in: locale)).map { SearchToken(word, representing: .price($0)) }
        }
    }
}
