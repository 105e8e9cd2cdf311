// Reads the prices of a row.

internal import CatalogSearch
internal import Support

extension TableRecordBuilder {
    /// Sets the price to the one that customers pay. Values that are not amounts count as absent.
    func applySales(_ row: [TableField], to record: inout CatalogRecord) {
        guard let price = record.price else { return }
        var sale = SalePrice()
        for (column, use) in heading.sales where !row[column].isEmpty {
            let text = row[column].trimmedText
            switch use {
            case .salePrice: sale.sale = Price(written: text, currency: price.currency, locale: priceLocale)
            case .listPrice: sale.list = Price(written: text, currency: price.currency, locale: priceLocale)
            case .discount: sale.discount = DecimalNumber(text)
            case .discountPercent: sale.discountPercent = DecimalNumber(text)
            case .saleStart: sale.start = text
            case .saleEnd: sale.end = text
            case .salePeriod: sale.readPeriod(text)
            case .forSale, .cost: break
            }
        }
        record.apply(sale, at: time)
    }

    /// Reads a price. The first one for all markets is the record's price; others become additional prices.
    func readPrice(
        _ field: TableField, _ name: String, _ currency: String?, _ market: String?,
        into record: inout CatalogRecord, _ report: (CatalogDiagnostic.Kind) -> Void
    ) throws(ItemError) {
        let spelling = field.trimmedText
        let currency = currency.flatMap { $0.isEmpty ? nil : $0 }
        let price = Price(written: spelling, currency: currency, market: market, locale: priceLocale)
        if currency == nil, price == nil,
            Price(written: spelling, currency: "EUR", locale: priceLocale) != nil
                || Price.currency(shownBy: spelling, locale: priceLocale) != nil
        {
            let shown = Price.currency(shownBy: spelling, locale: priceLocale) ?? "…"
            throw ItemError(.noCurrency(member: name, mapping: "\(name)=price[\(shown)]"))
        }
        guard let price else {
            // Shops write “on request” and the like here.
            return report(.invalidPrice(member: name, text: spelling.excerpt))
        }
        if record.price == nil, market == nil {
            record.price = price
        } else {
            let isKnown = record.prices.contains {
                $0.currency == price.currency && $0.market == price.market
            }
            // The heading's currencies are reported once.
            record.append(price, member: name, isKnown: isKnown) { kind in
                if kind.code == .unknownCurrency { return }
                report(kind)
            }
        }
    }
}
