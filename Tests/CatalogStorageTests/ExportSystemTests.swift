// Exports of shop systems, and the sidecars beside them.

import CatalogSearch
import CatalogStorage
import Files
import Testing

@Suite struct ExportSystemTests {
    @Test func variantsOfShopifyShareTheTextsOfTheirProduct() {
        let text = """
            Handle,Title,Body (HTML),Vendor,Type,Tags,Option1 Name,Option1 Value,Variant SKU,Variant Price
            linen-shirt,Linen Shirt,<p>Cool &amp; <strong>light</strong></p>,Morgentau,Shirt,"summer, linen",Color,White,LS-W,49.90
            linen-shirt,,,,,,,Blue,LS-B,54.90
            mug,Enamel Mug,<p>300 ml</p>,Campfire,Mug,camping,Title,Default Title,MUG-1,12.00

            """
        let sidecar = #"""
            {"currency": "EUR", "group": "product", "attributes": {"color": {"type": "text"}, "brand": {"type": "text"}},
             "columns": {"Handle": "product", "Title": "title", "Body (HTML)": "description", "Vendor": "brand",
                         "Option1 Value": "color", "Variant SKU": "id", "Variant Price": "price"}}
            """#
        let outcome = ExportReadingTests().read(text, sidecar: sidecar)
        #expect(outcome.diagnostics == [])
        #expect(outcome.ids == ["LS-W", "LS-B", "MUG-1"])
        #expect(
            outcome.records.map(ExportReadingTests().title) == ["Linen Shirt", "Linen Shirt", "Enamel Mug"])
        #expect(outcome.records.map { $0.price?.spelling } == ["49.90", "54.90", "12.00"])
        let blue = outcome.records.dropFirst().first
        #expect(
            blue?.attributes.sorted { $0.name.rawValue < $1.name.rawValue } == [
                .init("brand", .text("Morgentau")), .init("color", .text("Blue")),
                .init("product", .text("linen-shirt")),
            ])
    }

    /// Headings of exports, after the systems' documentation, and the mapping that is proposed.
    /// A variant may name its product by the shop's own number, and a product may have several pictures.
    @Test func variantsOfWooCommerceAreOfTheirProduct() {
        let text = """
            ID,Type,SKU,Name,Regular price,Images,Parent
            44,variable,hoodie,Hoodie,,"https://x.example/1.jpg, https://x.example/2.jpg",
            45,variation,hoodie-blue,Hoodie - Blue,45,"https://x.example/a,b.jpg",id:44
            46,variation,cap-red,Cap - Red,12,,cap
            47,variation,other,Other,12,,id:99
            """
        let mapping =
            #"{"columns": {"SKU": "id", "Name": "title", "Regular price": "price[EUR]", "Images": "image", "Parent": "group"}}"#
        let records = ExportReadingTests().read(text, sidecar: mapping).records
        let groups = records.map { $0.attributes.first { $0.name == AttributeName("group") }?.value }
        // The product is sold as its variants only.
        #expect(groups == [.text("hoodie"), .text("cap"), .text("id:99")])
        let images = records.map { $0.additionalMembers.first { $0.name == "image" }?.json }
        #expect(images == ["\"https://x.example/a,b.jpg\"", nil, nil])
    }

    private static let headings: [(system: String, heading: String, mapping: String)] = [
        (
            "Shopify",
            "Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Variant SKU,Variant Price,Image Src",
            "Handle=group,Title=title,Body (HTML)=description,Vendor=attributes.brand,Product Category=type,Tags=keywords,Variant SKU=id,Variant Price=price[…],Image Src=image"
        ),
        (
            "Shopify since 2025",
            "Title,URL handle,Description,Vendor,Product category,Type,Tags,SKU,Price,Product image URL,Variant image URL",
            "Title=title,URL handle=group,Description=description,Vendor=attributes.brand,Product category=type,Tags=keywords,SKU=id,Price=price[…],Product image URL=image"
        ),
        (
            "WooCommerce",
            "ID,Type,SKU,Name,Published,Short description,Description,Sale price,Regular price,Categories,Tags,Brands",
            "SKU=attributes.sku,Name=title,Short description=summary,Description=description,Regular price=price[…],Categories=type,Tags=keywords,Brands=attributes.brand"
        ),
        (
            "Magento",
            "sku,store_view_code,attribute_set_code,product_type,categories,name,description,short_description,price",
            "sku=id,categories=type,name=title,short_description=summary,price=price[…]"
        ),
        (
            "Shopware", "ordernumber;mainnumber;name;supplier;tax;price_EK;descriptionLong",
            "ordernumber=id,mainnumber=group,name=title,supplier=attributes.brand,price_EK=price[…],descriptionLong=description"
        ),
        (
            "PrestaShop",
            "\"Enabled\";\"Name\";\"Categories\";\"Price\";\"Reference\";\"Short desc.\";\"Long desc\"",
            "Name=title,Categories=type,Price=price[…],Reference=id,Short desc.=summary,Long desc=description"
        ),
        (
            "Excel de", "Artikelnr.;Bezeichnung;Beschreibung;Marke;Farbe;Größe;Preis (€)",
            "Artikelnr.=id,Bezeichnung=title[de],Beschreibung=description[de],Marke=attributes.brand,Farbe=attributes.color,Größe=attributes.size,Preis (€)=price[EUR]"
        ),
        (
            "LibreOffice fr", "Référence;Désignation;Catégorie;Prix TTC",
            "Référence=id,Désignation=title[fr],Catégorie=type,Prix TTC=price[…]"
        ),
        ("ERP", "MATNR\tMAKTX\tLangtext", "MATNR=id,MAKTX=title,Langtext=description"),
        (
            "an ERP in several languages", "ITEM_NO\tDESCR_DE\tDESCR_EN\tUNIT_PRICE\tGRP",
            "ITEM_NO=id,DESCR_DE=title[de],DESCR_EN=title[en],UNIT_PRICE=price[…],GRP=type"
        ),
        (
            "names in languages", "sku,name-fr,name (de),descr_fr,name_id",
            "sku=id,name-fr=title[fr],name (de)=title[de],descr_fr=description[fr]"
        ),
        (
            "BigCommerce",
            "Item,ID,Name,Type,SKU,Options,Description,Price,Is Visible,Internal Image URL (Export)",
            "Item=group,Name=title,SKU=attributes.sku,Description=description,Price=price[…],Internal Image URL (Export)=image"
        ),
        (
            "WooCommerce in German",
            "ID,Typ,Artikelnummer,Name,Beschreibung,Regulärer Preis,Kategorien,Bilder,Übergeordnetes Produkt,Marken",
            "Artikelnummer=attributes.sku,Name=title[de],Beschreibung=description[de],Regulärer Preis=price[…],Kategorien=type,Bilder=image,Übergeordnetes Produkt=group,Marken=attributes.brand"
        ),
        (
            "an ERP in German", "Material\tMaterialkurztext DE\tMaterialkurztext EN\tVerkaufspreis\tWährung",
            "Material=id,Materialkurztext DE=title[de],Materialkurztext EN=title[en],Verkaufspreis=price[…]"
        ),
        ("an API", "id_product,id_category,name", "id_product=id,name=title"),
        ("a database", "tax_id,entityId,parent_id,name", "entityId=id,parent_id=group,name=title"),
        ("a framework", "name,_id,brandId", "name=title,_id=id"),
        (
            "an article list", "Item No,Description,Price (USD)",
            "Item No=id,Description=title,Price (USD)=price[USD]"
        ),
        ("Japanese", "商品コード,商品名,価格", "商品コード=id,商品名=title[ja],価格=price[…]"),
    ]

    @Test(arguments: headings)
    func headingsOfSystemsGetAProposalThatLoadsThem(system: String, heading: String, mapping: String) {
        let separators = heading.filter { ",;\t".contains($0) }
        let cells = (0...separators.count).map { "\($0 + 1)" }
        // In BigCommerce's exports, the first column names the kind of a row.
        let row = (system == "BigCommerce" ? ["Product"] + cells.dropFirst() : cells).joined(
            separator: String(separators.first ?? ","))
        let text = heading + "\n" + row + "\n"
        // A column that is called ID needs no mapping.
        let proposals = ExportReadingTests().read(text).diagnostics.compactMap { diagnostic in
            switch diagnostic.kind.code {
            case .noIdentifierColumn, .noTitle: diagnostic.arguments.last?.text
            default: nil
            }
        }
        guard let proposed = proposals.last else {
            Issue.record("\(system): no proposal")
            return
        }
        #expect(proposed == mapping, "\(system)")
        let pairs = proposed.split(separator: ",").map { $0.split(separator: "=").map(String.init) }
        let outcome = ExportReadingTests().read(
            text, columns: Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], $0[1]) }))
        #expect(outcome.records.count == 1, "\(system)")
        #expect(outcome.records.allSatisfy { ExportReadingTests().title($0) != nil })
    }

    @Test(arguments: [
        ("$1,299.00", "USD"), ("9.90", "…"), ("£5", "GBP"), ("CHF 12.-", "CHF"), ("99 kr", "SEK"),
        ("¥500", "JPY"),
        ("\"1,50 \u{20AC}\"", "EUR"), ("on request", "…"), ("", "…"),
    ])
    func theProposedCurrencyIsThatOfTheFirstPrice(amount: String, currency: String) {
        let cell = amount.contains(",") && !amount.hasPrefix("\"") ? "\"\(amount)\"" : amount
        let proposal = ExportReadingTests().read("SKU,Price\r\n1,\(cell)\r\n").diagnostics.last
        #expect(proposal?.kind.code == .noIdentifierColumn)
        #expect(proposal?.arguments.last == .text("SKU=id,Price=price[\(currency)]"))
    }

    @Test func rowsOfStoreViewsTranslateTheProductAboveThem() {
        let columns = ["sku": "id", "name": "title", "description": "description"]
        let outcome = ExportReadingTests().read(
            """
            sku,store_view_code,name,description,qty
            B1,,Duffle Bag,Sporty,3
            B1,de,Reisetasche,Sportlich,
            B1,fr_FR,Sac de voyage,,
            B1,en,Bag,Small,
            B2,,Backpack,,1
            B2,de,,Leicht,
            B3,pt_BR,Mochila,,

            """, columns: columns)
        #expect(outcome.diagnostics == [])
        #expect(
            outcome.records.map { record in
                "\(record.id) "
                    + record.texts.map { "\($0.field)[\($0.locale)]=\($0.value)" }.joined(separator: " ")
            } == [
                "B1 title[en]=Duffle Bag title[de]=Reisetasche title[fr_FR]=Sac de voyage description[en]=Sporty description[de]=Sportlich",
                "B2 title[en]=Backpack description[de]=Leicht", "B3 title[pt_BR]=Mochila",
            ])
        // A name that is no language is no translation.
        let other = ExportReadingTests().read(
            "sku,store_view_code,name\n1,,A\n1,outlet,B\n", columns: ["sku": "id", "name": "title"])
        #expect(other.records.count == 1)
        #expect(other.diagnostics.map(\.kind) == [.duplicateIdentifier(id: "1", firstLine: 2)])
    }

    @Test func aFeedOfGoogleIsReadAsItIs() {
        let outcome = ExportReadingTests().read(
            "id\ttitle\tdescription\tlink\tavailability\tprice\nA1\tTeekanne\tRund &amp; schön\thttps://x\tin_stock\t12.00 USD\n",
            as: "feed.tsv")
        #expect(outcome.diagnostics == [])
        #expect(outcome.records.map(\.price) == [Price("12.00", currency: "USD")])
    }

    // MARK: Sidecars

    @Test func unknownSettingsAreNamedWithTheNearest() {
        let sidecar = #"""
            {"attributs": {"x": 1},
             "attributes": {"margin": {"type": "number", "lable": {"de": "Marge"}}}, "scopes": [{"id": "tea", "name": "Tee"}],
             "$schema": "x", "colour": 1}
            """#
        let files = InMemoryFileSystem(["shop.catalog.json": sidecar])
        let read = CatalogSidecar(of: CatalogFile(path: "shop.jsonl")!, fileSystem: files)
        #expect(
            read.diagnostics.map(\.kind).prefix(1) == [
                .sidecarUnknownMember(member: "attributs", nearest: "attributes")
            ])
        #expect(read.diagnostics.allSatisfy { $0.severity == .warning })
        #expect(
            read.diagnostics.contains {
                $0.kind == .sidecarUnknownMember(member: "attributes.margin.lable", nearest: "label")
                    && $0.line == 2
            })
        #expect(
            read.diagnostics.contains {
                $0.kind == .sidecarUnknownMemberOf(member: "scopes[0].name", known: "id, label")
            })
        #expect(read.diagnostics.count == 4)
    }

    @Test func scopesThatNoItemHasAreNamed() {
        let sidecar = #"{"scopes": [{"id": "tea"}, {"id": "cups"}]}"#
        let outcome = ExportReadingTests().read(
            #"{"id":"1","title":"x","scope":"tea"}"#, as: "shop.jsonl", sidecar: sidecar)
        #expect(outcome.diagnostics.map(\.kind) == [.scopesUnused(scopes: "tea, cups")])
        #expect(
            ExportReadingTests().read(
                #"{"id":"1","title":"x","type":"tea"}"#, as: "shop.jsonl", sidecar: sidecar
            ).diagnostics
                == [])
    }

    @Test func attributesCanBeHidden() {
        let sidecar =
            #"{"attributes": {"stock": {"type": "number", "show": false}, "margin": {"type": "number", "facet": false, "sort": false}}}"#
        let files = InMemoryFileSystem(["shop.catalog.json": sidecar])
        let read = CatalogSidecar(of: CatalogFile(path: "shop.jsonl")!, fileSystem: files)
        #expect(read.diagnostics == [])
        #expect(read.description.attributes.map(\.isShown) == [false, true])
        #expect(read.description.attributes.map(\.isFacet) == [true, false])
        #expect(read.description.attributes.map(\.isSortable) == [true, false])
    }
}
