// The price of a record before a reduction.

internal import CatalogSearch
internal import CatalogStorage
internal import ICU
internal import JSON

extension [CatalogRecord.Member] {
    /// The member `regularPrice`, or `listPrice`, which readers of files use for shop exports: a number, an
    /// amount as people write it, or an object with `amount` and `currency`.
    ///
    /// - Returns: `nil` if it does not exceed the price, or is in another currency.
    func regularPrice(beside price: Price) -> Price? {
        let names = ["regularPrice", CatalogRecord.listPriceMember]
        guard let member = names.compactMap({ name in first { $0.name == name } }).first else {
            return nil
        }
        let written = try? JSONParser().withValue(of: Array<UInt8>(member.json.utf8)) {
            value -> (String, String?)? in
            let amount = value.member("amount") ?? value
            return (amount.string ?? amount.decimalSpelling).map { ($0, value.member("currency")?.string) }
        }
        guard let (amount, currency) = written ?? nil,
            let regular = Price(written: amount, currency: currency ?? price.currency, locale: .english),
            regular.currency == price.currency, regular.amount > price.amount
        else { return nil }
        return regular
    }
}
