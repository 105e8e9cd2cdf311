// Settings of an index, by the protocol of existing clients.

import CatalogSearch
import HTTPTypes
import Testing

@testable import MeilisearchProtocol
@testable import Storefront

extension MeilisearchTests {
    @Test func settingsThatChangeLaterHoldForAllDocuments() async throws {
        let shop = try await movies("{}")
        try await shop.protocol(.put, "/indexes/movies/settings/filterable-attributes", #"["genres"]"#)
        try await shop.protocol(.put, "/indexes/movies/settings/sortable-attributes", #"["title", "year"]"#)
        #expect(try await ids(shop, #"{"filter": "genres = drama", "sort": ["title:desc"]}"#) == ["b", "1"])
        #expect(try await ids(shop, #"{"sort": ["year:desc"]}"#) == ["b", "1", "3"])
        let response = try await shop.protocol(
            .post, "/indexes/movies/search", #"{"facets": ["genres"], "limit": 0}"#)
        #expect(
            response.json["facetDistribution"] == ["genres": ["Action": 1, "Drama": 2, "Romance": 1]])
    }

    @Test func rankingRulesOrderByAttributes() async throws {
        let shop = try await movies()
        let path = "/indexes/movies/settings/ranking-rules"
        #expect(try await ids(shop, "{}") == ["1", "b", "3"])
        try await shop.protocol(.put, path, #"["words", "typo", "sort", "year:desc"]"#)
        #expect(try await ids(shop, "{}") == ["b", "1", "3"])
        try await shop.protocol(.put, path, #"["words", "year:asc"]"#)
        #expect(try await ids(shop, "{}") == ["1", "b", "3"])
        // Of equal documents the rule decides; before the rules about words it does alone.
        try await shop.protocol(
            .post, "/indexes/movies/documents",
            #"[{"id": 4, "title": "Carol", "year": 2020}, {"id": 5, "title": "Carol again", "year": 2031}]"#)
        try await shop.protocol(.put, path, #"["words", "sort", "year:desc"]"#)
        #expect(try await ids(shop, #"{"q": "carol"}"#) == ["4", "1", "5"])
        try await shop.protocol(.put, path, #"["words", "sort", "year:asc"]"#)
        #expect(try await ids(shop, #"{"q": "carol"}"#) == ["1", "4", "5"])
        try await shop.protocol(.put, path, #"["year:desc", "words"]"#)
        #expect(try await ids(shop, #"{"q": "carol"}"#) == ["5", "4", "1"])
        // Without the rule `sort` nothing is sorted, as in Meilisearch.
        try await shop.protocol(.put, "/indexes/movies/settings/sortable-attributes", #"["year"]"#)
        let refused = try await shop.protocol(.post, "/indexes/movies/search", #"{"sort": ["year:asc"]}"#)
        #expect(refused.json["code"]?.text == "invalid_search_sort")
        for rules in [
            #"["words", "year"]"#, #"[":desc"]"#, #"["a:asc", "b:asc", "c:asc", "d:asc", "e:asc", "f:asc"]"#,
        ] {
            let refused = try await shop.protocol(.put, path, rules)
            #expect(refused.json["code"]?.text == "invalid_settings_ranking_rules")
        }
    }

    @Test func tasksNameSettingsWithoutEffect() async throws {
        let shop = try await movies()
        let written = try await shop.protocol(
            .patch, "/indexes/movies/settings",
            #"{"stopWords": ["the"], "dictionary": null, "sortableAttributes": ["year"], "prefixSearch": "disabled", "#
                + #""typoTolerance": {"enabled": true, "disableOnWords": ["x"]}, "#
                + #""embedders": {"a": {"source": "userProvided", "dimensions": 2}, "b": {"apiKey": "sk-secret"}}}"#
        )
        let number = try #require(written.json["taskUid"]?.number)
        let task = try await shop.protocol(.get, "/tasks/\(Int(number))")
        #expect(
            task.json["details"]?["withoutEffect"]?.elements?.map(\.text)
                == ["prefixSearch", "typoTolerance.disableOnWords", "embedders.b.source"])
        func unused(_ rules: String) async throws -> ReceivedJSON? {
            let path = "/indexes/movies/settings/ranking-rules"
            let number = try #require(try await shop.protocol(.put, path, rules).json["taskUid"]?.number)
            return try await shop.protocol(.get, "/tasks/\(Int(number))").json["details"]?["withoutEffect"]
        }
        let usual = #"["sort", "words", "typo", "proximity", "attribute", "year:desc", "exactness"]"#
        #expect(try await unused(usual) == nil)
        #expect(try await unused(#"["typo", "words", "year:desc"]"#) == ["rankingRules"])
        // No client sees keys of other services.
        let settings = try await shop.protocol(.get, "/indexes/movies/settings")
        #expect(!task.text.contains("sk-secret") && !settings.text.contains("sk-secret"))
    }

    @Test func stopWordsAreLeftOutOfQueries() async throws {
        let shop = try await movies()
        func found(_ query: String) async throws -> [String] {
            let response = try await shop.protocol(
                .post, "/indexes/movies/search", #"{"q": "\#(query)", "matchingStrategy": "all"}"#)
            return response.json["hits"]?.elements?.compactMap { $0["title"]?.text } ?? []
        }
        let without = try await found("zzz wonder")
        #expect(without == [])
        _ = try await shop.protocol(.put, "/indexes/movies/settings/stop-words", #"["ZZZ"]"#)
        #expect(try await found("zzz wonder") == ["Wonder Woman"])
        // The last word may be the beginning of another.
        #expect(try await found("wonder zzz") == [])
    }

    @Test func whatIsLeftOutLeavesAWord() async throws {
        let shop = try await movies()
        let response = try await shop.protocol(.post, "/indexes/movies/search", #"{"q": "wonder -zzz"}"#)
        #expect(response.json["hits"]?.elements?.compactMap { $0["title"]?.text } == ["Wonder Woman"])
    }

    @Test func sizesForTypingErrorsMustFitEachOther() async throws {
        let shop = try await movies()
        let response = try await shop.protocol(
            .patch, "/indexes/movies/settings/typo-tolerance",
            #"{"minWordSizeForTypos": {"oneTypo": 9, "twoTypos": 3}}"#)
        #expect(response.status == 400)
    }
}
