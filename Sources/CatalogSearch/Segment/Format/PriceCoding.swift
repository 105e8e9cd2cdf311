// The lists of prices in a segment, and the prices of a record in each.

/// The names of lists of prices.
enum PriceCoding {
    /// The list of the prices for requests without a currency.
    static let anyCurrency = ""

    /// The list of the prices for requests with a currency and no market.
    static func name(_ currency: String) -> String { currency }

    /// The list of the prices for all markets; missing if it equals the list for requests without a market.
    static func nameOfCommon(_ currency: String) -> String { currency + "@" }

    /// The list of the prices for one market.
    static func name(_ currency: String, _ market: String) -> String { "\(currency)@\(market)" }

    /// The currencies of lists, by the names of the lists.
    static func currencies(of names: some Sequence<String>) -> [String] {
        names.filter { $0 != anyCurrency && !$0.utf8.contains(UInt8(ascii: "@")) }
    }

    /// Calls `body` with each list that contains a price of a record, and the amount.
    ///
    /// - Parameter lacking: called with each currency in whose list of common prices the record is missing.
    static func forEachList(
        of price: Price?, _ prices: [Price], _ body: (_ name: String, DecimalNumber) -> Void,
        lacking: (_ currency: String) -> Void
    ) {
        if let price { body(anyCurrency, price.amount) }
        guard !prices.isEmpty else {
            if let price, Price.isCurrency(price.currency) { body(name(price.currency), price.amount) }
            return
        }
        let own = Dictionary(grouping: prices, by: \.currency)
        let all = [price].compactMap(\.self) + prices
        for currency in all.map(\.currency).withoutDuplicates where Price.isCurrency(currency) {
            let record = CatalogRecord(id: "", price: price, prices: own[currency] ?? [])
            guard let shown = record.price(in: currency) else { continue }
            body(name(currency), shown.amount)
            // No market has an empty name.
            if record.price(in: currency, for: "") == nil { lacking(currency) }
            // Of several prices for one market, the first counts.
            var markets: Set<String> = []
            for price in record.prices {
                if let market = price.market, markets.insert(market).inserted {
                    body(name(currency, market), price.amount)
                }
            }
        }
    }
}
