// A record as schema.org describes it, in JSON-LD for search engines: the product, its variants, and its
// breadcrumbs.

internal import CatalogSearch
internal import JSON

struct ProductData {
    /// JSON in which no character has a meaning in HTML, so that it can be the content of a `script` element:
    /// a list of a `Product` and, if the record has a scope, a `BreadcrumbList`.
    let json: String

    static let context = JSON.string("https://schema.org")

    /// The names of attributes that contain the brand.
    private static let brands = ["brand", "manufacturer", "vendor"]

    /// The brand among the attributes of a record.
    static func brand(_ attributes: [String: RecordResponse.Attribute]?) -> String? {
        brands.lazy.compactMap { attributes?[$0]?.values.first?.label }.first
    }

    /// The properties in which variants differ according to schema.org, by the names of attributes.
    private static let variations = [
        "color": "color", "colour": "color", "size": "size", "material": "material", "pattern": "pattern",
    ]

    /// Whether the values of an attribute are colors.
    static func isColor(_ attribute: String) -> Bool { variations[attribute.lowercased()] == "color" }

    /// - Parameters:
    ///   - category: the label of the record's scope.
    ///   - crumbs: the names and addresses of the breadcrumbs, from all records to this one.
    ///   - variants: the variants of the record, including itself; empty if it has none.
    ///   - group: the attribute that groups the variants.
    ///   - distinctions: the attributes by which they may differ.
    ///   - site: the address of the site without a path.
    init(
        _ record: RecordResponse, description: String?, category: String?,
        crumbs: [(name: String, path: String)], variants: [SearchResponse.Hit], group: AttributeName?,
        distinctions: [AttributeName], site: String
    ) {
        let address = site + PageAddress.record(record.id, in: record.catalog)
        let product = JSON.schema(
            "Product",
            [
                "@context": Self.context, "name": .string(record.title), "sku": .string(record.id),
                "url": .string(address), "description": description.map { .string($0) },
                "image": record.picture?.address.map { .array([.string($0.absolute(at: site))]) },
                "category": category.map { .string($0) },
                "brand": Self.brand(record.attributes).map { .schema("Brand", ["name": .string($0)]) },
                "offers": Self.offer(
                    record.price, record.availability,
                    at: record.link?.address?.absolute(at: site) ?? address),
                "isVariantOf": Self.group(record, variants, group, distinctions, site),
            ])
        let way = crumbs.map { (name: $0.name, address: site + $0.path) } + [(record.title, address)]
        json = Self.escaped((crumbs.isEmpty ? product : .array([product, Self.breadcrumbs(way)])).text)
    }

    /// The names and addresses of breadcrumbs.
    static func breadcrumbs(_ way: [(name: String, address: String)]) -> JSON {
        .schema(
            "BreadcrumbList",
            [
                "@context": context,
                "itemListElement": .array(
                    way.enumerated().map { index, step in
                        .schema(
                            "ListItem",
                            [
                                "position": .number(index + 1), "name": .string(step.name),
                                "item": .string(step.address),
                            ])
                    }),
            ])
    }

    private static func offer(
        _ price: SearchResponse.Hit.Price?, _ availability: Availability?, at address: String
    ) -> JSON? {
        price.map { price in
            .schema(
                "Offer",
                [
                    "price": .string(price.amount), "priceCurrency": .string(price.currency),
                    "priceSpecification": price.regular.map { regular in
                        .schema(
                            "UnitPriceSpecification",
                            [
                                "priceType": .string("https://schema.org/StrikethroughPrice"),
                                "price": .string(regular.amount), "priceCurrency": .string(price.currency),
                            ])
                    },
                    "availability": availability?.name.map { .string("https://schema.org/" + $0) },
                    "url": .string(address),
                ])
        }
    }

    /// The group of a record and its variants; `nil` if it has no other variants.
    private static func group(
        _ record: RecordResponse, _ variants: [SearchResponse.Hit], _ group: AttributeName?,
        _ distinctions: [AttributeName], _ site: String
    ) -> JSON? {
        guard variants.count > 1 else { return nil }
        let differing = distinctions.filter { name in
            Set(variants.map { $0.attributes?[name.rawValue]?.values.map(\.label) ?? [] }).count > 1
        }
        let properties = Set(differing.compactMap { variations[$0.rawValue.lowercased()] }).sorted()
        let id = group.flatMap { record.attributes?[$0.rawValue]?.values.first?.label }
        return .schema(
            "ProductGroup",
            [
                "name": .string(record.title), "productGroupID": .string(id ?? record.id),
                "variesBy": properties.isEmpty
                    ? nil : .array(properties.map { .string("https://schema.org/" + $0) }),
                "hasVariant": .array(
                    variants.map { variant in
                        let address = site + PageAddress.record(variant.id, in: variant.catalog)
                        return .schema(
                            "Product",
                            [
                                "name": .string(variant.texts["title"]?.single ?? variant.id),
                                "sku": .string(variant.id), "url": .string(address),
                                "image": variant.image?.address.map { .string($0.absolute(at: site)) },
                                "offers": offer(variant.price, variant.availability, at: address),
                            ])
                    }),
            ])
    }

    /// Escapes characters with a meaning in HTML; in JSON, they occur only within strings.
    static func escaped(_ json: String) -> String {
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

extension JSON {
    /// An object of a type of schema.org, without the members that have no value.
    static func schema(_ type: String, _ members: KeyValuePairs<String, JSON?>) -> JSON {
        .object(
            [Member("@type", .string(type))]
                + members.compactMap { name, value in value.map { Member(name, $0) } })
    }
}
