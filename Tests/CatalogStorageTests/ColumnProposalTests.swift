// The mapping that is proposed for an export's columns, and the attributes that a mapping declares.

import CatalogSearch
import CatalogStorage
import Files
import Testing

@Suite struct ColumnProposalTests {
    private func read(
        _ text: String, as name: String = "shop.csv", _ columns: [String: String] = [:],
        sidecar: String? = nil
    ) -> Outcome {
        ExportReadingTests().read(text, as: name, columns: columns, sidecar: sidecar)
    }

    /// The mapping that a message proposes.
    private func proposed(_ outcome: Outcome) -> String? {
        for diagnostic in outcome.diagnostics {
            switch diagnostic.kind.code {
            case .noIdentifierColumn, .noTitle, .variantsApart, .noIdentifierMember:
                return diagnostic.arguments.last?.text
            default: continue
            }
        }
        return nil
    }

    private func columns(_ mapping: String) -> [String: String] {
        let pairs = mapping.split(separator: ",").map { $0.split(separator: "=").map(String.init) }
        return Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], $0[1]) })
    }

    @Test func aProposalDeclaresBrandColorAndSize() throws {
        let text =
            "SKU;Bezeichnung;Marke;Farbe;Größe;Preis\n1;Jacke;Puma;rot;M;1.299 €\n2;Hose;;blau;L;19,90 €\n"
        let mapping = try #require(proposed(read(text)))
        #expect(
            mapping
                == "SKU=id,Bezeichnung=title[de],Marke=attributes.brand,Farbe=attributes.color,Größe=attributes.size,Preis=price[EUR]"
        )
        let outcome = read(text, columns(mapping))
        #expect(outcome.diagnostics == [])
        #expect(outcome.reading.description.attributes.map(\.name.rawValue) == ["brand", "color", "size"])
        #expect(outcome.records.first?.attributes.map(\.value.spelling) == ["Puma", "rot", "M"])
        #expect(outcome.records.first?.texts == [.init(.title, locale("de"), "Jacke")])
        // If a mapping says that titles are German, so are prices.
        #expect(outcome.records.map { $0.price?.spelling } == ["1299", "19.90"])
    }

    @Test func aMappingDeclaresAttributesOfAnyTypeAndLanguage() {
        let outcome = read(
            "id,title,Farbe,Bestand,Maße\n1,x,rot;blau,5,a\n",
            [
                "Farbe": "attributes.color[de]", "Bestand": "attributes.stock[number]",
                "Maße": "attributes.price",
            ])
        #expect(
            outcome.reading.description.attributes.map { "\($0.name.rawValue) \($0.type) \($0.isMany)" } == [
                "color text true", "stock number false",
            ])
        #expect(outcome.records.first?.attributes.map(\.value.spelling) == ["rot", "blau", "5"])
        // A sidecar's declaration holds.
        let declared = read(
            "id,title,Farbe\n1,x,rot\n",
            sidecar:
                #"{"columns": {"Farbe": "attributes.color"}, "attributes": {"color": {"type": "text", "show": false}}}"#
        )
        #expect(declared.diagnostics == [])
        #expect(declared.reading.description.attributes.map(\.isShown) == [false])
        #expect(declared.records.first?.attributes.map(\.value.spelling) == ["rot"])
        let line = read(
            #"{"id":"1","title":"x","Farbe":["rot","blau"]}"#, as: "shop.jsonl", ["Farbe": "attributes.color"]
        )
        #expect(line.records.first?.attributes.map(\.value.spelling) == ["rot", "blau"])
    }

    @Test func theNamesOfOptionsAreMappedAsColumnsAre() throws {
        let text = "Handle,Title,Variant SKU,Option1 Name,Option1 Value\ntee,Tee,1,Farbe,Rot\ntee,,2,,Blau\n"
        let mapping = try #require(proposed(read(text)))
        #expect(mapping == "Handle=group,Title=title,Variant SKU=id,Farbe=attributes.color")
        let outcome = read(text, columns(mapping))
        #expect(outcome.diagnostics == [])
        #expect(
            outcome.records.map { record in
                record.attributes.filter { $0.name.rawValue == "color" }.map(\.value.spelling)
            } == [["Rot"], ["Blau"]])
        #expect(read("id,title\n1,x\n", ["Farbe": "attributes.color"]).diagnostics.count == 1)
    }

    private static let languages: [(heading: String, title: String)] = [
        ("SKU,Bezeichnung,Preis", "title[de]"), ("SKU,Titre,Prix", "title[fr]"),
        ("SKU,Nombre,Precio", "title[es]"),
        ("SKU,Titolo,Prezzo", "title[it]"), ("SKU,Nazwa,Cena", "title[pl]"),
        ("SKU,Название,Цена", "title[ru]"),
        ("SKU,商品名称,价格", "title[zh_Hans]"), ("SKU,商品名稱,價格", "title[zh_Hant]"),
        ("SKU,الاسم,السعر", "title[ar]"),
        ("SKU,Title,Price", "title"),
        // One heading, and one of each of two languages, tell nothing.
        ("SKU,Titel,Price", "title"), ("SKU,Bezeichnung,Prix", "title"),
    ]

    @Test(arguments: languages)
    func headingsTellTheLanguageOfTexts(heading: String, title: String) {
        let mapping = proposed(read(heading + "\n1,a,5\n")) ?? ""
        #expect(columns(mapping).values.contains(title), "\(mapping)")
        // The catalog's own language needs no brackets.
        let own = columns(proposed(read(heading + "\n1,a,5\n", sidecar: #"{"defaultLocale": "de"}"#)) ?? "")
        if title == "title[de]" { #expect(own.values.contains("title")) }
    }

    @Test(arguments: [
        ("SKU,Name,Price\n1,a,5\n2,b,£6\n", "GBP"), ("SKU,Name,Price,Currency\n1,a,5,CHF\n", "CHF"),
        ("SKU,Name,Price (USD)\n1,a,5\n", "USD"), ("SKU,Name,price_sek\n1,a,5\n", "SEK"),
        ("SKU,Name,Price list\n1,a,5\n", ""),
        ("SKU,Name,Price\n1,a,5\n", "…"), ("SKU,Name,Price,Currency\n1,a,5,none\n", "…"),
    ])
    func theCurrencyIsWhatTheFileShows(text: String, currency: String) {
        let mapping = proposed(read(text)) ?? ""
        #expect(mapping.contains("=price[\(currency)]") != currency.isEmpty, "\(mapping)")
    }

    @Test(arguments: [
        ("SKU,Name\n1,Kühlschrank\n2,Jacke für Kinder\n3,Tisch mit Stühlen\n4,Größe 42\n", "title[de]"),
        ("SKU,Name\n1,Carnet de notes\n2,Le thé est à la menthe\n", "title[fr]"),
        ("SKU,Name\n1,Красное платье\n", "title[ru]"), ("SKU,Name\n1,Red dress for the summer\n", "title"),
        ("SKU,Name\n1,Café Crème\n2,Müsli\n", "title"),
        // Such a file has its languages in rows.
        ("sku,store_view_code,name\n1,,Bag\n1,de,Tasche mit Henkeln für die Reise und den Strand\n", "title"),
    ])
    func textsTellTheirLanguageWhereHeadingsDoNot(text: String, title: String) {
        #expect(columns(proposed(read(text)) ?? "").values.contains(title), "\(proposed(read(text)) ?? "")")
    }

    @Test func aColumnCalledIDHasTheIds() {
        let text = "ID,SKU,Name\n7,,Tasse\n8,K,Kanne\n"
        #expect(read(text).ids == ["7", "8"])
        #expect(proposed(read(text)) == "SKU=attributes.sku,Name=title")
        #expect(read(text, ["SKU": "id", "Name": "title"]).ids == ["K"])
        #expect(read(text, ["#": "id", "Name": "title"]).ids == ["1", "2"])
        #expect(read("ID,id,title\n7,a,x\n").ids == ["a"])
    }

    @Test func pricesThatNameTheirCurrencyNeedNoMapping() {
        let feed = "id,title,price,item_group_id,brand\n1,a,5 EUR,g,x\n2,b,5 EUR,g,x\n"
        #expect(proposed(read(feed)) == "item_group_id=group,brand=attributes.brand")
    }

    @Test func columnsWhoseValuesAreSomethingElseAreNotProposed() {
        // Numbers that repeat or are missing identify nothing.
        #expect(proposed(read("EAN,Name\n4,Tasse\n4,Kanne\n"))?.contains("EAN") == false)
        #expect(proposed(read("EAN,Name\n4,Tasse\n,Kanne\n"))?.contains("EAN") == false)
        #expect(proposed(read("EAN,Name\n4,Tasse\n5,Kanne\n")) == "EAN=id,Name=title")
        // Readers choose among names, not among ids.
        #expect(
            proposed(read("SKU,Name,Categories\n1,Tasse,18;20\n2,Kanne,18\n"))
                == "SKU=id,Name=title,Categories=type")
        #expect(proposed(read("SKU,Name,Categories\n1,Tasse,18;20\n2,Kanne,3|7\n")) == "SKU=id,Name=title")
        let id = String(repeating: "0a", count: 16)
        #expect(proposed(read("SKU,Name,Categories\n1,Tasse,\(id)\n")) == "SKU=id,Name=title")
    }

    @Test func aHandleThatIdentifiesRecordsIsProposedOnce() {
        #expect(
            proposed(read("Handle,Title,Vendor\ntee,Tee,X\n"))
                == "Handle=id,Title=title,Vendor=attributes.brand")
    }

    @Test func samplesOfPrestaShopHaveAPriceAnArticleNumberAndPictures() {
        let text =
            "Product ID;Name *;Categories (x,y,z...);Price tax excluded;Reference #;Unit price;Image URLs (x,y,z...)\n1;iPod;iPods;100;demo_1;;https://x.example/1.jpg\n"
        #expect(
            proposed(read(text))
                == "Product ID=id,Name *=title,Categories (x,y,z...)=type,Price tax excluded=price[…],Reference #=attributes.sku,Image URLs (x,y,z...)=image"
        )
    }
}
