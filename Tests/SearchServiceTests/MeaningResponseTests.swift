// Requests have vectors, and responses say what was found by meaning.

import CatalogSearch
import SearchService
import TestSupport
import Testing

@Suite struct MeaningResponseTests {
    private static let english = LocaleIdentifier("en")!

    private static func response(_ members: String) throws -> String {
        let records = try [("1", "Cooler", [0.0, 1]), ("2", "Ice", [0.1, 1]), ("3", "Heater", [1, 0])].map {
            var record = CatalogRecord(id: $0, texts: [.init(.title, english, $1)])
            record.vectors = [.init(try QuantizedVector($2), model: "m")]
            return record
        }
        let service = SearchService(
            SearchEngine([try CatalogIndex(CatalogDescription(id: "c"), records: records)]),
            localizations: [packageFolder + "/Localizations"])
        return try service.response(to: Array("{\(members)}".utf8)).json
    }

    @Test(arguments: [
        ("en", "No result has the words. Found by meaning."),
        ("de", "Kein Ergebnis enthält die Wörter. Gefunden nach der Bedeutung."),
    ])
    func aResponseByMeaningSaysSo(locale: String, words: String) throws {
        let json = try Self.response(
            #""q":"fridge","locale":"\#(locale)","vector":[0,1],"explain":true"#)
        #expect(json.contains(#""meaning":"\#(words)""#) && json.contains(#""total":2,"#))
        #expect(json.contains(#""foundBy":["meaning"],"similarity":1.0"#))
        #expect(!(try Self.response(#""q":"fridge""#)).contains("meaning"))
    }

    @Test func aHitSaysByWhatItWasFound() throws {
        let json = try Self.response(#""q":"cooler","vector":{"values":[0,1],"floor":0.9},"explain":true"#)
        #expect(json.contains(#""foundBy":["words","meaning"]"#) && json.contains(#""foundBy":["meaning"]"#))
        #expect(json.contains("place 2 by meaning, similarity 0.99") && !json.contains(#""meaning":""#))
    }

    @Test(arguments: [
        (#""vector":"x""#, "“vector” must be a list of 1 to 4096 numbers, not all 0; correct the request"),
        (#""vector":[0]"#, "“vector” must be a list of 1 to 4096 numbers, not all 0; correct the request"),
        (
            #""vector":[1],"semanticRatio":2"#,
            "“semanticRatio” must be a number from 0 to 1; correct the request"
        ),
        (#""vector":{"values":[1],"modle":"m"}"#, "a request has no “modle”; did you mean “model”?"),
        (
            #""vector":[1,2,3]"#,
            "the length of the vector is 3, but that of the records’ vectors is 2; use the model that made these"
        ),
        (
            #""vector":{"values":[1,2],"model":"n"}"#,
            "the vector was made by the model “n”, but those of the records by m; use the same model"
        ),
    ])
    func aWrongVectorIsRefusedWithTheCure(member: String, message: String) throws {
        let failure = #expect(throws: SearchService.Failure.self) {
            try Self.response(#""q":"x",\#(member)"#)
        }
        #expect(failure?.message == message)
    }

    @Test(arguments: ["0,1", "[0,1]", #"{"values":[0,1]}"#])
    func parametersHaveVectorsToo(vector: String) throws {
        let service = SearchService(SearchEngine([]), localizations: [packageFolder + "/Localizations"])
        let request = try service.request(
            parameters: [("vector", vector), ("semanticRatio", "0.5")], names: RequestName.search
        ).request
        #expect(request.vector == VectorQuery(try QuantizedVector([0, 1])))
        #expect(request.semanticRatio == 0.5)
    }
}
