// Columns of shop systems' exports with other facts about a product than its texts: whether it is for sale,
// what customers pay for it, and what it costs the shop.

internal import CatalogSearch
internal import JSON

/// The use of a column or member by its name alone, unless a mapping or an attribute gives it another use.
enum ExportColumn: Equatable {
    /// These values, in lowercase, mean that a product is not for sale.
    case forSale(unless: Set<String>)
    /// The price that customers pay instead of the regular price.
    case salePrice
    /// The regular price, if the price is the one that customers pay.
    case listPrice
    /// The amount, or the percentage, by which the price is reduced.
    case discount, discountPercent
    /// The time of a sale: its beginning, its end, or both as `2026-01-31/2026-02-07`.
    case saleStart, saleEnd, salePeriod
    /// The product's cost for the shop, which customers must not see.
    case cost

    /// The use of a column that is neither mapped nor an attribute; `nil` if its name tells none.
    init?(_ name: String, _ description: CatalogDescription) {
        // Folding a long name takes long, and no known name is longer.
        guard name.utf8.count <= 64, let use = Self.found[UsualColumnNames.folded(name)],
            !description.maps(column: name), !description.hasAttribute(ofMember: name),
            !description.textFields.contains(FieldName(name))
        else { return nil }
        self = use
    }

    /// The uses by folded names.
    private static let found: [String: ExportColumn] = {
        var found: [String: ExportColumn] = [:]
        for (use, names) in names {
            for name in names.split(separator: ",") { found[UsualColumnNames.folded(String(name))] = use }
        }
        return found
    }()

    private static let no: Set<String> = ["0", "false", "no", "n"]

    private static let names: [(use: ExportColumn, names: String)] = [
        // WooCommerce writes -1 for drafts.
        (.forSale(unless: no.union(["-1"])), "Published,Veröffentlicht,Publié,Publicado"),
        (
            .forSale(unless: ["0", "draft", "archived", "unlisted", "pending", "private", "trash"]),
            "Status,post_status"
        ),
        (.forSale(unless: no), "Active,Active (0/1),is_active,Enabled,Product Visible?,is_visible"),
        (.forSale(unless: ["2"]), "product_online"),
        (
            .forSale(unless: ["hidden"]),
            """
            Visibility in catalog,Visibility in catalogue,catalog_visibility,Sichtbarkeit im Katalog,Visibilité dans le catalogue,\
            Visibilidad en el catálogo
            """
        ),
        (
            .salePrice,
            """
            sale_price,salePrice,Sale price,Variant Sale Price,special_price,Sonderpreis,Aktionspreis,Angebotspreis,Prix promo,Tarif promo,\
            Prix promotionnel,Prix soldé,Precio de oferta,Precio rebajado,Preço promocional,Prezzo scontato,Prezzo promozionale,\
            Actieprijs,Aanbiedingsprijs,Cena promocyjna,Цена со скидкой,Kampanjpris,Reapris,İndirimli fiyat,سعر العرض,מחיר מבצע,\
            セール価格,特価,할인가,ราคาลด,促销价,促銷價
            """
        ),
        (
            .listPrice,
            """
            Variant Compare At Price,Compare-at price,compare_at_price,compareAtPrice,listPrice,list_price,regular_price,RRP,MSRP,UVP,\
            Streichpreis,Listenpreis,Prix barré,Precio anterior,定価
            """
        ),
        (.discount, "Discount amount"), (.discountPercent, "Discount percent"),
        (
            .saleStart,
            "Date sale price starts,special_price_from_date,special_from_date,Discount from (yyyy-mm-dd)"
        ),
        (.saleEnd, "Date sale price ends,special_price_to_date,special_to_date,Discount to (yyyy-mm-dd)"),
        (.salePeriod, "sale_price_effective_date"),
        (
            .cost,
            """
            Cost per item,Cost,Cost Price,cost_price,costPrice,unit_cost,Variant Cost,purchase_price,purchasePrice,purchasePrices,\
            wholesale_price,wholesalePrice,Wholesale price,EK,EK-Preis,EK netto,Einkaufspreis,Einstandspreis,Prix d’achat,\
            Prix de gros,Precio de coste,Precio de compra,Coste,Preço de custo,Prezzo di acquisto,Costo,Inkoopprijs,\
            Cena zakupu,Закупочная цена,Inköpspris,Alış fiyatı,سعر الشراء,מחיר עלות,原価,仕入価格,매입가,ราคาทุน,进货价,進貨價
            """
        ),
    ]
}

extension CatalogDescription {
    /// Whether a mapping names a column, possibly in another case.
    func maps(column: String) -> Bool {
        if columns.isEmpty { return false }
        if columns[column] != nil { return true }
        let lowercased = column.lowercased()
        return columns.keys.contains { $0.lowercased() == lowercased }
    }
}

/// An export's facts about a price besides its amount.
struct SalePrice {
    /// The price that customers pay instead of the regular price.
    var sale: Price?
    /// The regular price.
    var list: Price?
    /// The reduction of the price.
    var discount: DecimalNumber?
    var discountPercent: DecimalNumber?
    /// The time of the sale, in the export's notation.
    var start = ""
    var end = ""

    /// A sale of `2026-01-31T08:00/2026-02-07T20:00`.
    mutating func readPeriod(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        start = String(parts.first ?? "").trimmingSpaces
        end = parts.count > 1 ? String(parts[1]).trimmingSpaces : ""
    }

    /// Whether the sale is on at a time. A sale whose time cannot be read is not on.
    func holds(at time: Instant) -> Bool {
        if !start.isEmpty {
            guard let start = Self.instant(start), start.time <= time else { return false }
        }
        if !end.isEmpty {
            guard let end = Self.instant(end) else { return false }
            // A sale includes its last day.
            let length: Int64 = end.isDay ? 86_400_000_000 : 0
            return time.microseconds < end.time.microseconds + length
        }
        return true
    }

    /// Reads `2026-01-31`, `2026-01-31 08:00:00`, `2026-01-31T08:00-0800`, and Magento's `1/31/26`.
    private static func instant(_ text: String) -> (time: Instant, isDay: Bool)? {
        if let time = Instant(text) { return (time, text.utf8.count == 10) }
        let day = text.prefix { $0 != " " && $0 != "," && $0 != "T" }
        if day.contains("/") {
            let parts = day.split(separator: "/").compactMap { Int(digits: $0) }
            guard parts.count == 3 else { return nil }
            func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
            let year = parts[2] < 100 ? parts[2] + 2000 : parts[2]
            let (month, day) = parts[0] > 12 ? (parts[1], parts[0]) : (parts[0], parts[1])
            return Instant("\(year)-\(padded(month))-\(padded(day))").map { ($0, true) }
        }
        var spelled = text.replacing(" ", with: "T")
        if let zone = spelled.dropFirst(10).lastIndex(where: { $0 == "+" || $0 == "-" }),
            spelled[zone...].utf8.count == 5, !spelled[zone...].contains(":")
        {
            spelled.insert(":", at: spelled.index(zone, offsetBy: 3))
        }
        return Instant(spelled).map { ($0, false) }
    }
}

extension CatalogRecord {
    /// The member with the regular price.
    package static let listPriceMember = "listPrice"

    /// Sets the price to the one that customers pay at a time, and stores the regular one as a member.
    mutating func apply(_ sale: SalePrice, at time: Instant) {
        guard let price else { return }
        let zero = DecimalNumber(0)
        let reduced = sale.sale ?? price.reduced(by: sale.discount, percent: sale.discountPercent)
        if let reduced, reduced.currency == price.currency, reduced.amount > zero,
            reduced.amount < price.amount, sale.holds(at: time)
        {
            self.price = reduced
            keepListPrice(price)
        } else if let list = sale.list, list.currency == price.currency, list.amount > price.amount {
            keepListPrice(list)
        }
    }

    private mutating func keepListPrice(_ price: Price) {
        guard !additionalMembers.contains(where: { $0.name == Self.listPriceMember }) else { return }
        var json = JSONObject()
        json.set("amount", price.spelling)
        json.set("currency", price.currency)
        additionalMembers.append(Member(name: Self.listPriceMember, json: json.text))
    }
}

extension Price {
    /// The price less an amount and a percentage, in hundredths; `nil` without either.
    fileprivate func reduced(by discount: DecimalNumber?, percent: DecimalNumber?) -> Price? {
        let zero = DecimalNumber(0)
        let (discount, percent) = (discount ?? zero, percent ?? zero)
        guard discount > zero || percent > zero, let amount = amount.tenThousandths,
            let less = discount.tenThousandths, let share = percent.tenThousandths
        else { return nil }
        let (product, isTooLarge) = amount.multipliedReportingOverflow(by: 1_000_000 - share)
        guard !isTooLarge, share <= 1_000_000 else { return nil }
        let hundredths = (product / 1_000_000 - less + 50) / 100
        guard hundredths > 0 else { return nil }
        let cents = hundredths % 100
        return Price(
            "\(hundredths / 100).\(cents < 10 ? "0" : "")\(cents)", currency: currency, market: market)
    }
}

extension DecimalNumber {
    /// The number times 10,000; `nil` if that is not a whole number, or too large.
    fileprivate var tenThousandths: Int64? {
        guard (0...4).contains(scale) else { return nil }
        var value = significand
        for _ in scale..<4 {
            let (next, isOverflow) = value.multipliedReportingOverflow(by: 10)
            guard !isOverflow else { return nil }
            value = next
        }
        return value
    }
}
