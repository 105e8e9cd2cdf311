// An interactive search finds results by words at once, and by meaning when the query has a vector.

import CatalogSearch
import Embedding
import SearchInterface
import TestSupport
import Testing

@testable import lsearch

@Suite struct MeaningResultsTests {
    private static let script = packageFolder + "/Tests/Embedder/embedder.py"

    private static func meaning(_ fault: String = "-", log: String = "") -> TypedMeaning {
        TypedMeaning(
            QueryEmbedder(
                EmbedderCommand("python3 '\(script)' '\(fault)' '\(log)'"), time: .seconds(60)))
    }

    /// A catalog with one record, and a vector that the deterministic embedder makes of its title.
    private static func engine() throws -> SearchEngine {
        let made = try EmbedderCommand("python3 '\(script)'").vectors(
            of: ["Cooler box"], .record, seconds: 60, tries: 1)
        var record = CatalogRecord(id: "1", texts: [.init(.title, .english, "Cooler box")])
        record.vectors = [CatalogRecord.Vector(made.vectors[0], model: made.space.model)]
        return SearchEngine([try CatalogIndex(CatalogDescription(id: "things"), records: [record])])
    }

    @Test func meaningFollowsWords() async throws {
        let engine = try Self.engine()
        let meaning = Self.meaning()
        let results = MeaningResults(engine: engine, meaning: meaning)
        let request = SearchRequest("fridge", locale: .english)
        let (news, continuation) = AsyncStream<Void>.makeStream()
        meaning.follow { continuation.yield() }
        #expect(try results.results(for: request).total == 0)
        for await _ in news { break }
        let found = try results.results(for: request)
        #expect(found.total == 1 && found.isByMeaning)
        meaning.stop()
    }

    @Test func onlyTheNewestQueryIsEmbedded() async throws {
        let embedded = try await withTemporaryFolder { folder in
            let log = folder + "/log"
            let meaning = Self.meaning(log: log)
            let results = MeaningResults(engine: try Self.engine(), meaning: meaning)
            let (news, continuation) = AsyncStream<Void>.makeStream()
            meaning.follow { continuation.yield() }
            for query in ["f", "fr", "fri", "fridge"] {
                #expect(try results.results(for: SearchRequest(query, locale: .english)).total == 0)
            }
            for await _ in news { break }
            meaning.stop()
            return try contents(of: log)
        }
        #expect(embedded.hasSuffix("query: fridge\n"))
    }

    @Test func wordsAnswerWhereTheCommandFails() throws {
        let results = MeaningResults(engine: try Self.engine(), meaning: Self.meaning("exit"))
        #expect(try results.results(for: SearchRequest("cooler", locale: .english)).total == 1)
    }
}
