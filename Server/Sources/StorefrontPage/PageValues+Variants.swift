// The variants of a record as links, named by what tells them apart.

internal import CatalogSearch

extension PageValues {
    /// The variants of a record, itself among them.
    ///
    /// - Parameters:
    ///   - distinctions: the attributes that name them where they differ.
    ///   - further: those for variants that the former do not tell apart.
    func variants(
        _ answer: SearchResponse, of record: RecordResponse, _ distinctions: [AttributeName],
        _ further: [AttributeName]
    ) -> [TemplateValue] {
        zip(answer.hits, names(of: answer.hits, distinctions, further)).map { hit, name in
            let availability = self.availability(hit.availability)
            let isMissing = hit.availability?.isOrderable == false
            // All are set: a variant that lacks one must not show the record's.
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

    /// What the variants of a hit have, whether they match or not: the price of the cheapest, and colors.
    func facts(of variants: SearchResponse.Hit.Variants, shown hit: SearchResponse.Hit) -> [String:
        TemplateValue]
    {
        var facts: [String: TemplateValue] = [:]
        if let lowest = variants.lowest, lowest.text != variants.highest?.text {
            facts["priceFrom"] = .text(words.text("PriceFrom: %@", lowest.text))
            // Told once, unless the query is about it.
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

    /// The colors to choose from; `nil` if browsers know none of them.
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

    /// What a record cost before, in words for screen readers, too.
    func regularPrice(_ price: SearchResponse.Hit.Price?) -> TemplateValue? {
        price?.regular.map { .object(["label": .text(words.text("RegularPrice")), "value": .text($0.text)]) }
    }

    /// The values by which hits differ, their titles first; the title where nothing differs.
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
