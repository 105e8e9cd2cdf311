// The products of Apple's sample: flowers, with a year, a price and a color.

internal import CatalogSearch

/// A product of the shop.
struct Product: Hashable, Sendable {
    /// The occasions of a product, and `all`: the scopes of the search.
    enum Kind: String, CaseIterable, Sendable {
        case all, birthdays, weddings, funerals
    }

    /// The colors that the sample suggests to search for.
    enum Color: String, CaseIterable, Sendable {
        case red, green, blue

        var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
    }

    /// The attribute with the color.
    static let colorAttribute: AttributeName = "color"

    var title: String
    var yearIntroduced: Int
    var introPrice: String
    var kind: Kind
    var color: Color?

    /// The record of the product.
    var record: CatalogRecord {
        CatalogRecord(
            id: title, scope: kind.rawValue, texts: [.init(.title, LocaleIdentifier.english, title)],
            year: yearIntroduced, price: Price(introPrice, currency: "USD"),
            attributes: color.map { [.init(Self.colorAttribute, .text($0.rawValue))] } ?? [])
    }

    static let samples = [
        Product(title: "Ginger", yearIntroduced: 2007, introPrice: "49.98", kind: .birthdays),
        Product(title: "Gladiolus", yearIntroduced: 2001, introPrice: "51.99", kind: .weddings),
        Product(title: "Orchid", yearIntroduced: 2007, introPrice: "16.99", kind: .funerals, color: .blue),
        Product(title: "Poinsettia", yearIntroduced: 2010, introPrice: "31.99", kind: .funerals, color: .red),
        Product(title: "Red Rose", yearIntroduced: 2010, introPrice: "24.99", kind: .birthdays, color: .red),
        Product(
            title: "Green Rose", yearIntroduced: 2013, introPrice: "24.99", kind: .weddings, color: .green),
        Product(title: "Tulip", yearIntroduced: 1997, introPrice: "39.99", kind: .weddings),
        Product(
            title: "Red Carnation", yearIntroduced: 2006, introPrice: "23.99", kind: .weddings, color: .red),
        Product(title: "White Carnation", yearIntroduced: 2007, introPrice: "23.99", kind: .birthdays),
        Product(title: "Sunflower", yearIntroduced: 2008, introPrice: "25.00", kind: .birthdays),
        Product(title: "Gardenia", yearIntroduced: 2006, introPrice: "25.00", kind: .funerals),
    ]
}
