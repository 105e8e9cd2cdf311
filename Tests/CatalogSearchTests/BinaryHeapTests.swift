// A heap gives its elements in order.

import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct BinaryHeapTests {
    @Test func elementsComeInOrder() {
        var random = SeededGenerator(seed: 7)
        for count in 0..<60 {
            let numbers = (0..<count).map { _ in Int.random(in: 0..<20, using: &random) }
            var made = BinaryHeap(numbers)
            var filled = BinaryHeap<Int>()
            for number in numbers { filled.insert(number) }
            for next in numbers.sorted() {
                #expect(made.least == next)
                #expect(made.popLeast() == next)
                #expect(filled.popLeast() == next)
            }
            #expect(made.popLeast() == nil && filled.popLeast() == nil)
        }
    }

    @Test func theLeastElementIsReplaced() {
        var heap = BinaryHeap([3, 1, 2])
        heap.replaceLeast(by: 5)
        #expect([heap.popLeast(), heap.popLeast(), heap.popLeast()] == [2, 3, 5])
    }
}
