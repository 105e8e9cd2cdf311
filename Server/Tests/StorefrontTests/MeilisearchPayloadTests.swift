// Documents in tables, names of fields, and values that filters compare.

import CatalogSearch
import JSON
import Testing

@testable import MeilisearchProtocol

@Suite struct MeilisearchPayloadTests {
    @Test func tablesHaveTypesQuotesAndEmptyValues() throws {
        let table = "id:number,name,sale:boolean\r\n1,\"a, \"\"b\"\"\nc\",true\n\n2,,\n"
        let documents = try CSVDocuments.documents(Array(table.utf8), delimiter: nil)
        #expect(
            documents == [
                ["id": 1, "name": "a, \"b\"\nc", "sale": true], ["id": 2, "name": .null, "sale": .null],
            ])
        #expect(throws: ProtocolError.self) {
            try CSVDocuments.documents(Array("a,b\n1\n".utf8), delimiter: nil)
        }
        #expect(throws: ProtocolError.self) {
            try CSVDocuments.documents(Array("a\n\"1".utf8), delimiter: nil)
        }
    }

    /// Attributes of documents may have any names, those of lsearch's own included.
    @Test func noTwoAttributesShareAField() {
        let names = [
            "price", "price_", "price__", "prices", "id", "id_", "document", "_", "", "title", "a.b",
            "year_x", "#", "@", "_#", "__#", "@price", "=price", "<price", "%price", "#_",
        ]
        let fields = Set(names.map { IndexNames.field($0).rawValue })
        #expect(fields.count == names.count)
        let own = names.flatMap { name in
            [
                IndexNames.filter(name), IndexNames.facet(name), IndexNames.number(name),
                IndexNames.order(name),
                IndexNames.distinct(name), IndexNames.sequence, IndexNames.presence,
            ]
        }
        #expect(fields.isDisjoint(with: own.map(\.rawValue)))
    }

    @Test func textsAndNumbersAreNeverEqual() {
        #expect(DocumentRecord.comparedText("7") != DocumentRecord.comparedNumber("7"))
        #expect(DocumentRecord.comparedNumber("7.0") == DocumentRecord.comparedNumber("70e-1"))
        #expect(DocumentRecord.decimal("1e2") == "100")
        #expect(DocumentRecord.decimal("nan") == nil)
    }
}
