// Bounds of scores that ranking relies on.

import Testing

@testable import CatalogSearch

@Suite struct ScoreTests {
    /// Law: fewer points than the least ones earn less; otherwise a record among the best could be left out.
    @Test(arguments: Nearness.allCases) func fewerThanTheLeastPointsEarnLess(nearness: Nearness) {
        for popularity in [1_000, 1_001, 1_237, Score.greatestPopularityFactor] {
            for total in [0, 1, 7, 999, 1_000, 12_345, 130_001] {
                let least = Score.leastPoints(total: total, nearness, popularity: popularity)
                if least > 0 {
                    #expect(Score.total(points: least - 1, nearness, popularity: popularity) < total)
                }
                #expect(Score.total(points: least + 2, nearness, popularity: popularity) >= total)
            }
        }
    }
}
