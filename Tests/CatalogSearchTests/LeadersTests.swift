// Leaders are the records that sorting would put first, in any order of input.

import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct LeadersTests {
    @Test(arguments: [1, 2, 10, 100, 1_000, Int.max])
    func areThoseThatSortingPutsFirst(wanted: Int) {
        var random = SeededGenerator(seed: UInt64(truncatingIfNeeded: wanted))
        for count in [0, 1, 9, 10, 11, 60, 700] {
            let entered = (0..<count).map { _ in
                let record = Int.random(in: 0..<max(1, count * 2 / 3), using: &random)
                // The deciding values depend on the record: a repeated record is equal.
                return Leader(
                    position: record * 7 % 5, popularity: record * 5 % 3, title: record % 4,
                    record: Int32(record))
            }
            var leaders = Leaders(wanted)
            for leader in entered {
                #expect(leaders.bound >= 0)
                if leaders.mayEnter(leader.position, leader.popularity) { leaders.enter(leader) }
            }
            var expected: [Leader] = []
            for leader in entered.sorted() where expected.last != leader { expected.append(leader) }
            #expect(leaders.chosen() == Array(expected.prefix(wanted)))
        }
    }

    @Test func boundIsThePositionOfTheLast() {
        var leaders = Leaders(2)
        for record in 0..<5 {
            leaders.enter(Leader(position: record + 3, popularity: 0, title: 0, record: Int32(record)))
        }
        leaders.choose()
        #expect(leaders.bound == 4)
        #expect(leaders.mayEnter(4, 0) && !leaders.mayEnter(5, 0))
    }
}
