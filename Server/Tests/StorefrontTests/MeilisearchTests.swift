// The protocol of existing clients, without a socket.

import CatalogSearch
import HTTPTypes
import Hummingbird
import Testing

@testable import MeilisearchProtocol
@testable import Storefront

@Suite struct MeilisearchTests {
    /// A shop whose index `movies` has three films.
    private func movies(_ settings: String = #"{"filterableAttributes": ["genres", "year", "info"]}"#)
        async throws -> Shop
    {
        let shop = try await Shop([:], meilisearch: true)
        try await shop.protocol(.patch, "/indexes/movies/settings", settings)
        try await shop.protocol(
            .post, "/indexes/movies/documents",
            """
            [{"id": 1, "title": "Carol", "genres": ["Romance", "Drama"], "year": 2015, "info": {"rating": 7.2}},
             {"id": "b", "title": "Wonder Woman", "genres": ["Action", "Drama"], "year": 2017.0, "info": null},
             {"id": 3, "title": "Life of Pi", "genres": [], "year": "unknown", "info": {"rating": 8e0}}]
            """)
        return shop
    }

    /// The ids of the hits of a search, in order.
    private func ids(_ shop: Shop, _ search: String) async throws -> [String] {
        let answer = try await shop.protocol(.post, "/indexes/movies/search", search)
        #expect(answer.status == 200, "\(answer.text)")
        return try #require(answer.json["hits"]?.elements).map {
            $0["id"]?.text ?? $0["id"]?.number.map { String(Int($0)) } ?? ""
        }
    }

    @Test(arguments: [
        ("genres = drama", ["1", "b"]), ("genres = DRAMA AND year > 2016", ["b"]), ("year = 2017", ["b"]),
        ("year 2015 TO 2016 OR genres = action", ["1", "b"]), ("NOT genres = drama", ["3"]),
        ("genres IN [action, 'romance']", ["1", "b"]), ("genres NOT IN [action]", ["1", "3"]),
        ("genres IS EMPTY", ["3"]), ("info IS NULL", ["b"]), ("info IS NOT NULL", ["1", "3"]),
        ("info.rating EXISTS", ["1", "3"]), ("info.rating >= 8", ["3"]), ("year = unknown", ["3"]),
        ("year != 2015", ["b", "3"]), ("info.votes EXISTS", []),
        ("NOT (genres = drama AND year = 2015)", ["b", "3"]),
    ]) func filtersFindWhatTheirsFind(filter: String, found: [String]) async throws {
        let shop = try await movies()
        #expect(try await ids(shop, #"{"filter": "\#(filter)"}"#) == found)
    }

    @Test func arraysOfFiltersAreConjunctionsOfAlternatives() async throws {
        let shop = try await movies()
        #expect(
            try await ids(shop, #"{"filter": [["genres = action", "year = 2015"], "genres = drama"]}"#) == [
                "1", "b",
            ])
        #expect(try await ids(shop, #"{"filter": ["genres = action", ["year = 2015"]]}"#) == [])
    }

    @Test(arguments: [
        (#"{"filter": "title = x"}"#, "invalid_search_filter"),
        (#"{"filter": "genres ="}"#, "invalid_search_filter"),
        (#"{"filter": "genres = 'a"}"#, "invalid_search_filter"),
        (#"{"filter": 3}"#, "invalid_search_filter"),
        (#"{"filter": "year > red"}"#, "invalid_search_filter"),
        (#"{"sort": ["year:asc"]}"#, "invalid_search_sort"),
        (#"{"facets": ["title"]}"#, "invalid_search_facets"), (#"{"limit": -1}"#, "invalid_search_limit"),
        (#"{"nonsense": 1}"#, "bad_request"), (#"{"q": 1}"#, "invalid_search_q"), ("{", "malformed_payload"),
        (#"{"matchingStrategy": "some"}"#, "invalid_search_matching_strategy"),
    ]) func faultsHaveTheirCodes(body: String, code: String) async throws {
        let shop = try await movies()
        let answer = try await shop.protocol(.post, "/indexes/movies/search", body)
        #expect(answer.status == 400)
        #expect(answer.json["code"] == .text(code))
    }

    @Test func errorsOfTheSearchAreWordedAndNotSpelledInSwift() throws {
        let errors: [SearchError] = [
            .filter(FilterError(.expected(.comparison), position: 3)),
            .filter(FilterError(.wrongType("price", value: "x", .number))),
            .filter(FilterError(.notOrdered("color", .text))), .filter(FilterError(.tooDeep(limit: 9))),
        ]
        for error in errors {
            let message = try ProtocolError(error).message
            #expect(!message.contains("FilterError") && !message.contains("problem:"), "\(message)")
        }
    }

    @Test func settingsThatChangeLaterHoldForAllDocuments() async throws {
        let shop = try await movies("{}")
        try await shop.protocol(.put, "/indexes/movies/settings/filterable-attributes", #"["genres"]"#)
        try await shop.protocol(.put, "/indexes/movies/settings/sortable-attributes", #"["title", "year"]"#)
        #expect(try await ids(shop, #"{"filter": "genres = drama", "sort": ["title:desc"]}"#) == ["b", "1"])
        #expect(try await ids(shop, #"{"sort": ["year:desc"]}"#) == ["b", "1", "3"])
        let answer = try await shop.protocol(
            .post, "/indexes/movies/search", #"{"facets": ["genres"], "limit": 0}"#)
        #expect(
            answer.json["facetDistribution"] == ["genres": ["Action": 1, "Drama": 2, "Romance": 1]])
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
        // Without its rule nothing is sorted, as theirs says.
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
            #"{"stopWords": ["the"], "dictionary": null, "sortableAttributes": ["year"], "prefixSearch": "disabled"}"#
        )
        let number = try #require(written.json["taskUid"]?.number)
        let task = try await shop.protocol(.get, "/tasks/\(Int(number))")
        #expect(
            task.json["details"]?["withoutEffect"]?.elements?.map(\.text) == ["stopWords", "prefixSearch"])
    }

    @Test func countsRespectEveryFilter() async throws {
        let shop = try await movies()
        let answer = try await shop.protocol(
            .post, "/indexes/movies/search", #"{"facets": ["genres", "year"], "filter": "genres = romance"}"#)
        #expect(
            answer.json["facetDistribution"] == ["genres": ["Drama": 1, "Romance": 1], "year": ["2015": 1]])
        #expect(answer.json["facetStats"] == ["year": ["min": 2015, "max": 2015]])
        let values = try await shop.protocol(
            .post, "/indexes/movies/facet-search",
            #"{"facetName": "genres", "facetQuery": "dr", "filter": "year > 2016"}"#)
        #expect(values.json["facetHits"] == [["value": "Drama", "count": 1]])
    }

    @Test func hitsAreMarkedAndCut() async throws {
        let shop = try await movies()
        let answer = try await shop.protocol(
            .post, "/indexes/movies/search",
            #"{"q": "wom", "attributesToHighlight": ["title"], "showMatchesPosition": true, "attributesToRetrieve": ["id"]}"#
        )
        let hit = answer.json["hits"]?[0]
        #expect(hit?["_formatted"] == ["id": "b", "title": "Wonder <em>Wom</em>an"])
        #expect(hit?["_matchesPosition"] == ["title": [["start": 7, "length": 3]]])
        #expect(hit?["title"] == nil)
        let cut = try await shop.protocol(
            .post, "/indexes/movies/search",
            #"{"q": "of", "attributesToCrop": ["title:1"], "cropMarker": "-"}"#)
        #expect(cut.json["hits"]?[0]?["_formatted"]?["title"] == "-of-")
    }

    @Test func wordsAreLeftOutAsTheStrategySays() async throws {
        let shop = try await movies()
        #expect(try await ids(shop, #"{"q": "wonder dragon"}"#) == ["b"])
        #expect(try await ids(shop, #"{"q": "wonder dragon", "matchingStrategy": "all"}"#) == [])
        #expect(try await ids(shop, #"{"q": "wondr"}"#) == ["b"])
        #expect(try await ids(shop, #"{"q": "dragon \"carol\""}"#) == ["1"])
    }

    @Test func severalSearchesAreAnsweredTogether() async throws {
        let shop = try await movies()
        try await shop.protocol(.post, "/indexes/books/documents", #"{"id": 9, "title": "Carol and more"}"#)
        let queries = #"[{"indexUid": "books", "q": "carol"}, {"indexUid": "movies", "q": "carol"}]"#
        let apart = try await shop.protocol(.post, "/multi-search", #"{"queries": \#(queries)}"#)
        #expect(apart.json["results"]?.elements?.map { $0["hits"]?.elements?.count } == [1, 1])
        let joined = try await shop.protocol(
            .post, "/multi-search", #"{"queries": \#(queries), "federation": {}}"#)
        #expect(
            joined.json["hits"]?.elements?.map { $0["_federation"]?["indexUid"] } == ["movies", "books"])
    }

    private func federated(
        _ shop: Shop, _ federation: String, _ queries: String...
    ) async throws -> JSON {
        try await shop.protocol(
            .post, "/multi-search",
            #"{"federation": \#(federation), "queries": [\#(queries.joined(separator: ","))]}"#
        ).json
    }

    private func priced() async throws -> Shop {
        let shop = try await Shop([:], meilisearch: true)
        let settings = #"{"sortableAttributes": ["p"], "filterableAttributes": ["p", "c"]}"#
        for (uid, documents) in [
            (
                "a",
                #"[{"id": 1, "t": "apple pie", "p": 10, "c": "x"}, {"id": 2, "t": "apple", "p": 3, "c": "y"}]"#
            ),
            ("b", #"[{"id": 11, "t": "apple juice", "p": 7, "c": "x"}, {"id": 12, "t": "green apple"}]"#),
        ] {
            try await shop.protocol(.patch, "/indexes/\(uid)/settings", settings)
            try await shop.protocol(.post, "/indexes/\(uid)/documents", documents)
        }
        return shop
    }

    @Test func severalSearchesInOneListAreInTheirOrder() async throws {
        let shop = try await priced()
        for query in ["", "apple"] {
            let answer = try await federated(
                shop, "{}", #"{"indexUid": "a", "q": "\#(query)", "sort": ["p:asc"]}"#,
                #"{"indexUid": "b", "q": "\#(query)", "sort": ["p:asc"]}"#)
            // A document without a value comes last.
            #expect(
                answer["hits"]?.elements?.compactMap { $0["id"]?.number.map(Int.init) } == [2, 11, 1, 12],
                "\(query)")
        }
        let page = try await federated(
            shop, #"{"offset": 1, "limit": 2}"#, #"{"indexUid": "a", "sort": ["p:desc"]}"#,
            #"{"indexUid": "b", "sort": ["p:desc"]}"#)
        #expect(page["hits"]?.elements?.compactMap { $0["id"]?.number.map(Int.init) } == [11, 2])
    }

    @Test(arguments: [
        (#"{"federation": {}, "queries": [{"indexUid": "a", "limit": 2}]}"#, "query_pagination"),
        (#"{"federation": {}, "queries": [{"indexUid": "a", "offset": 0}]}"#, "query_pagination"),
        (
            #"{"federation": {}, "queries": [{"indexUid": "a"}, {"indexUid": "b", "page": 1}]}"#,
            "query_pagination"
        ),
        (#"{"federation": {}, "queries": [{"indexUid": "a", "hitsPerPage": 1}]}"#, "query_pagination"),
        (#"{"federation": {}, "queries": [{"indexUid": "a", "facets": ["c"]}]}"#, "query_facets"),
        (#"{"federation": {"facetsByIndex": ["a"]}, "queries": []}"#, "facets_by_index"),
        (#"{"federation": {"facetsByIndex": {"a": "c"}}, "queries": []}"#, "facets_by_index"),
        (#"{"federation": {"mergeFacets": {"most": 1}}, "queries": []}"#, "merge_facets"),
        (#"{"federation": {"limit": -1}, "queries": []}"#, "limit"),
        (#"{"federation": [], "queries": []}"#, "federation"),
        (#"{"queries": [{"indexUid": "a", "federationOptions": {"weight": 2}}]}"#, "federation_options"),
        (#"{"federation": {"sort": ["p:asc"]}, "queries": []}"#, nil),
    ]) func whatOneListCannotHaveIsRefused(body: String, code: String?) async throws {
        let answer = try await priced().protocol(.post, "/multi-search", body)
        #expect(answer.status == 400)
        #expect(answer.json["code"]?.text == code.map { "invalid_multi_search_\($0)" } ?? "bad_request")
    }

    @Test func emptyMembersOfFederatedSearchesSayNothing() async throws {
        let answer = try await federated(
            priced(), #"{"facetsByIndex": null, "mergeFacets": null, "limit": null}"#,
            #"{"indexUid": "a", "limit": null, "page": null, "facets": [], "federationOptions": {"weight": 2}}"#
        )
        #expect(answer["hits"]?.elements?.count == 2)
    }

    @Test func facetsOfSeveralIndexesAreMerged() async throws {
        let facets = #""facetsByIndex": {"a": ["c", "p"], "b": ["c", "p"]}"#
        let queries = [#"{"indexUid": "a", "q": "apple"}"#, #"{"indexUid": "b", "q": "apple"}"#]
        let shop = try await priced()
        let merged = try await federated(shop, "{\(facets), \"mergeFacets\": {}}", queries[0], queries[1])
        #expect(merged["facetDistribution"]?["c"] == ["x": 2, "y": 1])
        #expect(merged["facetStats"]?["p"] == ["min": 3, "max": 10])
        #expect(merged["facetsByIndex"] == nil)
        let limited = try await federated(
            shop, "{\(facets), \"mergeFacets\": {\"maxValuesPerFacet\": 1}}", queries[0], queries[1])
        #expect(limited["facetDistribution"]?["c"] == ["x": 2])
        let apart = try await federated(shop, "{\(facets)}", queries[0], queries[1])
        #expect(apart["facetsByIndex"]?["b"]?["distribution"]?["c"] == ["x": 1])
    }

    @Test func numbersOfManyDigitsKeepThem() async throws {
        let shop = try await Shop([:], meilisearch: true)
        try await shop.protocol(
            .patch, "/indexes/n/settings", #"{"filterableAttributes": ["n"], "sortableAttributes": ["n"]}"#)
        let documents =
            #"[{"id": 1, "n": 1700000000123456789}, {"id": 2, "n": 1700000000123456788}, {"id": 3, "n": 1e+21}, "#
            + #"{"id": 4, "n": 4}, {"id": 5, "n": -1234567890123456789}, {"id": 6, "n": 18446744073709551615}]"#
        try await shop.protocol(.post, "/indexes/n/documents", documents)
        for (filter, found) in [
            ("n = 1700000000123456789", [1]), ("n = 1700000000123456787", []), ("n > 100", [1, 2, 3, 6]),
            ("n > 1700000000123456788", [1, 3, 6]), ("n < 0", [5]), ("n = 1e21", [3]),
            ("n >= 1000000000000000000000", [3]), ("n = 18446744073709551615", [6]), ("n = 4.0", [4]),
        ] {
            let answer = try await shop.protocol(
                .post, "/indexes/n/search", #"{"q": "", "filter": "\#(filter)", "facets": ["n"]}"#)
            #expect(
                answer.json["hits"]?.elements?.compactMap { $0["id"]?.number.map(Int.init) }.sorted()
                    == found, "\(filter)"
            )
        }
        let sorted = try await shop.protocol(
            .post, "/indexes/n/search", #"{"q": "", "sort": ["n:desc"], "facets": ["n"]}"#)
        #expect(
            sorted.json["hits"]?.elements?.compactMap { $0["id"]?.number.map(Int.init) } == [
                3, 6, 1, 2, 4, 5,
            ])
        // As text: a Double would hide lost digits.
        #expect(sorted.text.contains(#""max":1000000000000000000000"#), "\(sorted.text)")
        #expect(sorted.text.contains(#""min":-1234567890123456789"#), "\(sorted.text)")
    }

    @Test func distinctComparesNumbersByValue() async throws {
        let shop = try await Shop([:], meilisearch: true)
        try await shop.protocol(.patch, "/indexes/d/settings", #"{"distinctAttribute": "p"}"#)
        try await shop.protocol(
            .post, "/indexes/d/documents", #"[{"id": 1, "p": 2}, {"id": 2, "p": 2.0}, {"id": 3, "p": 3}]"#)
        let answer = try await shop.protocol(.post, "/indexes/d/search", #"{"q": ""}"#)
        #expect(answer.json["hits"]?.elements?.compactMap { $0["id"]?.number.map(Int.init) } == [1, 3])
    }

    @Test(arguments: [
        "Dr. Oetker Pizza", "50% off sale", ".NET Core guide", "rock 'n' roll band", "AT&T phone", "1/2 bolt",
    ]) func aDocumentIsFoundByItsOwnTitle(title: String) async throws {
        let shop = try await Shop([:], meilisearch: true)
        try await shop.protocol(
            .post, "/indexes/t/documents", #"[{"id": 1, "t": "\#(title)"}, {"id": 2, "t": "other"}]"#)
        let answer = try await shop.protocol(
            .post, "/indexes/t/search", #"{"q": "\#(title)", "matchingStrategy": "all"}"#)
        #expect(answer.json["hits"]?.elements?.compactMap { $0["id"]?.number.map(Int.init) } == [1])
    }

    @Test func documentsComeBackAsTheyWereSent() async throws {
        let shop = try await Shop([:], meilisearch: true)
        let document =
            #"{"z": 1.50, "id": "a-1", "price": {"scope": [1, "x"]}, "title": "Ä\u0000", "big": 1e300, "n": null}"#
        let task = try await shop.protocol(.post, "/indexes/odd/documents", "[\(document)]")
        #expect(task.status == 202)
        let answer = try await shop.protocol(.get, "/indexes/odd/documents/a-1")
        #expect(answer.json == (try JSON(Array(document.utf8))))
        #expect(try await shop.protocol(.get, "/indexes/odd/documents/b").status == 404)
    }

    @Test func updatesKeepOtherMembersAndReplacementsDoNot() async throws {
        let shop = try await movies()
        try await shop.protocol(.put, "/indexes/movies/documents", #"{"id": 1, "year": 2016}"#)
        #expect((try await shop.protocol(.get, "/indexes/movies/documents/1")).json["title"] == "Carol")
        try await shop.protocol(.post, "/indexes/movies/documents", #"{"id": 1, "year": 2016}"#)
        #expect(
            (try await shop.protocol(.get, "/indexes/movies/documents/1")).json == ["id": 1, "year": 2016])
    }

    @Test func indexesAreSwappedAndRenamedWithTheirDocuments() async throws {
        let shop = try await movies()
        try await shop.protocol(.post, "/indexes/books/documents", #"{"id": 9, "title": "Carol"}"#)
        try await shop.protocol(.post, "/swap-indexes", #"[{"indexes": ["movies", "books"]}]"#)
        #expect(try await ids(shop, #"{"q": "carol"}"#) == ["9"])
        try await shop.protocol(.patch, "/indexes/books", #"{"uid": "films"}"#)
        #expect(try await shop.protocol(.get, "/indexes/books").status == 404)
        let answer = try await shop.protocol(.get, "/indexes/films/documents")
        #expect(answer.json["total"] == 3)
        #expect(answer.json["results"]?.elements?.first?["title"] == "Carol")
    }

    @Test func failedWritesChangeNothingAndTheirTasksSayWhy() async throws {
        let shop = try await movies()
        let answer = try await shop.protocol(.post, "/indexes/movies/documents", #"[{"id": 7}, {"id": "ä"}]"#)
        let uid = try #require(answer.json["taskUid"]?.number)
        let task = (try await shop.protocol(.get, "/tasks/\(Int(uid))")).json
        #expect(task["status"] == "failed")
        #expect(task["error"]?["code"] == "invalid_document_id")
        #expect(try await shop.protocol(.get, "/indexes/movies/documents/7").status == 404)
    }

    @Test func nothingButHealthIsAnsweredWithoutAKey() async throws {
        let shop = try await movies()
        for (header, status) in [(nil, 401), ("Bearer wrong", 403), ("Basic x", 403)] {
            let answer = try await shop.protocol(.get, "/indexes/movies/documents", key: header)
            #expect(answer.status == status)
            #expect(answer.json["type"] == "auth")
        }
        #expect(try await shop.protocol(.get, "/health", key: nil).status == 200)
        #expect((try await shop.protocol(.get, "/nowhere", key: nil)).json["code"] == "not_found")
    }

    @Test func writesAreLoggedWithTheirIndexAndSearchesAreNot() async throws {
        let shop = try await movies()
        try await shop.protocol(.post, "/indexes/movies/search", #"{"q": "carol"}"#)
        try await shop.protocol(.post, "/multi-search", #"{"queries": [{"indexUid": "movies"}]}"#)
        try await shop.protocol(.post, "/indexes/movies/documents/fetch", "{}")
        try await shop.protocol(.post, "/indexes/movies/facet-search", #"{"facetName": "genres"}"#)
        // The settings, and the documents.
        #expect(shop.log.count("Write") == 2)
        #expect(shop.log.count(ofAll: ["Write", "index\": movies", "revision\": "]) == 2)
        try await shop.protocol(.delete, "/indexes/movies/documents/3")
        #expect(
            shop.log.count(ofAll: ["method\": DELETE", "index\": movies", "id\": 3", "revision\": "]) == 1)
        try await shop.protocol(.post, "/indexes", #"{"uid": "books"}"#)
        #expect(shop.log.count(ofAll: ["method\": POST", "index\": books", "revision\": "]) == 1)
    }

}

@Suite struct MeilisearchPayloadTests {
    @Test(arguments: [
        "", "{", "[1,]", #""\ud800""#, #""\x""#, "01", "-", "1.", "1e", "nul", "[1]2", "\"\u{1}\"", #"{"a"}"#,
        #"{1:2}"#,
        String(repeating: "[", count: 100_000), #""\u+123""#,
    ]) func malformedJSONIsRefused(text: String) {
        #expect(throws: JSONFault.self) { try JSONReader.value(of: Array(text.utf8)) }
    }

    @Test func invalidUTF8IsRefused() {
        #expect(throws: JSONFault.self) { try JSONReader.value(of: [0x22, 0xC3, 0x22]) }
    }

    @Test func jsonKeepsOrderSpellingAndCharacters() throws {
        let text = #"{"b":1.50,"a":[true,null,-0.0e+5,"\"\\\n\u0000é😀"],"c":{}}"#
        #expect(try JSONReader.value(of: Array(text.utf8)).text == text)
        #expect(
            try JSONReader.value(of: Array(#"{"a":1,"b":2,"a":"\ud83d\ude00"}"#.utf8)).text
                == #"{"a":"😀","b":2}"#)
    }

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

    /// Attributes of documents may have any names, those of this kit's own included.
    @Test func noTwoAttributesShareAField() {
        let names = [
            "price", "price_", "price__", "prices", "id", "id_", "document", "_", "", "title", "a.b",
            "year_x",
        ]
        #expect(Set(names.map { IndexNames.field($0) }).count == names.count)
    }

    @Test func textsAndNumbersAreNeverEqual() {
        #expect(DocumentRecord.comparedText("7") != DocumentRecord.comparedNumber("7"))
        #expect(DocumentRecord.comparedNumber("7.0") == DocumentRecord.comparedNumber("70e-1"))
        #expect(DocumentRecord.decimal("1e2") == "100")
        #expect(DocumentRecord.decimal("nan") == nil)
    }
}
