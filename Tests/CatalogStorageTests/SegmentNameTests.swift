// Which names of files a manifest may have.

import Testing

@testable import CatalogStorage

@Suite struct SegmentNameTests {
    @Test(arguments: ["1.segment", "2.deleted", "0123456789abcdef-5.segment", "ä.segment"])
    func namesOfFilesInTheFolderAreTaken(name: String) {
        #expect(IndexManifest.Segment.isName(name))
    }

    @Test(arguments: ["", ".", "..", ".hidden", "../1.segment", "/1.segment", "other/1.segment", "other/"])
    func otherNamesAreRefused(name: String) {
        #expect(!IndexManifest.Segment.isName(name))
    }
}
