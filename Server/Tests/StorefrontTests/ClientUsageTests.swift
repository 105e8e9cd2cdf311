// Clients whose searches are short do not wait behind expensive ones.

import Dispatch
import Testing

@testable import Storefront

@Suite struct ClientUsageTests {
    private let start = ContinuousClock.now
    private let one = Client(address: IPAddress("192.0.2.1"))

    @Test func aClientIsLightWhoseSearchesAreShort() {
        var usage = ClientUsage()
        #expect(!usage.isLight(one, at: start))
        usage.add(0.005, of: one, at: start)
        // One search says little.
        #expect(!usage.isLight(one, at: start))
        usage.add(0.01, of: one, at: start)
        #expect(usage.isLight(one, at: start))
        #expect(!usage.isLight(.local, at: start))
        // A long one counts for a while.
        usage.add(1, of: one, at: start)
        #expect(!usage.isLight(one, at: start))
        for second in 1...60 { usage.add(0.005, of: one, at: start + .seconds(second)) }
        #expect(usage.isLight(one, at: start + .seconds(60)))
        #expect(!usage.isLight(one, at: start + .seconds(3_600)))
    }

    @Test func manyShortSearchesAreLightAndDoNotHideALongOne() {
        var usage = ClientUsage()
        for number in 0..<1_000 { usage.add(0.015, of: one, at: start + .milliseconds(number * 15)) }
        #expect(usage.isLight(one, at: start + .seconds(15)))
        let sly = Client(address: IPAddress("192.0.2.3"))
        for number in 0..<1_000 {
            usage.add(
                number.isMultiple(of: 20) ? 0.2 : 0.001, of: sly, at: start + .milliseconds(number * 15))
        }
        #expect(!usage.isLight(sly, at: start + .seconds(15)))
    }

    @Test func noMoreClientsAreKnownThanTheLimit() {
        var usage = ClientUsage()
        func client(_ number: Int) -> Client {
            Client(address: IPAddress("10.\(number >> 16).\(number >> 8 & 255).\(number & 255)"))
        }
        for number in 0..<ClientUsage.clientLimit + 5 {
            for _ in 0..<2 { usage.add(0.001, of: client(number), at: start) }
        }
        #expect(usage.isLight(client(0), at: start))
        #expect(!usage.isLight(client(ClientUsage.clientLimit + 1), at: start))
        // Later there is room for others.
        let later = start + .seconds(60)
        for _ in 0..<2 { usage.add(0.001, of: client(ClientUsage.clientLimit + 1), at: later) }
        #expect(usage.isLight(client(ClientUsage.clientLimit + 1), at: later))
    }

    /// Scanning all clients for each new one would let many addresses slow the others down.
    @Test func clientsAreForgottenAtMostOnceInAWhile() {
        var usage = ClientUsage()
        func client(_ number: Int) -> Client {
            Client(address: IPAddress("10.0.\(number >> 8).\(number & 255)"))
        }
        func isKnown(_ client: Client, at second: Int) -> Bool {
            for _ in 0..<2 { usage.add(0.001, of: client, at: start + .seconds(second)) }
            return usage.isLight(client, at: start + .seconds(second))
        }
        for number in 0..<ClientUsage.clientLimit {
            usage.add(0.001, of: client(number), at: start + .seconds(number % 2))
        }
        #expect(!isKnown(one, at: 19))
        // Half of them are old enough now, but the last scan was a second ago.
        #expect(!isKnown(one, at: 20))
        #expect(isKnown(one, at: 24))
    }

    /// Two clients use all threads for expensive searches.
    @Test func aLightClientDoesNotWaitForExpensiveSearches() async throws {
        let runner = SearchRunner(
            threadCount: 3, limits: .init(count: 100, clientCount: 100, time: .seconds(600)))
        let light = Client(address: IPAddress("192.0.2.9"))
        for _ in 0..<3 { try await runner.run(.init(client: light)) {} }
        let gate = DispatchSemaphore(value: 0)
        let begun = AsyncStream.makeStream(of: Int.self)
        let greedy = (1...4).map { number in
            let client = Client(address: IPAddress("192.0.2.\(number)"))
            return Task {
                try await runner.run(.init(client: client, cost: .expensive)) {
                    begun.continuation.yield(number)
                    gate.wait()
                }
            }
        }
        var running = 0
        for await _ in begun.stream {
            running += 1
            if running == 2 { break }
        }
        #expect(try await runner.run(.init(client: light, cost: .expensive)) { 7 } == 7)
        for _ in greedy { gate.signal() }
        for task in greedy { try await task.value }
    }
}
