// The records on a page of a search as schema.org describes them, in JSON-LD for search engines: the list, and
// the breadcrumbs of a category.

internal import CatalogSearch
internal import JSON

struct ListData {
    /// JSON in which no character has a meaning in HTML: an `ItemList`, or a list of it and a `BreadcrumbList`.
    let json: String

    /// The data of a page; `nil` if it has no records.
    ///
    /// - Parameters:
    ///   - crumbs: the names and addresses of the breadcrumbs, from all records to these ones.
    ///   - offset: the number of records on the pages before.
    ///   - site: the address of the site without a path.
    init?(_ hits: [SearchResponse.Hit], crumbs: [(name: String, path: String)], offset: Int, site: String) {
        guard !hits.isEmpty else { return nil }
        let list = JSON.schema(
            "ItemList",
            [
                "@context": ProductData.context,
                "itemListElement": .array(
                    hits.enumerated().map { index, hit in
                        .schema(
                            "ListItem",
                            [
                                "position": .number(offset + index + 1),
                                "url": .string(site + PageAddress.record(hit.id, in: hit.catalog)),
                            ])
                    }),
            ])
        let way = ProductData.breadcrumbs(crumbs.map { ($0.name, site + $0.path) })
        json = ProductData.escaped((crumbs.count < 2 ? list : .array([list, way])).text)
    }
}
