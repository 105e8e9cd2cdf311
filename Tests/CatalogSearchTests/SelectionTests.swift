// Selecting the best, and finding bytes, compared with simple implementations.

import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct SelectionTests {
    @Test func choosesWhatSortingWouldPutFirst() throws {
        var random = SeededGenerator(seed: 2)
        for _ in 0..<400 {
            let count = Int.random(in: 0...60, using: &random)
            let keys = (0..<count).map { _ in (0..<3).map { _ in Int.random(in: 0...3, using: &random) } }
            let keeping = Int.random(in: 0...70, using: &random)
            let candidates = (0..<Int32(count)).shuffled(using: &random)
            var selection = Selection(candidates, keeping: keeping)
            var ofSet = Selection(RecordSet(all: count), keeping: keeping)
            for rule in 0..<3 {
                try selection.narrow { keys[Int($0)][rule] }
                try ofSet.narrow { keys[Int($0)][rule] }
            }
            try selection.settle { $0 < $1 }
            try ofSet.settle { $0 < $1 }
            let expected = candidates.sorted {
                (keys[Int($0)][0], keys[Int($0)][1], keys[Int($0)][2], $0) < (
                    keys[Int($1)][0], keys[Int($1)][1], keys[Int($1)][2], $1
                )
            }
            #expect(Set(selection.chosen) == Set(expected.prefix(keeping)))
            #expect(Set(ofSet.chosen) == Set(expected.prefix(keeping)))
        }
    }

    @Test func asksCostlyRulesOnlyAboutWhatIsOpen() throws {
        var selection = Selection(Array(0..<100), keeping: 5)
        try selection.narrow { $0 < 3 ? 0 : $0 < 10 ? 1 : 2 }
        #expect(selection.open.count == 7)
        var comparisons = 0
        try selection.narrow {
            comparisons += 1; return Int($0)
        }
        #expect(comparisons == 7)
        #expect(Set(selection.chosen) == [0, 1, 2, 3, 4])
    }

    @Test func findsBytesWhereTheyFirstStand() {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<2000 {
            let text = (0..<Int.random(in: 1...80, using: &random)).map { _ in
                UInt8.random(in: 97...99, using: &random)
            }
            let pattern = (0..<Int.random(in: 1...5, using: &random)).map { _ in
                UInt8.random(in: 97...99, using: &random)
            }
            let start = Int.random(in: 0..<text.count, using: &random)
            let end = Int.random(in: start...text.count, using: &random)
            let expected = (start..<max(start, end - pattern.count + 1)).first {
                $0 + pattern.count <= end && text[$0..<$0 + pattern.count].elementsEqual(pattern)
            }
            let found = text.withUnsafeBufferPointer { BytePattern(pattern).first(in: $0, start..<end) }
            #expect(found == expected)
        }
    }
}
