// Checks results as CSV and TSV: one record per line, readable by any program.

import CatalogSearch
import Localization
import Testing

@testable import lsearch

@Suite struct DelimitedResultsTests {
    @Test func cellsNeverBreakTheirLine() {
        let cells = ["a,b", "say \"x\"", "one\ntwo", "tab\there", "", "plain"]
        #expect(
            DelimitedResults(.csv, nil).line(cells)
                == "\"a,b\",\"say \"\"x\"\"\",\"one\ntwo\",tab\there,,plain\r\n")
        #expect(DelimitedResults(.tsv, nil).line(cells) == "a,b\tsay \"x\"\tone two\ttab here\t\tplain\n")
    }

    @Test func valuesAreThoseOfPrograms() throws {
        let german = LocaleIdentifier("de")!
        let index = try CatalogIndex(
            CatalogDescription(
                id: "shop", defaultLocale: german,
                attributes: [.init("size", .text, isMany: true), .init("n", .number)]),
            records: [
                CatalogRecord(
                    id: "r", texts: [.init(.title, german, "Rote Rose")], year: 2001,
                    price: Price("1234.50", currency: "EUR"),
                    attributes: [
                        .init("size", .text("S")), .init("size", .text("M")),
                        .init("n", .number(DecimalNumber("1.50")!)),
                    ])
            ])
        let hits = try SearchEngine([index]).search(SearchRequest("rose", locale: german)).hits
        #expect(
            DelimitedResults(.tsv, nil).lines(hits) == [
                "id\tcatalog\tscope\tlocale\ttitle\tyear\tprice\tcurrency\n",
                "r\tshop\t\tde\tRote Rose\t2001\t1234.50\tEUR\n",
            ])
        #expect(
            DelimitedResults(.csv, ["size", "n"]).lines(hits) == [
                "id,title,size,n\r\n", "r,Rote Rose,S;M,1.5\r\n",
            ])
    }
}
