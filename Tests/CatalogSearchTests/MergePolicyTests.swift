// The segments that a policy merges.

import Testing

@testable import CatalogSearch

@Suite struct MergePolicyTests {
    private typealias Candidate = MergePolicy.Candidate

    private var policy: MergePolicy {
        var policy = MergePolicy()
        policy.recordLimitInMemory = 10
        policy.sizeLimitInMemory = 1_000
        policy.tierFactor = 3
        policy.segmentSizeLimit = 10_000
        return policy
    }

    private func inMemory(_ count: Int, size: Int = 10) -> Candidate {
        Candidate(recordCount: count, size: size, isInMemory: true)
    }

    private func indexed(_ count: Int, deleted: Int = 0, size: Int = 100) -> Candidate {
        Candidate(recordCount: count, deletedCount: deleted, size: size)
    }

    @Test func fewChangesStayInMemory() {
        #expect(policy.choice(among: []) == [])
        #expect(policy.choice(among: [inMemory(5), indexed(1_000), inMemory(5)]) == [])
    }

    @Test func manyChangesAreIndexed() {
        #expect(policy.choice(among: [inMemory(5), indexed(1_000), inMemory(6)]) == [0, 2])
        #expect(policy.choice(among: [inMemory(1, size: 1_001)]) == [0])
    }

    @Test func aSegmentOfManyDeletedRecordsIsWrittenAnew() {
        #expect(policy.choice(among: [indexed(70, deleted: 30), indexed(70, deleted: 31)]) == [1])
    }

    @Test func segmentsOfOneTierAreMergedOnceThereAreEnough() {
        // Tiers: below 30, below 90, below 270 records.
        #expect(policy.choice(among: [indexed(25), indexed(20), indexed(40), indexed(80)]) == [])
        #expect(policy.choice(among: [indexed(25), indexed(20), indexed(40), indexed(2)]) == [0, 1, 3])
        #expect(policy.choice(among: [indexed(31), indexed(200), indexed(40), indexed(80)]) == [0, 2, 3])
    }

    @Test func noSegmentBecomesTooLarge() {
        let large = indexed(25, size: 6_000)
        #expect(policy.choice(among: [large, large, large]) == [])
        #expect(policy.choice(among: [large, indexed(25), large, indexed(20)]) == [0, 1, 3])
        // Records that are too large alone are indexed anyway.
        #expect(policy.choice(among: [inMemory(500, size: 20_000), inMemory(400, size: 20_000)]).count == 1)
    }

    @Test func mergingEnds() {
        var candidates = (0..<100).map { inMemory(1 + $0 % 7, size: 50) }
        var rounds = 0
        while true {
            let choice = policy.choice(among: candidates)
            if choice.isEmpty { break }
            let merged = choice.map { candidates[$0] }
            for index in choice.reversed() { candidates.remove(at: index) }
            candidates.append(
                indexed(merged.reduce(0) { $0 + $1.recordCount }, size: merged.reduce(0) { $0 + $1.size }))
            rounds += 1
            if rounds > 1_000 { break }
        }
        #expect(rounds < 10)
        let isAllIndexed = !candidates.contains { $0.isInMemory }
        #expect(isAllIndexed)
    }
}
