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
    private let formatters: Formatters

    init(_ texts: Texts, catalogs: [CatalogIndex]) {
        self.texts = texts
        chain = texts.locale.lineage.map(\.base)
        formatters = Formatters(texts.locale)
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

    /// The direction in which the user reads.
    var direction: Direction { Direction(isRightToLeft: texts.locale.isRightToLeft) }

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

    /// So many words are named that were taken for another one.
    private static let relaxedWords = 3

    /// What was looked for instead of the words typed.
    func relaxed(_ results: SearchResults, _ request: SearchRequest) -> String? {
        guard let relaxation = results.relaxation else { return nil }
        let separator = texts("ListSeparator")
        let words = relaxation.words.map { word in
            var found = word.found.prefix(Self.relaxedWords).map { texts.quoted($0.singleLine) }
            if word.found.count > Self.relaxedWords { found.append("…") }
            return texts(
                "RelaxedWord: %1$@ %2$@", found.joined(separator: separator),
                texts.quoted(word.word.singleLine))
        }
        let list = words.joined(separator: separator)
        return request.relax == .always ? texts("RelaxedAlso: %@", list) : texts("RelaxedOnly: %@", list)
    }

    /// A year, without grouping.
    func year(_ year: Int) -> String { (try? formatters.years?.string(from: String(year))) ?? String(year) }

    /// A number of items.
    func count(_ count: Int) -> String {
        (try? formatters.decimals?.string(from: String(count))) ?? String(count)
    }

    /// A number with up to two decimals.
    func decimal(_ number: Double) -> String { decimal(number.description) }

    /// The same for a number as programs spell it.
    func decimal(_ spelling: String) -> String {
        (try? formatters.decimals?.string(from: spelling)) ?? spelling
    }

    /// A price, as the user's locale writes amounts of its currency.
    func price(_ price: Price) -> String {
        formatters.price(price.currency).flatMap { try? $0.string(from: price.spelling) }
            ?? "\(price.spelling) \(price.currency)"
    }

    /// A locale's name.
    func locale(_ locale: LocaleIdentifier) -> String { locale.displayName(in: texts.locale) }
}

/// The locale's number formatters, each opened when it is first needed: opening one takes ICU longer than a search.
private final class Formatters {
    private let locale: LocaleIdentifier
    private(set) lazy var years = try? NumberFormatter(locale, usesGrouping: false)
    private(set) lazy var decimals = try? NumberFormatter(locale, fractionDigits: 0...2)
    private var prices: [String: NumberFormatter?] = [:]

    init(_ locale: LocaleIdentifier) { self.locale = locale }

    /// The formatter of a currency.
    func price(_ currency: String) -> NumberFormatter? {
        if let formatter = prices[currency] { return formatter }
        let isCode = currency.utf8.count == 3 && currency.utf8.allSatisfy { (0x41...0x5A).contains($0) }
        let formatter = isCode ? try? NumberFormatter(locale, style: .currency(currency)) : nil
        prices[currency] = .some(formatter)
        return formatter
    }
}
