// Requests filter and sort by distance, and hits have it in the reader's unit.

import CatalogSearch
import JSON
import SearchService
import TestSupport
import Testing

@Suite struct DistanceResponseTests {
    private let service: SearchService

    init() throws {
        let description = CatalogDescription(
            id: "shops", attributes: [.init("store", .place, isMany: true), .init("color", .text)])
        func record(_ id: String, _ places: [String]) -> CatalogRecord {
            CatalogRecord(
                id: id, texts: [.init(.title, LocaleIdentifier("en")!, "Shop \(id)")],
                attributes: places.map { .init("store", .place(Coordinates($0)!)) })
        }
        let records = [
            record("berlin", ["52.52,13.405"]), record("paris", ["48.8566,2.3522"]),
            record("both", ["48.8566,2.3522", "52.53,13.41"]), record("online", []),
        ]
        service = SearchService(
            SearchEngine([try CatalogIndex(description, records: records)]),
            localizations: [packageFolder + "/Localizations"], limits: ServiceLimits())
    }

    private func response(_ members: String, locale: String = "de") throws -> JSON {
        let request = #"{"q":"","locale":"\#(locale)",\#(members)}"#
        return try JSONReader.value(of: Array(service.response(to: Array(request.utf8)).json.utf8))
    }

    private func message(_ members: String) -> String {
        do throws(SearchService.Failure) {
            return try service.response(to: Array(#"{"q":"","locale":"en",\#(members)}"#.utf8)).json
        } catch {
            #expect(error.kind == .request)
            return error.message
        }
    }

    @Test(arguments: [
        (#""sort":"near(store, 52.52, 13.405)""#, ["berlin", "both", "paris", "online"]),
        (#""sort":"near(store,48.8566,2.3522):asc,id:desc""#, ["paris", "both", "berlin", "online"]),
        (#""sort":"near(store, 52.52, 13.405):desc""#, ["both", "paris", "berlin", "online"]),
        (#""sort":"id","filter":"near(store, 52.5, 13.4) < 10 km""#, ["berlin", "both"]),
        (#""sort":"id","filter":"NOT near(store, 52.5, 13.4) < 10 km""#, ["online", "paris"]),
        (#""sort":"id","filter":"near(store, 52.5, 13.4) > 5 mi""#, ["both", "paris"]),
        (#""sort":"id","filter":"near(store, 52.52, 13.405) 1 km TO 2 km""#, ["both"]),
        (#""sort":"id","filter":["inside(store, 53, 13, 52, 14)","store EXISTS"]"#, ["berlin", "both"]),
    ])
    func requestsNameDistances(members: String, ids: [String]) throws {
        #expect(try response(members)["hits"]?.elements?.map { $0["id"]?.string } == ids)
    }

    @Test(arguments: [
        ("de", "1,2 km", "877 km"), ("en_US", "0.72 mi", "545 mi"), ("en_GB", "0.72 mi", "545 mi"),
    ])
    func hitsHaveTheirDistanceInTheUnitOfTheRegion(locale: String, near: String, far: String) throws {
        let hits =
            try response(#""sort":"near(store, 52.52, 13.405)""#, locale: locale)["hits"]?.elements ?? []
        #expect(hits.map { $0["distance"]?["metres"]?.double } == [0, 1162.3, 877_464.5, nil])
        #expect(hits.dropFirst().map { $0["distance"]?["text"]?.string } == [near, far, nil])
        let unsorted = try response(#""sort":"id""#, locale: locale)["hits"]?.elements ?? []
        #expect(unsorted.allSatisfy { $0["distance"] == nil })
    }

    @Test(arguments: [("de", "52,52°, 13,405°"), ("en", "52.52°, 13.405°"), ("ar_EG", "٥٢٫٥٢°, ١٣٫٤٠٥°")])
    func placesAreInTheReadersFormat(locale: String, text: String) throws {
        let texts = LocalizedTexts(folders: [packageFolder + "/Localizations"])
        let messages = ResultMessages(
            texts.texts(for: try #require(LocaleIdentifier(locale))), catalogs: [])
        #expect(messages.value(.place(try #require(Coordinates("52.52,13.405")))) == text)
    }

    @Test(arguments: [
        (
            #""sort":"near(store, 91, 13)""#,
            "“near(store, 91, 13)” is not a valid order for sort; write the name"
        ),
        (#""sort":"near(store)""#, "“near(store)” is not a valid order for sort; write the name"),
        (#""sort":"near(color, 52, 13)""#, "“color” is not a place but "),
        (#""filter":"near(color, 52, 13) < 1 km""#, "“color” is not a place but "),
        (#""filter":"inside(price, 53, 13, 52, 14)""#, "“price” is not a place but "),
        (#""filter":"near(store, 52, 13) < 10""#, "at character 23; expected there: a distance in m, km"),
        (#""filter":"near(stor, 52, 13) < 10 km""#, "“stor”"),
        (#""sort":"near(stor, 52, 13)""#, "“stor”"),
    ])
    func errorsSayWhatIsWrong(members: String, part: String) {
        #expect(message(members).contains(part), "\(message(members))")
    }
}
