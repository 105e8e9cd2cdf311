// Shards are merged at the newest revision that all have, and only if they belong together.

import Testing

@testable import Storefront

@Suite struct ShardMapTests {
    private func state(
        _ shard: String, _ moments: [(Int64, Int64)] = [], versions: String = "1", store: String = "s"
    ) -> ShardState {
        ShardState(
            versions: versions, store: store, shard: shard, process: "p",
            moments: moments.enumerated().map { .init(since: $1.0, until: $1.1, number: $0) })
    }

    private func problem(_ states: [ShardState]) -> ShardProblem? {
        do throws(ShardProblem) {
            _ = try ShardMap(states.enumerated().map { ("\($0)", $1) }, versions: "1")
            return nil
        } catch {
            return error
        }
    }

    @Test func shardsAreOfOneVersionAndStoreAndAllThere() {
        #expect(problem([state("1/2"), state("2/2")]) == nil)
        #expect(problem([state("2/2"), state("1/2")]) == nil)
        #expect(problem([state("1/2"), state("2/2", versions: "2")]) == .otherVersion("1"))
        #expect(problem([state("1/2"), state("2/2", store: "t")]) == .otherStore("0", "1"))
        #expect(problem([state("1/2"), state("1/2")]) == .overlap("0", "1"))
        #expect(problem([state("1/2")]) == .gap(shard: 2, of: 2))
        #expect(problem([state("1/2"), state("2/3")]) == .otherCount("0", "1"))
        #expect(problem([state("9/2")]) == .noShard("0"))
    }

    @Test func theNewestCommonRevisionIsAsked() throws {
        func newest(_ states: [ShardState]) throws -> Int64? {
            try ShardMap(states.enumerated().map { ("\($0)", $1) }, versions: "1").newest?.revision
        }
        #expect(try newest([state("1/1", [(1, 4), (5, 9)])]) == 9)
        #expect(try newest([state("1/2", [(1, 4), (5, 9)]), state("2/2", [(2, 7)])]) == 7)
        #expect(try newest([state("1/2", [(1, 4), (6, 9)]), state("2/2", [(2, 5)])]) == 4)
        #expect(try newest([state("1/2", [(1, 4), (8, 9)]), state("2/2", [(5, 7)])]) == nil)
        #expect(try newest([state("1/2"), state("2/2", [(5, 7)])]) == nil)
    }
}
