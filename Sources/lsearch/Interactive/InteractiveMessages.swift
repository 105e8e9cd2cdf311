// Messages of the interactive search: tokens, suggestions, orders, keys.

internal import CatalogSearch
internal import Localization
internal import ProgramSupport
internal import SearchInterface
internal import SearchService

extension ResultMessages {
    /// A message of the interactive search.
    func interactive(_ key: String, _ arguments: String...) -> String {
        texts.text(key, table: "Interactive", arguments: arguments.map { .text($0) })
    }

    func labelled(_ name: String, _ value: String) -> String {
        interactive("Labelled: %1$@ %2$@", name, value)
    }

    /// A token in the user's language, whatever language it was typed in.
    func token(_ token: SearchToken, _ bar: SearchBar) -> String {
        switch token.representedValue {
        case .scope(let id):
            labelled(texts("ColumnScope"), (bar.scopes.first { $0.id == id }?.title ?? id).singleLine)
        case .attribute(let name, let test):
            attribute(bar.attributes.first { $0.name == name } ?? SearchAttribute(name, .text), test)
        case .year(let range): labelled(texts("ColumnYear"), self.range(range) { $0 })
        case .price(let range):
            labelled(texts("ColumnPrice"), self.range(range) { decimal($0) })
        case .custom: token.text.singleLine
        }
    }

    /// A condition on an attribute.
    private func attribute(_ attribute: SearchAttribute, _ test: Filter.Test) -> String {
        func word(_ value: AttributeValue) -> String {
            let label: String? = if case .text = value { attribute.title(of: value) } else { nil }
            return self.value(value, label: label).singleLine
        }
        let words =
            switch test {
            case .equals(let value): word(value)
            case .isOneOf(let values): values.map(word).joined(separator: texts("ListSeparator"))
            case .isLess(let value): "< " + word(value)
            case .isAtMost(let value): interactive("RangeUpTo: %@", word(value))
            case .isGreater(let value): "> " + word(value)
            case .isAtLeast(let value): interactive("RangeFrom: %@", word(value))
            case .isBetween(let lower, let upper): "\(word(lower))–\(word(upper))"
            case .exists: "…"
            case .place: Filter.attribute(attribute.name, test).description.singleLine
            }
        return labelled(attribute.title.singleLine, words)
    }

    /// The attributes that tokens can name: those that catalogs declare, and the catalog.
    func searchAttributes(of engine: SearchEngine, _ chain: [LocaleIdentifier]) -> [SearchAttribute] {
        let declared = engine.attributes(for: chain) { texts.hasText($0) ? texts($0) : $0 }
        guard engine.catalogs.count > 1 else { return declared }
        let catalogs = engine.catalogs.map(\.description.id).map {
            SearchAttribute.Value(id: $0, title: catalog($0))
        }
        return declared + [SearchAttribute(.catalog, .text, title: texts("ColumnCatalog"), values: catalogs)]
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

    /// A suggestion, in words that depend on its kind.
    func suggestion(_ suggestion: SearchSuggestion, _ bar: SearchBar) -> String {
        let text = suggestion.localizedSuggestion.singleLine
        let counted = suggestion.count.map { texts("Count: %1$@ %2$ld", text, $0) } ?? text
        switch suggestion.kind {
        case .completion, .attribute: return counted
        case .correction: return interactive("Correction: %@", texts.quoted(text))
        case .scope: return interactive("InScope: %@", counted)
        case .recent:
            guard case .input(let text, let tokens?) = suggestion.effect else { return text }
            return (tokens.map { token($0, bar) } + [text.singleLine]).filter { !$0.isEmpty }
                .joined(separator: " ")
        }
    }

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
            // The name of a token must be one word.
            if !name.contains(where: \.isWhitespace), names[name] == nil { names[name] = kind }
        }
        return names
    }

    /// The message why the stored search cannot be restored.
    func notRestored(_ fault: StateFault) -> String {
        switch fault {
        case .unknownVersion: interactive("NotRestoredVersion")
        case .damaged(let path): interactive("NotRestoredDamaged: %@", path.joined(separator: ".").singleLine)
        case .unreadable: interactive("NotRestoredUnreadable")
        }
    }
}
