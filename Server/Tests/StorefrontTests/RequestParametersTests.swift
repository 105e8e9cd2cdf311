// Queries are decoded as forms, and malformed ones refused.

import Testing

@testable import Storefront

@Suite struct RequestParametersTests {
    @Test func parametersKeepTheirOrder() throws {
        let list = try RequestParameters("q=a+b%2Bc&locale=de&x&=y&&q=%E2%82%AC&e==1").list
        #expect(list.map(\.name) == ["q", "locale", "x", "", "q", "e"])
        #expect(list.map(\.value) == ["a b+c", "de", "", "y", "€", "=1"])
    }

    /// A combining mark joins the character before it, U+0600 the one after it.
    @Test(arguments: ["\u{307}", "\u{600}", "\u{200D}"])
    func charactersThatCombineDoNotHideSeparators(mark: String) throws {
        let list = try RequestParameters("a\(mark)=\(mark)b\(mark)&\(mark)c=d").list
        #expect(list.map(\.name) == ["a\(mark)", "\(mark)c"])
        #expect(list.map(\.value) == ["\(mark)b\(mark)", "d"])
    }

    @Test func theLastValueThatIsNotEmptyCounts() throws {
        let parameters = try RequestParameters("a=1&a=2&b=3&b=")
        #expect(parameters["a"] == "2")
        #expect(parameters["b"] == "3")
        #expect(parameters["c"] == nil)
        #expect(try RequestParameters(nil).list.isEmpty)
        #expect(try RequestParameters("").list.isEmpty)
    }

    @Test(arguments: [
        "q=%", "q=%2", "q=%zz", "q=%-1", "q=%FF", "q=%C3", "q=%C0%80", "q=%ED%A0%80", "q=%F4%90%80%80",
        "q=a%00b", "%=1",
        "q=%+1",
    ])
    func whatIsNoTextIsRefused(query: String) {
        let problem = #expect(throws: Problem.self) { try RequestParameters(query) }
        #expect(problem?.code == .badRequest)
    }

    @Test func plusIsABlankInFormsAlone() throws {
        #expect(try PercentEncoding.decode("a+b%20c") == "a+b c")
        #expect(try PercentEncoding.decode("a+b%20c", isForm: true) == "a b c")
        #expect(try PercentEncoding.decode("%C3%bc%F0%9F%8C%B9") == "ü🌹")
    }
}
