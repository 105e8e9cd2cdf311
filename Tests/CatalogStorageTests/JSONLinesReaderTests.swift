// Each line of a JSON Lines file becomes the record that it describes.

import CatalogSearch
import CatalogStorage
import Files
import Testing

@Suite struct JSONLinesReaderTests {
    @Test func allMembersFindTheirPlaces() {
        let outcome = read(
            #"""
            {"id":"g-101","type":"birthdays","title":{"de":"Gl\u00fcck","en":"Luck \ud83c\udf40"},"summary":"In short",
            """#.replacing("\n", with: "")
                + #"""
                "keywords":{"de":["Klee","Blatt"]},"year":2001,"price":{"amount":"51.90","currency":"EUR"},"popularity":0.7,
                """#.replacing("\n", with: "") + #"""
                    "catalog":"gifts","tags":[1,-2.5,true,null,"a\"b\\\n\u0001"],"big":18446744073709551615}
                    """#)
        let record = CatalogRecord(
            id: "g-101", scope: "birthdays",
            texts: [
                .init(.title, locale("de"), "Glück"), .init(.title, locale("en"), "Luck 🍀"),
                .init(.summary, locale("en"), "In short"), .init(.keywords, locale("de"), "Klee"),
                .init(.keywords, locale("de"), "Blatt"),
            ],
            year: 2001, price: Price("51.90", currency: "EUR"), popularity: 0.7,
            additionalMembers: [
                .init(name: "catalog", json: #""gifts""#),
                .init(name: "tags", json: #"[1,-2.5,true,null,"a\"b\\\n\u0001"]"#),
                .init(name: "big", json: "18446744073709551615"),
            ])
        #expect(outcome.records == [record])
        #expect(outcome.records[0].price?.spelling == "51.90")
        #expect(outcome.diagnostics == [])
        #expect(outcome.reading.description.scopes == [.init(id: "birthdays")])
    }

    @Test func lineEndsOfEveryKindAreUnderstood() {
        let text = "\u{FEFF}{\"id\":1}\r\n\r\n   \n\t{\"id\":\"b\"} \n{\"id\":-3}"
        for blockSize in [16, 17, 31, 1 << 16] {
            let outcome = read(text, blockSize: blockSize)
            #expect(outcome.ids == ["1", "b", "-3"])
            #expect(outcome.diagnostics == [])
        }
    }

    @Test func fieldsOfTheSidecarAreTexts() {
        let outcome = read(
            #"{"id":"x","type":"t","author":{"de":"Grimm"},"title":["A","B"],"year":1812}"#,
            sidecar: #"{"defaultLocale":"de","fields":["author","id","type","scope","year"]}"#)
        // The id and the label of the scope are searched, too, but are no texts of the record.
        #expect(
            outcome.records[0].texts == [
                .init("author", locale("de"), "Grimm"), .init("type", locale("de"), "t"),
                .init(.title, locale("de"), "A"), .init(.title, locale("de"), "B"),
            ])
        #expect(outcome.records[0].year == 1812)
    }

    @Test func ofDoubledMembersTheLastCounts() {
        let outcome = read(
            #"{"id":"a","id":"b","title":{"de":"1","de":"2"},"title":{"en":"3","en":"4"},"x":1,"y":2,"x":3}"#)
        #expect(outcome.ids == ["b"])
        #expect(outcome.records[0].texts == [.init(.title, locale("en"), "4")])
        #expect(
            outcome.records[0].additionalMembers == [
                .init(name: "x", json: "3"), .init(name: "y", json: "2"),
            ])
    }

    @Test func namesThatDifferInBytesAreDifferent() {
        let many = (0..<20).map { "\"m\($0)\":0," }.joined()
        let outcome = read(
            "{\(many)\"id\":\"a\",\"\u{E9}\":1,\"e\u{301}\":2}\n{\"id\":\"\u{E9}\"}\n{\"id\":\"e\u{301}\"}")
        #expect(outcome.records[0].additionalMembers.count == 22)
        #expect(outcome.records.count == 3)
    }

    @Test func theCanonicalSpellingOfALocaleCountsAndTheOtherIsKept() {
        let outcome = read(
            #"{"id":"a","title":{"pt_br":"1","pt_BR":"2","PT-br":"3","zh_CN":"4","zh_Hans_CN":"5"},"summary":{"de_de":"6","de-DE":"7"}}"#
        )
        #expect(
            outcome.records[0].texts == [
                .init(.title, locale("pt_BR"), "2"), .init(.title, locale("zh_CN"), "4"),
                .init(.summary, locale("de_DE"), "6"),
            ])
        #expect(
            outcome.records[0].additionalMembers == [
                .init(name: "title[pt_br]", json: #""1""#), .init(name: "title[PT-br]", json: #""3""#),
                .init(name: "title[zh_Hans_CN]", json: #""5""#), .init(name: "summary[de-DE]", json: #""7""#),
            ])
    }

    @Test func emptyTextsAreAbsent() {
        let outcome = read(
            #"{"id":"a","type":"","title":{"pt_BR":"","pt_br":"x","de":null},"summary":null,"keywords":{"de":["",null]},"year":null,"price":null,"popularity":null}"#
        )
        #expect(outcome.records == [CatalogRecord(id: "a", texts: [.init(.title, locale("pt_BR"), "x")])])
        #expect(outcome.diagnostics == [])
    }

    @Test func anIllFormedLocaleIsReportedAndItsTextKept() {
        let outcome = read(
            "\n" + #"{"id":"a","title":{"de":"1","not a locale":["2"],"sr@latin":"3","jp":"4"}}"#)
        #expect(
            outcome.faults == [Fault(line: 2, kind: .invalidLocale(member: "title", key: "not a locale"))])
        #expect(outcome.diagnostics[0].severity == .warning)
        #expect(outcome.records[0].texts.map(\.value) == ["1", "3", "4"])
        #expect(outcome.records[0].additionalMembers == [.init(name: "title[not a locale]", json: #"["2"]"#)])
    }

    @Test(arguments: [
        ("2001", 2001), ("2001.0", 2001), ("\"2001\"", 2001), ("-44", -44), ("2e3", 2000), ("\"-44\"", -44),
    ])
    func yearsAreWholeNumbersHoweverSpelled(json: String, year: Int) {
        #expect(read("{\"id\":\"a\",\"year\":\(json)}").records.first?.year == year)
    }

    @Test(arguments: [
        ("51.99", "51.99"), ("51", "51"), ("0.1", "0.1"), ("1e3", "1000"),
        ("12345678901.2345", "12345678901.2345"),
        ("0.00001", "0.00001"), ("\"51.90\"", "51.90"), ("-3.5", "-3.5"), ("1.5e-7", "0.00000015"),
        ("12e15", "12000000000000000"), ("1.25e16", "12500000000000000"),
    ])
    func amountsAreExact(json: String, spelling: String) {
        let outcome = read("{\"id\":\"a\",\"price\":{\"currency\":\"EUR\",\"amount\":\(json)}}")
        #expect(outcome.records.first?.price?.spelling == spelling)
        #expect(outcome.records.first?.price == Price(spelling, currency: "EUR"))
    }

    @Test func furtherMembersOfAPriceAreKept() {
        let outcome = read(#"{"id":"a","price":{"amount":1,"currency":"EUR","tax":{"rate":7}}}"#)
        #expect(outcome.records[0].additionalMembers == [.init(name: "price[tax]", json: #"{"rate":7}"#)])
    }

    @Test func progressCountsTheBytesOfTheFile() {
        let files = InMemoryFileSystem(["a.jsonl": "{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n"])
        var limits = CatalogReader.Limits()
        limits.blockSize = 16
        var steps: [Int] = []
        let reader = CatalogReader(CatalogFile(path: "a.jsonl")!, fileSystem: files, limits: limits)
        _ = reader.read(progress: { count, total in
            #expect(total == 27)
            steps.append(count)
        }) { _ in }
        #expect(steps.last == 27)
        #expect(steps == steps.sorted())
    }

    @Test func whatTheCallerThrowsEndsTheReading() {
        struct Enough: Error {}
        let files = InMemoryFileSystem(["a.jsonl": "{\"id\":1}\n{\"id\":2}\n"])
        let reader = CatalogReader(CatalogFile(path: "a.jsonl")!, fileSystem: files)
        var count = 0
        #expect(throws: Enough.self) {
            _ = try reader.read { _ in
                count += 1
                throw Enough()
            }
        }
        #expect(count == 1)
    }
}
