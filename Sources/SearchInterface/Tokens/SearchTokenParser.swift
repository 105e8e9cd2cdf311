// Recognizes filters in a text: `scope:birthdays`, `year:2001..2005`, `price:..20`,
// `color:red`; the rest stays text.

public import CatalogSearch

/// Finds tokens in a text. It never fails: everything else stays text.
///
/// A token is a word (delimited by Unicode white space) that begins with a name and a colon, which may be
/// full-width (U+FF1A). A scope's id or title follows, ignoring case, or a range: `2001..2005`, `2001..`,
/// `..2005`, or one number, as the locale or a program writes numbers; or a value of an attribute: the id or
/// title of a value, another text, a number or date, a range of these, or a comparison such as `>=3`.
/// Reversed ranges and unknown scopes do not form tokens. Quoted values stay text, because they may have
/// several words; the engine understands them.
public struct SearchTokenParser: Hashable, Sendable {
    public enum Kind: Hashable, Sendable, CaseIterable {
        case scope
        /// A range of years.
        case year
        /// A range of prices.
        case price
    }

    /// A text and its tokens.
    public struct Parsing: Hashable, Sendable {
        /// The tokens, in order.
        public var tokens: [SearchToken]
        /// The text without the tokens and the white space after each.
        public var text: String

        public init(tokens: [SearchToken], text: String) {
            self.tokens = tokens
            self.text = text
        }
    }

    /// The names before the colon, in one or several languages, in lower case.
    public var names: [String: Kind]

    /// A parser with these names, ignoring their case.
    public init(names: [String: Kind] = ["scope": .scope, "year": .year, "price": .price]) {
        self.names = [:]
        for (name, kind) in names { self.names[name.lowercased()] = kind }
    }

    /// Extracts the tokens of a text.
    ///
    /// Invariants: the remaining text contains no token; a text without tokens is returned
    /// unchanged; no word is lost except tokens.
    ///
    /// - Parameters:
    ///   - locale: the locale whose numbers are understood.
    ///   - scopes: the known scopes.
    ///   - attributes: the known attributes. Names of ``names`` precede theirs.
    ///   - includingLastWord: `false` while the user may still type the last word: then it is a token only if
    ///     white space follows.
    public func parse(
        _ text: String, locale: LocaleIdentifier, scopes: [SearchScope], attributes: [SearchAttribute] = [],
        includingLastWord: Bool = true
    ) -> Parsing {
        var parsing = Parsing(tokens: [], text: "")
        var rest = text.unicodeScalars[...]
        // Most texts have no token and are returned unchanged.
        guard rest.contains(where: Self.isColon) else { return Parsing(tokens: [], text: text) }
        while !rest.isEmpty {
            let space = rest.prefix { $0.properties.isWhitespace }
            parsing.text.unicodeScalars += space
            rest = rest[space.endIndex...]
            let word = rest.prefix { !$0.properties.isWhitespace }
            rest = rest[word.endIndex...]
            if includingLastWord || !rest.isEmpty,
                let token = token(String(word), locale, scopes, attributes)
            {
                parsing.tokens.append(token)
                rest = rest.drop { $0.properties.isWhitespace }
            } else {
                parsing.text.unicodeScalars += word
            }
        }
        return parsing
    }

    /// The text without a last word that is only a token's name and its colon, or also the beginning of a
    /// value's name: the user is still typing it, and it would match nothing.
    func withoutBeginning(_ text: String, attributes: [SearchAttribute]) -> String {
        let scalars = text.unicodeScalars
        let start = scalars.lastIndex { $0.properties.isWhitespace }.map(scalars.index(after:))
        let word = scalars[(start ?? scalars.startIndex)...]
        guard let colon = word.firstIndex(where: Self.isColon) else { return text }
        let (name, value) = (String(word[..<colon]), String(word[word.index(after: colon)...]))
        let attribute = attributes.first { $0.isNamed(name) }
        let isKnown = names[name.lowercased()] != nil || attribute != nil
        let isBeginning = value.isEmpty ? isKnown : attribute?.isBeginning(value) == true
        return isBeginning ? String(scalars[..<word.startIndex]) : text
    }

    static func isColon(_ scalar: Unicode.Scalar) -> Bool { scalar == ":" || scalar == "\u{FF1A}" }

    /// The marks that open a quoted value.
    private static let quotes: Set<Unicode.Scalar> = ["\"", "„", "“", "”", "«", "»", "＂", "「", "『"]

    private func token(
        _ word: String, _ locale: LocaleIdentifier, _ scopes: [SearchScope], _ attributes: [SearchAttribute]
    ) -> SearchToken? {
        let scalars = word.unicodeScalars
        guard let colon = scalars.firstIndex(where: Self.isColon) else { return nil }
        let name = String(scalars[..<colon])
        guard let kind = names[name.lowercased()] else {
            let value = String(scalars[scalars.index(after: colon)...])
            guard let attribute = attributes.first(where: { $0.isNamed(name) }),
                value.unicodeScalars.first.map(Self.quotes.contains) == false
            else { return nil }
            if attribute.type == .text, let known = attribute.value(value) {
                return SearchToken(word, representing: .attribute(attribute.name, .equals(.text(known.id))))
            }
            // Without ICU's data there are no tokens of numbers.
            let test = try? Filter.Test(typed: value, [attribute.type], locale)
            return test.map { SearchToken(word, representing: .attribute(attribute.name, $0)) }
        }
        let value = String(scalars[scalars.index(after: colon)...])
        switch kind {
        case .scope:
            let lowercased = value.lowercased()
            let scope =
                scopes.first { $0.id == value }
                ?? scopes.first { $0.id.lowercased() == lowercased || $0.title.lowercased() == lowercased }
            return scope.map { SearchToken(word, representing: .scope($0.id)) }
        case .year:
            return (try? NumericRange(value, in: locale)).map { SearchToken(word, representing: .year($0)) }
        case .price:
            return (try? NumericRange(value, in: locale)).map { SearchToken(word, representing: .price($0)) }
        }
    }
}
