// What exports have besides products: notes, marks of spreadsheets, roots of categories, pictures as objects.

import CatalogSearch
import CatalogStorage
import Testing

@Suite struct ExportDetailTests {
    private func read(_ text: String, as name: String = "shop.csv", _ map: String = "") -> Outcome {
        let pairs = map.split(separator: ",").map { $0.split(separator: "=").map(String.init) }
        return ExportReadingTests().read(
            text, as: name, columns: Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], $0[1]) }))
    }

    private func members(_ outcome: Outcome) -> [[String]] {
        outcome.records.map { $0.additionalMembers.map { "\($0.name)=\($0.json)" } }
    }

    private func values(_ outcome: Outcome, _ attribute: String) -> [[String]] {
        outcome.records.map { record in
            record.attributes.filter { $0.name.rawValue == attribute }.map(\.value.spelling)
        }
    }

    // MARK: Columns

    @Test func aMappingLeavesOutColumnsThatItDoesNotName() {
        let text = "Nr,title,url,Bestand,Notiz\n1,Tasse,/tasse,5,nachbestellen\n"
        #expect(members(read(text, "Nr=id")) == [["url=\"/tasse\""]])
        #expect(members(read(text, "Nr=id,Bestand=stock")) == [["url=\"/tasse\"", "stock=\"5\""]])
        #expect(
            members(read("Nr,title,link,image_link\n1,Tasse,https://x.example/1,\n", "Nr=id")) == [
                ["url=\"https://x.example/1\""]
            ])
        // Without a mapping, the table's columns are its members.
        let own = text.replacing("Nr", with: "id")
        #expect(
            members(read(own)) == [["url=\"/tasse\"", "Bestand=\"5\"", "Notiz=\"nachbestellen\""]])
    }

    @Test func aTableWithoutAnyTextSaysSo() {
        let outcome = read("ID,Code2\n1,x\n2,y\n")
        #expect(outcome.ids == ["1", "2"])
        #expect(outcome.diagnostics.map(\.kind) == [.noTitle(mapping: "…=title")])
        #expect(read("foo,bar\n1,x\n", "#=id").diagnostics.map(\.kind) == [.noTitle(mapping: "…=title")])
    }

    @Test func theNumberOfAnArticleIsKnownByFurtherNames() {
        let outcome = read("Réf.;Désignation;Prix TTC\nA-1;Théière;89,90 €\n")
        #expect(
            outcome.diagnostics.first?.arguments.last?.text
                == "Réf.=id,Désignation=title[fr],Prix TTC=price[EUR]")
    }

    // MARK: Cells

    @Test func marksThatKeepSpreadsheetsFromChangingCellsAreLeftOut() {
        let text = #"""
            SKU,title,note
            '00731,'90s shirt,'-discount
            "='08'","'007 film",'=SUM
            "=""00732""",'90,''quoted''
            ="00733",It's,'12
            00734,'+' key,="a"&"b"

            """#
        let outcome = read(text, "SKU=id,note=note2")
        #expect(outcome.ids == ["00731", "='08'", "00732", "00733", "00734"])
        #expect(
            outcome.records.map { $0.texts.first?.value }
                == ["'90s shirt", "'007 film", "'90", "It's", "'+' key"])
        #expect(
            members(outcome).map(\.first) == [
                "note2=\"-discount\"", "note2=\"=SUM\"", "note2=\"''quoted''\"", "note2=\"'12\"",
                #"note2="=\"a\"&\"b\"""#,
            ])
    }

    @Test(arguments: ["Home", "Strona główna", "Início", "Главная", "الرئيسية", "首页"])
    func theRootOfPrestaShopsCategoriesIsNoScope(root: String) {
        let text =
            "Product ID;Name *;Categories (x,y,z...);Price tax included\n1;Shirt;\(root),Clothes;20\n2;Rest;\(root);5\n"
        let mapped = ExportReadingTests().read(
            text,
            columns: [
                "Product ID": "id", "Name *": "title", "Categories (x,y,z...)": "type",
                "Price tax included": "price[EUR]",
            ])
        #expect(mapped.records.map(\.scope) == ["Clothes", root])
    }

    @Test func aValueOfBigCommerceMayNameItsType() {
        let text = """
            Item,ID,Name,SKU,Options,Price,Is Visible
            Product,8,Cable,C,,49,TRUE
            Variant,8,,C-1,Type=Rectangle|Name=Plug|Value=USB Type=CType=Swatch|Name=Color|Value=Red[#ff0000],,
            Variant,9,,C-2,Type=Rectangle|Name=Plug|Value=USB Type=A,,

            """
        let outcome = read(
            text,
            "Item=group,Name=title,SKU=attributes.sku,Price=price[EUR],Plug=attributes.plug,Color=attributes.color"
        )
        #expect(values(outcome, "plug") == [["USB Type=C"], ["USB Type=A"]])
        #expect(values(outcome, "color") == [["Red"], []])
    }

    @Test func magentosQuotedValuesHaveNoQuotes() {
        let text =
            "sku,attribute_set_code,name,price,additional_attributes\n1,Bag,Bag,5,\"pocket=\"\"Audio, Laptop\"\",strap=Long\"\n"
        let outcome = read(text, "sku=id,name=title,price=price[EUR]")
        #expect(members(outcome) == [["pocket=\"Audio, Laptop\"", "strap=\"Long\""]])
    }

    // MARK: Variants

    @Test func aVariantHasAllValuesOfAnOptionThatItLeavesOpen() {
        let text = """
            ID,Type,SKU,Name,Regular price,Parent,Visibility in catalog,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)
            44,variable,tee,Tee,,,visible,Color,"Blue, Red",Size,"L, M"
            45,variation,tee-red,Tee - Red,20,tee,visible,Color,Red,Size,
            46,variation,tee-blue,Tee - Blue,15,id:44,visible,Color,Blue,Size,M

            """
        let outcome = read(
            text,
            "SKU=id,Name=title,Regular price=price[EUR],Parent=group,Color=attributes.color,Size=attributes.size"
        )
        #expect(values(outcome, "color") == [["Red"], ["Blue"]])
        #expect(values(outcome, "size") == [["L", "M"], ["M"]])
    }

    /// Each of many variants would have as many values.
    @Test(arguments: [(90, 90), (101, 0)])
    func veryManyValuesDescribeNoVariant(count: Int, expected: Int) {
        let sizes = (1...count).map { "s\($0)" }.joined(separator: ", ")
        let text = """
            ID,Type,SKU,Name,Regular price,Parent,Visibility in catalog,Attribute 1 name,Attribute 1 value(s)
            44,variable,tee,Tee,,,visible,Size,"\(sizes)"
            45,variation,tee-1,Tee,20,tee,visible,Size,

            """
        let outcome = read(
            text, "SKU=id,Name=title,Regular price=price[EUR],Parent=group,Size=attributes.size")
        #expect(values(outcome, "size").map(\.count) == [expected])
    }

    // MARK: JSON

    @Test func picturesOfShopSystemsAreAddresses() {
        let text = """
            [{"id": 1, "title": "a", "image": {"id": 5, "src": "https://x.example/1.jpg"}},
             {"id": 2, "title": "b", "images": [{"src": "https://x.example/2.jpg"}, {"src": "https://x.example/3.jpg"}]},
             {"id": 3, "title": "c", "image": "/own.jpg", "images": [{"src": "https://x.example/2.jpg"}]},
             {"id": 4, "title": "d", "image": {"url": "/own.jpg", "width": 5}}]
            """
        let images = read(text, as: "shop.json").records.map { record in
            record.additionalMembers.first { $0.name == "image" }?.json
        }
        #expect(
            images == [
                "\"https://x.example/1.jpg\"", "\"https://x.example/2.jpg\"", "\"/own.jpg\"",
                #"{"url":"/own.jpg","width":5}"#,
            ])
    }

    @Test func aPriceWithoutCurrencyProposesTheWholeMapping() {
        let outcome = read(#"[{"id": 1, "name": "Cup", "sku": "C-1", "price": "21.99"}]"#, as: "shop.json")
        #expect(
            outcome.diagnostics.first?.arguments.last?.text
                == "name=title,sku=attributes.sku,price=price[…]")
    }
}
