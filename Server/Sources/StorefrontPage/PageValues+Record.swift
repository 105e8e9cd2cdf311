// The values of the page of a record.

internal import CatalogSearch
internal import Localization

extension PageValues {
    /// The values for a record and similar records.
    init(_ content: RecordContent, languages: [LanguageOption]) throws(PageError) {
        let record = try RecordResponse(json: content.record)
        let similar = try SearchResponse(json: content.similar)
        let variants = try content.variants.map { json throws(PageError) in try SearchResponse(json: json) }
        let frame = content.frame
        let reader = PageAddress(
            locale: frame.locale, currency: frame.currency, market: frame.market, isGrouped: frame.isGrouped,
            layout: frame.layout)
        self.init(frame, reader, languages)
        let path = PageAddress.record(record.id, in: record.catalog)
        members["formAction"] = .text(path)
        members["languageFields"] = fields { $0 != "locale" }
        let own = record.nearestTexts
        let summary = (own.first { $0.field == "summary" } ?? own.first { $0.field == "description" })?.values
            .first
        let description = Description(
            title: record.title, text: (summary ?? record.title).beginning(200), type: "product", path: path,
            image: record.picture?.address, locales: record.texts["title"].map { Set($0.keys) },
            shown: record.titleLocale.flatMap { LocaleIdentifier($0) } ?? frame.locale)
        setHead(description, languages)
        var product = facts(of: record, besides: content.group, in: content.declared)
        let way = way(to: record, similar, content.declared)
        product["crumbs"] = .list(
            way.map { .object(["label": .text($0.label), "href": .text($0.address.text)]) })
        product["hasVariants"] = .flag(variants != nil)
        product["variants"] = .list(
            variants.map {
                self.variants($0, of: record, content.distinctions, content.furtherDistinctions)
            } ?? [])
        product.merge(texts(of: record, own)) { value, _ in value }
        members["product"] = .object(product)
        members["similar"] = hits(similar)
        members["hasSimilar"] = .flag(!similar.hits.isEmpty)
        let crumbs = way.map { label, address in
            (name: label, path: frame.namesLocale ? address.text : address.textForAnyReader)
        }
        let data = ProductData(
            record, description: summary, category: similar.scopes.first { $0.id == record.scope }?.label,
            crumbs: crumbs, variants: variants?.hits ?? [], group: content.group,
            distinctions: content.distinctions, site: frame.site)
        members["productData"] = .text(data.json)
    }

    /// The breadcrumbs of a record: its scope, and the nodes of its first path.
    private func way(
        to record: RecordResponse, _ similar: SearchResponse, _ declared: [AttributeName]
    ) -> [(label: String, address: PageAddress)] {
        let scopes = similar.scopes.filter { $0.id == record.scope || $0.id == SearchResults.allScopes }
        var way = scopes.map { scope in (label: scope.label, address: address.with { $0.scope = scope.id }) }
        let paths = declared.lazy.compactMap { name in
            (record.attributes?[name.rawValue]?.values.first?.path).map { (name: name, nodes: $0) }
        }
        if let path = paths.first {
            way += path.nodes.map { node in
                let address = address.with { $0.filters = $0.filters.choosing(node.value, of: path.name) }
                return (label: node.label, address: address)
            }
        }
        return way
    }

    // In an object of their own, so that a similar record without one of these values does not show this
    // record's.
    private func facts(
        of record: RecordResponse, besides group: AttributeName?, in declared: [AttributeName]
    ) -> [String: TemplateValue] {
        var facts = picture(record.picture, title: record.title)
        facts["name"] = .text(record.title)
        facts["nameTag"] = .text(words.languageTag(record.titleLocale ?? ""))
        facts["nameDirection"] = .text(words.direction(record.titleLocale ?? ""))
        if let width = record.picture?.width, let height = record.picture?.height, width > 0, height > 0 {
            facts["imageSize"] = .object(["width": .number(width), "height": .number(height)])
        }
        facts["year"] = record.year.map { .text(words.year($0)) }
        facts["price"] = record.price.map { .text($0.text) }
        facts["regularPrice"] = regularPrice(record.price)
        if record.price == nil { facts["noPrice"] = lackOfPrice(in: record.catalog) }
        facts["availability"] = availability(record.availability)
        let places = Dictionary(declared.enumerated().map { ($1.rawValue, $0) }) { first, _ in first }
        let attributes = (record.attributes ?? [:]).filter { $0.key != group?.rawValue }
            .sorted { (places[$0.key] ?? .max, $0.value.label) < (places[$1.key] ?? .max, $1.value.label) }
            .map(\.value)
        facts["attributes"] = .list(
            attributes.map { attribute in
                .object([
                    "label": .text(attribute.label),
                    "values": .list(attribute.values.map { .object(["value": .text($0.label)]) }),
                ])
            })
        facts["described"] = .flag(!attributes.isEmpty)
        facts["buyHref"] = record.link?.address.map { .text($0.text) }
        return facts
    }

    // MARK: Texts

    private func texts(
        of record: RecordResponse, _ own: [RecordResponse.ShownText]
    ) -> [String: TemplateValue] {
        func values(_ text: RecordResponse.ShownText) -> TemplateValue {
            .object([
                "fieldLabel": .text(words.fieldName(text.field)),
                "textTag": .text(words.languageTag(text.locale)),
                "textDirection": .text(words.direction(text.locale)),
                "values": .list(text.values.map { .object(["value": .text($0)]) }),
            ])
        }
        let prose: Set = ["summary", "description"]
        let others = own.filter { text in
            // A member may be a text that is searched, and an attribute, too. Documents of indexes have their
            // ids as texts.
            !prose.contains(text.field) && ![[record.title], [record.id]].contains(text.values)
                && record.attributes?[text.field] == nil
                && !text.values.allSatisfy { RecordResponse.isPictureOrLink($0, in: text.field) }
        }.map(values)
        let shown = Set(own)
        let foreign = record.locales.compactMap { locale -> (name: String, TemplateValue)? in
            let texts = record.texts(in: locale).filter { !shown.contains($0) }
            guard !texts.isEmpty else { return nil }
            let name = words.nameOfLanguage(locale)
            return (
                name,
                .object([
                    "name": .text(name), "textTag": .text(words.languageTag(locale)),
                    "fields": .list(texts.map(values)),
                ])
            )
        }
        return [
            "paragraphs": .list(own.filter { prose.contains($0.field) }.map(values)),
            "fields": .list(others), "hasFields": .flag(!others.isEmpty),
            "otherLanguages": .list(foreign.sorted { $0.name < $1.name }.map(\.1)),
            "hasOtherLanguages": .flag(!foreign.isEmpty),
        ]
    }
}

extension RecordResponse {
    /// The texts of a field in one language.
    struct ShownText: Hashable {
        let field: String
        let locale: String
        let values: [String]
    }

    /// Fields in the order of the page: these first, then others by name.
    private static let order = ["title", "content", "author", "summary", "description", "keywords"]

    private var fields: [String] {
        texts.keys.sorted {
            let one = Self.order.firstIndex(of: $0) ?? Self.order.count
            let other = Self.order.firstIndex(of: $1) ?? Self.order.count
            return (one, $0) < (other, $1)
        }
    }

    /// All locales of the texts.
    var locales: Set<String> { texts.values.reduce(into: []) { $0.formUnion($1.keys) } }

    func texts(in locale: String) -> [ShownText] {
        fields.compactMap { field in
            let values = texts[field]?[locale]?.all.compactMap(\.self) ?? []
            return values.isEmpty ? nil : ShownText(field: field, locale: locale, values: values)
        }
    }

    /// Each field in the nearest of the reader's languages that has it.
    var nearestTexts: [ShownText] {
        fields.compactMap { field in
            chain.lazy.compactMap { locale in texts(in: locale).first { $0.field == field } }.first
        }
    }

    var titleLocale: String? {
        let own = chain + locales.sorted()
        return own.first { locale in texts(in: locale).contains { $0.values.first == title } }
    }
}
