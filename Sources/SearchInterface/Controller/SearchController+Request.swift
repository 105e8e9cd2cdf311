// The request for the input of the bar.

public import CatalogSearch

extension SearchController {
    /// The request for the current input: the template with text, scope and tokens.
    ///
    /// Conditions of attributes must all hold, besides the template's own filter. If there are
    /// several scopes, the last token's scope is used, and the scope buttons last; several ranges
    /// are intersected. Words that ``tokenParser`` recognizes count as tokens, whether the bar
    /// has already converted them or not.
    public var request: SearchRequest {
        var request = requestTemplate
        if let scope = searchBar.selectedScope { request.scope = scope.id }
        var tokens = searchBar.tokens
        request.query = searchBar.text
        if let tokenParser {
            let text = tokenParser.withoutBeginning(searchBar.text, attributes: searchBar.attributes)
            let parsing = tokenParser.parse(
                text, locale: locale, scopes: searchBar.scopes, attributes: searchBar.attributes)
            request.query = parsing.text
            tokens += parsing.tokens
        }
        var filters = request.filter.map { [$0] } ?? []
        for token in tokens {
            switch token.representedValue {
            case .scope(let id): request.scope = id
            case .year(let range): request.year = range.intersection(request.year)
            case .price(let range): request.price = range.intersection(request.price)
            case .attribute(let name, let test): filters.append(.attribute(name, test))
            case .custom: break
            }
        }
        request.filter = filters.count > 1 ? .all(filters) : filters.first
        if request.scope == SearchResults.allScopes { request.scope = nil }
        return request
    }
}

extension NumericRange {
    /// The range that both contain.
    fileprivate func intersection(_ other: NumericRange?) -> NumericRange {
        guard let other else { return self }
        func bound(
            _ one: DecimalNumber?, _ two: DecimalNumber?,
            _ choose: (DecimalNumber, DecimalNumber) -> DecimalNumber
        ) -> DecimalNumber? {
            guard let one, let two else { return one ?? two }
            return choose(one, two)
        }
        return NumericRange(lower: bound(lower, other.lower, max), upper: bound(upper, other.upper, min))
    }
}
