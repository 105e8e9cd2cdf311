// Members and parameters that do not exist are rejected, with the name that was probably meant, in the
// reader's language.

import CatalogSearch
import SearchService
import TestSupport
import Testing

@Suite struct RequestNameTests {
    private let service = SearchService(SearchEngine([]), localizations: [packageFolder + "/Localizations"])

    private func message(_ parameters: [(name: String, value: String)], _ names: Set<RequestName>) -> String?
    {
        #expect(throws: SearchService.Failure.self) {
            try service.request(parameters: parameters, names: names)
        }?.message
    }

    @Test func parametersAreKnownByName() throws {
        let all = RequestName.search.map(\.rawValue)
        #expect(try service.request(parameters: all.map { (name: $0, value: "") }).request.query == "")
        #expect(
            message([("q", "x"), ("lcoale", "de")], RequestName.search)
                == "a request has no “lcoale”; did you mean “locale”?")
        #expect(
            message([("colour", "")], RequestName.scopes)
                == "a request has no “colour”; choose one of locale, catalogs")
        #expect(message([("offset", "1")], RequestName.suggestions) != nil)
    }

    @Test func membersOfJSONRequestsAreKnownByName() throws {
        for json in [#"{"q":"","limt":1}"#, #"{"q":"","limt":null}"#] {
            let failure = #expect(throws: SearchService.Failure.self) {
                try service.response(to: Array(json.utf8))
            }
            #expect(failure?.message == "a request has no “limt”; did you mean “limit”?")
        }
        let json = try service.responses(
            to: Array(#"{"requests":[{"q":"","ofset":1},{"q":"","returns":"ids"}]}"#.utf8)
        ).json
        #expect(json.contains("did you mean “offset”") && json.contains(#""ids":[]"#))
        #expect(throws: SearchService.Failure.self) {
            try service.responses(to: Array(#"{"requests":[],"request":[]}"#.utf8))
        }
    }

    @Test func textsAreCutAndMarkedWhereTheRequestSaysSo() throws {
        let english = LocaleIdentifier("en")!
        let text = "A <b>rose</b> is a flower that " + String(repeating: "grows and ", count: 50) + "blooms."
        let record = CatalogRecord(
            id: "1", texts: [.init(.title, english, "Rose & Co"), .init(.summary, english, text)])
        let service = try SearchService(
            SearchEngine([CatalogIndex(CatalogDescription(id: "shop"), records: [record])]),
            localizations: [packageFolder + "/Localizations"])
        let json = try service.response(to: Array(#"{"q":"blooms","crop":30,"highlight":"html"}"#.utf8)).json
        #expect(json.contains(#""summary":"…grows and grows and blooms.""#))
        #expect(
            json.contains(
                #""highlighted":{"title":"Rose &amp; Co","summary":"…grows and grows and <mark>blooms</mark>."}"#
            ))
        #expect(json.contains(#""matches":[{"field":"summary","start":21,"end":27}]"#))
        let whole = try service.response(to: Array(#"{"q":"blooms","crop":0}"#.utf8)).json
        #expect(whole.contains("A <b>rose</b>") && !whole.contains("highlighted"))
        let less = try service.response(to: Array(#"{"q":"grows","crop":30}"#.utf8)).json
        #expect(less.contains(#""matchCount":50"#))
    }
}
