// A service responds to requests in their language, and concurrently.

import CatalogSearch
import JSON
import SearchService
import Testing
import TestSupport

@Suite struct SearchServiceTests {
    private static let german = LocaleIdentifier("de")!
    private static let english = LocaleIdentifier("en")!

    private static func engine(_ titles: [String], label: String = "Laden") throws -> SearchEngine {
        let records = titles.enumerated().map { number, title in
            CatalogRecord(
                id: "\(number)", scope: "cakes",
                texts: [.init(.title, german, title), .init(.title, english, "Cake \(number)")])
        }
        let description = CatalogDescription(
            id: "shop", label: .texts([german: label, english: "Shop"]),
            scopes: [.init(id: "cakes", label: .texts([german: "Torten", english: "Cakes"]))])
        return try SearchEngine([CatalogIndex(description, records: records)])
    }

    private let service: SearchService

    init() throws {
        service = try SearchService(
            Self.engine(["Rote Torte", "Grüne Torte", "Geburtstagstorte"]),
            localizations: [packageFolder + "/Localizations"])
    }

    private func response(_ request: String) throws -> [String: String] {
        try members(try service.response(to: Array(request.utf8)).json)
    }

    private func members(_ json: String) throws -> [String: String] {
        try JSONParser().withValue(of: Array(json.utf8)) { value in
            var members: [String: String] = [:]
            for (name, value) in value.members {
                members[name.string ?? ""] = value.string ?? value.integer.map(String.init) ?? ""
            }
            return members
        }
    }

    @Test func eachRequestIsAnsweredInItsLanguage() throws {
        let german = try response(#"{"q": "torte", "locale": "de_DE", "scope": "Torten"}"#)
        #expect(german["label"] == "3 Treffer gefunden" && german["scope"] == "cakes")
        let english = try response(#"{"q": "cake 1"}"#)
        #expect(english["label"] == "1 item found" && english["locale"] == "en")
        #expect(try service.response(to: Array(#"{"q": "", "locale": "ja"}"#.utf8)).locale.identifier == "ja")
    }

    /// An operator who reads English looks at what customers find in German.
    @Test func aSearchMayBeToldInAnotherLanguage() throws {
        var request = ServiceRequest(SearchRequest("torte", locale: Self.german))
        request.textsLocale = Self.english
        let response = try members(try service.response(to: request).json)
        #expect(response["label"] == "3 items found" && response["locale"] == "de")
    }

    @Test func numbersAreInTheFormatOfTheirLocale() throws {
        let texts = LocalizedTexts(folders: [])
        #expect(texts.number(12_345.6789, in: Self.german) == "12.345,679")
        #expect(texts.number(1_000, in: Self.english) == "1,000")
    }

    @Test func queriesOfOthersAreSuggestedIfTheyFindSomething() throws {
        var request = ServiceRequest(SearchRequest("", locale: Self.german), returned: .suggestions)
        request.offered = [.init("torte", isTrending: true), .init("mofa"), .init("rote")]
        let json = try service.response(to: request).json
        #expect(
            json.contains(
                #""asked":[{"query":"torte","count":3,"trending":true},{"query":"rote","count":1}]"#))
        request.offered = nil
        #expect(try !service.response(to: request).json.contains("asked"))
    }

    @Test func requestsMayBeValues() throws {
        var request = ServiceRequest(SearchRequest("tor", locale: Self.german), returned: .suggestions)
        #expect(try service.response(to: request).json.contains(#""word":"Torte""#))
        request.returned = .ids
        #expect(try service.response(to: request).json.contains(#""ids":["#))
    }

    @Test(arguments: ServiceRequest.Returned.allCases)
    func responsesSayWhetherSimilarWordsWereLeftOut(returned: ServiceRequest.Returned) throws {
        var request = ServiceRequest(
            SearchRequest("tortte", locale: Self.german, relax: .auto), returned: returned)
        #expect(try !service.response(to: request).json.contains("partial"))
        request.request.relaxationTime = .zero
        #expect(try service.response(to: request).json.contains(#","partial":true,"#))
        request.request.query = "torte"
        request.request.relax = .never
        #expect(try service.response(to: request).json.contains("partial") == (returned == .suggestions))
    }

    @Test(arguments: ServiceRequest.Returned.allCases)
    func whatIsGivenUpIsSaidToBe(returned: ServiceRequest.Returned) async throws {
        let service = service
        let request = ServiceRequest(SearchRequest("torte", locale: Self.german), returned: returned)
        let failure = await #expect(throws: SearchService.Failure.self) {
            try await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try service.response(to: request)
            }.value
        }
        #expect(failure?.kind == .cancelled)
        #expect(failure?.message.hasPrefix("die Suche wurde abgebrochen") == true)
    }

    @Test func parametersMakeTheSameRequests() throws {
        let parameters = [
            ("q", "torte"), ("locale", "de-AT"), ("chain", "de,en"), ("scope", ""), ("limit", "2"),
            ("offset", "1"),
            ("catalogs", "shop"), ("fields", "title,summary"), ("sort", "title"), ("reverse", "true"),
            ("explain", "0"), ("price", "..20"), ("year", "2001"), ("relax", "auto"),
        ].map { (name: $0.0, value: $0.1) }
        let request = try service.request(parameters: parameters)
        var expected = SearchRequest(
            "torte", locale: LocaleIdentifier("de_AT")!, catalogs: ["shop"], fields: [.title, .summary],
            price: try NumericRange("..20"), year: try NumericRange("2001"), relax: .auto, sort: .title,
            isReversed: true, limit: 2, offset: 1)
        expected.chain = request.request.chain
        #expect(request.request == expected)
        #expect(request.chain == [Self.german, Self.english] && !request.explains)
        #expect(try service.request(parameters: [(name: String, value: String)]()) == service.defaults)
        for (name, value) in [
            ("limit", "x"), ("limit", "-1"), ("reverse", "yes"), ("sort", "size:up"), ("price", "x"),
            ("year", "3..2"),
            ("locale", "qq"), ("relax", "maybe"), ("returns", "all"), ("chain", "xx,de"),
        ] {
            #expect(throws: SearchService.Failure.self, "\(name)") {
                try service.request(parameters: [(name: name, value: value)])
            }
        }
    }

    @Test func failuresSayWhoIsToBlame() throws {
        let failure = #expect(throws: SearchService.Failure.self) {
            try service.response(to: Array(#"{"q": "x", "locale": "de", "scope": "none"}"#.utf8))
        }
        #expect(failure?.kind == .request)
        #expect(failure?.message == "den Bereich „none“ gibt es nicht; zur Auswahl stehen: all, cakes")
        for request in [
            "", "[]", "{}", #"{"q": 1}"#, #"{"q": "x", "limit": -1}"#, #"{"q": "x", "locale": "qq"}"#,
        ] {
            let failure = #expect(throws: SearchService.Failure.self) {
                try service.response(to: Array(request.utf8))
            }
            #expect(failure?.kind == .request && failure?.message.isEmpty == false, "\(request)")
        }
    }

    @Test func otherCatalogsAreAnsweredFromAtOnce() throws {
        #expect(try response(#"{"q": "torte", "locale": "de"}"#)["total"] == "3")
        service.engine = try Self.engine(["Rote Torte"])
        #expect(try response(#"{"q": "torte", "locale": "de"}"#)["total"] == "1")
        #expect(service.engine.catalogs[0].recordCount == 1)
    }

    /// Invariant: concurrent requests get the same responses as single ones.
    @Test func manyMayAskAtOnce() async throws {
        let requests = ["torte", "rote", "grün", "geb", ""].flatMap { query in
            ["de", "en", "ja", "ar"].map { #"{"q": "\#(query)", "locale": "\#($0)"}"# }
        }
        let shared = service
        @Sendable func response(_ request: String) throws -> String {
            // Without the search time.
            try shared.response(to: Array(request.utf8)).json.replacing(/"ns":[0-9]+/, with: "")
        }
        let expected = try requests.map(response)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for round in 0..<8 {
                group.addTask {
                    for step in requests.indices {
                        let index = (step + round * 3) % requests.count
                        if try response(requests[index]) != expected[index] { return false }
                    }
                    return true
                }
            }
            for try await isSame in group { #expect(isSame) }
        }
    }
}
