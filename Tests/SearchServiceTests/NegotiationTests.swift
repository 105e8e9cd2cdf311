// The language of responses and error messages.

import CatalogSearch
import CatalogStorage
import SearchService
import Testing
import TestSupport

@Suite struct NegotiationTests {
    private static func locales(_ names: [String]) -> [LocaleIdentifier] {
        names.map { LocaleIdentifier($0)! }
    }

    /// Records in German, Brazilian Portuguese and traditional Chinese; the service's own locale is Swedish.
    private let service: SearchService

    init() throws {
        service = try SearchService(
            SearchEngine([
                CatalogIndex(
                    CatalogDescription(id: "shop"),
                    records: [
                        CatalogRecord(
                            id: "1",
                            texts: Self.locales(["de", "pt_BR", "zh_Hant"]).map { .init(.title, $0, "x") })
                    ])
            ]), localizations: [packageFolder + "/Localizations"],
            defaults: ServiceRequest(SearchRequest("", locale: LocaleIdentifier("sv")!)))
    }

    @Test(
        arguments: [
            (["de"], "de"), (["de_AT"], "de_AT"), (["pt"], "pt"), (["pt_PT"], nil),
            (["fr", "de", "pt_BR"], "de"), (["fr"], nil), ([], nil),
            (["zh_TW"], "zh_TW"), (["zh_CN"], nil), (["sv"], nil), (["en", "sv"], nil),
            (["de-u-co-phonebk"], "de-u-co-phonebk"),
        ] as [([String], String?)])
    func nearestLocaleIsTheFirstThatHasRecords(preferred: [String], nearest: String?) {
        #expect(service.nearestLocale(Self.locales(preferred)) == nearest.map { LocaleIdentifier($0)! })
    }

    @Test func nearestLocaleFollowsTheCatalogs() throws {
        let french = Self.locales(["fr"])
        #expect(service.nearestLocale(french) == nil)
        service.engine = try SearchEngine([
            CatalogIndex(
                CatalogDescription(id: "shop"),
                records: [CatalogRecord(id: "1", texts: [.init(.title, french[0], "x")])])
        ])
        #expect(service.nearestLocale(french) == french[0])
        #expect(service.nearestLocale(Self.locales(["de"])) == nil)
    }

    private func request(
        _ parameters: [(name: String, value: String)] = [], _ preferred: [String] = []
    ) throws -> ServiceRequest {
        try service.request(parameters: parameters, preferredLocales: Self.locales(preferred))
    }

    @Test func requestIsInTheFirstPreferredLocaleThatThereIs() throws {
        let request = try request([], ["fr", "de_AT", "pt", "en"])
        #expect(request.request.locale.identifier == "de_AT")
        // The client's other languages follow, for records without German texts.
        #expect(request.preferredLocales == Self.locales(["de_AT", "pt", "en"]))
        let response = try service.response(to: request).json
        #expect(
            response.hasPrefix(
                #"{"query":"","locale":"de_AT","chain":["de_AT","de","pt","pt_BR""#))
    }

    @Test func requestIsInTheServicesLocaleWhereThereIsNone() throws {
        let request = try request([], ["fr", "ja"])
        #expect(request == service.defaults)
    }

    @Test func localeThatIsNamedWins() throws {
        #expect(try request([("locale", "ja")], ["de"]).request.locale.identifier == "ja")
        #expect(try request([("locale", "")], ["de"]).request.locale.identifier == "de")
        #expect(try request([("locale", "ja"), ("locale", "ko")], ["de"]).request.locale.identifier == "ko")
    }

    @Test(
        arguments: [
            ([("locale", "de"), ("limit", "x")], [], "de"), ([("limit", "x"), ("locale", "de")], [], "de"),
            ([("limit", "x"), ("locale", "de")], ["pt"], "de"), ([("limit", "x")], ["fr", "de_AT"], "de"),
            ([("limit", "x")], ["fr"], "sv"),
            ([("locale", "qq")], ["de"], "de"),
        ] as [([(name: String, value: String)], [String], String)])
    func failureIsReportedInTheLocaleOfTheRequest(
        parameters: [(name: String, value: String)], preferred: [String], locale: String
    ) throws {
        let failure = #expect(throws: SearchService.Failure.self) { try request(parameters, preferred) }
        #expect(failure?.kind == .request)
        let expected = #expect(throws: SearchService.Failure.self) {
            try request([("locale", locale)] + parameters.filter { $0.value != locale }, [])
        }
        if locale != "sv", parameters[0].value != "qq" { #expect(failure == expected) }
        let german =
            failure?.message.contains("angeben") == true || failure?.message.contains("gibt es nicht") == true
        #expect(german == (locale == "de"), "\(failure?.message ?? "")")
    }

    // MARK: Words

    @Test func catalogsAreDiagnosedInTheReadersWords() {
        let texts = service.localizedTexts
        func words(_ locale: String, column: Int? = nil, _ kind: CatalogDiagnostic.Kind) -> String {
            texts.message(
                for: CatalogDiagnostic(file: "teas.jsonl", line: 3, column: column, kind: kind),
                in: LocaleIdentifier(locale)!)
        }
        let twice = CatalogDiagnostic.Kind.duplicateIdentifier(id: "t-1", firstLine: 2)
        #expect(
            words("en", twice)
                == "the id “t-1” is already used on line 2, so the item is skipped; use another id")
        #expect(
            words("de_AT", twice)
                == "die id „t-1“ wird schon in Zeile 2 verwendet, daher wird der Eintrag übersprungen; eine andere id verwenden"
        )
        // The position of malformed JSON replaces the parser's message, which is in English.
        let broken = CatalogDiagnostic.Kind.invalidJSON(reason: "the parser's words")
        #expect(
            words("de", column: 7, broken)
                == "fehlerhaftes JSON (Byte 7), daher wird der Eintrag übersprungen; korrigieren")
        #expect(words("de", broken).contains("the parser's words"))
        #expect(words("en", column: 7, twice) == words("en", twice))
        // The type is a message of its own.
        let wrong = CatalogDiagnostic.Kind.wrongType(member: "year", expected: .integer)
        #expect(words("en", wrong).contains("year") && !words("en", wrong).contains("Type"))
    }
}
