// Tables are read by their heading, and broken rows are reported with their line.

import CatalogSearch
import CatalogStorage
import Testing

@Suite struct TableReaderTests {
    private func readTable(_ text: String, blockSize: Int = 16, itemSize: Int = 1 << 20) -> Outcome {
        read(text, as: "shop.csv", blockSize: blockSize, itemSize: itemSize)
    }

    @Test func everyColumnFindsItsPlace() {
        let text = """
            \u{FEFF}id,type,title[en],title[de],keywords[de],year,price[EUR],popularity,shade,title\r
            g-1,birthdays,Luck,"Glück, ""Klee""\r
            und mehr",Klee; Blatt;;vier ,2001,51.90,0.5,blue,Chance\r
            \r
            g-2,,,,,,,,,Only

            """
        let first = CatalogRecord(
            id: "g-1", scope: "birthdays",
            texts: [
                .init(.title, locale("en"), "Luck"),
                .init(.title, locale("de"), "Glück, \"Klee\"\r\nund mehr"),
                .init(.keywords, locale("de"), "Klee"), .init(.keywords, locale("de"), "Blatt"),
                .init(.keywords, locale("de"), "vier"),
            ],
            year: 2001, price: Price("51.90", currency: "EUR"), popularity: 0.5,
            additionalMembers: [
                .init(name: "shade", json: "\"blue\""), .init(name: "title", json: "\"Chance\""),
            ])
        let second = CatalogRecord(id: "g-2", texts: [.init(.title, locale("en"), "Only")])
        for blockSize in [16, 23, 1 << 16] {
            let outcome = readTable(text, blockSize: blockSize)
            #expect(outcome.records == [first, second])
            #expect(outcome.diagnostics == [])
        }
    }

    @Test func tabsSeparateTheFieldsOfATSVFile() {
        let outcome = read("id\ttitle\tnote\n1\ta,b\t\"x\ty\"\n", as: "shop.tsv")
        let record = CatalogRecord(
            id: "1", texts: [.init(.title, locale("en"), "a,b")],
            additionalMembers: [.init(name: "note", json: #""x\ty""#)])
        #expect(outcome.records == [record])
    }

    @Test func faultsAreReportedByTheLineOfTheRow() {
        let outcome = readTable(
            """
            id,title,year,price[EUR],popularity
            a,"x
            y",2001,1,1
            b,x,soon,,
            c,x,,cheap,
            d,x,,,much
            e,x
            f,x,,,,,
            ,x,,,
            a,x,,,
            g,"x"y,,,
            h,it's 5" wide,,,
            i,"x",,,

            """)
        #expect(outcome.ids == ["a", "c", "h", "i"])
        #expect(
            outcome.faults == [
                Fault(line: 4, kind: .wrongType(member: "year", expected: .integer)),
                Fault(line: 5, kind: .invalidPrice(member: "price[EUR]", text: "cheap")),
                Fault(line: 6, kind: .invalidNumber(member: "popularity", text: "much")),
                Fault(line: 7, kind: .fieldCount(2, header: 5)),
                Fault(line: 8, kind: .fieldCount(7, header: 5)),
                Fault(line: 9, kind: .noIdentifier),
                Fault(line: 10, kind: .duplicateIdentifier(id: "a", firstLine: 2)),
                Fault(line: 11, kind: .textAfterQuote),
            ])
        #expect(outcome.records[1].price == nil)
        #expect(outcome.records[2].texts[0].value == "it's 5\" wide")
    }

    @Test func aQuotationMarkThatIsNeverClosedIsReportedByItsOwnLine() {
        let outcome = readTable("id,title,summary\na,x,y\nb,\"x\ny\",\"z\nc,x,y\nd,x,y\n")
        #expect(outcome.ids == ["a"])
        #expect(outcome.faults == [Fault(line: 4, kind: .quoteOpen)])
    }

    @Test(arguments: ["title,year\na,1\n", "\n\nname\n", "1,2,3", "\"id\"x,title\na,b"])
    func aTableWithoutHeadingIsNotRead(text: String) {
        let outcome = readTable(text)
        #expect(outcome.records == [])
        #expect(outcome.reading.diagnostics.errorCount == 1)
    }

    @Test func theHeadingsFaultsAreReportedOnce() {
        let outcome = readTable("id,title[de],title[de],title[??],x,x,,\n1,a,b,c,d,e,,\n")
        #expect(
            outcome.faults == [
                Fault(line: 1, kind: .columnTwice(name: "title[de]")),
                Fault(line: 1, kind: .invalidLocale(member: "title", key: "??")),
                Fault(line: 1, kind: .columnTwice(name: "x")),
            ])
        let record = CatalogRecord(
            id: "1", texts: [.init(.title, locale("de"), "a")],
            additionalMembers: [.init(name: "title[??]", json: "\"c\""), .init(name: "x", json: "\"d\"")])
        #expect(outcome.records == [record])
    }

    @Test func ofTwoSpellingsOfALocaleTheCanonicalOneCounts() {
        let outcome = readTable("id,title[pt_br],title[pt_BR]\n1,a,b\n2,c,\n")
        #expect(outcome.records.map { $0.texts.map(\.value) } == [["b"], ["c"]])
        #expect(outcome.records[0].additionalMembers == [.init(name: "title[pt_br]", json: "\"a\"")])
    }

    @Test func aPriceNeedsACurrencyAndOthersFollowTheFirst() {
        let outcome = readTable("id,price[EUR],price[USD],price\n1,2,3,\n2,,3,\n3,,,3\n")
        #expect(outcome.records.map(\.price) == [Price("2", currency: "EUR"), Price("3", currency: "USD")])
        #expect(outcome.records.map(\.prices) == [[Price("3", currency: "USD")!], []])
        #expect(
            outcome.faults == [
                Fault(line: 4, kind: .noCurrency(member: "price", mapping: "price=price[…]"))
            ])
    }

    @Test func rowsThatAreTooLongArePassedOver() {
        let long = "x,\"" + String(repeating: "y\n", count: 1000) + "\""
        for blockSize in [16, 100, 1 << 16] {
            let outcome = readTable("id,title\n1,a\n\(long)\n2,b\n", blockSize: blockSize, itemSize: 100)
            #expect(outcome.ids == ["1", "2"])
            #expect(outcome.faults == [Fault(line: 3, kind: .tooLong(bytes: long.utf8.count, limit: 100))])
        }
    }

    @Test func bytesThatAreNotUTF8AreNamedWithTheirLine() {
        let outcome = read(
            Array("id,title\n1,\"a\nb".utf8) + [0xFF] + Array("\"\n2,c\n".utf8), as: "shop.csv")
        #expect(outcome.ids == ["2"])
        #expect(outcome.faults == [Fault(line: 3, kind: .invalidUTF8(byte: 2))])
        #expect(
            read([0x69, 0x64, 0xFF, 0x0A], as: "shop.csv").faults == [
                Fault(line: 1, kind: .invalidUTF8(byte: 3))
            ])
    }

    @Test func aTableOfAHeadingAloneIsEmpty() {
        #expect(readTable("id,title\n").faults == [Fault(line: nil, kind: .empty)])
        #expect(readTable("").faults == [Fault(line: nil, kind: .empty)])
    }
}
