// A record with all its texts, as JSON.

package import CatalogSearch
internal import JSON
internal import Localization

extension JSONResponse {
    /// A record.
    ///
    /// - Parameters:
    ///   - chain: the reader's languages, nearest first, for its title.
    ///   - request: its currency and market determine the price.
    func record(
        _ record: CatalogRecord, in index: CatalogIndex, chain: [LocaleIdentifier],
        locale: LocaleIdentifier, for request: SearchRequest
    ) -> JSONObject {
        let catalog = index.description
        var object = JSONObject()
        object.set("id", record.id)
        object.set("catalog", catalog.id)
        object.set("scope", record.scope)
        object.set("locale", locale.identifier)
        object.set("chain", chain.map(\.identifier))
        object.set("title", title(of: record, in: catalog, chain))
        object.set("texts", texts(of: record))
        let price = record.price(in: request.currency, for: request.market)
        object.setFacts(year: record.year, price: price, record.additionalMembers, messages)
        if request.currency != nil, price == nil { object.set("price", nil) }
        if !record.prices.isEmpty {
            object.set("prices", record.prices.map { JSONObject($0, messages) })
        }
        if !record.attributes.isEmpty {
            var request = SearchRequest("", locale: locale, chain: chain)
            request.labelTexts = messages.labelTexts(for: request, [index])
            let values = index.attributes.values(of: record, for: request)
            object.set("attributes", attributes(values, ofCatalog: catalog.id))
        }
        object.setMembers(
            record.additionalMembers,
            besides: [
                "id", "catalog", "scope", "locale", "chain", "title", "texts", "year", "price", "prices",
                "attributes",
            ])
        return object
    }

    /// The texts by field and locale, in the record's order: a list if a field has several in one
    /// locale, and for keywords always.
    private func texts(of record: CatalogRecord) -> JSONObject {
        var fields: [FieldName] = []
        var locales: [FieldName: [LocaleIdentifier]] = [:]
        var values: [FieldName: [LocaleIdentifier: [String]]] = [:]
        for text in record.texts {
            if locales[text.field] == nil { fields.append(text.field) }
            if values[text.field]?[text.locale] == nil {
                locales[text.field, default: []].append(text.locale)
            }
            values[text.field, default: [:]][text.locale, default: []].append(text.value)
        }
        var object = JSONObject()
        for field in fields {
            var byLocale = JSONObject()
            for locale in locales[field] ?? [] {
                byLocale.set(locale.identifier, values[field]?[locale] ?? [], of: field)
            }
            object.set(field.rawValue, byLocale)
        }
        return object
    }

    /// The record's title in the first of these languages that has one; otherwise in another language,
    /// otherwise its id.
    private func title(
        of record: CatalogRecord, in catalog: CatalogDescription, _ chain: [LocaleIdentifier]
    ) -> String {
        record.text(of: catalog.titleField, chain: chain)
            ?? record.texts.first { $0.field == catalog.titleField }?.value ?? record.id
    }
}

extension CatalogRecord {
    /// The text of a field in the first of these languages that has one; `nil` if none has.
    package func text(of field: FieldName, chain: [LocaleIdentifier]) -> String? {
        let texts = texts.filter { $0.field == field }
        return chain.lazy.compactMap { locale in texts.first { $0.locale == locale }?.value }.first
    }
}
