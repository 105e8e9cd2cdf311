// The prices that a request chooses.

extension SearchRequest {
    /// Which prices the request chooses.
    var priceChoice: PriceChoice { PriceChoice(currency: currency, market: market) }
}
