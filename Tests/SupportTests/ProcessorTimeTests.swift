// The processor time of a thread.

import Support
import Testing

@Suite struct ProcessorTimeTests {
    @Test func itGrowsWhileTheThreadWorks() {
        let start = ProcessorTime.ofThread
        #expect(start > .zero)
        var now = start
        // Reading the time takes time.
        for _ in 0..<100_000 where now == start { now = ProcessorTime.ofThread }
        #expect(now > start)
    }
}
