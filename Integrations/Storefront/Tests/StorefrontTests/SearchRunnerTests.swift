// Searches run, wait and are refused within the limits. They wait for signals, so that no test depends on speed.

import Dispatch
import HTTPTypes
import Testing

@testable import Storefront

@Suite struct SearchRunnerTests {
    /// A search that signals its start, and ends when it is released.
    private struct HeldSearch: Sendable {
        private let begun = AsyncStream.makeStream(of: Void.self)
        private let gate = DispatchSemaphore(value: 0)

        func search() {
            begun.continuation.finish()
            gate.wait()
        }

        func waitForBegin() async { for await _ in begun.stream {} }
        func letGo() { gate.signal() }
    }

    /// A search that ends when it is cancelled, as those of the engine do.
    @Sendable private static func searchForEver() throws -> Int {
        while true { try Task.checkCancellation() }
    }

    private func runner(_ threads: Int = 1, count: Int = 100, time: Duration = .seconds(600)) -> SearchRunner
    {
        SearchRunner(threadCount: threads, limits: .init(count: count, time: time))
    }

    @Test func searchesAnswerAndFail() async throws {
        struct Failure: Error {}
        let runner = runner()
        #expect(try await runner.run { 7 } == 7)
        await #expect(throws: Failure.self) { try await runner.run { throw Failure() } }
        #expect(runner.count == 0)
    }

    @Test func whereTooManyWaitTheNextIsSentAway() async throws {
        let runner = runner(count: 2)
        let held = HeldSearch()
        let first = Task { try await runner.run { held.search() } }
        await held.waitForBegin()
        let second = Task { try await runner.run { 2 } }
        // It waits in the queue, because there is only one thread.
        while runner.count < 2 { await Task.yield() }
        let problem = await #expect(throws: Problem.self) { try await runner.run { 3 } }
        #expect(problem?.code == .tooBusy)
        #expect(problem?.headers[.retryAfter] == "1")
        held.letGo()
        try await first.value
        #expect(try await second.value == 2)
        #expect(runner.count == 0)
        #expect(try await runner.run { 4 } == 4)
    }

    @Test func asManySearchAtOnceAsThereAreThreads() async throws {
        let runner = runner(2)
        let searches = [HeldSearch(), HeldSearch()]
        let tasks = searches.map { held in Task { try await runner.run { held.search() } } }
        // Neither has ended when the other begins.
        for held in searches { await held.waitForBegin() }
        for held in searches { held.letGo() }
        for task in tasks { try await task.value }
    }

    @Test func whatTakesTooLongIsGivenUp() async throws {
        let runner = runner(time: .zero)
        let watch = Task { await runner.keepTime() }
        let problem = await #expect(throws: Problem.self) { try await runner.run(Self.searchForEver) }
        #expect(problem?.code == .timeLimit)
        #expect(runner.count == 0)
        watch.cancel()
        await watch.value
    }

    @Test func whatHasAnAnswerGivesIt() async throws {
        #expect(try await runner(time: .zero).run { "late" } == "late")
    }

    @Test func aSearchEndsIfItsClientLeaves() async throws {
        let runner = runner()
        let begun = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            _ = try await runner.run {
                begun.continuation.finish()
                return try Self.searchForEver()
            }
        }
        for await _ in begun.stream {}
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(runner.count == 0)
    }

    @Test func aSearchDoesNotBeginIfItsClientHasLeft() async throws {
        let runner = runner()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            try await runner.run { _ = Issue.record("it was begun") }
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
