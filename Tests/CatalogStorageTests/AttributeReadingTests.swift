// Attributes are declared in the sidecar; records are read with their values, and without wrong ones.

import CatalogSearch
import CatalogStorage
import Files
import Testing

@Suite struct AttributeReadingTests {
    private static let sidecar = #"""
        {"defaultLocale": "en", "attributes": {
          "brand": {"type": "text", "label": {"en": "Brand", "de": "Marke"}},
          "color": {"type": "text", "many": true, "values": {"red": {"en": "red", "de": "rot"}}, "order": "label"},
          "stock": {"type": "number"},
          "added": {"type": "date"},
          "onSale": {"type": "boolean"},
          "store": {"type": "place", "many": true}
        }}
        """#

    private func attributes(
        _ record: String, as name: String = "shop.jsonl"
    ) -> (found: [CatalogRecord.Attribute], faults: [Fault], others: [String]) {
        let outcome = read(record, as: name, sidecar: Self.sidecar, blockSize: 1 << 16)
        #expect(outcome.records.count == 1)
        return (
            outcome.records.first?.attributes ?? [], outcome.faults,
            outcome.records.first?.additionalMembers.map(\.name) ?? []
        )
    }

    @Test func declarationsAreRead() {
        let files = InMemoryFileSystem(["shop.catalog.json": Self.sidecar])
        let sidecar = CatalogSidecar(of: CatalogFile(path: "shop.jsonl")!, fileSystem: files)
        #expect(sidecar.diagnostics == [])
        #expect(
            sidecar.description.attributes == [
                .init("brand", .text, label: .texts([locale("en"): "Brand", locale("de"): "Marke"])),
                .init(
                    "color", .text, isMany: true,
                    values: [.init(id: "red", label: .texts([locale("en"): "red", locale("de"): "rot"]))],
                    order: .label),
                .init("stock", .number), .init("added", .date), .init("onSale", .boolean),
                .init("store", .place, isMany: true),
            ])
    }

    @Test func severalAttributesMayHaveTheValuesOfOneMember() {
        let sidecar = #"""
            {"defaultLocale": "en", "attributes": {
              "brand": {"type": "text", "member": "vendor"}, "maker": {"type": "text", "member": "vendor"},
              "weight": {"type": "number", "member": "kg"}, "vendor": {"type": "text", "member": ""}
            }}
            """#
        let file = CatalogFile(path: "shop.jsonl")!
        let description = CatalogSidecar(Array(sidecar.utf8), of: file)
        #expect(
            description.diagnostics.map(\.kind) == [
                .sidecarWrongType(member: "attributes.vendor.member", expected: .text)
            ])
        let expected: [CatalogRecord.Attribute] = [
            .init("brand", .text("Alm")), .init("maker", .text("Alm")),
            .init("weight", .number(DecimalNumber("1.50")!)), .init("vendor", .text("Alm")),
        ]
        for (name, text) in [
            ("shop.jsonl", #"{"id": "1", "title": "Boot", "vendor": "Alm", "kg": 1.50, "brand": "other"}"#),
            ("shop.csv", "id,title,vendor,kg,brand\n1,Boot,Alm,1.50,other\n"),
        ] {
            let record = read(text, as: name, sidecar: sidecar, blockSize: 1 << 16).records.first
            #expect(record?.attributes == expected, "\(name)")
            #expect(record?.additionalMembers.map(\.name) == ["brand"], "\(name)")
        }
    }

    @Test func pathsAreReadInOneNotation() {
        let sidecar = """
            {"defaultLocale": "en", "attributes": {
              "category": {"type": "text", "path": true, "many": true,
                "values": {"Home>Kitchen": {"de": "Küche"},
                           "Home>": {"de": "Haus"}}},
              "stock": {"type": "number", "path": true, "kind": true},
              "sort": {"type": "text", "kind": true}
            }}
            """
        let files = InMemoryFileSystem(["shop.catalog.json": sidecar])
        let found = CatalogSidecar(of: CatalogFile(path: "shop.jsonl")!, fileSystem: files)
        #expect(found.description.attributes.map(\.isPath) == [true, false, false])
        #expect(found.description.attributes.map(\.isKind) == [false, false, true])
        #expect(
            found.diagnostics.map { Fault(line: $0.line, kind: $0.kind) } == [
                Fault(
                    line: 4,
                    kind: .sidecarWrongType(member: "attributes.category.values.Home>", expected: .path)),
                Fault(
                    line: 5,
                    kind: .sidecarUnknownChoice(
                        member: "attributes.stock.type", value: "number", known: "text")),
                Fault(
                    line: 5,
                    kind: .sidecarUnknownChoice(
                        member: "attributes.stock.type", value: "number", known: "text")),
            ])
        func values(_ json: String) -> (values: [AttributeValue], faults: [CatalogDiagnostic.Kind]) {
            let outcome = read(
                #"{"id": "1", "title": "A", "category": \#(json)}"#, as: "shop.jsonl", sidecar: sidecar,
                blockSize: 1 << 16)
            let faults = outcome.faults.map(\.kind).filter { $0.code == .attributeWrongType }
            return (outcome.records[0].attributes.map(\.value), faults)
        }
        #expect(values(#""Home>Kitchen >  Pots ""#).values == [.text("Home > Kitchen > Pots")])
        #expect(
            values(#"["Home", "Home>Kitchen", "Garden"]"#).values == [
                .text("Home > Kitchen"), .text("Garden"),
            ])
        #expect(
            values(#"{"en": "Home>Kitchen", "de": "Haus>Küche"}"#).values == [
                .text(
                    "Home > Kitchen", labels: [locale("en"): "Home > Kitchen", locale("de"): "Haus > Küche"])
            ])
        for wrong in [#""Home>>Pots""#, #"{"en": "Home>Kitchen", "de": "Küche"}"#] {
            let (values, faults) = values(wrong)
            #expect(values == [])
            #expect(faults == [.attributeWrongType(member: "category", expected: .path)])
        }
    }

    @Test func wrongDeclarationsAreReportedOnTheirLines() {
        let text = """
            {"attributes": {
              "a": {"type": "string"},
              "b": {"type": "text", "label": {"en": "B"},
                "values": {"red": {"de": "rot"},
                           "rouge": {"de": "rot"}}},
              "c": {"label": {"en": "B"},
                    "type": "date", "many": 1,
                    "order": "size"},
              "b": {"type": "number"},
              "price": {"type": "number"},
              "d": [],
              "e": {},
              "f": {"type": "text", "label": {"en": "B"}},
              "g": {"type": "number", "values": {"1": "one"}}
            }}
            """
        let files = InMemoryFileSystem(["shop.catalog.json": text])
        let sidecar = CatalogSidecar(of: CatalogFile(path: "shop.jsonl")!, fileSystem: files)
        let types = "text, number, date, boolean, place"
        #expect(
            sidecar.diagnostics.map { Fault(line: $0.line, kind: $0.kind) } == [
                Fault(
                    line: 2,
                    kind: .sidecarUnknownChoice(member: "attributes.a.type", value: "string", known: types)),
                Fault(
                    line: 5,
                    kind: .sidecarValueLabelTwice(
                        member: "attributes.b.values", label: "rot", first: "red", second: "rouge")),
                Fault(line: 7, kind: .sidecarWrongType(member: "attributes.c.many", expected: .boolean)),
                Fault(
                    line: 8,
                    kind: .sidecarUnknownChoice(
                        member: "attributes.c.order", value: "size", known: "count, label")),
                Fault(line: 9, kind: .sidecarAttributeTwice(name: "b")),
                Fault(line: 10, kind: .sidecarAttributeReserved(name: "price")),
                Fault(line: 11, kind: .sidecarWrongType(member: "attributes.d", expected: .object)),
                Fault(
                    line: 12,
                    kind: .sidecarUnknownChoice(member: "attributes.e.type", value: "", known: types)),
                Fault(line: 14, kind: .sidecarWrongType(member: "attributes.g.values", expected: .object)),
                Fault(line: 6, kind: .sidecarLabelShared(label: "B", first: "b", second: "c")),
                Fault(line: 13, kind: .sidecarLabelShared(label: "B", first: "b", second: "f")),
            ])
        #expect(sidecar.description.attributes.map(\.name) == ["b", "c", "f", "g"])
        #expect(sidecar.description.attributes[0].type == .text)
    }

    @Test func valuesAreReadByTheirTypes() {
        let (found, faults, others) = attributes(
            #"""
            {"id": 1, "added": "2026-01-31", "color": ["red", "blue", null, "", "red"], "stock": 12.50, "brand": "X",
             "onSale": false, "image": "/x.png"}
            """#.replacing("\n", with: ""))
        #expect(faults == [])
        #expect(
            found == [
                .init("brand", .text("X")), .init("color", .text("red")), .init("color", .text("blue")),
                .init("stock", .number(DecimalNumber("12.5")!)),
                .init("added", .date(Instant("2026-01-31")!)),
                .init("onSale", .boolean(false)),
            ])
        #expect(others == ["image"])
    }

    @Test(arguments: [
        ("0.123456789012345678", "0.123456789012345678"), ("1.5e3", "1500"), ("-12E-1", "-1.2"),
        ("123456789012345678", "123456789012345678"), (#""-0.10""#, "-0.1"), ("1.0", "1"), ("2e2", "200"),
    ])
    func numbersAreExactlyAsSpelled(json: String, number: String) {
        let (found, faults, _) = attributes(
            #"{"id":1,"extra":{"x":[{"stock":7}],"y":"\"{"},"stock": \#(json) }"#)
        #expect(faults == [])
        #expect(found == [.init("stock", .number(DecimalNumber(number)!))])
    }

    @Test(
        arguments: [
            (#""stock":"red""#, "stock", .decimal), (#""stock":true"#, "stock", .decimal),
            (#""stock":0.1234567890123456789"#, "stock", .decimal), (#""stock":[1,2]"#, "stock", .decimal),
            (#""added":"yesterday""#, "added", .date), (#""added":5"#, "added", .date),
            (#""onSale":"yes""#, "onSale", .boolean), (#""brand":5"#, "brand", .text),
            (#""brand":{"de":5}"#, "brand", .text), (#""brand":{"?":"x"}"#, "brand", .text),
            (#""brand":["a","b"]"#, "brand", .text),
            (#""color":{"en":["a"],"de":["b","c"]}"#, "color", .text),
            (#""store":{"lat":90.5,"lng":0}"#, "store", .coordinates),
            (#""store":{"lat":0,"lng":-180.1}"#, "store", .coordinates),
            (#""store":{"lat":52.5}"#, "store", .coordinates),
            (#""store":{"lng":13}"#, "store", .coordinates),
            (#""store":{"lat":null,"lng":13}"#, "store", .coordinates),
            (#""store":{"lat":1,"lng":2,"lon":2}"#, "store", .coordinates),
            (#""store":{"lat":"NaN","lng":2}"#, "store", .coordinates),
            (#""store":{"lat":true,"lng":2}"#, "store", .coordinates),
            (#""store":"52.5""#, "store", .coordinates), (#""store":52.5"#, "store", .coordinates),
        ] as [(String, String, CatalogDiagnostic.ExpectedType)])
    func aWrongValueIsReportedAndTheRecordIsUsedWithoutIt(
        member: String, name: String, expected: CatalogDiagnostic.ExpectedType
    ) {
        let (found, faults, others) = attributes("\n" + #"{"id":1,\#(member)}"#)
        #expect(faults == [Fault(line: 2, kind: .attributeWrongType(member: name, expected: expected))])
        #expect(found == [])
        #expect(others == [])
    }

    @Test(arguments: [
        #"{"lat":52.52,"lng":13.405}"#, #"{"lon":13.405,"lat":52.52,"name":"Mitte"}"#,
        #"{"lat":"52.52","lng":"13.405"}"#, #""52.52, 13.405""#, #"{"lat":5.252e1,"lng":13.4050}"#,
    ])
    func placesAreReadInEachNotation(json: String) {
        let (found, faults, _) = attributes(#"{"id":1,"store":\#(json)}"#)
        #expect(faults == [])
        #expect(found == [.init("store", .place(Coordinates("52.52,13.405")!))])
    }

    @Test func severalPlacesAreReadWithoutTheWrongOne() {
        let (found, faults, _) = attributes(
            #"{"id":1,"store":[{"lat":90,"lng":180},{"lat":91,"lng":0},{"lat":-90,"lng":-180}]}"#)
        #expect(
            faults == [Fault(line: 1, kind: .attributeWrongType(member: "store[1]", expected: .coordinates))])
        #expect(found.map(\.value.spelling) == ["90,180", "-90,-180"])
        let (cells, none, _) = attributes("id,store\n1,\"52.52,13.405; 0,-0.5\"\n", as: "shop.csv")
        #expect(none == [])
        #expect(cells.map(\.value.spelling) == ["52.52,13.405", "0,-0.5"])
        let (rest, wrong, _) = attributes("id,store\n1,\"52.52;13.405\"\n", as: "shop.csv")
        #expect(
            wrong == [Fault(line: 2, kind: .attributeWrongType(member: "store", expected: .coordinates))])
        #expect(rest == [])
    }

    @Test func aWrongElementLeavesTheOthers() {
        let (found, faults, _) = attributes(#"{"id":1,"color":["red",5,"blue"]}"#)
        #expect(faults == [Fault(line: 1, kind: .attributeWrongType(member: "color[1]", expected: .text))])
        #expect(found == [.init("color", .text("red")), .init("color", .text("blue"))])
    }

    @Test func localizedTextsAreIdentifiedByTheDefaultLocale() {
        let (found, faults, _) = attributes(
            #"{"id":1,"brand":{"de":"rot","en":"red"},"color":[{"fr":"bleu","de":"blau"},{"en":"x"}]}"#)
        #expect(faults == [])
        #expect(
            found == [
                .init("brand", .text("red", labels: [locale("de"): "rot", locale("en"): "red"])),
                .init("color", .text("blau", labels: [locale("de"): "blau", locale("fr"): "bleu"])),
                .init("color", .text("x")),
            ])
        let (lists, _, _) = attributes(#"{"id":1,"color":{"en":["red","blue"],"de":["rot","blau"]}}"#)
        #expect(
            lists == [
                .init("color", .text("red", labels: [locale("de"): "rot", locale("en"): "red"])),
                .init("color", .text("blue", labels: [locale("de"): "blau", locale("en"): "blue"])),
            ])
    }

    @Test func tablesHaveColumnsOfAttributes() {
        let (found, faults, others) = attributes(
            "id,brand,color[en],color[de],stock,added,onSale,size\n1,X,red; blue,rot;blau, 5 ,2026-01-31T10:00Z,true,XL\n",
            as: "shop.csv")
        #expect(faults == [])
        #expect(
            found == [
                .init("brand", .text("X")),
                .init("color", .text("red", labels: [locale("de"): "rot", locale("en"): "red"])),
                .init("color", .text("blue", labels: [locale("de"): "blau", locale("en"): "blue"])),
                .init("stock", .number(DecimalNumber(5))),
                .init("added", .date(Instant("2026-01-31T10:00Z")!)),
                .init("onSale", .boolean(true)),
            ])
        #expect(others == ["size"])
        let (rest, wrong, _) = attributes("id,stock,color\n1,red,a;;b\n", as: "shop.csv")
        #expect(wrong == [Fault(line: 2, kind: .attributeWrongType(member: "stock", expected: .decimal))])
        #expect(rest == [.init("color", .text("a")), .init("color", .text("b"))])
    }

    @Test func anAttributeMayAlsoBeASearchedField() {
        let outcome = read(
            #"{"id":1,"brand":"Bialetti"}"#,
            sidecar: #"{"fields": ["title", "brand"], "attributes": {"brand": {"type": "text"}}}"#)
        #expect(outcome.records.first?.attributes == [.init("brand", .text("Bialetti"))])
        #expect(outcome.records.first?.texts.map(\.value) == ["Bialetti"])
    }
}
