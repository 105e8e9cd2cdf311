// The built program, run as a user runs it.

import Testing

@testable import lsearch

@Suite struct ProgramTests {
    @Test func hasAVersion() { #expect(!programVersion.isEmpty) }
}
