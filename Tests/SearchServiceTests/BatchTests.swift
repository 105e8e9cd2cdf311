// A batch returns the same responses as its requests would get alone, up to the limit.

import CatalogSearch
import SearchService
import TestSupport
import Testing

@Suite struct BatchTests {
    private let english = LocaleIdentifier("en")!
    private let german = LocaleIdentifier("de")!

    private func service(_ limits: ServiceLimits = ServiceLimits()) throws -> SearchService {
        let records = (1...4).map { number in
            CatalogRecord(
                id: "\(number)",
                texts: [.init(.title, german, "Torte \(number)"), .init(.title, english, "Cake \(number)")])
        }
        return try SearchService(
            SearchEngine([CatalogIndex(CatalogDescription(id: "shop"), records: records)]),
            localizations: [packageFolder + "/Localizations"], limits: limits)
    }

    private func batchResponse(
        _ service: SearchService, _ json: String, _ preferred: [LocaleIdentifier] = []
    ) throws -> String {
        try service.responses(to: Array(json.utf8), preferredLocales: preferred).json.replacing(
            /"ns":[0-9]+/, with: #""ns":0"#)
    }

    private func response(_ service: SearchService, _ json: String) throws -> String {
        try service.response(to: Array(json.utf8)).json.replacing(/"ns":[0-9]+/, with: #""ns":0"#)
    }

    /// Invariant: a batch returns the responses that its requests get one by one, in their order.
    @Test func eachIsAnsweredAsIfItCameAlone() throws {
        let service = try service()
        let requests = [
            #"{"q":"torte","locale":"de"}"#, #"{"q":"cake 2"}"#, #"{"q":"","returns":"ids"}"#,
            #"{"q":"ca","returns":"suggestions"}"#,
        ]
        let expected = try requests.map { try response(service, $0) }.joined(separator: ",")
        #expect(
            try batchResponse(service, #"{"requests":[\#(requests.joined(separator: ","))]}"#)
                == #"{"answers":[\#(expected)]}"#)
        #expect(try batchResponse(service, #"{"requests":[]}"#) == #"{"answers":[]}"#)
    }

    @Test func requestsThatHaveNoResponseHaveAnErrorInItsPlace() throws {
        let json = try batchResponse(
            service(ServiceLimits(hits: 10)),
            #"{"requests":[{"q":"cake 1","returns":"ids"},{"q":1},{},[],{"q":"","scope":"none","locale":"de"},"#
                + #"{"q":"","limit":11},{"q":"cake 3","returns":"ids"}]}"#)
        let parts = json.split(separator: #"{"error":{"message":""#).map { $0.prefix(20) }
        #expect(parts.count == 6)
        #expect(
            json.contains(#""ids":["1"]"#) && json.hasSuffix(#""ids":["3"],"catalogs":["shop"],"ns":0}]}"#))
        #expect(json.contains("den Bereich „none“ gibt es nicht"))
        #expect(json.contains("the request asks for 11 results, more than the 10 that are allowed"))
    }

    @Test func preferencesCountWhereARequestNamesNoLocale() throws {
        let service = try service()
        let request = #"{"requests":[{"q":""},{"q":"","locale":"en"},{"q":7}]}"#
        let preferred = [LocaleIdentifier("fr")!, LocaleIdentifier("de_AT")!]
        let response = try service.responses(to: Array(request.utf8), preferredLocales: preferred)
        #expect(response.locale.identifier == "de_AT")
        #expect(response.json.contains("4 Treffer gefunden") && response.json.contains("4 items found"))
        #expect(response.json.contains("muss ein Text sein") || response.json.contains("„q“ muss"))
    }

    @Test(arguments: [
        "", "{", "[]", "{}", #"{"requests":{}}"#, #"{"requests":"q"}"#, "1", "\u{FEFF}", #"{"requests":[}"#,
    ])
    func whatIsNoBatchIsRefusedInTheReadersLanguage(json: String) {
        for (locale, words) in [
            (german, ["fehlerhaftes JSON", "im Stapel"]), (english, ["broken JSON", "the batch"]),
        ] {
            let failure = #expect(throws: SearchService.Failure.self) {
                try service().responses(to: Array(json.utf8), preferredLocales: [locale])
            }
            #expect(failure?.kind == .request)
            #expect(words.contains { failure?.message.hasPrefix($0) == true }, "\(failure?.message ?? "")")
        }
    }

    @Test func batchesHaveAnEnd() throws {
        let service = try service(ServiceLimits(requests: 2))
        #expect(try batchResponse(service, #"{"requests":[{"q":""},{"q":""}]}"#).contains(#""total":4"#))
        let failure = #expect(throws: SearchService.Failure.self) {
            try batchResponse(service, #"{"requests":[{"q":""},{"q":""},{"q":""}]}"#, [german])
        }
        #expect(
            failure?.message
                == "der Stapel hat mehr Suchanfragen als erlaubt (höchstens 2); auf mehrere Stapel verteilen")
    }

    // MARK: Limits

    @Test(
        arguments: [
            (ServiceRequest.Returned.hits, 3, 0, nil), (.hits, 4, 0, "LimitTooLarge"), (.ids, 4, 0, nil),
            (.ids, 6, 0, "LimitTooLarge"),
            (.suggestions, 3, 0, nil), (.suggestions, 4, 0, "LimitTooLarge"), (.hits, 3, 7, nil),
            (.hits, 3, 8, "PageTooDeep"),
            (.hits, 0, 10, nil), (.hits, 0, 11, "PageTooDeep"), (.ids, 5, 5, nil),
            (.ids, 5, 6, "PageTooDeep"),
            (.hits, 1, .max, "PageTooDeep"), (.hits, .max, .max, "LimitTooLarge"),
        ] as [(ServiceRequest.Returned, Int, Int, String?)])
    func nobodyGetsMoreThanIsAllowed(
        returned: ServiceRequest.Returned, limit: Int, offset: Int, problem: String?
    ) throws {
        let service = try service(ServiceLimits(hits: 3, ids: 5, depth: 10))
        let request = ServiceRequest(
            SearchRequest("", locale: english, limit: limit, offset: offset), returned: returned)
        guard let problem else {
            _ = try service.response(to: request)
            return
        }
        let failure = #expect(throws: SearchService.Failure.self) { try service.response(to: request) }
        #expect(failure?.kind == .tooMuch)
        let words = problem == "PageTooDeep" ? "there are no results beyond 10;" : "the request asks for "
        #expect(failure?.message.hasPrefix(words) == true, "\(failure?.message ?? "")")
    }

    /// The rest of a list that is too long is not read: the last element of each is of the wrong type.
    @Test(arguments: [
        ("chain", "de", "the request names more than 32 languages to search in; omit some"),
        ("catalogs", "shop", "the request names more than 100 catalogs; omit some"),
        ("fields", "title", "the request names more than 100 fields; omit some"),
    ])
    func listsHaveAnEnd(member: String, element: String, message: String) throws {
        let service = try service()
        let list = Array(repeating: #""\#(element)""#, count: 300_000).joined(separator: ",")
        let json = try batchResponse(
            service, #"{"requests":[{"q":"","\#(member)":[\#(list),1]},{"q":"cake 3","returns":"ids"}]}"#)
        #expect(json.hasPrefix(#"{"answers":[{"error":{"message":"\#(message)"}},{"query":"cake 3""#))
        let failure = #expect(throws: SearchService.Failure.self) {
            try service.request(parameters: [
                (member, Array(repeating: element, count: 9_000).joined(separator: ","))
            ])
        }
        #expect(failure?.message == message && failure?.kind == .request)
    }

    @Test func queriesHaveAnEnd() throws {
        let words = (1...33).map { "w\($0)" }.joined(separator: " ")
        let long = String(repeating: "x", count: 201)
        let json = try batchResponse(
            service(),
            #"{"requests":[{"q":"\#(words)","relax":"never"},{"q":"\#(long)","relax":"never"},{"q":"cake 3","returns":"ids"}]}"#
        )
        #expect(json.contains("the query has 33 words, more than the 32 that are allowed; omit some"))
        #expect(json.contains("a word of the query has 201 characters, more than the 200 that are allowed"))
        #expect(json.contains(#""ids":["3"]"#))
    }

    @Test func theEndOfALongQueryIsReported() throws {
        let words = (1...40).map { "w\($0)" }.joined(separator: " ")
        let json = try batchResponse(
            service(),
            #"{"requests":[{"q":"cake 3 \#(words)"},{"q":"cake 3 \#(words)","returns":"ids"},{"q":"cake 3","returns":"ids"}]}"#
        )
        let members = #""partial":true,"unsearched":"w31 w32 w33 w34 w35 w36 w37 w38 w39 w40","total":1,"#
        #expect(json.ranges(of: members).count == 2 && json.ranges(of: "unsearched").count == 2)
    }

    /// Clients may prefer more languages than a search reads.
    @Test func aNegotiatedChainIsCut() throws {
        let names =
            "de_AT fr_CA es_MX pt_PT zh_TW zh_HK sr_ME uk_UA it_CH nl_BE sv_FI pl_PL cs_CZ da_DK fi_FI el_GR hu_HU"
        let preferred = names.split(separator: " ").map { LocaleIdentifier($0)! }
        let service = try service()
        let request = try service.request(parameters: [("q", "torte")], preferredLocales: preferred)
        let json = try service.response(to: request).json
        #expect(
            json.contains(#""total":4"#) && json.contains(#""uk_UA""#) && json.contains(#","en"],"scope""#))
        let chain = json.split(separator: #""chain":["#)[1].prefix { $0 != "]" }
        #expect(chain.split(separator: ",").count == 32)
    }

    @Test func thereAreNoLimitsByDefault() throws {
        let request = ServiceRequest(SearchRequest("", locale: english, limit: .max, offset: 0))
        #expect(try service().response(to: request).json.contains(#""total":4"#))
    }
}
