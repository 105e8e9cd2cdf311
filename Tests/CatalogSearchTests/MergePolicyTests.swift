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

    private func recent(_ count: Int, size: Int = 10) -> Candidate {
        Candidate(recordCount: count, size: size, isRecent: true)
    }

    private func merged(_ count: Int, deleted: Int = 0, size: Int = 100) -> Candidate {
        Candidate(recordCount: count, deletedCount: deleted, size: size)
    }

    @Test func fewChangesWait() {
        #expect(policy.choice(among: []) == [])
        #expect(policy.choice(among: [recent(5), merged(1_000), recent(5)]) == [])
    }

    @Test func manyChangesAreMerged() {
        #expect(policy.choice(among: [recent(5), merged(1_000), recent(6)]) == [0, 2])
        #expect(policy.choice(among: [recent(1, size: 1_001)]) == [0])
    }

    @Test func aSegmentOfManyDeletedRecordsIsWrittenAnew() {
        #expect(policy.choice(among: [merged(70, deleted: 30), merged(70, deleted: 31)]) == [1])
    }

    @Test func segmentsOfOneTierAreMergedOnceThereAreEnough() {
        // Tiers: below 30, below 90, below 270 records.
        #expect(policy.choice(among: [merged(25), merged(20), merged(40), merged(80)]) == [])
        #expect(policy.choice(among: [merged(25), merged(20), merged(40), merged(2)]) == [0, 1, 3])
        #expect(policy.choice(among: [merged(31), merged(200), merged(40), merged(80)]) == [0, 2, 3])
    }

    @Test func noSegmentBecomesTooLarge() {
        let large = merged(25, size: 6_000)
        #expect(policy.choice(among: [large, large, large]) == [])
        #expect(policy.choice(among: [large, merged(25), large, merged(20)]) == [0, 1, 3])
        // Records that are too large alone are merged anyway.
        #expect(policy.choice(among: [recent(500, size: 20_000), recent(400, size: 20_000)]).count == 1)
    }

    @Test func mergingEnds() {
        var candidates = (0..<100).map { recent(1 + $0 % 7, size: 50) }
        var rounds = 0
        while true {
            let choice = policy.choice(among: candidates)
            if choice.isEmpty { break }
            let chosen = choice.map { candidates[$0] }
            for index in choice.reversed() { candidates.remove(at: index) }
            candidates.append(
                merged(chosen.reduce(0) { $0 + $1.recordCount }, size: chosen.reduce(0) { $0 + $1.size }))
            rounds += 1
            if rounds > 1_000 { break }
        }
        #expect(rounds < 10)
        let areAllMerged = !candidates.contains { $0.isRecent }
        #expect(areAllMerged)
    }
}
