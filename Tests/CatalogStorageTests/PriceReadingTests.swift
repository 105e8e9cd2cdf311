// Prices in several currencies and for markets, and the attribute that groups records,
// are read; wrong ones are reported.

import CatalogSearch
import CatalogStorage
import Files
import Testing

@Suite struct PriceReadingTests {
    private func read(
        _ text: String, as name: String
    ) -> (prices: [[Price]], price: [Price?], faults: [Fault]) {
        let outcome = CatalogStorageTests.read(text, as: name, sidecar: "{}", blockSize: 1 << 16)
        return (outcome.records.map(\.prices), outcome.records.map(\.price), outcome.faults)
    }

    @Test func pricesOfJSONAreRead() throws {
        let found = read(
            #"{"id":"a","price":{"amount":"51.90","currency":"EUR"},"prices":["#
                + #"{"amount":8900,"currency":"JPY","market":"JP"},"#
                + #"{"amount":"49","currency":"EUR","market":null}]}"#,
            as: "shop.jsonl")
        #expect(
            found.prices == [[Price("8900", currency: "JPY", market: "JP")!, Price("49", currency: "EUR")!]])
        #expect(found.price == [Price("51.90", currency: "EUR")])
        #expect(found.faults == [])
    }

    @Test(arguments: [
        (
            #"{"amount":"x","currency":"EUR"}"#,
            CatalogDiagnostic.Kind.invalidPrice(member: "prices[1]", text: "x")
        ),
        (#"{"amount":"1","currency":"JPY"}"#, .priceTwice(member: "prices[1]", price: "JPY")),
        (#"{"amount":"1"}"#, .attributeWrongType(member: "prices[1]", expected: .price)),
        (#"7"#, .attributeWrongType(member: "prices[1]", expected: .price)),
        (
            #"{"amount":"1","currency":"EUR","market":7}"#,
            .attributeWrongType(member: "prices[1].market", expected: .text)
        ),
    ])
    func aWrongPriceIsReportedAndTheRecordKept(_ price: String, _ kind: CatalogDiagnostic.Kind) {
        let found = read(
            #"{"id":"a","prices":[{"amount":"8900","currency":"JPY"},"# + price + "]}", as: "shop.jsonl")
        #expect(found.prices == [[Price("8900", currency: "JPY")!]])
        #expect(found.faults.map(\.kind) == [kind])
        #expect(found.faults.map(\.line) == [1])
    }

    @Test func anUnknownCurrencyIsReportedAndThePriceKept() {
        let found = read(
            #"{"id":"a","price":{"amount":"1","currency":"EURO"},"prices":[{"amount":"2","currency":"eur"}]}"#,
            as: "shop.jsonl")
        #expect(found.prices == [[Price("2", currency: "eur")!]])
        #expect(found.price == [Price("1", currency: "EURO")])
        #expect(
            found.faults.map(\.kind) == [
                .unknownCurrency(member: "price", code: "EURO"),
                .unknownCurrency(member: "prices[0]", code: "eur"),
            ])
    }

    @Test func pricesOfTablesAreRead() {
        let found = read(
            "id,price[EUR],price[JPY],price[EUR@AT]\na,5.50,900,5\nb,,800,\nc,1,x,\n", as: "shop.csv")
        #expect(
            found.prices == [
                [Price("900", currency: "JPY")!, Price("5", currency: "EUR", market: "AT")!], [], [],
            ])
        #expect(
            found.price == [
                Price("5.50", currency: "EUR"), Price("800", currency: "JPY"), Price("1", currency: "EUR"),
            ])
        #expect(found.faults.map(\.kind) == [.invalidPrice(member: "price[JPY]", text: "x")])
    }

    @Test func theAttributeOfGroupsNeedNotBeDeclared() {
        func description(_ json: String) -> (CatalogDescription, [CatalogDiagnostic.Kind]) {
            let files = InMemoryFileSystem(["shop.catalog.json": json])
            let sidecar = CatalogSidecar(of: CatalogFile(path: "shop.jsonl")!, fileSystem: files)
            return (sidecar.description, sidecar.diagnostics.map(\.kind))
        }
        let (found, faults) = description(#"{"group":"product"}"#)
        #expect(found.group == "product")
        // The ids of groups are no words that people type.
        #expect(found.attributes == [.init("product", .text, isSearched: false)])
        #expect(faults == [])
        for json in [
            #"{"group":"a","attributes":{"a":{"type":"text","many":true}}}"#,
            #"{"group":"a","attributes":{"a":{"type":"date"}}}"#,
        ] {
            #expect(description(json).0.group == nil)
            #expect(description(json).1 == [.sidecarGroupUnusable(name: "a")])
        }
        #expect(description(#"{"group":"price"}"#).1 == [.sidecarGroupUnusable(name: "price")])
    }
}
