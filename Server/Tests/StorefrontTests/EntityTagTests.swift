// Entity tags match the versions that clients have.

import Testing

@testable import Storefront

@Suite struct EntityTagTests {
    private let tag = EntityTag(value: "5f-1", isWeak: true)

    @Test func tagsAreWrittenAsHeadersHaveThem() {
        #expect(tag.text == #"W/"5f-1""#)
        #expect(EntityTag(value: "17", isWeak: false).text == #""17""#)
    }

    @Test(arguments: [
        [#""5f-1""#], [#"W/"5f-1""#], [#""x", W/"5f-1""#], [#""x""#, #" "5f-1" "#],
        [#"W/"a",W/"5f-1","c""#],
    ])
    func versionsThatAreKnownAreFound(header: [String]) { #expect(tag.isNamed(by: header)) }

    @Test(arguments: [
        [], [""], [#""5f""#], [#""5F-1""#], [#""""#], ["\""], [#"w/"5f-1""#], [#"W/"*""#], [#""*""#],
    ])
    func othersAreNot(header: [String]) { #expect(!tag.isNamed(by: header)) }
}
