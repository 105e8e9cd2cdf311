// A record as schema.org's `Product`, in JSON-LD for search engines.

internal import FoundationEssentials

/// The data of a product.
struct ProductData {
    /// JSON in which no character has a meaning in HTML, so that it can be the content of a `script` element.
    let json: String

    private struct Product: Encodable {
        let context = "https://schema.org"
        let type = "Product"
        let name: String
        let sku: String
        let url: String
        let description: String?
        let image: [String]?
        let category: String?
        let offers: Offer?

        enum CodingKeys: String, CodingKey {
            case context = "@context"
            case type = "@type"
            case name, sku, url, description, image, category, offers
        }
    }

    private struct Offer: Encodable {
        let type = "Offer"
        let price: String
        let priceCurrency: String
        let availability: String?
        let url: String

        enum CodingKeys: String, CodingKey {
            case type = "@type"
            case price, priceCurrency, availability, url
        }
    }

    /// - Parameters:
    ///   - category: the label of the record's scope.
    ///   - address: the address of the record's page.
    ///   - site: the address of the site without a path.
    init(
        _ record: RecordAnswer, description: String?, category: String?, address: String, site: String
    ) {
        let offer = record.price.map { price in
            Offer(
                price: price.amount, priceCurrency: price.currency,
                availability: record.availability?.name.map { "https://schema.org/" + $0 },
                url: record.url?.address?.absolute(at: site) ?? address)
        }
        let product = Product(
            name: record.title, sku: record.id, url: address, description: description,
            image: record.image?.address.map { [$0.absolute(at: site)] }, category: category, offers: offer)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        // Encoding cannot fail: all values are strings.
        let data = (try? encoder.encode(product)) ?? Data("{}".utf8)
        json = Self.escaped(String(decoding: data, as: UTF8.self))
    }

    /// JSON with escapes for all that HTML reads: outside of strings these characters do not occur in it.
    private static func escaped(_ json: String) -> String {
        var escaped = ""
        escaped.reserveCapacity(json.utf8.count)
        for scalar in json.unicodeScalars {
            switch scalar {
            case "<": escaped += "\\u003C"
            case ">": escaped += "\\u003E"
            case "&": escaped += "\\u0026"
            case "'": escaped += "\\u0027"
            case "\u{2028}": escaped += "\\u2028"
            case "\u{2029}": escaped += "\\u2029"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
