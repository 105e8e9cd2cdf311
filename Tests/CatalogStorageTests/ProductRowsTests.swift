// Products and variants in the tables of shop systems that write them in several rows and cells.

import CatalogSearch
import CatalogStorage
import Files
import Testing

@Suite struct ProductRowsTests {
    private func read(_ text: String, _ mapping: String) -> Outcome {
        let pairs = mapping.split(separator: ",").map { $0.split(separator: "=").map(String.init) }
        return ExportReadingTests().read(
            text, columns: Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], $0[1]) }))
    }

    /// The id, texts, attributes and other members of a record.
    private func shown(_ record: CatalogRecord) -> String {
        let texts = record.texts.map { "\($0.field)[\($0.locale)]=\($0.value)" }
        let attributes = record.attributes.map { "\($0.name)=\($0.value.spelling)" }
        return ([record.id, record.scope ?? "-"] + texts + attributes).joined(separator: " ")
    }

    // MARK: WooCommerce

    private static let woo = #"""
        ID,Type,SKU,Name,Visibility in catalog,Description,Sale price,Regular price,Categories,Tags,Parent,Brands,Attribute 1 name,Attribute 1 value(s)
        44,variable,tee,Tee,visible,One\nTwo,,,"Clothing > Tees, Sale","new, soft",,Acme,Color,"Blue, Red"
        76,variation,tee-r,Tee - Red,visible,,15,20,,,tee,,Color,Red
        77,variation,,Tee - Blue,visible,,,20,,,id:44,,Color,Blue
        50,variable,cap,Cap,visible,,,,Clothing,,,,Color,"Blue, Red"
        51,simple,mug,Mug,visible,,,9,Kitchen,,,,Size,"Large, Small"

        """#
    private static let mapping =
        "SKU=attributes.sku,Name=title,Description=description,Regular price=price[EUR],Categories=type,Tags=keywords,Parent=group,Brands=attributes.brand,Color=attributes.color"

    @Test func aProductOfVariantsIsNoRecordBesideThem() {
        let outcome = read(Self.woo, Self.mapping)
        #expect(outcome.diagnostics == [])
        let common = "description[en]=One\nTwo keywords[en]=new keywords[en]=soft"
        #expect(
            outcome.records.map(shown) == [
                "76 Clothing > Tees title[en]=Tee - Red \(common) sku=tee-r group=44 brand=Acme color=Red",
                "77 Clothing > Tees title[en]=Tee - Blue \(common) group=44 brand=Acme sku=tee color=Blue",
                "51 Kitchen title[en]=Mug keywords[en]=Large keywords[en]=Small sku=mug group=51",
                // Without variants, it is.
                "50 Clothing title[en]=Cap sku=cap group=50 color=Blue color=Red",
            ])
        #expect(outcome.records.first?.price == Price("15", currency: "EUR"))
    }

    // MARK: Magento

    private static let magento = """
        sku,store_view_code,product_type,categories,name,description,visibility,price,special_price,additional_attributes,configurable_variations
        h-s,,simple,"Default/Men/Tops,Default/New",Hoodie S,,Not Visible Individually,52,,"size=S,fabric=fleece, soft",
        h-m,,simple,Default/Men/Tops,Hoodie M,,Not Visible Individually,52,40,size=M,
        old,,simple,Default/Men,Old,,Not Visible Individually,5,,,
        h-m,de,,,Pulli M,,,,,,
        h,,configurable,Default/Men/Tops,Hoodie,Warm,"Catalog, Search",52,,eco=No,"sku=h-s,size=S|sku=h-m,size=M"
        h,de,,,Pulli,Mollig,,,,,
        bag,,simple,Default/Gear,Bag,,"Catalog, Search",34,,activity=Gym|Hiking,

        """

    @Test func magentosListsOfVariantsAndAttributesAreRead() {
        let outcome = read(
            Self.magento,
            "sku=id,name=title,categories=type,price=price[EUR],configurable_variations=group,size=attributes.size"
        )
        #expect(
            outcome.diagnostics.map(\.kind) == [
                .notForSale(count: 1, columns: "visibility", mapping: "visibility=")
            ])
        #expect(
            outcome.records.map(shown) == [
                "bag Gear title[en]=Bag keywords[en]=Gym keywords[en]=Hiking group=bag",
                "h-s Men > Tops title[en]=Hoodie S title[de]=Pulli description[en]=Warm description[de]=Mollig keywords[en]=fleece, soft size=S group=h",
                "h-m Men > Tops title[en]=Hoodie M title[de]=Pulli M description[en]=Warm description[de]=Mollig size=M group=h",
            ])
        #expect(outcome.records.map { $0.price?.spelling } == ["34", "52", "40"])
    }

    @Test func withoutAGroupMagentosVariantsAreRecordsOfTheirOwn() {
        let outcome = read(Self.magento, "sku=id,name=title,price=price[EUR]")
        #expect(Set(outcome.ids) == ["h", "bag", "h-s", "h-m"])
        #expect(
            outcome.diagnostics.contains {
                $0.kind.code == .variantsApart && $0.arguments[0] == .text("configurable_variations")
            })
    }

    // MARK: BigCommerce

    private static let bigCommerce = """
        Item Type,Product Name,Product Code/SKU,Brand Name,Price,Product Visible?,Category
        Product,Towel,T,OFS,49.00,Y,Shop All;Bath
          SKU,"[RT]Size=S,[CS]Color=Red:#ff0000",T-S,,49.00,,
          SKU,[RT]Size=L,T-L,,55.00,,
          Rule,,T-L,,[ADD]5,,
        Product,Jar,J,,7.00,Y,Kitchen
        Product,Secret,X,,9.00,N,Kitchen
          SKU,[RT]Size=S,X-S,,9.00,,
          Rule,,X-S,,[ADD]5,,

        """

    @Test func bigCommercesRowsBelowAProductAreItsVariants() {
        let outcome = read(
            Self.bigCommerce,
            "Item Type=group,Product Name=title,Product Code/SKU=id,Brand Name=attributes.brand,Price=price[EUR],Category=type,Size=attributes.size"
        )
        #expect(
            outcome.diagnostics.map(\.kind) == [
                .notForSale(count: 2, columns: "Product Visible?", mapping: "Product Visible?=")
            ])
        #expect(
            outcome.records.map(shown) == [
                "T-S Bath title[en]=Towel keywords[en]=Red group=T brand=OFS size=S",
                "T-L Bath title[en]=Towel group=T brand=OFS size=L", "J Kitchen title[en]=Jar group=J",
            ])
    }

    @Test func theProposalGroupsBySystemsColumns() {
        let outcome = read(Self.bigCommerce, "Product Name=title,Product Code/SKU=id,Price=price[EUR]")
        #expect(outcome.ids == ["T", "T-S", "T-L", "J"])
        #expect(
            outcome.diagnostics.first?.kind
                == .variantsApart(
                    member: "Item Type", mapping: "Item Type=group,Brand Name=attributes.brand,Category=type")
        )
        // Elsewhere, a column of that name means something else.
        let other = read("id,Item Type,title\n1,Inventory,a\n2,Inventory,b\n", "id=id")
        #expect(other.diagnostics == [])
    }

    // MARK: Lists

    @Test func keywordsOfExportsAreSeparatedByCommas() {
        func keywords(_ outcome: Outcome) -> [String] {
            outcome.records.first?.texts.filter { $0.field == .keywords }.map(\.value) ?? []
        }
        #expect(
            keywords(read("id,title,Tags\n1,x,\"evening, dress\"\n", "Tags=keywords")) == [
                "evening", "dress",
            ])
        #expect(keywords(read("id,title,Tags\n1,x,\"a, b;c\"\n", "Tags=keywords")) == ["a, b", "c"])
        // A column called keywords has this project's form.
        #expect(keywords(read("id,title,keywords\n1,x,\"a, b\"\n", "id=id")) == ["a, b"])
        let json = ExportReadingTests().read(
            #"{"id":"1","title":"x","tags":"evening, dress"}"#, as: "shop.jsonl",
            columns: ["tags": "keywords"])
        #expect(keywords(json) == ["evening", "dress"])
    }
}
