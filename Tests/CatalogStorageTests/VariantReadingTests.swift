// Variants of products are read as shop systems export them.

import CatalogSearch
import CatalogStorage
import Files
import Testing

@Suite struct VariantReadingTests {
    private func read(
        _ text: String, as name: String = "shop.csv", _ columns: [String: String] = [:],
        sidecar: String? = nil
    ) -> Outcome {
        let files = InMemoryFileSystem([name: text])
        var file = CatalogFile(path: name)!
        file.columns = columns
        if let sidecar { files.set(file.sidecarPath, Array(sidecar.utf8)) }
        return CatalogStorageTests.read(file, in: files)
    }

    /// The data that identifies and shows a variant: its id, its product, its title, its keywords and other
    /// members.
    private func shown(_ record: CatalogRecord) -> String {
        let texts = record.texts.map { "\($0.field)=\($0.value)" }
        let attributes = record.attributes.map { attribute in
            if case .text(let text, _) = attribute.value { return "\(attribute.name)=\(text)" }
            return "\(attribute.name)"
        }
        let members = record.additionalMembers.map { "\($0.name)=\($0.json)" }
        return ([record.id] + texts + attributes + members).joined(separator: " ")
    }

    private static let shopify = """
        Handle,Title,Tags,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Price,Image Src
        tee,Classic Tee,basics,Color,Red,Size,S,T-1,19.90,https://x/1.jpg
        tee,,,,Red,,M,,19.90,
        tee,,,,Blue,,S,T-3,17.90,https://x/3.jpg
        tee,,,,,,,,,https://x/4.jpg
        mug,Mug,,Title,Default Title,,,,9.00,

        """

    @Test func aColumnOfProductsMakesVariantsOfRows() {
        let columns = [
            "Handle": "group", "Title": "title", "Tags": "keywords", "Variant SKU": "id",
            "Variant Price": "price[EUR]", "Image Src": "image",
        ]
        let outcome = read(Self.shopify, columns)
        #expect(outcome.diagnostics == [])
        #expect(outcome.reading.description.group == "group")
        let text = "title=Classic Tee keywords=basics"
        #expect(
            outcome.records.map(shown) == [
                #"T-1 \#(text) keywords=Red keywords=S group=tee image="https://x/1.jpg" Color="Red" Size="S""#,
                #"tee-Red-M \#(text) keywords=Red keywords=M group=tee image="https://x/1.jpg" Color="Red" Size="M""#,
                #"T-3 \#(text) keywords=Blue keywords=S group=tee image="https://x/3.jpg" Color="Blue" Size="S""#,
                "mug title=Mug group=mug",
            ])
        // Declared attributes take the options, in any case.
        let declared = read(
            Self.shopify, columns,
            sidecar:
                #"{"group": "product", "attributes": {"color": {"type": "text"}, "size": {"type": "text"}}}"#)
        #expect(
            declared.records.first.map(shown)
                == #"T-1 title=Classic Tee keywords=basics product=tee color=Red size=S image="https://x/1.jpg""#
        )
    }

    @Test func variantsThatNameTheirParentAreOfItsGroup() {
        let outcome = read(
            "SKU,Name,Parent,Attribute 1 name,Attribute 1 value(s)\nhoodie,Hoodie,,Color,\"Blue, Green\"\nh-b,,hoodie,Color,Blue\ncap,Cap,,,\n",
            ["SKU": "id", "Name": "title", "Parent": "group"],
            sidecar: #"{"attributes": {"color": {"type": "text", "many": true}}}"#)
        #expect(outcome.diagnostics == [])
        #expect(
            outcome.records.map(shown) == [
                "hoodie title=Hoodie group=hoodie color=Blue color=Green",
                "h-b title=Hoodie group=hoodie color=Blue", "cap title=Cap group=cap",
            ])
    }

    @Test func variantsThatNameTheirParentMayStandAnywhereBelowIt() {
        let outcome = read(
            "id;parent_id;name;option\ntee;;T-Shirt;\nmug;;Mug;\ntee-r;tee;;red\ntee-b;tee;Blue tee;blue\nmug-b;mug;;blue\nx;gone;;red\n",
            ["name": "title", "parent_id": "group"])
        #expect(outcome.diagnostics == [])
        #expect(
            outcome.records.map(shown) == [
                "tee title=T-Shirt group=tee", "mug title=Mug group=mug",
                "tee-r title=T-Shirt group=tee", "tee-b title=Blue tee group=tee",
                "mug-b title=Mug group=mug", "x group=gone",
            ])
    }

    /// If there is a column for the pictures of variants, other pictures in their rows are further pictures
    /// of the product.
    @Test func variantsHaveTheirOwnPictureOrTheProductsFirst() {
        let outcome = read(
            """
            URL handle,Title,Option1 name,Option1 value,SKU,Product image URL,Variant image URL
            tee,Tee,Color,Red,T-R,1.jpg,red.jpg
            tee,,,Blue,T-B,2.jpg,
            tee,,,Green,T-G,3.jpg,green.jpg
            tee,,,,,4.jpg,
            mug,Mug,,,M,mug.jpg,

            """, ["URL handle": "group", "Title": "title", "SKU": "id", "Product image URL": "image"])
        #expect(outcome.diagnostics == [])
        let pictures = outcome.records.map { record in
            "\(record.id) "
                + record.additionalMembers.filter { $0.name == "image" }.map(\.json).joined(separator: " ")
        }
        #expect(
            pictures == [#"T-R "red.jpg""#, #"T-B "1.jpg""#, #"T-G "green.jpg""#, #"M "mug.jpg""#])
    }

    @Test func variantsThatAreNoGroupAreNamedWithTheMapping() {
        let feed = "id,title,item_group_id\n1,Tee,t\n2,Tee,t\n3,Cap,\n"
        let fault = Fault(
            line: nil, kind: .variantsApart(member: "item_group_id", mapping: "item_group_id=group"))
        #expect(read(feed).faults == [fault])
        #expect(read(feed, ["item_group_id": "group"]).faults == [])
        #expect(read(feed, sidecar: #"{"attributes": {"item_group_id": {"type": "text"}}}"#).faults == [])
        #expect(read("id,title,item_group_id\n1,Tee,t\n2,Cap,c\n").faults == [])
        let lines =
            #"{"id":"1","title":"a","item_group_id":"t"}\#n{"id":"2","title":"b","item_group_id":"t"}"#
        #expect(read(lines, as: "shop.jsonl").faults == [fault])
    }

    private static let products = """
        {"products": [{"id": 7, "title": "Pod", "tags": "music", "options": [{"name": "Color"}], "variants": [
          {"id": 8, "title": "Pink", "option1": "Pink", "sku": "P-P", "price": "199.00", "tags": null},
          {"id": 9, "title": "Black", "option1": "Black", "sku": "P-B", "price": "209.00"}]},
          {"id": 10, "title": "Cap", "variants": []}], "total": {"count": 2}}
        """

    @Test func aListOfVariantsMakesRecordsOfAProduct() {
        let apart = read(Self.products, as: "shop.json")
        #expect(apart.ids == ["7", "10"])
        let mapping = "variants=group,tags=keywords,sku=attributes.sku,price=price[…]"
        #expect(
            apart.faults == [Fault(line: nil, kind: .variantsApart(member: "variants", mapping: mapping))])
        let outcome = read(
            Self.products, as: "shop.json",
            ["variants": "group", "tags": "keywords", "price": "price[EUR]", "sku": "barcode"])
        #expect(outcome.diagnostics == [])
        #expect(
            outcome.records.map(shown) == [
                #"8 title=Pod keywords=music keywords=Pink group=7 barcode="P-P" Color="Pink""#,
                #"9 title=Pod keywords=music keywords=Black group=7 barcode="P-B" Color="Black""#,
                "10 title=Cap group=10",
            ])
        #expect(
            outcome.records.map(\.price) == [
                Price("199.00", currency: "EUR"), Price("209.00", currency: "EUR"), nil,
            ])
        // Variants are identified by their article numbers, which the second product does not have.
        let numbered = read(
            Self.products, as: "shop.json", ["variants": "group", "sku": "id", "price": "price[EUR]"])
        #expect(numbered.ids == ["P-P", "P-B", "10"])
    }

    @Test func variantsThatRepeatALargeProductAreRefused() {
        let text = String(repeating: "x", count: 1 << 16)
        let variants = (0..<1_100).map { #"{"id":\#($0)}"# }.joined(separator: ",")
        let outcome = read(
            #"[{"id":"a","title":"\#(text)","variants":[\#(variants)]},{"id":"b"}]"#, as: "shop.json",
            ["variants": "group"])
        #expect(outcome.ids == ["b"])
        #expect(outcome.faults.count == 1)
        #expect(outcome.diagnostics.first?.kind.code == .tooLong)
        #expect(outcome.diagnostics.first?.arguments.last == .integer(64 << 20))
    }

    // MARK: Responses of interfaces

    /// Objects with a list, and the ids of their records.
    private static let responses: [(json: String, ids: [String])] = [
        (#"{"products": [{"id": "a"}, {"id": "b"}]}"#, ["a", "b"]),
        (
            #"{"total": 2, "next": null, "tags": ["x", "{"], "items" : [ {"id":"a"} ], "page": {"of": [1]}}"#,
            ["a"]
        ),
        (#"{"hits": [{"id": "a", "x": "]}"}]}\#n{"hits": [{"id": "b"}], "hitsPerPage": 1}"#, ["a", "b"]),
        // A record may have lists of objects, before its id too.
        (#"{"parts": [{"id": "p"}], "id": "a"}"#, ["a"]),
        (#"{"id": "a", "parts": [{"id": "p"}]}{"id": "b"}"#, ["a", "b"]),
        (#"{"parts": [{"id": "p"}], "title": "x"}"#, []),
        (#"{"data": []}"#, []),
    ]

    @Test(arguments: responses, [16, 1 << 16])
    func theListInAResponseIsRead(response: (json: String, ids: [String]), blockSize: Int) {
        let outcome = CatalogStorageTests.read(response.json, as: "shop.json", blockSize: blockSize)
        #expect(outcome.ids == response.ids, "\(response.json)")
        #expect(outcome.reading.diagnostics.errorCount == (response.ids.isEmpty ? 1 : 0), "\(response.json)")
    }

    @Test func aResponseThatIsCutOffSaysSo() {
        for text in [
            #"{"items": [{"id": "a"}"#, #"{"items": [{"id": "a"}]"#, #"{"items": [{"id": "a"}], "n": "}"#,
        ] {
            let outcome = CatalogStorageTests.read(text, as: "shop.json")
            #expect(outcome.ids == ["a"])
            #expect(outcome.reading.diagnostics.errorCount == 1, "\(text)")
        }
    }

    @Test func theListInALongResponseIsRead() {
        let items = (0..<50).map { #"{"id": "\#($0)"}"# }.joined(separator: ",")
        let outcome = CatalogStorageTests.read(
            #"{"items": [\#(items)], "n": 50}"#, as: "shop.json", itemSize: 64)
        #expect(outcome.ids.count == 50)
        #expect(outcome.diagnostics == [])
    }
}
