// The time as clients read it.

import Testing

@testable import Storefront

@Suite struct DateHeaderTests {
    @Test(arguments: [
        (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (1_709_164_800, "Thu, 29 Feb 2024 00:00:00 GMT"),
    ]) func theTimeIsInTheFormOfHeaders(seconds: Int, text: String) {
        #expect(DateHeader { seconds }.text == text)
    }
}
