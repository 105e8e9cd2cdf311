// Reads prices in several currencies and for several markets.

internal import CatalogSearch
internal import JSON
internal import Support

extension JSONRecordBuilder {
    /// Reads `[{"amount":"51.99","currency":"EUR"},{"amount":"8900","currency":"JPY","market":"JP"}]`. A
    /// price that cannot be used is reported, and the record is used without it.
    func readPrices(_ value: JSONValue, into record: inout CatalogRecord, line: Int) {
        guard value.kind == .list else {
            return context.report(.attributeWrongType(member: "prices", expected: .list), line: line)
        }
        // Comparing each price with all others would take quadratic time.
        var known: Set<[String?]> = []
        for (number, element) in value.elements.enumerated() where !element.isNull {
            let member = "prices[\(number)]"
            guard element.kind == .object, let amount = element.member("amount"),
                let currency = element.member("currency").flatMap(\.string), !currency.isEmpty,
                let spelling = amount.string ?? amount.decimalSpelling
            else {
                context.report(.attributeWrongType(member: member, expected: .price), line: line)
                continue
            }
            var market: String?
            if let value = element.member("market"), !value.isNull {
                guard let text = value.string else {
                    context.report(
                        .attributeWrongType(member: member + ".market", expected: .text), line: line)
                    continue
                }
                market = text
            }
            guard let price = Price(spelling, currency: currency, market: market) else {
                context.report(.invalidPrice(member: member, text: spelling.excerpt), line: line)
                continue
            }
            let isKnown = !known.insert([price.currency, price.market]).inserted
            record.append(price, member: member, isKnown: isKnown) { context.report($0, line: line) }
        }
    }
}

extension CatalogRecord {
    /// Adds a price of a currency for a market, unless one exists.
    ///
    /// - Parameters:
    ///   - member: the name of the price for messages.
    ///   - isKnown: whether one exists.
    mutating func append(
        _ price: Price, member: String, isKnown: Bool, report: (CatalogDiagnostic.Kind) -> Void
    ) {
        guard !isKnown else {
            let name = [price.currency, price.market].compactMap(\.self).joined(separator: "@")
            return report(.priceTwice(member: member, price: name.excerpt))
        }
        if !Price.isCurrency(price.currency) {
            report(.unknownCurrency(member: member, code: price.currency.excerpt))
        }
        prices.append(price)
    }
}
