// A cache keeps the values last used.

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
            // Used again and again, while others come and go.
            cache.keep(-1, as: -1)
            for last in max(0, key - limit + 2)..<key + 1 { #expect(cache[last] == last) }
            #expect(cache[-1] == -1)
        }
        #expect((0..<10 * limit).count { cache[$0] != nil } <= 2 * limit)
    }
}
