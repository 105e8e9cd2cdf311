// Files of shop systems are loaded over HTTP as they are.

import Foundation
import HTTPTypes
import Hummingbird
import ProductStore
import Testing

@testable import Storefront

@Suite struct AdministrationFileTests: WritingSuite {
    private func send(
        _ shop: Shop, _ file: String, type: String = "text/csv", to path: String = "/catalogs/cups/records",
        map: String? = nil
    ) async throws -> Received {
        let query =
            map?.addingPercentEncoding(withAllowedCharacters: .alphanumerics).map { "?map=" + $0 } ?? ""
        return try await shop.write(
            .post, path + query, [.contentType: type, .acceptLanguage: "en"], body: RequestBody(file))
    }

    @Test func aTableBecomesACatalogByItsMapping() async throws {
        let shop = try await shop()
        let file = "Artikelnr.;Bezeichnung;Marke;Preis\r\n1;Tasse;Alm;9,90\r\n;Kanne;Brise;1.299,00\r\n"
        let map = "Artikelnr.=id,Bezeichnung=title[de],Marke=attributes.brand,Preis=price[EUR]"
        let report = try await send(shop, file, type: "text/csv; charset=utf-8", map: map)
        #expect(report.status == 200, "\(report.text)")
        #expect(report.json["loaded"] == 1 && report.json["new"] == 1 && report.json["skipped"] == 1)
        #expect(report.json["problems"]?.elements?.map { $0["line"] } == [3])
        let found = try await shop.ask("/v1/search?q=tasse&locale=de&catalogs=cups&filter=brand%3DAlm")
        #expect(found.json["hits"]?[0]?["price"]?["amount"] == "9.90", "\(found.text)")
    }

    @Test func aFileThatCannotBeUsedProposesColumnsAndMakesNoCatalog() async throws {
        let shop = try await shop()
        let problem = try await send(shop, "Artikelnr.;Bezeichnung\n1;Tasse\n")
        #expect(problem.status == 422 && problem.code == "invalid-record")
        let message = problem.json["problems"]?[0]?["message"]?.text ?? ""
        #expect(message.contains("Artikelnr.=id,Bezeichnung=title"), "\(problem.text)")
        #expect(try await shop.write(.get, "/catalogs/cups").status == 404)
    }

    @Test func aReplacementDeletesTheOtherRecordsUnlessALineCannotBeUsed() async throws {
        let shop = try await shop()
        _ = try await send(shop, "id,title\n1,Cup\n2,Jug\n")
        let partly = try await send(
            shop, "{\"id\": \"3\", \"title\": \"Pot\"}\nnonsense\n", type: "application/x-ndjson",
            to: "/catalogs/cups:replace", map: "")
        #expect(partly.json["loaded"] == 1 && partly.json["deleted"] == 0 && partly.json["skipped"] == 1)
        let whole = try await send(
            shop, "[{\"id\": 4, \"title\": \"Tray\"}]", type: "application/json", to: "/catalogs/cups:replace"
        )
        #expect(whole.json["loaded"] == 1 && whole.json["deleted"] == 3, "\(whole.text)")
    }

    /// Without a mapping lines are records that programs write, for a catalog that exists.
    @Test func linesWithoutAMappingAreRecords() async throws {
        let shop = try await shop()
        let line = #"{"id": "1", "title": "Cup", "price": {"amount": "2", "currency": "EUR"}, "active": 0}"#
        #expect(try await send(shop, line, type: "application/x-ndjson").status == 404)
        let record = try await send(
            shop, line, type: "application/x-ndjson", to: "/catalogs/cakes/records")
        #expect(record.json["loaded"] == 1)
        // In an export the member says that the product is not for sale.
        #expect(try await send(shop, line, type: "application/x-ndjson", map: "").status == 422)
    }

    @Test func filesIntoCatalogsOfOthersAreRefused() async throws {
        let shop = try await shop()
        let file = "id,title\n1,Cup\n"
        #expect(try await send(shop, file, to: "/catalogs/teas/records").status == 409)
        #expect(try await send(shop, file, to: "/catalogs/.x/records").status == 400)
        #expect(try await send(shop, file, map: "nonsense").status == 400)
        #expect(try await send(shop, file, type: "text/plain").status == 415)
    }
}
