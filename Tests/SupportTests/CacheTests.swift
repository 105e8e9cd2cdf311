// A cache keeps the values that were last used.

import Support
import Testing

@Suite struct CacheTests {
    @Test func aValueIsMadeOnce() {
        let cache = Cache<Int, Int>(limit: 4)
        var made = 0
        for _ in 0..<3 {
            let value = cache.value(of: 1) {
                made += 1
                return 10
            }
            #expect(value == 10)
        }
        #expect(made == 1)
        #expect(cache.keep(20, as: 1) == 10)
    }

    @Test(arguments: [1, 4, 100]) func theValuesLastUsedAreKept(limit: Int) {
        let cache = Cache<Int, Int>(limit: limit)
        for key in 0..<10 * limit {
            cache.keep(key, as: key)
            // This value is used again and again, while others are added and removed.
            cache.keep(-1, as: -1)
            for last in max(0, key - limit + 2)..<key + 1 { #expect(cache[last] == last) }
            #expect(cache[-1] == -1)
        }
        #expect((0..<10 * limit).count { cache[$0] != nil } <= 2 * limit)
    }

    @Test func cachesShareABudgetOfMemory() {
        let budget = CacheBudget(limit: 100_000)
        let texts = Cache<Int, [UInt8]>(budget, cost: \.count)
        let numbers = Cache<Int, [Int]>(budget) { $0.count * 8 }
        for key in 0..<1_000 {
            texts.keep([UInt8](repeating: 0, count: 1_000), as: key)
            if key % 10 == 0 { numbers.keep([Int](repeating: 0, count: 100), as: key) }
            // This value is used again and again, while others are added and removed.
            #expect(numbers.value(of: -1) { [key] } == [0])
            #expect(texts[key] != nil)
            #expect(budget.byteCount <= budget.limit + 2_000)
        }
        let bytes = (0..<1_000).count { texts[$0] != nil } * 1_000
        #expect(bytes > budget.limit / 4 && bytes <= budget.limit + 2_000)
    }

    @Test func valuesThatFitAreKeptWhenAllAreUsedInTurns() {
        let budget = CacheBudget(limit: 100_000)
        let cache = Cache<Int, [UInt8]>(budget, cost: \.count)
        var made = 0
        for _ in 0..<10 {
            for key in 0..<60 {
                // This value is used beside each of them.
                _ = cache.value(of: -1) { [UInt8](repeating: 0, count: 1_000) }
                _ = cache.value(of: key) {
                    made += 1
                    return [UInt8](repeating: 0, count: 1_000)
                }
            }
        }
        #expect(made == 60)
    }

    @Test func fixedMemoryIsCountedAndDropsNoValues() {
        let budget = CacheBudget(limit: 100_000)
        let cache = Cache<Int, [UInt8]>(budget, cost: \.count)
        cache.keep([UInt8](repeating: 0, count: 1_000), as: 0)
        let values = budget.byteCount
        budget.addFixed(1_000_000)
        #expect(budget.byteCount == values + 1_000_000)
        #expect(cache[0] != nil)
    }

    @Test func aValueLargerThanTheBudgetIsReturnedAndDropped() {
        let budget = CacheBudget(limit: 1_000)
        let cache = Cache<Int, [UInt8]>(budget, cost: \.count)
        for key in 0..<10 {
            #expect(cache.keep([UInt8](repeating: 0, count: 5_000), as: key).count == 5_000)
        }
        #expect(budget.byteCount <= 1_000)
    }
}
