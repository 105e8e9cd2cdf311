// What things are called in the user's language: catalogs, scopes, fields, prices, years.

internal import ProgramSupport
internal import CatalogSearch
internal import ICU
internal import Localization

/// Words for values, by the program's texts and the catalogs' labels.
struct Wording {
    let texts: Texts
    /// The user's locale and what it falls back to, for labels that catalogs bring along.
    private let chain: [LocaleIdentifier]
    private let labels: [String: String]
    private let years: NumberFormatter?
    private let decimals: NumberFormatter?
    private let prices = PriceFormatters()

    init(_ texts: Texts, catalogs: [CatalogIndex]) {
        self.texts = texts
        chain = texts.locale.lineage.map(\.base)
        years = try? NumberFormatter(texts.locale, usesGrouping: false)
        decimals = try? NumberFormatter(texts.locale, fractionDigits: 0...2)
        var labels: [String: String] = [:]
        for catalog in catalogs {
            labels[catalog.description.id] = Self.text(of: catalog.description.label, texts, chain)
        }
        self.labels = labels
    }

    /// The words of a label; `nil` where it has none for the user.
    private static func text(of label: Label?, _ texts: Texts, _ chain: [LocaleIdentifier]) -> String? {
        switch label {
        case nil: nil
        case .key(let key)?: texts.hasText(key) ? texts(key) : key
        case .texts(let wordings)?:
            chain.lazy.compactMap { wordings[$0] }.first
                ?? wordings[LocaleIdentifier("en")!]
                ?? wordings.min { $0.key.identifier < $1.key.identifier }?.value
        }
    }

    /// A catalog's name.
    func catalog(_ id: String) -> String { labels[id] ?? id }

    /// A scope's name.
    func scope(_ id: String, _ label: Label?) -> String {
        if id == SearchResults.allScopes, label == nil { return texts("ScopeAll") }
        return Self.text(of: label, texts, chain) ?? id
    }

    /// A field's name within a sentence.
    func field(_ field: FieldName) -> String {
        let name = field.rawValue
        let key = "Field" + name.prefix(1).uppercased() + name.dropFirst()
        return texts.hasText(key) ? texts(key) : name
    }

    /// How many items were found.
    func total(_ total: Int) -> String {
        total == 0 ? texts("NoItemsFoundTitle") : texts("Items found: %ld", total)
    }

    /// A year, without grouping.
    func year(_ year: Int) -> String { (try? years?.string(from: String(year))) ?? String(year) }

    /// A number of items.
    func count(_ count: Int) -> String { (try? decimals?.string(from: String(count))) ?? String(count) }

    /// A number with up to two decimals.
    func decimal(_ number: Double) -> String {
        (try? decimals?.string(from: number.description)) ?? number.description
    }

    /// A price, as the user's locale writes amounts of its currency.
    func price(_ price: Price) -> String {
        prices.formatter(price.currency, texts.locale).flatMap { try? $0.string(from: price.spelling) }
            ?? "\(price.spelling) \(price.currency)"
    }

    /// A locale's name.
    func locale(_ locale: LocaleIdentifier) -> String { locale.displayName(in: texts.locale) }
}

/// One formatter for each currency.
private final class PriceFormatters {
    private var known: [String: NumberFormatter?] = [:]

    func formatter(_ currency: String, _ locale: LocaleIdentifier) -> NumberFormatter? {
        if let formatter = known[currency] { return formatter }
        let isCode = currency.utf8.count == 3 && currency.utf8.allSatisfy { (0x41...0x5A).contains($0) }
        let formatter = isCode ? try? NumberFormatter(locale, style: .currency(currency)) : nil
        known[currency] = .some(formatter)
        return formatter
    }
}
