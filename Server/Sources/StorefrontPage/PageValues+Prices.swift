// The values for the choice of a currency, and for prices in it.

internal import CatalogSearch

extension PageValues {
    /// Sets the currencies to choose from: those of the catalogs, if there are several, and the chosen one.
    mutating func setCurrencies() {
        var codes = Set(frame.currencies.values.joined())
        let isOffered = codes.count > 1 || address.currency != nil
        if let chosen = address.currency { codes.insert(chosen) }
        members["priced"] = .flag(isOffered)
        members["anyCurrency"] = .flag(address.currency == nil)
        members["currencies"] = .list(
            isOffered
                ? codes.sorted().map { code in
                    .object([
                        "code": .text(code), "label": .text(words.currency(code)),
                        "selected": .flag(code == address.currency),
                    ])
                } : [])
        // Amounts are not converted, so a range of prices is meaningless in another currency.
        let price = PageFilters.field(.price)
        members["currencyFields"] = fields { $0 != "currency" && $0 != price && $0 != "offset" }
    }

    /// The message that a record has no price in the chosen currency; `nil` if no currency is chosen, and for
    /// records of catalogs without prices.
    func lackOfPrice(in catalog: String) -> TemplateValue? {
        guard let currency = address.currency, frame.currencies[catalog]?.isEmpty == false else { return nil }
        return .text(words.text("NoPriceIn: %@", currency))
    }
}
