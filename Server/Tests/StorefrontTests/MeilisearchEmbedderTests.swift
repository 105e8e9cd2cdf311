// `--embedder` for existing clients: embedders of any source have vectors by the server's command.

import Hummingbird
import JSON
import ProductStore
import StorefrontTestSupport
import Testing

@testable import MeilisearchProtocol
@testable import Storefront

@Suite struct MeilisearchEmbedderTests {
    private let logs: TemporaryFolder

    init() throws { logs = try TemporaryFolder() }

    private static let documents = """
        [{"id": 1, "title": "Cooler box", "note": "heater"}, {"id": 2, "title": "Chair"},
         {"id": 3, "title": "Own", "_vectors": {"e": [1, 2]}}]
        """

    /// A shop with an index, and what was embedded of its records.
    private func shop(_ settings: String, count: Int) async throws -> (shop: Shop, texts: [String]) {
        let log = logs.path + "/log"
        let shop = try await Shop([:], meilisearch: true, embedder: EmbedderTests.command(log: log))
        try await shop.protocol(.patch, "/indexes/m/settings/embedders", settings)
        try await shop.protocol(.post, "/indexes/m/documents", Self.documents)
        // A catalog of the native interface, which shows that all records were read.
        let store = try #require(shop.catalogs.store)
        try await store.putCatalog("other", description: Array("{}".utf8))
        try await store.put(Array(#"{"id": "o", "title": "Other"}"#.utf8), in: "other")
        try await EmbedderTests.embedding(shop) {
            shop.storefront.embedderLog?[.records].madeCount == count + 1
        }
        let texts = text(try contents(of: log)).split(separator: "\n").map(String.init)
            .filter { $0.hasPrefix("record: ") && !["record: lsearch", "record: Other"].contains($0) }
        return (shop, texts)
    }

    private func ids(_ response: ReceivedJSON) -> [Int]? {
        response["hits"]?.elements?.compactMap { $0["id"]?.number.map(Int.init) }
    }

    @Test(arguments: ["rest", "ollama", "openAi", "huggingFace"])
    func queriesWithoutVectorsFindByMeaning(source: String) async throws {
        // Nothing is sent to the address.
        let (shop, texts) = try await shop(
            #"{"e": {"source": "\#(source)", "url": "http://127.0.0.1:1/", "documentTemplate": "A {{ doc.title }}"}}"#,
            count: 2)
        #expect(texts.sorted() == ["record: A Chair", "record: A Cooler box"])
        let body = #"{"q": "fridge", "hybrid": {"embedder": "e", "semanticRatio": 0.9}, "limit": 1}"#
        let response = try await shop.protocol(.post, "/indexes/m/search", body).json
        #expect(ids(response) == [1])
        #expect(response["semanticHitCount"]?.number.map(Int.init) == 1)
        // Words that no document has, without a hybrid search.
        let words = try await shop.protocol(.post, "/indexes/m/search", #"{"q": "fridge"}"#).json
        #expect(ids(words) == [])
        let task = try await shop.protocol(.get, "/tasks?types=settingsUpdate").json
        #expect(task["results"]?.elements?.first?["details"]?["withoutEffect"] == nil)
    }

    @Test func documentsBringTheVectorsOfOtherEmbedders() async throws {
        let (shop, texts) = try await shop(#"{"e": {"source": "userProvided", "dimensions": 2}}"#, count: 0)
        #expect(texts == [])
        let body = #"{"q": "chair", "hybrid": {"embedder": "e"}}"#
        #expect(ids(try await shop.protocol(.post, "/indexes/m/search", body).json) == [2])
    }

    @Test(arguments: [
        ("{{doc.title}}", "Kühlbox"), ("{{ doc.maker.name }}: {{doc.sizes}}!", "Eis: 1, 2.50!"),
        ("plain", "plain"), ("{{doc.missing}}", ""),
    ])
    func templatesNameMembers(template: String, text: String) throws {
        let document = try JSONReader.value(
            of: Array(
                #"{"title": "Kühlbox", "maker": {"name": "Eis"}, "sizes": [1, 2.50]}"#.utf8))
        #expect(DocumentTemplate(template)?.text(of: document) == text)
    }

    @Test(arguments: [
        "{% for field in fields %}{{field.name}}{% endfor %}", "{{doc.title | upcase}}", "{{title}}",
        "{{doc.title",
        "{{doc..title}}", "{{}}", "{{doc}}",
    ])
    func otherTemplatesAreNotUsed(template: String) { #expect(DocumentTemplate(template) == nil) }
}
