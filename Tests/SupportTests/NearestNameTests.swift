// A mistyped name is near the name that was meant, and far from all others.

import Testing

@testable import Support

@Suite struct NearestNameTests {
    private let names = ["q", "locale", "limit", "offset", "scope", "sort"]

    @Test(arguments: [
        ("local", "locale"), ("lcoale", "locale"), ("Locale", "locale"), ("limits", "limit"),
        ("ofset", "offset"),
        ("scpoe", "scope"), ("srot", "sort"), ("sort", "sort"), ("query", "q"), ("scope_id", "scope"),
    ])
    func aSimilarNameIsFound(typed: String, meant: String) {
        #expect(names.nearest(to: typed) == meant)
    }

    @Test(arguments: ["", "x", "colour", "p", String(repeating: "locale", count: 100)])
    func nothingSimilarIsNothing(typed: String) {
        #expect(names.nearest(to: typed) == nil)
    }
}
