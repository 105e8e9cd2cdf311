// The variants of a record as links, named by what distinguishes them.

internal import CatalogSearch

extension PageValues {
    /// The variants of a record, including itself.
    ///
    /// - Parameters:
    ///   - distinctions: the attributes that name them, if they differ in these.
    ///   - further: attributes for variants that `distinctions` do not distinguish.
    func variants(
        _ response: SearchResponse, of record: RecordResponse, _ distinctions: [AttributeName],
        _ further: [AttributeName]
    ) -> [TemplateValue] {
        zip(response.hits, names(of: response.hits, distinctions, further)).map { hit, name in
            let availability = self.availability(hit.availability)
            let isMissing = hit.availability?.isOrderable == false
            // All members are set: otherwise a variant without one would show the record's.
            return .object([
                "label": .text(name), "href": .text(address.text(of: hit.id, in: hit.catalog)),
                "current": .flag(hit.id == record.id),
                "price": hit.price.map { .text($0.text) } ?? false,
                "regularPrice": regularPrice(hit.price) ?? false,
                "noPrice": hit.price == nil ? lackOfPrice(in: hit.catalog) ?? false : false,
                "availability": isMissing ? availability ?? false : false,
            ])
        }
    }

    /// The most colors of a hit that are shown.
    private static let swatchLimit = 8

    /// Values that the variants of a hit share, whether they match or not: the lowest price, and colors.
    func facts(of variants: SearchResponse.Hit.Variants, shown hit: SearchResponse.Hit) -> [String:
        TemplateValue]
    {
        var facts: [String: TemplateValue] = [:]
        if let lowest = variants.lowest, lowest.text != variants.highest?.text {
            facts["priceFrom"] = .text(words.text("PriceFrom: %@", lowest.text))
            // The same price is not shown twice, unless the query matches it.
            if hit.price?.text == lowest.text, hit.matches(in: "price").isEmpty {
                facts["priceParts"] = false
            }
        }
        let attributes = (variants.attributes ?? [:]).sorted { $0.key < $1.key }
        if let colors = attributes.first(where: { ProductData.isColor($0.key) })?.value {
            facts["swatches"] = swatches(colors)
        }
        return facts
    }

    /// The colors to choose from; `nil` if browsers do not know any of them.
    private func swatches(_ colors: RecordResponse.Attribute) -> TemplateValue? {
        let shown = colors.values.compactMap { $0.id.flatMap { CSSColor.named($0) } }.prefix(Self.swatchLimit)
        guard !shown.isEmpty else { return nil }
        let names = colors.values.map(\.label).joined(separator: words.text("ListSeparator"))
        let others = colors.values.count - shown.count
        return .object([
            "label": .text(words.text("Chip: %1$@ %2$@", colors.label, names)),
            "colors": .list(shown.map { .object(["color": .text($0.text)]) }),
            "others": others > 0 ? .text("+" + words.count(others)) : false,
        ])
    }

    /// The former price of a record, with a label for screen readers.
    func regularPrice(_ price: SearchResponse.Hit.Price?) -> TemplateValue? {
        price?.regular.map { .object(["label": .text(words.text("RegularPrice")), "value": .text($0.text)]) }
    }

    /// The values in which hits differ, their titles first; the title if they do not differ.
    private func names(
        of hits: [SearchResponse.Hit], _ distinctions: [AttributeName], _ further: [AttributeName]
    ) -> [String] {
        let separator = words.text("ListSeparator")
        let titles = hits.map { $0.texts["title"]?.single ?? $0.id }
        var names = hits.map { _ in [String]() }
        func add(_ values: [String]) {
            guard Set(values).count > 1 else { return }
            for index in values.indices where !values[index].isEmpty { names[index].append(values[index]) }
        }
        func labels(_ attribute: AttributeName) -> [String] {
            hits.map { hit in
                (hit.attributes?[attribute.rawValue]?.values ?? []).map(\.label).joined(separator: separator)
            }
        }
        add(titles)
        for attribute in distinctions { add(labels(attribute)) }
        for attribute in further where Set(names).count < hits.count { add(labels(attribute)) }
        return zip(titles, names).map { $1.isEmpty ? $0 : $1.joined(separator: separator) }
    }
}
