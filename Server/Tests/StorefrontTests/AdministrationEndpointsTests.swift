// Catalogs and records are written over HTTP, with the token only.

import CatalogStorage
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import ProductStore
import StorefrontTestSupport
import Testing

@testable import Storefront

@Suite struct AdministrationEndpointsTests: WritingSuite {
    // MARK: Authorization

    @Test(arguments: [nil, "Bearer another-token-of-yours", "Basic YTpi", ""])
    func nobodyWritesOrReadsWithoutTheToken(authorization: String?) async throws {
        let shop = try await Shop()
        let empty = RequestBody("{}")
        for (method, path) in [
            (HTTPRequest.Method.get, "/catalogs"), (.put, "/catalogs/a"), (.get, "/openapi.json"),
            (.post, "/catalogs/a/records"), (.options, "/catalogs"), (.patch, "/catalogs"),
            (.get, "/nothing"),
        ] {
            var headers = HTTPFields.json
            headers[.authorization] = authorization ?? "none"
            let response = try await shop.write(method, path, headers, body: empty)
            #expect(response.status == 401 && response.code == "unauthorized", "\(method) \(path)")
            #expect(response.headers[.wwwAuthenticate] == "Bearer")
        }
        #expect(try await shop.write(.get, "/catalogs").json == ["catalogs": []])
    }

    @Test func problemsAreInTheWritersLanguage() async throws {
        let response = try await Shop().write(.get, "/catalogs/none", .language("de"))
        #expect(response.status == 404 && response.headers[.contentLanguage] == "de")
        #expect(response.json["title"] == "Nicht gefunden")
    }

    // MARK: Catalogs

    @Test func catalogsComeChangeAndGo() async throws {
        let shop = try await Shop()
        let made = try await put(shop, "/catalogs/cakes", #"{"label": {"en": "Cakes"}}"#)
        #expect(made.status == 201)
        let tag = try #require(made.headers[.eTag])
        #expect(made.json["problems"] == [] && made.json["revision"]?.number.map { "\"\(Int($0))\"" } == tag)
        let read = try await shop.write(.get, "/catalogs/cakes")
        #expect(read.headers[.eTag] == tag)
        #expect(read.json == ["label": ["en": "Cakes"]])
        #expect(try await shop.ask("/v1/catalogs").json["catalogs"]?[0]?["label"] == "Cakes")

        let changed = try await put(shop, "/catalogs/cakes", #"{"label": {"en": "Pies"}}"#)
        #expect(changed.status == 200 && changed.headers[.eTag] != tag)
        #expect(try await shop.ask("/v1/catalogs").json["catalogs"]?[0]?["label"] == "Pies")
        #expect(
            try await put(shop, "/catalogs/cakes/records/1", #"{"id": "1", "title": "Tart"}"#).status == 201)
        let list = try await shop.write(.get, "/catalogs").json["catalogs"]
        #expect(list?.elements?.count == 1 && list?[0]?["id"] == "cakes" && list?[0]?["count"] == 1)

        let gone = try await shop.write(.delete, "/catalogs/cakes")
        #expect(gone.status == 204 && gone.body.isEmpty)
        #expect(try await shop.write(.get, "/catalogs/cakes").status == 404)
        #expect(try await shop.write(.delete, "/catalogs/cakes").status == 404)
        #expect(try await shop.ask("/v1/search?q=tart").json["total"] == 0)
    }

    @Test(arguments: [
        ("{", 422), ("[]", 422), (#"{"scopes": 1}"#, 422), ("", 422), ("{}", 201),
    ])
    func descriptionsThatAreNoneAreRefused(body: String, status: Int) async throws {
        let response = try await put(try await Shop(), "/catalogs/cakes", body)
        #expect(response.status == status)
        if status == 422 {
            #expect(response.code == "invalid-record")
            #expect(response.json["problems"]?[0]?["message"]?.text?.isEmpty == false)
        }
    }

    @Test(arguments: [".hidden", "a%2Fb", "k%C3%BCche", "a%20b"])
    func namesThatNoFileCouldHaveAreRefused(id: String) async throws {
        let response = try await put(try await Shop(), "/catalogs/\(id)", "{}")
        #expect(response.status == 400 && response.code == "bad-request")
    }

    @Test func catalogOfFilesKeepsItsName() async throws {
        let shop = try await Shop()
        let response = try await put(shop, "/catalogs/teas", "{}")
        #expect(response.status == 409 && response.code == "conflict")
        #expect(try await shop.write(.get, "/catalogs/teas").status == 404)
        #expect(try await shop.ask("/v1/search?q=assam").json["total"] == 1)
    }

    // MARK: Records

    @Test func recordsComeChangeAndGo() async throws {
        let shop = try await shop()
        let path = "/catalogs/cakes/records/c%2F1"
        let record = #"{"id": "c/1", "title": {"en": "Tart"}, "own": [1.0]}"#
        let made = try await put(shop, path, record)
        #expect(made.status == 201)
        let read = try await shop.write(.get, path)
        #expect(read.text == record && read.headers[.eTag] == made.headers[.eTag])
        #expect(read.headers[.contentType] == "application/json")
        #expect(try await shop.write(.get, path, [.ifNoneMatch: read.headers[.eTag]!]).status == 304)
        #expect(try await found(shop, "tart") == ["c/1"])

        let changed = try await put(shop, path, #"{"id": "c/1", "title": {"en": "Pie"}, "year": 2001}"#)
        #expect(changed.status == 200 && changed.headers[.eTag] != made.headers[.eTag])
        #expect(try await found(shop, "tart") == [])
        #expect(try await found(shop, "pie") == ["c/1"])

        let patched = try await patch(shop, path, #"{"title": {"de": "Torte"}, "year": null}"#)
        #expect(patched.status == 200)
        #expect(
            try await shop.write(.get, path).json == ["id": "c/1", "title": ["en": "Pie", "de": "Torte"]])

        #expect(try await shop.write(.delete, path).status == 204)
        for method in [HTTPRequest.Method.get, .delete] {
            #expect(try await shop.write(method, path).status == 404)
        }
        #expect(try await patch(shop, path, "{}").status == 404)
        #expect(try await found(shop, "pie") == [])
    }

    @Test(arguments: [
        ("{", 422), ("[]", 422), (#"{"id": "c-2"}"#, 422), (#"{"id": "c-1", "year": "x"}"#, 422),
        (#"{"title": "Tart"}"#, 422),
        ("", 422), (#"{"id": "c-1"}"#, 201),
    ])
    func recordsThatAreNoneAreRefused(body: String, status: Int) async throws {
        let shop = try await shop()
        let response = try await put(shop, "/catalogs/cakes/records/c-1", body)
        #expect(response.status == status)
        if status == 422 {
            #expect(response.code == "invalid-record")
            #expect(try await shop.write(.get, "/catalogs/cakes/records/c-1").status == 404)
        }
    }

    @Test func recordsHaveSizes() async throws {
        let shop = try await shop()
        let long = String(repeating: "a", count: 1 << 20)
        let record = try await put(shop, "/catalogs/cakes/records/1", #"{"id": "1", "title": "\#(long)"}"#)
        #expect(record.status == 413 && record.code == "body-too-large")
        let id = String(repeating: "i", count: 513)
        #expect(try await put(shop, "/catalogs/cakes/records/\(id)", #"{"id": "\#(id)"}"#).status == 413)
        let small = try await self.shop { $0.bodyBytes = 100 }
        #expect(try await put(small, "/catalogs/cakes/records/1", #"{"id": "1"}"# + long).status == 413)
    }

    @Test func nothingIsWrittenToCatalogsThatAreNotThere() async throws {
        let shop = try await Shop()
        #expect(try await put(shop, "/catalogs/none/records/1", #"{"id": "1"}"#).status == 404)
        #expect(try await shop.write(.get, "/catalogs/none/records").status == 404)
        #expect(try await shop.write(.post, "/catalogs/none/records", .lines).status == 404)
        #expect(try await put(shop, "/catalogs/teas/records/t-1", #"{"id": "t-1"}"#).status == 404)
    }

    @Test(arguments: [
        (HTTPRequest.Method.put, "/catalogs/cakes", "application/x-ndjson"),
        (.put, "/catalogs/cakes/records/1", "text/plain"),
        (.patch, "/catalogs/cakes/records/1", "application/x-ndjson"),
        (.post, "/catalogs/cakes/records", "text/plain"),
    ])
    func otherTypesAreNotTaken(method: HTTPRequest.Method, path: String, type: String) async throws {
        let shop = try await shop()
        #expect(
            try await shop.write(method, path, [.contentType: type], body: RequestBody("{}")).status == 415)
        #expect(try await shop.write(method, path, body: RequestBody("{}")).status == 415)
    }

    // MARK: Preconditions

    @Test func writesMayDependOnWhatIsThere() async throws {
        let shop = try await shop()
        let path = "/catalogs/cakes/records/1"
        let record = #"{"id": "1"}"#
        let missing = try await put(shop, path, record, [.ifMatch: "*"])
        #expect(
            missing.status == 412 && missing.code == "precondition-failed" && missing.headers[.eTag] == nil)
        #expect(try await put(shop, path, record, [.ifNoneMatch: "*"]).status == 201)
        #expect(try await put(shop, path, record, [.ifNoneMatch: "*"]).status == 412)
        let tag = try #require(try await shop.write(.get, path).headers[.eTag])
        let next = try #require(try await put(shop, path, record, [.ifMatch: tag]).headers[.eTag])
        let late = try await put(shop, path, record, [.ifMatch: tag])
        #expect(late.status == 412 && late.headers[.eTag] == next)
        #expect(try await patch(shop, path, "{}", [.ifMatch: tag]).status == 412)
        #expect(try await shop.write(.delete, path, [.ifMatch: tag]).status == 412)
        #expect(try await shop.write(.delete, path, [.ifMatch: next]).status == 204)
        let catalog = try #require(try await shop.write(.get, "/catalogs/cakes").headers[.eTag])
        #expect(try await put(shop, "/catalogs/cakes", "{}", [.ifMatch: "\"999\""]).status == 412)
        #expect(try await shop.write(.delete, "/catalogs/cakes", [.ifMatch: catalog]).status == 204)
    }

    /// Weak and malformed tags match no version (RFC 9110, 13.1.1).
    @Test(arguments: ["\"x\"", "W/", "x", "\"*\""])
    func versionsOfNobodyFitNothing(tag: String) async throws {
        let shop = try await shop()
        #expect(try await put(shop, "/catalogs/cakes", "{}", [.ifMatch: tag]).status == 412)
        let own = try #require(try await shop.write(.get, "/catalogs/cakes").headers[.eTag])
        #expect(try await put(shop, "/catalogs/cakes", "{}", [.ifMatch: "W/" + own]).status == 412)
    }

    @Test(
        arguments: [
            [.ifMatch: "\"1\", \"2\""], [.ifNoneMatch: "\"1\""], [.ifMatch: "*", .ifNoneMatch: "*"],
        ] as [HTTPFields])
    func conditionsThatCannotBeMetAreRefused(headers: HTTPFields) async throws {
        let response = try await put(try await shop(), "/catalogs/cakes", "{}", headers)
        #expect(response.status == 400 && response.code == "bad-request")
    }

    // MARK: Lists

    @Test func recordsAreListedPageByPage() async throws {
        let shop = try await shop()
        for id in ["b", "a", "d", "c &"] {
            let path = id.replacing(" ", with: "%20").replacing("&", with: "%26")
            #expect(
                try await put(shop, "/catalogs/cakes/records/\(path)", #"{"id": "\#(id)"}"#).status == 201)
        }
        let first = try await shop.write(.get, "/catalogs/cakes/records?limit=3").json
        #expect(first["records"]?.elements?.map { $0["id"] } == ["a", "b", "c &"])
        #expect(first["records"]?[0]?["record"] == ["id": "a"] && first["next"] == "c &")
        #expect(first["records"]?[0]?["revision"]?.number != nil)
        let second = try await shop.write(.get, "/catalogs/cakes/records?limit=3&after=c+%26").json
        #expect(second["records"]?.elements?.map { $0["id"] } == ["d"] && second["next"] == .null)
        // The list may start after an id that does not exist.
        #expect(try await shop.write(.get, "/catalogs/cakes/records?after=bb&limit=1").json["next"] == "c &")
        #expect(try await shop.write(.get, "/catalogs/cakes/records").json["records"]?.elements?.count == 4)
    }

    /// A record may have 16 MiB, and a list is in memory as a whole.
    @Test func aListOfLargeRecordsIsShort() async throws {
        let shop = try await Shop([:]) { $0.responseBytes = 1_000 }
        #expect(try await put(shop, "/catalogs/cakes", "{}").status == 201)
        let title = String(repeating: "x", count: 600)
        for id in 1...5 {
            let record = #"{"id": "\#(id)", "title": "\#(title)"}"#
            #expect(try await put(shop, "/catalogs/cakes/records/\(id)", record).status == 201)
        }
        var after = ""
        var pages: [Int] = []
        while true {
            let page = try await shop.write(.get, "/catalogs/cakes/records?limit=4" + after).json
            pages.append(page["records"]?.elements?.count ?? 0)
            guard let next = page["next"]?.text else { break }
            after = "&after=" + next
        }
        #expect(pages == [2, 2, 1])
    }

    @Test(arguments: [("0", 422), ("1001", 422), ("-1", 422), ("x", 400), ("1.5", 400)])
    func listsHaveLimits(limit: String, status: Int) async throws {
        let response = try await shop().write(.get, "/catalogs/cakes/records?limit=\(limit)")
        #expect(response.status == status)
        #expect(response.code == (status == 422 ? "page-too-large" : "bad-request"))
    }

    // MARK: Unavailable stores

    @Test func storeThatWasClosedIsUnavailable() async throws {
        let shop = try await shop()
        try await shop.catalogs.store?.close()
        let response = try await put(shop, "/catalogs/cakes/records/1", #"{"id": "1"}"#)
        #expect(response.status == 503 && response.code == "store-busy")
        #expect(response.headers[.retryAfter] == "1")
        // The copy in memory can still be searched.
        #expect(try await shop.ask("/v1/search?q=").status == 200)
    }

    @Test func storeThatWasMovedTakesNoChangesAndIsNotReady() async throws {
        let shop = try await shop()
        shop.readiness.isReady = true
        let (place, elsewhere) = (shop.folder.store, shop.folder.store + "-elsewhere")
        let record = #"{"id": "1", "title": "Tart"}"#
        try FileManager.default.moveItem(atPath: place, toPath: elsewhere)
        await shop.catalogs.refresh()
        let response = try await put(shop, "/catalogs/cakes/records/1", record)
        #expect(response.status == 503 && response.code == "store-unusable")
        #expect(try await shop.ask("/readyz").status == 503)
        #expect(try await shop.ask("/v1/search?q=").status == 200)
        #expect(shop.log.count("were moved, removed or replaced") > 0)
        try FileManager.default.moveItem(atPath: elsewhere, toPath: place)
        await shop.catalogs.refresh()
        #expect(try await put(shop, "/catalogs/cakes/records/1", record).status == 201)
        #expect(try await shop.ask("/readyz").status == 200)
    }

    @Test func everyReasonOfTheStoreHasAStatus() {
        let reasons: [(StoreError, Problem.Code, Int)] = [
            (.notFound(.catalog("a")), .notFound, 404), (.conflict(current: nil), .preconditionFailed, 412),
            (.invalidRecord([]), .invalidRecord, 422), (.invalidDescription([]), .invalidRecord, 422),
            (.differentIdentifier(expected: "a", found: "b"), .invalidRecord, 422),
            (.invalidCatalogIdentifier("."), .badRequest, 400),
            (.tooLarge(.record, bytes: 2, limit: 1), .bodyTooLarge, 413),
            (.interrupted(""), .badRequest, 400),
            (.unavailable(.diskFull), .diskFull, 507), (.unavailable(.overloaded), .storeBusy, 503),
            (.unavailable(.searchBehind), .storeBusy, 503),
            (.unavailable(.busy), .storeBusy, 503), (.unavailable(.moved), .storeUnusable, 503),
            (.unavailable(.damaged(message: "")), .storeUnusable, 503),
            (.refused(.inUse), .failure, 500),
        ]
        for (error, code, status) in reasons {
            let problem = Problem(error) { $0.messageKey }
            #expect(problem.code == code && problem.code.status.code == status, "\(error)")
            #expect((problem.headers[.retryAfter] != nil) == (code == .storeBusy), "\(error)")
        }
    }

    @Test func interfaceIsDescribed() async throws {
        let response = try await Shop().write(.get, "/openapi.json")
        #expect(response.status == 200 && response.json["openapi"]?.text?.hasPrefix("3.1") == true)
    }
}
