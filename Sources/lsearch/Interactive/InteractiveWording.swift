// Words of the interactive search: tokens, suggestions, orders, keys.

internal import CatalogSearch
internal import Localization
internal import ProgramSupport
internal import SearchInterface
internal import SearchService

extension Wording {
    /// A text of the interactive search.
    func interactive(_ key: String, _ arguments: String...) -> String {
        texts.text(key, table: "Interactive", arguments: arguments.map { .text($0) })
    }

    /// A name and its value.
    func labelled(_ name: String, _ value: String) -> String {
        interactive("Labelled: %1$@ %2$@", name, value)
    }

    /// A token in the user's language, in which it need not have been typed.
    func token(_ token: SearchToken, _ scopes: [SearchScope]) -> String {
        switch token.representedValue {
        case .scope(let id):
            labelled(texts("ColumnScope"), (scopes.first { $0.id == id }?.title ?? id).singleLine)
        case .year(let range): labelled(texts("ColumnYear"), self.range(range) { $0 })
        case .price(let range):
            labelled(texts("ColumnPrice"), self.range(range) { decimal($0) })
        case .custom: token.text.singleLine
        }
    }

    private func range(_ range: NumericRange, _ number: (String) -> String) -> String {
        switch (range.lower, range.upper) {
        case (let lower?, let upper?) where lower == upper: number(lower.description)
        case (let lower?, let upper?): "\(number(lower.description))–\(number(upper.description))"
        case (let lower?, nil): interactive("RangeFrom: %@", number(lower.description))
        case (nil, let upper?): interactive("RangeUpTo: %@", number(upper.description))
        case (nil, nil): "–"
        }
    }

    /// A scope with its count, if it is known.
    func scope(_ scope: SearchScope) -> String {
        let title = scope.title.singleLine
        return scope.count.map { texts("Count: %1$@ %2$ld", title, $0) } ?? title
    }

    /// A suggestion, worded by its kind.
    func suggestion(_ suggestion: SearchSuggestion, _ scopes: [SearchScope]) -> String {
        let text = suggestion.localizedSuggestion.singleLine
        let counted = suggestion.count.map { texts("Count: %1$@ %2$ld", text, $0) } ?? text
        switch suggestion.kind {
        case .completion: return counted
        case .correction: return interactive("Correction: %@", texts.quoted(text))
        case .scope: return interactive("InScope: %@", counted)
        case .recent:
            guard case .input(let text, let tokens?) = suggestion.effect else { return text }
            return (tokens.map { token($0, scopes) } + [text.singleLine]).filter { !$0.isEmpty }
                .joined(separator: " ")
        }
    }

    /// The order of the results.
    func order(_ order: SearchRequest.SortOrder, isReversed: Bool) -> String {
        let name =
            switch order {
            case .relevance: interactive("OrderRelevance")
            case .title: field(.title)
            case .price: field(.price)
            case .year: field(.year)
            }
        return labelled(
            interactive("OrderLabel"), isReversed ? interactive("OrderReversed: %@", name) : name)
    }

    /// The names before the colon of a token: in the user's language, and in all languages.
    var tokenNames: [String: SearchTokenParser.Kind] {
        var names = SearchTokenParser().names
        for (key, kind) in [
            ("ColumnScope", SearchTokenParser.Kind.scope), ("ColumnYear", .year), ("ColumnPrice", .price),
        ] {
            let name = texts(key).lowercased()
            // The name of a token is one word.
            if !name.contains(where: \.isWhitespace), names[name] == nil { names[name] = kind }
        }
        return names
    }

    /// Why the stored search cannot continue.
    func notRestored(_ fault: StateFault) -> String {
        switch fault {
        case .unknownVersion: interactive("NotRestoredVersion")
        case .damaged(let path): interactive("NotRestoredDamaged: %@", path.joined(separator: ".").singleLine)
        case .unreadable: interactive("NotRestoredUnreadable")
        }
    }
}
