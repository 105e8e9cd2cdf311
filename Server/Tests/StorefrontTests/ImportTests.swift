// Operators import files of shop systems into catalogs, and see how far that is.

import CatalogSearch
import CatalogStorage
import Foundation
import HTTPTypes
import Hummingbird
import ProductStore
import Testing

@testable import Storefront

@Suite struct ImportTests {
    private let shop: Shop
    private let session: (cookie: String, formToken: String)

    init() async throws {
        shop = try await Shop(meilisearch: true)
        session = try await shop.signedIn()
    }

    private var headers: HTTPFields { [.cookie: session.cookie, .authorization: "none"] }

    private func page() async throws -> Received {
        try await shop.write(.get, "/admin/import?locale=en", headers)
    }

    /// Sends the form with a file.
    private func send(
        _ file: String, named name: String = "articles.csv", catalog: String = "cups", map: String = "",
        replaces: Bool = false, csrf: String? = nil, others: [(String, String)] = []
    ) async throws -> Received {
        var fields = [("csrf", csrf ?? session.formToken), ("catalog", catalog), ("map", map)] + others
        if replaces { fields.append(("replace", "1")) }
        fields.append(("file\"; filename=\"\(name)", file))
        let body = fields.map { Ask.field($0, $1) }.joined() + "--x--\r\n"
        var headers = headers
        headers[.contentType] = Ask.formWithFile
        return try await shop.write(
            .post, "/admin/import?locale=en", headers, body: RequestBody(body))
    }

    /// Sends the form, and waits for the end of the import.
    private func importing(
        _ file: String, named name: String = "articles.csv", catalog: String = "cups", map: String = "",
        replaces: Bool = false
    ) async throws -> Received {
        let sent = try await send(file, named: name, catalog: catalog, map: map, replaces: replaces)
        #expect(
            sent.status == 303 && sent.headers[.location] == "/admin/import?locale=en", "\(sent.text)")
        while shop.storefront.imports.current?.state.isEnded == false {
            try await Task.sleep(for: .milliseconds(5))
        }
        return try await page()
    }

    private func counts(_ page: Received) -> [String] {
        page.text.matches(of: /<td class="number">(\d+)<\/td>/).map { String($0.1) }
    }

    @Test func aTableBecomesACatalogThatIsFoundAndFiltered() async throws {
        let file = "Artikelnr.;Bezeichnung;Marke;Preis\r\n1;Tasse;Alm;9,90\r\n2;Kanne;Brise;1.299,00\r\n"
        let map = "Artikelnr.=id,Bezeichnung=title[de],Marke=attributes.brand,Preis=price[EUR]"
        let page = try await importing(file, map: map)
        #expect(counts(page) == ["2", "2", "0", "0"], "\(page.text)")
        #expect(!page.text.contains("<progress") && page.headers[HTTPField.Name("Refresh")!] == nil)
        let found = try await shop.ask("/v1/search?q=kanne&locale=de&catalogs=cups&filter=brand%3DBrise")
        let hit = found.json["hits"]?[0]
        #expect(found.status == 200 && hit?["id"] == "2", "\(found.text)")
        #expect(hit?["price"]?["amount"] == "1299.00")
        // The catalog knows the attribute, so a further file needs no mapping for a column of this name.
        let more = try await importing("id,title,brand\n3,Vase,Alm\n", replaces: true)
        #expect(counts(more) == ["1", "1", "2", "0"], "\(more.text)")
        let left = try await shop.ask("/v1/search?q=&locale=de&catalogs=cups&filter=brand%3DAlm")
        #expect(left.json["hits"]?.elements?.map { $0["id"]?.text } == ["3"], "\(left.text)")
    }

    @Test func aFileThatCannotBeUsedChangesNothingAndProposesColumns() async throws {
        let page = try await importing("Artikelnr.;Bezeichnung\n1;Tasse\n", catalog: "none")
        #expect(page.text.contains("Nothing was imported.") && counts(page) == [])
        #expect(page.text.contains("Artikelnr.=id,Bezeichnung=title"), "\(page.text)")
        #expect(page.text.contains("<strong dir=\"ltr\">articles.csv:1</strong>"))
        #expect(try await shop.write(.get, "/catalogs/none").status == 404)
    }

    @Test func aFileWithoutRecordsEmptiesNoCatalog() async throws {
        _ = try await importing("id,title\n1,Cup\n")
        let page = try await importing("id,title\n", replaces: true)
        #expect(page.text.contains("Nothing was imported.") && counts(page) == [])
        let found = try await shop.ask("/v1/search?q=cup&locale=en&catalogs=cups")
        #expect(found.json["total"] == 1)
    }

    /// The store takes ids of at most 512 bytes.
    @Test(arguments: [false, true]) func anImportOfNothingLeavesNoCatalogAndNoDescription(replaces: Bool)
        async throws
    {
        let file = "id,title,brand\n" + String(repeating: "1", count: 600) + ",Cup,Alm\n"
        let map = "brand=attributes.brand"
        _ = try await importing(file, catalog: "none", map: map, replaces: replaces)
        #expect(try await shop.write(.get, "/catalogs/none").status == 404)
        _ = try await importing("id,title\n1,Cup\n")
        let before = try await shop.write(.get, "/catalogs/cups")
        _ = try await importing(file, map: map, replaces: replaces)
        let after = try await shop.write(.get, "/catalogs/cups")
        #expect(after.status == 200 && after.text == before.text, "\(after.text)")
        let found = try await shop.ask("/v1/search?q=cup&locale=en&catalogs=cups")
        #expect(found.json["total"] == 1, "\(found.text)")
    }

    @Test func aFileThatIsNotReadWholeDeletesNothing() async throws {
        _ = try await importing("id,title\n1,Cup\n2,Jug\n")
        let lines = #"{"id": "1", "title": "Cup"}"# + "\nnonsense\n"
        let page = try await importing(lines, named: "records.jsonl", replaces: true)
        #expect(page.text.contains("Nothing was deleted,"), "\(page.text)")
        let found = try await shop.ask("/v1/search?q=jug&locale=en&catalogs=cups")
        #expect(found.json["total"] == 1)
    }

    @Test func linesThatAreLeftOutAreNamed() async throws {
        let lines = #"{"id": "1", "title": "<b>Cup</b> &amp; saucer"}"# + "\nnonsense\n"
        let page = try await importing(lines, named: "records.jsonl")
        #expect(counts(page) == ["1", "1", "0", "1"], "\(page.text)")
        #expect(page.text.contains("records.jsonl:2"))
    }

    @Test func wrongFormsChangeNothing() async throws {
        _ = try await shop.protocol(.post, "/indexes/movies/documents", #"{"id": 1, "title": "Carol"}"#)
        let file = "id,title\n1,Cup\n"
        #expect(try await send(file, csrf: "wrong").status == 403)
        #expect(try await send(file, catalog: "a/b").status == 400)
        #expect(try await send(file, catalog: "teas").status == 409)
        #expect(try await send(file, catalog: "movies").status == 409)
        #expect(try await send(file, map: "nonsense").status == 400)
        #expect(try await send(file, others: [("note", "x")]).status == 400)
        #expect(try await send(file, named: "").status == 400)
        #expect(try await send(file, named: "a.xlsx").status == 415)
        var others = headers
        others[.contentType] = "application/x-www-form-urlencoded"
        let form = try await shop.write(.post, "/admin/import", others, body: RequestBody("catalog=cups"))
        #expect(form.status == 415)
        let nobody: HTTPFields = [
            .authorization: "none", .contentType: Ask.formWithFile,
        ]
        #expect(try await shop.write(.post, "/admin/import", nobody, body: RequestBody("")).status == 401)
        #expect(shop.storefront.imports.current == nil)
        #expect(try await shop.write(.get, "/catalogs/cups").status == 404)
    }

    @Test func clientsWithoutASessionLearnNothingOfImports() async throws {
        _ = try await importing("id,title\n1,Cup\n2\n", named: "prices.csv")
        let foreign: HTTPFields = [
            .authorization: "none", .origin: "http://evil.example",
            .contentType: Ask.formWithFile,
        ]
        let refused = try await shop.write(.post, "/admin/import", foreign, body: RequestBody(""))
        #expect(refused.status == 403)
        #expect(!refused.text.contains("prices.csv") && !refused.text.contains("<option value=\"cups\""))
        #expect(try await page().text.contains("prices.csv"))
    }

    @Test func oneImportRunsAtATime() throws {
        let imports = CatalogImports()
        func new() throws -> CatalogImport {
            CatalogImport(
                of: try UploadedFile(), .csv, named: "a.csv", into: "cups", columns: [:], replaces: false)
        }
        let first = try new()
        #expect(imports.begin(first))
        #expect(try !imports.begin(new()))
        #expect(imports.current === first)
    }

    @Test func theFormIsThereUnlessAnImportRuns() async throws {
        _ = try await shop.protocol(.post, "/indexes/movies/documents", #"{"id": 1, "title": "Carol"}"#)
        _ = try await importing("id,title\n1,Cup\n")
        let before = try await page().text
        #expect(before.contains("type=\"file\"") && before.contains("<option value=\"cups\""))
        #expect(!before.contains("<option value=\"movies\""), "files cannot be imported into indexes")
        let run = CatalogImport(
            of: try UploadedFile(), .csv, named: "a.csv", into: "cups", columns: [:], replaces: false)
        #expect(shop.storefront.imports.begin(run))
        let page = try await page()
        #expect(page.text.contains("<progress") && !page.text.contains("type=\"file\""))
        #expect(page.headers[HTTPField.Name("Refresh")!] == "2")
    }

    @Test func theFileOfAnImportIsDeletedWhenTheServerStops() throws {
        let file = try UploadedFile()
        let writer = try BlockWriter(file.path)
        try writer.append("id,title\n".utf8)
        try writer.finish()
        let imports = CatalogImports()
        let run = CatalogImport(
            of: file, .csv, named: "a.csv", into: "cups", columns: [:], replaces: false)
        #expect(imports.begin(run) && FileManager.default.fileExists(atPath: file.path))
        imports.stop()
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }
}
