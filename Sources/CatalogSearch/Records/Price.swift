// Prices in currencies, for all markets or for one.

internal import ICU

/// An amount of money.
public struct Price: Hashable, Sendable {
    /// The amount in the currency's main unit.
    public let amount: DecimalNumber
    /// The amount as the catalog spells it: `51.90`, although it equals `51.9`.
    public let spelling: String
    /// The currency's ISO 4217 code, such as `EUR`.
    public let currency: String
    /// The only market that the price is for, such as `AT`; `nil` for all markets,
    /// also where an empty one is given.
    public let market: String?

    /// Reads an amount as catalogs spell it.
    ///
    /// - Returns: `nil` where the amount is no decimal number of up to 18 digits.
    public init?(_ spelling: String, currency: String, market: String? = nil) {
        guard let amount = DecimalNumber(spelling) else { return nil }
        self.amount = amount
        self.spelling = spelling
        self.currency = currency
        self.market = market.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether a text is a currency's code in ISO 4217, also of a past currency.
    public static func isCurrency(_ code: String) -> Bool { CurrencyCode.isKnown(code) }

    /// A currency's name in a language, such as `US dollar`, as CLDR has it; the code itself if it has none.
    public static func name(ofCurrency code: String, in locale: LocaleIdentifier) -> String {
        CurrencyCode.name(of: code, in: locale)
    }
}

extension CatalogRecord {
    /// The price that a reader sees.
    ///
    /// - Parameters:
    ///   - currency: the reader's currency; `nil` for ``price``.
    ///   - market: the reader's market: its own price is used, else that for all markets. Without one, the
    ///     price for all markets is used, else the first one in the currency.
    /// - Returns: `nil` where the record has no such price. Amounts are never converted.
    public func price(in currency: String?, for market: String? = nil) -> Price? {
        guard let currency else { return price }
        if prices.isEmpty { return price?.currency == currency ? price : nil }
        let own = prices.filter { $0.currency == currency }
        if let market, let found = own.first(where: { $0.market == market }) { return found }
        if let found = own.first(where: { $0.market == nil }) { return found }
        if let price, price.currency == currency { return price }
        return market == nil ? own.first : nil
    }
}

/// Which of its prices a record is shown, ordered and filtered with.
struct PriceChoice: Hashable, Sendable {
    /// `nil` for ``CatalogRecord/price``.
    var currency: String?
    /// `nil` for any.
    var market: String?
}

extension CatalogRecord {
    /// The price that a request chooses.
    func price(_ choice: PriceChoice) -> Price? { price(in: choice.currency, for: choice.market) }
}
