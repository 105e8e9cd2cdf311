// The values of records in lists.

internal import CatalogSearch

extension PageValues {
    /// The most texts of a hit that are shown besides title, summary and description.
    private static let otherLimit = 10

    /// The hits of a response. If one of them has a picture, all reserve room for one.
    func hits(_ response: SearchResponse) -> TemplateValue {
        let labels = Dictionary(response.scopes.map { ($0.id, $0.label) }) { first, _ in first }
        let isPictured = response.hits.contains { $0.image?.address != nil }
        return .list(response.hits.map { .object(hit($0, scopeLabels: labels, isPictured: isPictured)) })
    }

    private func hit(
        _ hit: SearchResponse.Hit, scopeLabels: [String: String], isPictured: Bool
    ) -> [String: TemplateValue] {
        // Texts without a locale get an empty tag, which means an unknown language.
        func tag(_ field: String) -> TemplateValue { .text(words.languageTag(hit.locales[field] ?? "")) }
        func direction(_ field: String) -> TemplateValue { .text(words.direction(hit.locales[field] ?? "")) }
        let title = hit.texts["title"]?.single ?? hit.id
        var values: [String: TemplateValue] = [
            "catalog": .text(hit.catalog), "record": .text(hit.id), "textTag": tag("title"),
            "textDirection": direction("title"),
            "titleParts": .parts(of: title, hit.matches(in: "title")),
            "href": .text(address.text(of: hit.id, in: hit.catalog)),
            "pictured": .flag(isPictured),
        ]
        if isPictured { values.merge(picture(hit.image, title: title)) { value, _ in value } }
        var facts: [String: TemplateValue] = [:]
        if let locale = hit.locales["title"], !locale.isEmpty {
            facts["languageName"] = words.nameOfForeignLanguage(locale).map { .text($0) }
        }
        facts["scopeParts"] = hit.scope.flatMap { scopeLabels[$0] }.map {
            .object(["parts": .parts(of: $0, hit.matches(in: "scope"))])
        }
        facts["yearParts"] = hit.year.map {
            .object(["parts": .parts(of: words.year($0), hit.matches(in: "year"))])
        }
        facts["priceParts"] = hit.price.map {
            .object(["parts": .parts(of: $0.text, hit.matches(in: "price"))])
        }
        facts["regularPrice"] = regularPrice(hit.price)
        if let variants = hit.variants {
            facts.merge(self.facts(of: variants, shown: hit)) { _, fact in fact }
        }
        if hit.price == nil { facts["noPrice"] = lackOfPrice(in: hit.catalog) }
        facts["availability"] = availability(hit.availability)
        facts["distance"] = hit.distance.map { .text($0.text) }
        facts["brand"] = ProductData.brand(hit.attributes).map { .text($0) }
        facts["rating"] = hit.attributes?["rating"].flatMap { rating in
            rating.values.first.map { .object(["label": .text(rating.label), "value": .text($0.label)]) }
        }
        if let variants = hit.variants, variants.count > 1 {
            facts["variantCount"] = .text(words.text("Variants: %ld", variants.count))
        }
        values["facts"] = .flag(!facts.isEmpty)
        values.merge(facts) { value, _ in value }

        var paragraphs: [TemplateValue] = []
        for field in ["summary", "description"] {
            let matches = hit.matches(in: field)
            guard let text = hit.texts[field]?.single, field == "summary" || !matches.isEmpty else {
                continue
            }
            paragraphs.append(
                .object([
                    "textTag": tag(field), "textDirection": direction(field),
                    "parts": .parts(of: text, matches),
                ]))
        }
        values["paragraphs"] = .list(paragraphs)

        var others: [TemplateValue] = []
        var seen: Set<String> = ["title", "summary", "description", "year", "price", "scope", "catalog"]
        for field in hit.matches.map(\.field) where seen.insert(field).inserted {
            for (index, text) in (hit.texts[field]?.all ?? []).enumerated() {
                let matches = hit.matches(in: field, index)
                guard let text, !matches.isEmpty, others.count < Self.otherLimit,
                    !RecordResponse.isPictureOrLink(text, in: field)
                else { continue }
                others.append(
                    .object([
                        "fieldLabel": .text(words.fieldName(field)), "textTag": tag(field),
                        "textDirection": direction(field), "parts": .parts(of: text, matches),
                    ]))
            }
        }
        values["others"] = .list(others)
        return values
    }
}
