// The protocol of existing clients, without a socket.

import CatalogSearch
import HTTPTypes
import Hummingbird
import Testing

@testable import MeilisearchProtocol
@testable import Storefront

@Suite struct MeilisearchTests {
    /// A shop whose index `movies` has three films.
    func movies(_ settings: String = #"{"filterableAttributes": ["genres", "year", "info"]}"#)
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
    func ids(_ shop: Shop, _ search: String) async throws -> [String] {
        let response = try await shop.protocol(.post, "/indexes/movies/search", search)
        #expect(response.status == 200, "\(response.text)")
        return try #require(response.json["hits"]?.elements).map {
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

    /// The primary key comes first in documents, and is not a title.
    @Test func theTitleOfADocumentIsNotItsKey() async throws {
        let shop = try await Shop([:], meilisearch: true)
        try await shop.protocol(
            .post, "/indexes/notes/documents?primaryKey=sku",
            #"[{"sku": "1", "text": "Carpet"}, {"sku": "2", "text": "Car wash"}]"#)
        let response = try await shop.protocol(.post, "/indexes/notes/search", #"{"q": "car"}"#)
        #expect(response.json["hits"]?.elements?.map { $0["sku"]?.text } == ["2", "1"])
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
        let response = try await shop.protocol(.post, "/indexes/movies/search", body)
        #expect(response.status == 400)
        #expect(response.json["code"] == .text(code))
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

    @Test func countsRespectEveryFilter() async throws {
        let shop = try await movies()
        let response = try await shop.protocol(
            .post, "/indexes/movies/search", #"{"facets": ["genres", "year"], "filter": "genres = romance"}"#)
        #expect(
            response.json["facetDistribution"] == [
                "genres": ["Drama": 1, "Romance": 1], "year": ["2015": 1],
            ])
        #expect(response.json["facetStats"] == ["year": ["min": 2015, "max": 2015]])
        let values = try await shop.protocol(
            .post, "/indexes/movies/facet-search",
            #"{"facetName": "genres", "facetQuery": "dr", "filter": "year > 2016"}"#)
        #expect(values.json["facetHits"] == [["value": "Drama", "count": 1]])
    }

    @Test func hitsAreMarkedAndCut() async throws {
        let shop = try await movies()
        let response = try await shop.protocol(
            .post, "/indexes/movies/search",
            #"{"q": "wom", "attributesToHighlight": ["title"], "showMatchesPosition": true, "attributesToRetrieve": ["id"]}"#
        )
        let hit = response.json["hits"]?[0]
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

    /// In the form of InstantSearch's adapter (`instant-meilisearch`): a query with a chosen facet and a
    /// range, and one for the counts of this facet's other values.
    @Test func requestsOfInstantSearchAreAnswered() async throws {
        let shop = try await movies()
        let common =
            #""attributesToHighlight": ["*"], "highlightPreTag": "__ais-highlight__", "#
            + #""highlightPostTag": "__/ais-highlight__""#
        let chosen =
            #"{"indexUid": "movies", "q": "wond", "facets": ["genres", "year"], "limit": 21, "offset": 0, "#
            + #""filter": ["\"year\" 2016 TO 2018", ["\"genres\"=\"Drama\""]], \#(common)}"#
        let others =
            #"{"indexUid": "movies", "q": "", "facets": ["genres"], "hitsPerPage": 1, "page": 1, "#
            + #""filter": ["\"year\">=2015"], \#(common)}"#
        let response = try await shop.protocol(
            .post, "/multi-search", #"{"queries": [\#(chosen), \#(others)]}"#)
        #expect(response.status == 200, "\(response.text)")
        let results = try #require(response.json["results"]?.elements)
        #expect(results.map { $0["hits"]?.elements?.count } == [1, 1])
        #expect(results[0]["indexUid"]?.text == "movies" && results[0]["estimatedTotalHits"] == 1)
        let formatted = results[0]["hits"]?.elements?.first?["_formatted"]
        #expect(formatted?["title"]?.text == "__ais-highlight__Wond__/ais-highlight__er Woman")
        #expect(results[0]["facetDistribution"]?["genres"] == ["Action": 1, "Drama": 1])
        #expect(results[0]["facetStats"]?["year"]?["max"]?.number == 2017)
        #expect(results[1]["facetDistribution"]?["genres"] == ["Action": 1, "Drama": 2, "Romance": 1])
        #expect(results[1]["totalHits"] == 2 && results[1]["totalPages"] == 2)
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
            let response = try await shop.protocol(
                .post, "/indexes/n/search", #"{"q": "", "filter": "\#(filter)", "facets": ["n"]}"#)
            #expect(
                response.json["hits"]?.elements?.compactMap { $0["id"]?.number.map(Int.init) }.sorted()
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

    @Test func distinctAndFacetsCompareNumbersByValue() async throws {
        let shop = try await Shop([:], meilisearch: true)
        try await shop.protocol(
            .patch, "/indexes/d/settings", #"{"distinctAttribute": "p", "filterableAttributes": ["p"]}"#)
        try await shop.protocol(
            .post, "/indexes/d/documents", #"[{"id": 1, "p": 2}, {"id": 2, "p": 2.0}, {"id": 3, "p": 3}]"#)
        let response = try await shop.protocol(.post, "/indexes/d/search", #"{"q": ""}"#)
        #expect(response.json["hits"]?.elements?.compactMap { $0["id"]?.number.map(Int.init) } == [1, 3])
        try await shop.protocol(.patch, "/indexes/d/settings", #"{"distinctAttribute": null}"#)
        let counted = try await shop.protocol(
            .post, "/indexes/d/search", #"{"q": "", "facets": ["p"], "filter": "p = 2"}"#)
        #expect(counted.json["facetDistribution"] == ["p": ["2": 2]])
    }

    @Test(arguments: [
        "Dr. Oetker Pizza", "50% off sale", ".NET Core guide", "rock 'n' roll band", "AT&T phone", "1/2 bolt",
    ]) func aDocumentIsFoundByItsOwnTitle(title: String) async throws {
        let shop = try await Shop([:], meilisearch: true)
        try await shop.protocol(
            .post, "/indexes/t/documents", #"[{"id": 1, "t": "\#(title)"}, {"id": 2, "t": "other"}]"#)
        let response = try await shop.protocol(
            .post, "/indexes/t/search", #"{"q": "\#(title)", "matchingStrategy": "all"}"#)
        #expect(response.json["hits"]?.elements?.compactMap { $0["id"]?.number.map(Int.init) } == [1])
    }

    @Test func textsOfNoNamedLocaleAreInTheLanguageOfTheRequest() async throws {
        let shop = try await Shop([:], meilisearch: true)
        let documents = #"[{"id": 1, "t": "Laufschuhe für Herren"}, {"id": 2, "t": "Зарядное устройство"}]"#
        try await shop.protocol(.post, "/indexes/s/documents", documents)
        for (query, locale, found) in [
            ("herrenlaufschuhe", "deu", [1]), ("herrenlaufschuhe", "eng", []), ("ustroistvo", "ru", [2]),
        ] {
            let response = try await shop.protocol(
                .post, "/indexes/s/search", #"{"q": "\#(query)", "locales": ["\#(locale)"]}"#)
            #expect(response.json["hits"]?.elements?.compactMap { $0["id"]?.number.map(Int.init) } == found)
        }
        // The setting applies to them.
        try await shop.protocol(
            .patch, "/indexes/s/settings",
            #"{"localizedAttributes": [{"attributePatterns": ["t"], "locales": ["eng"]}]}"#)
        let response = try await shop.protocol(
            .post, "/indexes/s/search", #"{"q": "herrenlaufschuhe", "locales": ["deu"]}"#)
        #expect(response.json["hits"]?.elements?.isEmpty == true)
    }

    @Test func charactersThatActAreEscapedInResponses() async throws {
        let shop = try await Shop([:], meilisearch: true)
        try await shop.protocol(
            .post, "/indexes/notes/documents", #"[{"id": 1, "\u202e": "a\u009bb\u2028\u007f"}]"#)
        let response = try await shop.protocol(.get, "/indexes/notes/documents/1")
        #expect(response.text == #"{"id":1,"\u202e":"a\u009bb\u2028\u007f"}"#)
    }

    @Test func documentsComeBackAsTheyWereSent() async throws {
        let shop = try await Shop([:], meilisearch: true)
        let document =
            #"{"z": 1.50, "id": "a-1", "price": {"scope": [1, "x"]}, "title": "Ä\u0000", "big": 1e300, "n": null}"#
        let task = try await shop.protocol(.post, "/indexes/odd/documents", "[\(document)]")
        #expect(task.status == 202)
        let response = try await shop.protocol(.get, "/indexes/odd/documents/a-1")
        #expect(response.json == (try ReceivedJSON(Array(document.utf8))))
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
        let response = try await shop.protocol(.get, "/indexes/films/documents")
        #expect(response.json["total"] == 3)
        #expect(response.json["results"]?.elements?.first?["title"] == "Carol")
    }

    @Test func failedWritesChangeNothingAndTheirTasksSayWhy() async throws {
        let shop = try await movies()
        let response = try await shop.protocol(
            .post, "/indexes/movies/documents", #"[{"id": 7}, {"id": "ä"}]"#)
        let uid = try #require(response.json["taskUid"]?.number)
        let task = (try await shop.protocol(.get, "/tasks/\(Int(uid))")).json
        #expect(task["status"] == "failed")
        #expect(task["error"]?["code"] == "invalid_document_id")
        #expect(try await shop.protocol(.get, "/indexes/movies/documents/7").status == 404)
    }

    @Test func nothingButHealthIsAnsweredWithoutAKey() async throws {
        let shop = try await movies()
        for (header, status) in [(nil, 401), ("Bearer wrong", 403), ("Basic x", 403)] {
            let response = try await shop.protocol(.get, "/indexes/movies/documents", key: header)
            #expect(response.status == status)
            #expect(response.json["type"] == "auth")
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
