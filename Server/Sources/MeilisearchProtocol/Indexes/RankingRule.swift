// The rules by which documents are ordered.

internal import CatalogSearch

/// A ranking rule of the protocol.
enum RankingRule: Hashable, Sendable {
    /// How well a document matches the words: this search has one score for all rules about that.
    case words
    /// The keys of the request's `sort`.
    case sort
    /// The values of an attribute.
    case attribute(String, isDescending: Bool)

    /// The names of rules that do not name an attribute.
    static let names = [
        "words", "typo", "proximity", "attribute", "attributeRank", "sort", "wordPosition", "exactness",
    ]

    /// The rules about words of a new index, also in earlier versions of the protocol.
    static let usualWords = [
        ["words", "typo", "proximity", "attributeRank", "wordPosition", "exactness"],
        ["words", "typo", "proximity", "attribute", "exactness"],
    ]

    /// The most attributes of an index's rules: each takes two of the engine's keys.
    static let limit = SortKey.maximumCount / 2

    /// Reads a rule; `nil` if the text is not a rule.
    init?(_ text: String) {
        if text == "sort" {
            self = .sort
        } else if Self.names.contains(text) {
            self = .words
        } else if text.hasSuffix(":asc"), text.count > 4 {
            self = .attribute(String(text.dropLast(4)), isDescending: false)
        } else if text.hasSuffix(":desc"), text.count > 5 {
            self = .attribute(String(text.dropLast(5)), isDescending: true)
        } else {
            return nil
        }
    }

    /// The attribute to order by; `nil` for other rules.
    var attribute: String? {
        if case .attribute(let name, _) = self { name } else { nil }
    }
}

extension SortKey {
    /// The keys of an attribute: its numbers precede its texts.
    static func keys(of attribute: String, isDescending: Bool) -> [SortKey] {
        [
            SortKey(IndexNames.number(attribute), isDescending: isDescending),
            SortKey(IndexNames.order(attribute), isDescending: isDescending),
        ]
    }
}
