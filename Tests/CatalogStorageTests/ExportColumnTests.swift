// Facts about a product in an export's columns, besides its texts: whether it is for sale, what customers
// pay, and what it costs the shop.

import CatalogSearch
import CatalogStorage
import Files
import Testing

@Suite struct ExportColumnTests {
    private func read(
        _ text: String, as name: String = "shop.csv", _ columns: [String: String] = [:],
        sidecar: String? = nil
    ) -> Outcome {
        ExportReadingTests().read(text, as: name, columns: columns, sidecar: sidecar)
    }

    // MARK: For sale

    private static let hiding: [(column: String, hidden: [String], shown: [String])] = [
        ("Published", ["0", "-1", "false", "FALSE"], ["1", "true", "", "2024-05-01"]),
        ("Status", ["draft", "archived", "0"], ["active", "1", ""]),
        ("active", ["0", "false"], ["1", "true", ""]), ("Active (0/1)", ["0"], ["1", ""]),
        ("Product Visible?", ["N"], ["Y", ""]), ("product_online", ["2"], ["1", "0", ""]),
        ("Visibility in catalog", ["hidden"], ["visible", "search", ""]),
        // Other columns hide nothing, whatever they say.
        ("price level", [], ["0", "draft", "false"]), ("stock", [], ["0"]), ("shelf", [], ["draft", "0"]),
    ]

    @Test(arguments: hiding)
    func whatAKnownColumnSaysIsNotForSaleIsLeftOut(column: String, hidden: [String], shown: [String]) {
        let rows = (hidden + shown).enumerated().map { "\($0),x,5,\($1)" }
        let outcome = read("id,title,price[EUR],\(column)\n" + rows.joined(separator: "\n") + "\n")
        #expect(outcome.ids == (hidden.count..<hidden.count + shown.count).map(String.init))
        let expected = CatalogDiagnostic.Kind.notForSale(
            count: hidden.count, columns: column, mapping: column + "=")
        #expect(outcome.diagnostics.map(\.kind) == (hidden.isEmpty ? [] : [expected]))
        #expect(!outcome.reading.isUnusable && outcome.reading.skippedCount == 0)
    }

    @Test func whatHasNoPriceHasStatesOfItsOwn() {
        #expect(read("id,title,Status\n1,Buy milk,pending\n").ids == ["1"])
        #expect(read(#"[{"id":"1","title":"Buy milk","status":"pending"}]"#, as: "tasks.json").ids == ["1"])
    }

    @Test func aMappingOrAnAttributeKeepsWhatIsNotForSale() {
        let text = "id,title,price[EUR],Status\n1,x,5,draft\n2,y,5,active\n"
        for columns in [["Status": ""], ["status": ""], ["Status": "state"]] {
            let outcome = read(text, columns)
            #expect(outcome.ids == ["1", "2"] && outcome.diagnostics == [])
            #expect(
                outcome.records.first?.additionalMembers.map(\.name)
                    == (columns["Status"] == "state" ? ["state"] : []))
        }
        for sidecar in [
            #"{"columns": {"Status": null}}"#, #"{"columns": {"Status": ""}}"#,
            #"{"attributes": {"Status": {"type": "text"}}}"#,
        ] {
            let outcome = read(text, sidecar: sidecar)
            #expect(outcome.ids == ["1", "2"] && outcome.diagnostics == [])
        }
    }

    @Test func variantsOfWhatIsNotForSaleAreLeftOut() {
        // Shopify marks only a product's first row.
        let shopify = read(
            """
            Handle,Title,Variant SKU,Variant Price,Published,Status
            tee,Tee,T-1,5,false,draft
            tee,,T-2,5,,
            mug,Mug,M-1,5,true,active
            mug,,M-2,5,,
            tee,,T-3,5,,

            """,
            ["Handle": "group", "Title": "title", "Variant SKU": "id", "Variant Price": "price[EUR]"])
        #expect(shopify.ids == ["M-1", "M-2"])
        #expect(
            shopify.diagnostics.map(\.kind) == [
                .notForSale(count: 3, columns: "Published", mapping: "Published=")
            ])
        // WooCommerce's variants name a product in a row of its own.
        let woo = read(
            """
            ID,SKU,Name,Published,Parent,Regular price
            1,tee,Tee,-1,,
            2,tee-r,Tee red,1,tee,5
            3,tee-b,Tee blue,1,id:1,5
            4,cap,Cap,1,,5

            """, ["SKU": "id", "Name": "title", "Parent": "group", "Regular price": "price[EUR]"])
        #expect(woo.ids == ["cap"])
        // One variant that is not for sale does not hide the others.
        #expect(
            read(
                "id,title,item_group_id,active,price[EUR]\n1,a,g,0,5\n2,b,g,1,5\n", ["item_group_id": "group"]
            ).ids == ["2"]
        )
    }

    @Test func translationsOfWhatIsNotForSaleAreLeftOut() {
        let outcome = read(
            "sku,store_view_code,name,product_online,price\n1,,Bag,2,5\n1,de,Tasche,,\n2,,Cup,1,5\n2,de,Tasse,,\n",
            ["sku": "id", "name": "title", "price": "price[EUR]"])
        #expect(outcome.records.map { $0.texts.map(\.value) } == [["Cup", "Tasse"]])
    }

    @Test func membersOfJSONSayWhatIsForSaleToo() {
        let text =
            #"[{"id":"1","title":"a","price":"5 EUR","status":"draft"},"#
            + #"{"id":"2","title":"b","price":"5 EUR","active":false},"#
            + #"{"id":"3","title":"c","price":"5 EUR","published":0},"#
            + #"{"id":"4","title":"d","price":"5 EUR","status":"active","is_visible":true},"#
            + #"{"id":"5","title":"e","price":"5 EUR","status":["draft"]}]"#
        let outcome = read(text, as: "shop.json")
        #expect(outcome.ids == ["4", "5"])
        #expect(
            outcome.diagnostics.map(\.kind) == [
                .notForSale(
                    count: 3, columns: "status, active, published", mapping: "status=,active=,published=")
            ])
        let kept = read(text, as: "shop.json", ["status": "", "active": "", "published": "shown"])
        #expect(kept.ids == ["1", "2", "3", "4", "5"] && kept.diagnostics == [])
        #expect(
            kept.records.map { $0.additionalMembers.map(\.name) } == [[], [], ["shown"], ["is_visible"], []])
        // Records that programs write one by one are used unchanged.
        let reader = JSONRecordReader(CatalogDescription(id: "shop"))
        let written = reader.read(
            Array(#"{"id":"1","title":"a","status":"draft","price":"5 EUR","cost":2}"#.utf8))
        #expect(written.record?.additionalMembers.map(\.name) == ["status", "cost"])
    }

    // MARK: Sales

    private func price(_ outcome: Outcome) -> String {
        let price = outcome.records.first?.price
        let list = outcome.records.first?.additionalMembers.first { $0.name == "listPrice" }
        return [price.map { "\($0.spelling) \($0.currency)" }, list?.json].compactMap(\.self).joined(
            separator: " ")
    }

    private static let sales: [(heading: String, row: String, shown: String)] = [
        ("price,sale_price", "79.00 EUR,59.00 EUR", #"59.00 EUR {"amount":"79.00","currency":"EUR"}"#),
        ("price,sale_price", "79.00 EUR,", "79.00 EUR"), ("price,sale_price", "79.00 EUR,0.00", "79.00 EUR"),
        ("price,sale_price", "79.00 EUR,80", "79.00 EUR"),
        ("price,sale_price", "79.00 EUR,59 USD", "79.00 EUR"),
        ("price[EUR],Sale price", "20,15", #"15 EUR {"amount":"20","currency":"EUR"}"#),
        ("price[EUR],special_price", "52.000000,n/a", "52.000000 EUR"),
        (
            "price[EUR],Variant Compare At Price", "59.00,79.00",
            #"59.00 EUR {"amount":"79.00","currency":"EUR"}"#
        ),
        ("price[EUR],Variant Compare At Price", "59.00,49.00", "59.00 EUR"),
        ("price[EUR],Discount percent", "28.68,20", #"22.94 EUR {"amount":"28.68","currency":"EUR"}"#),
        ("price[EUR],Discount amount", "28.68,0.68", #"28.00 EUR {"amount":"28.68","currency":"EUR"}"#),
        (
            "price[EUR],sale_price,sale_price_effective_date",
            "9,8,2016-02-24T13:00-0800/2016-02-29T15:30-0800", "9 EUR"
        ),
        (
            "price[EUR],sale_price,sale_price_effective_date",
            "9,8,2016-02-24T13:00-0800/2916-02-29T15:30-0800", #"8 EUR {"amount":"9","currency":"EUR"}"#
        ),
        (
            "price[EUR],special_price,special_price_from_date", "9,8,3/5/24",
            #"8 EUR {"amount":"9","currency":"EUR"}"#
        ),
        ("price[EUR],special_price,special_price_to_date", "9,8,3/5/24", "9 EUR"),
        ("price[EUR],Sale price,Date sale price starts", "9,8,2999-01-01 00:00:00", "9 EUR"),
        // A sale whose time cannot be read does not apply.
        ("price[EUR],Sale price,Date sale price ends", "9,8,soon", "9 EUR"),
    ]

    @Test(arguments: sales)
    func thePriceIsWhatCustomersPay(heading: String, row: String, shown: String) {
        #expect(price(read("id,title,\(heading)\n1,x,\(row)\n")) == shown)
    }

    @Test func salesInJSONAreReadToo() {
        let text = #"{"id":"1","title":"x","price":"20 EUR","sale_price":15}"#
        #expect(price(read(text, as: "shop.jsonl")) == #"15 EUR {"amount":"20","currency":"EUR"}"#)
        let list =
            #"{"id":"1","title":"x","price":"20 EUR","compare_at_price":{"amount":"25","currency":"EUR"}}"#
        #expect(price(read(list, as: "shop.jsonl")) == #"20 EUR {"amount":"25","currency":"EUR"}"#)
        // A mapped member means what the mapping says.
        let mapped = read(text, as: "shop.jsonl", ["sale_price": "clubPrice"])
        #expect(price(mapped) == "20 EUR")
        #expect(mapped.records.first?.additionalMembers.map(\.name) == ["clubPrice"])
    }

    // MARK: Costs

    @Test func whatAProductCostsTheShopIsLeftOut() {
        for (name, text) in [
            ("shop.csv", "id,title,price[EUR],Cost per item\n1,x,9,4\n2,y,9,4\n"),
            (
                "shop.jsonl",
                #"{"id":"1","title":"x","price":"9 EUR","Cost per item":4}\#n{"id":"2","title":"y","price":"9 EUR","Cost per item":4}"#
            ),
        ] {
            let outcome = read(text, as: name)
            #expect(outcome.records.map(\.additionalMembers) == [[], []])
            let expected = CatalogDiagnostic.Kind.costsLeftOut(
                columns: "Cost per item", mapping: "Cost per item=")
            #expect(outcome.diagnostics.map(\.kind) == [expected])
            #expect(read(text, as: name, ["Cost per item": ""]).diagnostics == [])
            let mapped = read(text, as: name, ["Cost per item": "points"])
            #expect(mapped.records.first?.additionalMembers.map(\.name) == ["points"])
        }
        // Without prices, costs mean something else.
        let game = read("id,title,cost\n1,Fireball,4\n")
        #expect(game.records.first?.additionalMembers.map(\.name) == ["cost"] && game.diagnostics == [])
    }
}
