// Names and values in the user's language: catalogs, scopes, fields, prices, years.

package import CatalogSearch
internal import ICU
internal import Localization
package import ProgramTexts
internal import Support

/// Formats names and values with the program's messages and the catalogs' labels.
package struct ResultMessages {
    package let texts: Texts
    /// The user's locale and its fallbacks, for the catalogs' labels.
    private let chain: [LocaleIdentifier]
    private let labels: [String: String]
    /// The labels of attributes, by catalog.
    private let attributes: [String: [AttributeName: String]]
    /// The labels of attributes of several catalogs.
    private let shared: [AttributeName: String]
    private let formatters: Formatters
    private let known = Known()

    package init(_ texts: Texts, catalogs: [CatalogIndex]) {
        self.texts = texts
        chain = texts.locale.lineage.map(\.base)
        formatters = Formatters(texts.locale)
        var labels: [String: String] = [:]
        var attributes: [String: [AttributeName: String]] = [:]
        for catalog in catalogs {
            labels[catalog.description.id] = Self.text(of: catalog.description.label, texts, chain)
            for attribute in catalog.description.attributes {
                attributes[catalog.description.id, default: [:]][attribute.name] =
                    Self.text(of: attribute.label, texts, chain)
            }
        }
        self.labels = labels
        self.attributes = attributes
        shared = Self.shared(catalogs, attributes, chain)
    }

    /// The label of each attribute in the first catalog that has one in a language of the user, else in the
    /// first that has one.
    private static func shared(
        _ catalogs: [CatalogIndex], _ labels: [String: [AttributeName: String]], _ chain: [LocaleIdentifier]
    ) -> [AttributeName: String] {
        var shared: [AttributeName: (text: String, isTranslated: Bool)] = [:]
        for description in catalogs.map(\.description).sorted(by: { $0.id < $1.id }) {
            for attribute in description.attributes {
                guard let text = labels[description.id]?[attribute.name] else { continue }
                let isTranslated =
                    switch attribute.label {
                    case .texts(let texts)?: chain.contains { texts[$0] != nil }
                    default: true
                    }
                if shared[attribute.name].map({ !$0.isTranslated && isTranslated }) ?? true {
                    shared[attribute.name] = (text, isTranslated)
                }
            }
        }
        return shared.mapValues(\.text)
    }

    /// The text of a label; `nil` if there is none.
    private static func text(of label: LocalizedLabel?, _ texts: Texts, _ chain: [LocaleIdentifier])
        -> String?
    {
        switch label {
        case nil: nil
        case .key(let key)?: texts.hasText(key) ? texts(key) : key
        case .texts(let labels)?:
            chain.lazy.compactMap { labels[$0] }.first
                ?? labels[LocaleIdentifier.english]
                ?? labels.min { $0.key.identifier < $1.key.identifier }?.value
        }
    }

    /// A catalog's name.
    package func catalog(_ id: String) -> String { labels[id] ?? id }

    /// A scope's name.
    package func scope(_ id: String, _ label: LocalizedLabel?) -> String {
        if id == SearchResults.allScopes, label == nil { return texts("ScopeAll") }
        return Self.text(of: label, texts, chain) ?? id
    }

    package func attribute(_ name: AttributeName, ofCatalog catalog: String) -> String {
        attributes[catalog]?[name] ?? builtIn(name)
    }

    /// The name of an attribute of several catalogs.
    package func attribute(_ name: AttributeName) -> String { shared[name] ?? builtIn(name) }

    private func builtIn(_ name: AttributeName) -> String {
        switch name {
        case .scope: texts("ColumnScope")
        case .catalog: texts("ColumnCatalog")
        case .year: texts("ColumnYear")
        case .price: texts("ColumnPrice")
        case .popularity: texts("ColumnPopularity")
        case .id: texts("ColumnIdentifier")
        default: name.rawValue
        }
    }

    /// A value of an attribute in the user's format.
    ///
    /// - Parameter label: the label, if the value is a text.
    package func value(_ value: AttributeValue, label: String? = nil) -> String {
        switch value {
        case .text(let id, _): label ?? id
        case .number(let number):
            (try? formatters.exactDecimals?.string(from: number.description)) ?? number.description
        case .date(let date):
            (try? formatters.dates(hasTime: !date.isDay)?.string(
                fromMilliseconds: Double(date.microseconds) / 1_000))
                ?? date.description
        case .boolean(let flag): texts(flag ? "ValueTrue" : "ValueFalse")
        case .place(let place): self.place(place)
        }
    }

    /// A latitude and a longitude in degrees, each in the user's format: `52,52°, 13,405°`.
    private func place(_ place: Coordinates) -> String {
        let degrees = place.description.split(separator: ",").map { degrees -> String? in
            try? formatters.degrees?.string(from: String(degrees))
        }
        guard degrees.count == 2, let latitude = degrees[0], let longitude = degrees[1] else {
            return place.description
        }
        return "\(latitude)°, \(longitude)°"
    }

    /// A distance in metres, formatted as distances on roads are in the user's region, in kilometres or
    /// miles.
    package func distance(_ metres: Double) -> String {
        let rounded = Int(metres.rounded())
        return (try? formatters.distances?.string(from: rounded)) ?? "\(rounded) m"
    }

    /// The sum or the average of an attribute in the user's format. Sums of years are formatted as numbers.
    package func sum(_ number: DecimalNumber, of facet: FacetCounts) -> String {
        let price = facet.minimumPrice.flatMap { Price(number.description, currency: $0.currency) }
        return price.map { self.price($0) } ?? value(.number(number))
    }

    /// A number or date of an attribute in the user's format.
    package func value(_ value: AttributeValue, of attribute: AttributeName) -> String {
        switch value {
        case .number(let number) where attribute == .year:
            Int(number.description).map(year) ?? number.description
        // The end of a range of days is the last moment of a day.
        case .date(let date) where Instant(microseconds: date.microseconds + 1).isDay:
            self.value(.date(Instant(microseconds: date.microseconds + 1 - 86_400_000_000)))
        default: self.value(value)
        }
    }

    /// A counted value in the user's language.
    package func facetLabel(_ value: FacetCounts.Value, of attribute: AttributeName) -> String {
        // The program's own catalogs have names that are not in the index.
        if attribute == .catalog, case .text(let id, _) = value.value { return catalog(id) }
        return self.value(value.value, label: value.label)
    }

    /// The program's messages for labels that a request searches, or that name values of attributes.
    package func labelTexts(for request: SearchRequest, _ catalogs: [CatalogIndex]) -> [String: String] {
        var found: [String: String] = [:]
        for catalog in catalogs {
            for case .key(let key) in catalog.attributes.labelKeys
            where found[key] == nil && texts.hasText(key) {
                found[key] = texts(key)
            }
        }
        for catalog in catalogs.map(\.description)
        where (request.fields ?? catalog.fields).contains(where: FieldName.labels.contains) {
            for case .key(let key)? in catalog.scopes.map(\.label) + [catalog.label]
            where found[key] == nil && texts.hasText(key) {
                found[key] = texts(key)
            }
        }
        return found
    }

    /// The names of operators of queries in the user's language.
    package var queryVocabulary: QueryVocabulary {
        if let vocabulary = known.vocabulary { return vocabulary }
        let vocabulary = madeVocabulary
        known.vocabulary = vocabulary
        return vocabulary
    }

    private var madeVocabulary: QueryVocabulary {
        var vocabulary = QueryVocabulary(or: [texts("QueryOr")])
        for field in FieldName.standard + [FieldName("author"), FieldName("content")] {
            vocabulary.names[field.rawValue] = self.field(field)
        }
        for attribute in AttributeName.builtIn { vocabulary.names[attribute.rawValue] = builtIn(attribute) }
        return vocabulary
    }

    /// A field's name within a sentence.
    package func field(_ field: FieldName) -> String {
        let name = field.rawValue
        let key = "Field" + name.prefix(1).uppercased() + name.dropFirst()
        return texts.hasText(key) ? texts(key) : name
    }

    /// The message with the number of items found.
    package func total(_ total: Int) -> String {
        known.totals.value(of: total) {
            total == 0 ? texts("NoItemsFoundTitle") : texts("Items found: %ld", total)
        }
    }

    /// The message that records were found by meaning only.
    package var byMeaning: String { texts("FoundByMeaning") }

    /// The message that the vector of the query was not made in time.
    package var byWordsAlone: String { texts("FoundByWordsAlone") }

    /// A year, without grouping.
    package func year(_ year: Int) -> String {
        (try? formatters.years?.string(from: String(year))) ?? String(year)
    }

    /// A number of items.
    package func count(_ count: Int) -> String {
        (try? formatters.decimals?.string(from: String(count))) ?? String(count)
    }

    /// A number with up to two decimals.
    package func decimal(_ number: Double) -> String { decimal(number.description) }

    /// A number in its machine-readable spelling, with up to two decimals in the result.
    package func decimal(_ spelling: String) -> String {
        (try? formatters.decimals?.string(from: spelling)) ?? spelling
    }

    /// A price in the user's format for its currency.
    package func price(_ price: Price) -> String {
        formatters.price(price.currency).flatMap { try? $0.string(from: price.spelling) }
            ?? "\(price.spelling) \(price.currency)"
    }

    /// A locale's name.
    package func locale(_ locale: LocaleIdentifier) -> String { locale.displayName(in: texts.locale) }
}

/// Cached for all responses: ICU takes longer to format a sentence with a number than many searches take.
private final class Known {
    var vocabulary: QueryVocabulary?
    let totals = Cache<Int, String>(limit: 500)
}

/// The locale's number formatters, each opened at first use: opening one takes longer than a search.
private final class Formatters {
    private let locale: LocaleIdentifier
    private(set) lazy var years = try? NumberFormatter(locale, usesGrouping: false)
    private(set) lazy var decimals = try? NumberFormatter(locale, fractionDigits: 0...2)
    /// With as many decimals as a number has.
    private(set) lazy var exactDecimals = try? NumberFormatter(locale, fractionDigits: 0...18)
    /// Five decimals of a degree tell metres apart.
    private(set) lazy var degrees = try? NumberFormatter(locale, fractionDigits: 0...5)
    private(set) lazy var distances = try? UnitFormatter(roadDistancesIn: locale)
    private lazy var days = try? DateFormatter(locale, hasTime: false)
    private lazy var instants = try? DateFormatter(locale, hasTime: true)
    private var prices: [String: NumberFormatter?] = [:]

    init(_ locale: LocaleIdentifier) { self.locale = locale }

    /// The formatter of days, or of instants.
    func dates(hasTime: Bool) -> DateFormatter? { hasTime ? instants : days }

    package func price(_ currency: String) -> NumberFormatter? {
        if let formatter = prices[currency] { return formatter }
        let isCode = currency.utf8.count == 3 && currency.utf8.allSatisfy { (0x41...0x5A).contains($0) }
        let formatter = isCode ? try? NumberFormatter(locale, style: .currency(currency)) : nil
        prices[currency] = .some(formatter)
        return formatter
    }
}
