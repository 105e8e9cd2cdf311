// Scopes, catalogs, and records with all their texts.

import CatalogSearch
import SearchService
import TestSupport
import Testing

@Suite struct CatalogResponseTests {
    private static let english = LocaleIdentifier("en")!
    private static let german = LocaleIdentifier("de")!
    private static let japanese = LocaleIdentifier("ja")!

    private let service: SearchService

    init() throws {
        let record = CatalogRecord(
            id: "a/1", scope: "black",
            texts: [
                .init(.title, Self.german, "Assam-Tee"), .init(.title, Self.english, "Assam"),
                .init(.summary, Self.english, "Strong."), .init(.keywords, Self.english, "malty"),
                .init(FieldName("note"), Self.english, "one"), .init(FieldName("note"), Self.english, "two"),
            ],
            year: 2001, price: Price("4.50", currency: "EUR"),
            additionalMembers: [
                .init(name: "origin", json: #"{"land": "India"}"#), .init(name: "title", json: "0"),
                .init(name: "texts", json: "0"),
            ])
        let teas = CatalogDescription(
            id: "teas", label: .texts([Self.german: "Tees", Self.english: "Teas"]),
            scopes: [.init(id: "black", label: .texts([Self.german: "Schwarz", Self.english: "Black"]))])
        let cakes = CatalogDescription(id: "cakes", scopes: [.init(id: "sweet")])
        service = SearchService(
            SearchEngine([
                try CatalogIndex(
                    teas,
                    records: [record, CatalogRecord(id: "bare", texts: [.init(.title, Self.japanese, "茶")])]),
                try CatalogIndex(
                    cakes,
                    records: [
                        CatalogRecord(id: "c", scope: "sweet", texts: [.init(.summary, Self.english, "Tart")])
                    ]
                ),
            ]), localizations: [packageFolder + "/Localizations"])
    }

    private func request(_ locale: LocaleIdentifier, catalogs: [String]? = nil) -> ServiceRequest {
        ServiceRequest(SearchRequest("", locale: locale, catalogs: catalogs))
    }

    // MARK: Scopes and catalogs

    @Test func scopesAreThoseOfTheCatalogsAskedFor() throws {
        let all = try service.scopes(request(Self.german)).json
        #expect(
            all
                == #"{"locale":"de","scopes":[{"id":"all","label":"Alle","count":3},"#
                + #"{"id":"black","label":"Schwarz","count":1},{"id":"sweet","label":"sweet","count":1}]}"#)
        #expect(
            try service.scopes(request(Self.english, catalogs: ["cakes"])).json
                == #"{"locale":"en","scopes":[{"id":"all","label":"All","count":1},{"id":"sweet","label":"sweet","count":1}]}"#
        )
    }

    @Test func scopesAreAllWhateverElseIsRequested() throws {
        var narrow = request(Self.german)
        narrow.request.query = "assam"
        narrow.request.scope = "sweet"
        narrow.request.limit = 1_000_000
        #expect(try service.scopes(narrow) == service.scopes(request(Self.german)))
    }

    @Test func scopesOfNoCatalogAreNone() throws {
        let failure = #expect(throws: SearchService.Failure.self) {
            try service.scopes(request(Self.german, catalogs: ["none"]))
        }
        #expect(failure?.kind == .request)
        #expect(failure?.message == "den Katalog „none“ gibt es nicht; zur Auswahl stehen: teas, cakes")
    }

    @Test func catalogsSayWhatTheyHold() throws {
        #expect(
            try service.catalogs(in: Self.german).json
                == #"{"locale":"de","catalogs":[{"id":"teas","label":"Tees","count":2,"locales":["de","en","ja"]},"#
                + #"{"id":"cakes","label":"cakes","count":1,"locales":["en"]}]}"#)
    }

    // MARK: Records

    @Test func recordHasAllOfItsTextsByFieldAndLocale() throws {
        #expect(
            try service.record("a/1", in: "teas", request(Self.german)).json
                == #"{"id":"a/1","catalog":"teas","scope":"black","locale":"de","chain":["de","en"],"title":"Assam-Tee","texts":{"#
                + #""title":{"de":"Assam-Tee","en":"Assam"},"summary":{"en":"Strong."},"keywords":{"en":["malty"]},"#
                + #""note":{"en":["one","two"]}},"year":2001,"#
                + "\"price\":{\"amount\":\"4.50\",\"currency\":\"EUR\",\"text\":\"4,50\u{A0}€\"},"
                + #""origin":{"land": "India"}}"#)
    }

    @Test(arguments: [("en", "Assam"), ("de_AT", "Assam-Tee"), ("ja", "Assam"), ("fr", "Assam")])
    func titleIsInTheNearestLanguage(locale: String, title: String) throws {
        let json = try service.record("a/1", in: "teas", request(LocaleIdentifier(locale)!)).json
        #expect(
            json.contains(#","locale":"\#(locale)","chain":["#) && json.contains(#"],"title":"\#(title)","#))
    }

    @Test func titleIsInWhateverLanguageThereIs() throws {
        let other = try service.record("bare", in: "teas", request(Self.german)).json
        #expect(
            other
                == #"{"id":"bare","catalog":"teas","scope":null,"locale":"de","chain":["de","en"],"title":"茶","texts":{"title":{"ja":"茶"}}}"#
        )
        #expect(try service.record("c", in: "cakes", request(Self.german)).json.contains(#""title":"c""#))
    }

    @Test func chainOfTheRequestDecidesWhichTitle() throws {
        var english = request(Self.german)
        english.chain = [Self.english]
        #expect(
            try service.record("a/1", in: "teas", english).json.contains(
                #""locale":"de","chain":["en"],"title":"Assam","#))
    }

    @Test(arguments: [
        ("a/2", "teas", "there is no record “a/2” in the catalog “teas”"),
        ("", "teas", "there is no record “”"),
        ("c", "teas", "there is no record “c”"),
        ("a/1", "none", "there is no catalog “none”; choose one of teas, cakes"),
    ])
    func recordsThatAreNotThereAreNotFound(id: String, catalog: String, words: String) throws {
        let failure = #expect(throws: SearchService.Failure.self) {
            try service.record(id, in: catalog, request(Self.english))
        }
        #expect(failure?.kind == .notFound)
        #expect(failure?.message.hasPrefix(words) == true, "\(failure?.message ?? "")")
    }

    // MARK: Locales of texts

    @Test func hitsTellTheLocaleOfEachTextWhereThatIsRequested() throws {
        var request = ServiceRequest(SearchRequest("assam", locale: Self.german))
        #expect(try !service.response(to: request).json.contains(#""locales""#))
        request.tellsLocales = true
        #expect(
            try service.response(to: request).json.contains(
                #""locales":{"title":"de","summary":"en","keywords":"en""#))
    }
}
