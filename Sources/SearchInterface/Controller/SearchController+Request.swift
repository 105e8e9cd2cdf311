// What is looked for? What the bar holds, as a request.

public import CatalogSearch

extension SearchController {
    /// The request that the input stands for: the template with text, scope and tokens.
    ///
    /// Of several scopes the last token's counts, before that of the scope buttons; of several ranges what all of them hold.
    /// Words that ``tokenParser`` takes for tokens count as such, whether the bar made tokens of them already or not.
    public var request: SearchRequest {
        var request = requestTemplate
        if let scope = searchBar.selectedScope { request.scope = scope.id }
        var tokens = searchBar.tokens
        request.query = searchBar.text
        if let tokenParser {
            let parsing = tokenParser.parse(searchBar.text, locale: locale, scopes: searchBar.scopes)
            request.query = tokenParser.withoutBeginning(parsing.text)
            tokens += parsing.tokens
        }
        for token in tokens {
            switch token.representedValue {
            case .scope(let id): request.scope = id
            case .year(let range): request.year = range.intersection(request.year)
            case .price(let range): request.price = range.intersection(request.price)
            case .custom: break
            }
        }
        if request.scope == SearchResults.allScopes { request.scope = nil }
        return request
    }
}

extension NumericRange {
    /// What both hold.
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
