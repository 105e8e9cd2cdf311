// The sample catalogs: enough of everything, in every language, without a mistake.

import CatalogSearch
import CatalogStorage
import Testing
import TestSupport

/// A sample with its records.
struct SampleCatalog {
    var records: [CatalogRecord] = []
    var reading: CatalogReading

    static func all() throws -> [SampleCatalog] {
        let location = CatalogLocator().locate([packageFolder + "/Catalogs"])
        #expect(location.diagnostics == [])
        return location.files.map { file in
            var records: [CatalogRecord] = []
            let reading = CatalogReader(file).read { records.append($0) }
            return SampleCatalog(records: records, reading: reading)
        }
    }

    var id: String { reading.description.id }
}

@Suite struct SampleCatalogTests {
    private let catalogs: [SampleCatalog]
    private let locales: [LocaleIdentifier]

    init() throws {
        catalogs = try SampleCatalog.all()
        locales = try ShippedTexts().locales
    }

    @Test func theSamplesAreRead() {
        #expect(catalogs.map(\.id) == ["books", "cards", "gifts", "quotes"])
        for catalog in catalogs {
            #expect(catalog.reading.diagnostics.kept == [], "\(catalog.id)")
            #expect(catalog.reading.skippedCount == 0, "\(catalog.id)")
            #expect(catalog.records.count >= (catalog.id == "gifts" ? 48 : 25), "\(catalog.id)")
        }
    }

    @Test func theThreeScopesAreInUse() {
        for catalog in catalogs {
            #expect(catalog.reading.description.scopes.map(\.id) == ["birthdays", "weddings", "funerals"])
            #expect(Set(catalog.records.compactMap(\.scope)) == ["birthdays", "weddings", "funerals"])
        }
    }

    @Test func everyLanguageOccursInEverySample() {
        for catalog in catalogs {
            let occurring = Set(catalog.records.flatMap(\.texts).map(\.locale))
            #expect(occurring == Set(locales), "\(catalog.id)")
        }
    }

    @Test func everyGiftHasATitleInEveryLanguage() throws {
        let gifts = try #require(catalogs.first { $0.id == "gifts" })
        for record in gifts.records {
            #expect(Set(titles(of: record).map(\.locale)) == Set(locales), "\(record.id)")
        }
    }

    @Test func onlyVariantsOfAGiftShareATitle() throws {
        let gifts = try #require(catalogs.first { $0.id == "gifts" })
        for locale in locales {
            var seen: [String: String] = [:]
            for record in gifts.records {
                for title in titles(of: record) where title.locale == locale {
                    let product = product(record) ?? record.id
                    let other = seen.updateValue(product, forKey: title.value.lowercased())
                    #expect(other == nil || other == product, "\(locale) \(title.value): \(record.id)")
                }
            }
        }
    }

    /// The id of the record that represents the variants of a product.
    private func product(_ record: CatalogRecord) -> String? {
        record.attributes.first { $0.name == "product" }?.value.spelling
    }

    @Test func someGiftsHaveVariantsThatDifferAndPricesInOtherCurrencies() throws {
        let gifts = try #require(catalogs.first { $0.id == "gifts" })
        #expect(gifts.reading.description.group == "product")
        let groups = Dictionary(grouping: gifts.records.filter { product($0) != nil }) { product($0)! }
        #expect(groups.count > 1)
        for (product, variants) in groups {
            #expect(variants.contains { $0.id == product } && variants.count > 1, "\(product)")
            let kinds = Set(
                variants.map { variant in
                    variant.attributes.filter { $0.name == "color" || $0.name == "size" }.map(\.value)
                })
            #expect(kinds.count == variants.count, "\(product)")
            // A search shows the record that represents all of them.
            let best = variants.max { $0.popularity < $1.popularity }
            #expect(best?.id == product)
        }
        #expect(Set(gifts.records.flatMap(\.prices).map(\.currency)) == ["USD", "JPY"])
        #expect(gifts.records.contains { $0.prices.contains { $0.market == "JP" } })
    }

    @Test func everyRecordHasATitle() {
        for catalog in catalogs {
            let field = catalog.reading.description.titleField
            for record in catalog.records {
                #expect(record.texts.contains { $0.field == field }, "\(catalog.id) \(record.id)")
            }
        }
    }

    @Test func noTextIsEmptyOrHasBlanksAround() {
        for catalog in catalogs {
            for record in catalog.records {
                for text in record.texts {
                    let isTidy =
                        !text.value.isEmpty && !text.value.first!.isWhitespace
                        && !text.value.last!.isWhitespace
                    #expect(isTidy, "\(catalog.id) \(record.id) \(text.locale)")
                }
            }
        }
    }

    private func titles(of record: CatalogRecord) -> [CatalogRecord.Text] {
        record.texts.filter { $0.field == .title }
    }
}
