// The program in the guide is the one that is built.

import StorefrontTestSupport
import Testing

@Suite struct GuideTests {
    @Test func smallStorefrontIsTheOneThatIsBuilt() throws {
        let guide = try text(
            contents(of: packageFolder + "/../Sources/SearchService/SearchService.docc/Storefronts.md"))
        let program = try text(contents(of: packageFolder + "/Sources/SmallStorefront/SmallStorefront.swift"))
        #expect(program.contains("@main"))
        #expect(guide.contains("```swift\n" + program + "```"))
    }
}
