// Bounds of scores that ranking relies on.

import Testing

@testable import CatalogSearch

@Suite struct ScoreTests {
    /// Invariant: a score below the least one earns less; otherwise a record among the best could be left
    /// out.
    @Test(arguments: Nearness.allCases) func fewerThanTheLeastPointsEarnLess(nearness: Nearness) {
        for popularity in [1_000, 1_001, 1_237, Score.greatestPopularityFactor] {
            for preference in [1, 3_000_000, Preference.unit, Preference.products.upperBound] {
                let factors = RecordFactors(popularity: popularity, preference: preference)
                for total in [0, 1, 7, 999, 1_000, 12_345, 130_001].map({ $0 * preference + preference / 3 })
                {
                    let least = Score.leastPoints(total: total, nearness, factors)
                    if least > 0 {
                        #expect(Score.total(points: least - 1, nearness, factors) < total)
                    }
                    #expect(Score.total(points: least + 3, nearness, factors) >= total)
                }
            }
        }
    }

    @Test func greatScoresStayNumbers() {
        let factors = RecordFactors(
            popularity: Score.greatestPopularityFactor, preference: Preference.products.upperBound)
        #expect(Score.total(points: 1 << 29, .adjacent, factors) == .max)
        #expect(Score.leastPoints(total: .max, .adjacent, factors) <= 1 << 29)
    }
}
