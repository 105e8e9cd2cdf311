// Responses share memory: a client whose responses take much of it waits, and others do not.

import Testing

@testable import Storefront

@Suite struct ResponseMemoryTests {
    private static let capacity = 64 * ResponseMemory.estimate
    private let memory = ResponseMemory(capacity: capacity)
    private let greedy = Client(address: IPAddress("192.0.2.1"))
    private let other = Client(address: IPAddress("192.0.2.2"))

    private var soon: ContinuousClock.Instant { .now + .seconds(600) }

    /// Begins responses of a client until it would wait.
    private func take(_ client: Client, _ size: Int, of memory: ResponseMemory) async throws
        -> [ResponseShare]
    {
        var shares: [ResponseShare] = []
        while true {
            let share = ResponseShare()
            do throws(Problem) {
                try await share.begin(client, in: memory, until: .now)
                try share.grow(to: size)
            } catch {
                share.end()
                return shares
            }
            shares.append(share)
        }
    }

    @Test func aClientWithManyResponsesWaitsAndOthersDoNot() async throws {
        let shares = try await take(greedy, ResponseMemory.estimate, of: memory)
        #expect(shares.count == 16)
        let one = ResponseShare()
        try await one.begin(other, in: memory, until: .now)
        let next = ResponseShare()
        let waiting = Task { try await next.begin(greedy, in: memory, until: soon) }
        while memory.waitingCount == 0 { await Task.yield() }
        one.end()
        #expect(memory.waitingCount == 1)
        shares[0].end()
        try await waiting.value
        #expect(memory.used == 16 * ResponseMemory.estimate)
    }

    @Test func manyClientsTogetherLeaveAnEighthToWhatHasBegun() async throws {
        var shares: [ResponseShare] = []
        for number in 1...16 {
            shares += try await take(
                Client(address: IPAddress("198.51.100.\(number)")), ResponseMemory.estimate, of: memory)
        }
        #expect(memory.used == Self.capacity * 7 / 8)
        try shares.last?.grow(to: 5 * ResponseMemory.estimate)
        for share in shares { share.end() }
        #expect(memory.used == 0)
    }

    /// Otherwise some clients that do not read would take everything, and others would wait until these are
    /// disconnected.
    @Test func greedyClientsLeaveMemoryToOthersHoweverManyTheyAre() async throws {
        let memory = ResponseMemory(capacity: 1_024 * ResponseMemory.estimate)
        for size in [1, 6, 24] {
            var shares: [ResponseShare] = []
            for number in 1...40 {
                shares += try await take(
                    Client(address: IPAddress("198.51.100.\(number % 8)")), size * ResponseMemory.estimate,
                    of: memory)
            }
            let share = ResponseShare()
            try await share.begin(other, in: memory, until: .now)
            try share.grow(to: 4 * ResponseMemory.estimate)
            for share in shares + [share] { share.end() }
        }
    }

    @Test func whatDoesNotFitIsRefused() async throws {
        let share = ResponseShare()
        try await share.begin(greedy, in: memory, until: .now)
        try share.grow(to: Self.capacity / 2)
        let second = ResponseShare()
        try await second.begin(other, in: memory, until: .now)
        let refusal = #expect(throws: Problem.self) { try second.grow(to: Self.capacity / 2 + 1) }
        #expect(refusal?.code == .pageTooLarge)
        let third = ResponseShare()
        // A quarter is reserved.
        try second.grow(to: Self.capacity / 2)
        let full = await #expect(throws: Problem.self) {
            try await third.begin(other, in: memory, until: .now)
        }
        #expect(full?.code == .tooBusy)
        share.end()
        share.end()
        #expect(memory.used == Self.capacity / 2)
    }

    @Test func whoDoesNotGetMemoryInTimeIsRefused() async throws {
        let shares = try await take(greedy, ResponseMemory.estimate, of: memory)
        let next = ResponseShare()
        let problem = await #expect(throws: Problem.self) {
            try await next.begin(greedy, in: memory, until: .now + .milliseconds(20))
        }
        #expect(problem?.code == .tooBusy && memory.waitingCount == 0)
        let cancelled = Task { try await ResponseShare().begin(greedy, in: memory, until: soon) }
        while memory.waitingCount == 0 { await Task.yield() }
        cancelled.cancel()
        await #expect(throws: Problem.self) { try await cancelled.value }
        #expect(memory.waitingCount == 0)
        for share in shares { share.end() }
    }

    @Test func aClosedResponseCountsOnce() async throws {
        let share = ResponseShare()
        try await share.begin(greedy, in: memory, until: .now)
        try share.settle(at: 100)
        #expect(memory.used == 100)
        share.end()
        #expect(memory.used == 0)
    }
}
