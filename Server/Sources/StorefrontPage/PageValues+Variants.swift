// The variants of a record as links, named by what tells them apart.

internal import CatalogSearch

extension PageValues {
    /// The variants of a record, itself among them.
    ///
    /// - Parameters:
    ///   - distinctions: the attributes that name them where they differ.
    ///   - further: those for variants that the former do not tell apart.
    func variants(
        _ answer: SearchAnswer, of record: RecordAnswer, _ distinctions: [AttributeName],
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
                "noPrice": hit.price == nil ? lackOfPrice(in: hit.catalog) ?? false : false,
                "availability": isMissing ? availability ?? false : false,
            ])
        }
    }

    /// The values by which hits differ, their titles first; the title where nothing differs.
    private func names(
        of hits: [SearchAnswer.Hit], _ distinctions: [AttributeName], _ further: [AttributeName]
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
