// The signal wakes one reader, once for many changes.

import Support
import Testing

@Suite struct ChangeSignalTests {
    @Test func manyChangesAreOneElement() async {
        let signal = ChangeSignal()
        signal.send()
        var changes = signal.begin().makeAsyncIterator()
        #expect(await changes.next() != nil)
        for _ in 0..<10 { signal.send() }
        #expect(await changes.next() != nil)
        // A second reader ends the first one; none of the ten changes is left for it.
        var others = signal.begin().makeAsyncIterator()
        #expect(await changes.next() == nil)
        #expect(await others.next() != nil)
    }
}
