// Overlapping matches of a text become one; those that only touch do not.

import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct JoinedRangesTests {
    private static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
        var joined = JoinedRanges()
        for range in ranges { joined.insert(range) }
        var found: [Range<Int>] = []
        joined.removeAll { found.append($0) }
        // Nothing is left for the next text.
        joined.removeAll { _ in Issue.record("a range is left") }
        return found
    }

    /// Joins sorted ranges one after the other.
    private static func expected(_ ranges: [Range<Int>]) -> [Range<Int>] {
        var result: [Range<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
            if let last = result.last, range.lowerBound < last.upperBound {
                result[result.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                result.append(range)
            }
        }
        return result
    }

    @Test(arguments: [
        [], [0..<1], [0..<2, 2..<4], [0..<3, 2..<4], [63..<65, 64..<66, 127..<128, 128..<192], [5..<5],
        [0..<200, 10..<20], [10..<20, 0..<200],
    ])
    func joinsWhatOverlaps(ranges: [Range<Int>]) {
        #expect(Self.joined(ranges) == Self.expected(ranges))
    }

    @Test func joinsAnyRanges() {
        var random = SeededGenerator(seed: 9)
        for _ in 0..<300 {
            let ranges = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                let start = Int.random(in: 0...300, using: &random)
                return start..<start + Int.random(in: 0...20, using: &random)
            }
            #expect(Self.joined(ranges) == Self.expected(ranges))
        }
    }
}
