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

    @Test func itsThirdVersionWritesVariantsAndPicturesInRowsOfTheirOwn() {
        let text = """
            Item,ID,Name,SKU,Options,Price,Categories,Is Visible,Variant Image URL,Internal Image URL (Export)
            Product,8,Towel,T,,49,Bath;Sale,TRUE,,
            Variant,8,,T-R,Type=Swatch|Name=Color|Value=Red[#ff0000]Type=Rectangle|Name=Size|Value=S,,,,https://x.example/r.jpg,
            Variant,9,,T-B,Type=Swatch|Name=Color|Value=Blue[#0000ff],55,,,,
            Image,1,,,,,,,,https://x.example/towel.jpg
            Product,10,Jar,,,7,Kitchen,TRUE,,
            Image,2,,,,,,,,https://x.example/jar.jpg
            Image,3,,,,,,,,https://x.example/other.jpg
            Product,11,Secret,,,9,Kitchen,FALSE,,
            Image,4,,,,,,,,https://x.example/secret.jpg

            """
        let outcome = read(
            text,
            "Item=group,Name=title,SKU=attributes.sku,Price=price[EUR],Categories=type,Color=attributes.color,Internal Image URL (Export)=image"
        )
        #expect(
            outcome.diagnostics.map(\.kind) == [
                .notForSale(count: 1, columns: "Is Visible", mapping: "Is Visible=")
            ])
        #expect(
            outcome.records.map(shown) == [
                // Products and variants are numbered apart.
                "8-8 Bath title[en]=Towel keywords[en]=S sku=T-R group=8 color=Red",
                "8-9 Bath title[en]=Towel sku=T-B group=8 color=Blue", "10 Kitchen title[en]=Jar group=10",
            ])
        #expect(outcome.records.map { $0.price?.spelling } == ["49", "55", "7"])
        let images = outcome.records.map { $0.additionalMembers.first { $0.name == "image" }?.json }
        #expect(images == ["\"https://x.example/r.jpg\"", nil, "\"https://x.example/jar.jpg\""])
    }

    // MARK: Other systems

    @Test func variantsOfShopwareTakeNameAndPriceOfTheirProduct() {
        let text = """
            id;parent_id;name;price_gross;optionIds
            a;;Jacke;49.50;
            b;a;;;1
            c;a;;54;2

            """
        let records = read(text, "parent_id=group,name=title,price_gross=price[EUR]").records
        #expect(records.map(shown) == ["b - title[en]=Jacke group=a", "c - title[en]=Jacke group=a"])
        #expect(records.map { $0.price?.spelling } == ["49.50", "54"])
    }

    @Test func listsOfOptionsAndFeaturesAreRead() {
        let shopware = read(
            "id;name;mainnumber;configuratorOptions\n1;Hemd;g;Farbe:Rot|Größe:M\n",
            "name=title,mainnumber=group,Farbe=attributes.color")
        #expect(shopware.records.map(shown) == ["1 - title[en]=Hemd keywords[en]=M group=g color=Rot"])
        let prestaShop = ExportReadingTests().read(
            "id;name;Categories (x,y,z...);Feature(Name:Value:Position)\n1;Pull;Accueil, Maison, Laine;Couleur:Rouge:1,Matière:Laine:2\n",
            columns: [
                "name": "title", "Categories (x,y,z...)": "type", "Couleur": "attributes.color",
            ])
        #expect(prestaShop.records.map(shown) == ["1 Maison title[en]=Pull keywords[en]=Laine color=Rouge"])
    }

    @Test func germanHeadingsOfWooCommerceMeanWhatEnglishOnesDo() {
        let text = #"""
            ID,Typ,Artikelnummer,Name,Veröffentlicht,Sichtbarkeit im Katalog,Angebotspreis,Regulärer Preis,Übergeordnetes Produkt,Attribut 1 Name,Attribut 1 Wert(e)
            44,variable,tee,Tee,1,visible,,,,Farbe,"Blau, Rot"
            76,variation,tee-r,Tee - Rot,1,visible,"15,50","20,00",tee,Farbe,Rot
            51,simple,mug,Becher,-1,visible,,9,,,

            """#
        let outcome = read(
            text,
            "Artikelnummer=attributes.sku,Name=title[de],Regulärer Preis=price[EUR],Übergeordnetes Produkt=group,Farbe=attributes.color"
        )
        #expect(
            outcome.diagnostics.map(\.kind) == [
                .notForSale(count: 1, columns: "Veröffentlicht", mapping: "Veröffentlicht=")
            ])
        #expect(outcome.records.map(shown) == ["76 - title[de]=Tee - Rot sku=tee-r group=44 color=Rot"])
        #expect(outcome.records.first?.price == Price("15.50", currency: "EUR"))
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
