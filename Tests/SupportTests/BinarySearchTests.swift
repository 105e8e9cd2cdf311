// The binary search finds the same boundary as a linear search.

import Support
import Testing

@Suite struct BinarySearchTests {
    @Test(arguments: 0...40)
    func theBoundaryIsThatOfALinearSearch(count: Int) {
        let numbers = (0..<count).map { $0 / 3 * 2 }
        for limit in -1...(count + 1) {
            let found = numbers.partitioningIndex { $0 >= limit }
            #expect(found == numbers.firstIndex { $0 >= limit } ?? count)
        }
    }

    @Test func indicesOfSlicesStayThoseOfTheirBase() {
        #expect([9, 1, 2, 3][1...].partitioningIndex { $0 > 1 } == 2)
        #expect((10..<20).partitioningIndex { $0 >= 15 } == 15)
    }

    private struct Unreadable: Error, Equatable {}

    @Test func typedErrorsPassThrough() {
        #expect(throws: Unreadable()) {
            try (0..<5).partitioningIndex { (_) throws(Unreadable) in throw Unreadable() }
        }
    }
}
