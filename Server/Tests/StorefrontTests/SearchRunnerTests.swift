// Searches run, wait and are refused within the limits. They wait for signals,
// so that no test depends on speed.

import Dispatch
import HTTPTypes
import Testing

@testable import Storefront

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

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

    private func runner(_ threads: Int = 2, count: Int = 100, clientCount: Int = 100) -> SearchRunner {
        SearchRunner(
            threadCount: threads,
            limits: .init(count: count, clientCount: clientCount, time: .seconds(600)))
    }

    private func client(_ number: Int) -> SearchRunner.Slot {
        .init(client: Client(address: IPAddress("192.0.2.\(number)")))
    }

    @Test func searchesAnswerAndFail() async throws {
        struct Failure: Error {}
        let runner = runner()
        #expect(try await runner.run(client(1)) { 7 } == 7)
        await #expect(throws: Failure.self) { try await runner.run(client(1)) { throw Failure() } }
        #expect(runner.count == 0)
    }

    /// Fills the threads of a runner with searches of clients from 1.
    private func fill(_ runner: SearchRunner, threads: Int = 2) async -> (
        held: [HeldSearch], tasks: [Task<Void, any Error>]
    ) {
        let held = (0..<threads).map { _ in HeldSearch() }
        let tasks = held.enumerated().map { number, held in
            Task { try await runner.run(client(number + 1)) { held.search() } }
        }
        for held in held { await held.waitForBegin() }
        return (held, tasks)
    }

    private func thread() -> String { "\(pthread_self())" }

    @Test func searchesRunOnTheThreadOfTheTaskThatBeginsThem() async throws {
        let runner = runner()
        let threads = try await Task(executorPreference: runner.executor(for: .local)) {
            let before = thread()
            var threads: Set = [before, try await runner.run(client(1)) { thread() }, thread()]
            // Each search starts the next one on the same thread.
            for _ in 0..<10 { threads.insert(try await runner.run(client(1)) { thread() }) }
            return threads
        }.value
        #expect(threads.count == 1)
    }

    /// Tasks that begin searches do not wait for a thread behind long searches.
    @Test func handlersRunBesideSearchesOnAllThreads() async throws {
        let runner = runner()
        let (held, tasks) = await fill(runner)
        #expect(await Task(executorPreference: runner.executor(for: .local)) { 1 }.value == 1)
        for held in held { held.letGo() }
        for task in tasks { try await task.value }
    }

    /// A client whose handlers wait delays its own other ones for a moment, but no other client's.
    @Test func handlersOfOneClientDoNotHoldUpOthers() async throws {
        let runner = runner()
        let (one, other) = (client(1).client, client(2).client)
        let held = HeldSearch()
        let first = Task(executorPreference: runner.executor(for: one)) { held.search() }
        await held.waitForBegin()
        let waiting = Task(executorPreference: runner.executor(for: one)) { 2 }
        #expect(await Task(executorPreference: runner.executor(for: other)) { 1 }.value == 1)
        let watch = Task { await runner.keepTime() }
        #expect(await waiting.value == 2)
        held.letGo()
        await first.value
        watch.cancel()
        await watch.value
    }

    @Test func whereTooManyWaitTheNextIsSentAway() async throws {
        let runner = runner(count: 3, clientCount: 2)
        let (held, tasks) = await fill(runner)
        let third = Task { try await runner.run(client(1)) { 3 } }
        // It waits in the queue, because both threads are busy.
        while runner.count < 3 { await Task.yield() }
        let full = await #expect(throws: Problem.self) { try await runner.run(client(3)) { 4 } }
        #expect(full?.code == .tooBusy)
        #expect(full?.headers[.retryAfter] == "1")
        let own = await #expect(throws: Problem.self) { try await runner.run(client(1)) { 4 } }
        #expect(own?.code == .tooManySearches)
        #expect(own?.code.status == .tooManyRequests)
        #expect(own?.headers[.retryAfter] == "1")
        for held in held { held.letGo() }
        for task in tasks { try await task.value }
        #expect(try await third.value == 3)
        #expect(runner.count == 0)
        #expect(try await runner.run(client(1)) { 4 } == 4)
    }

    @Test func whoWaitsForMostMakesRoomForOthers() async throws {
        let runner = runner(count: 4)
        let (held, tasks) = await fill(runner)
        var waiting: [Task<Int, any Error>] = []
        for number in 1...2 {
            waiting.append(Task { try await runner.run(client(3)) { number } })
            while runner.count < 2 + number { await Task.yield() }
        }
        let other = Task { try await runner.run(client(4)) { 4 } }
        let displaced = await #expect(throws: Problem.self) { try await waiting[1].value }
        #expect(displaced?.code == .tooBusy)
        for held in held { held.letGo() }
        for task in tasks { try await task.value }
        #expect(try await waiting[0].value == 1)
        #expect(try await other.value == 4)
    }

    @Test func asManySearchAtOnceAsThereAreThreads() async throws {
        let (held, tasks) = await fill(runner(3), threads: 3)
        // None has ended when the others begin.
        for held in held { held.letGo() }
        for task in tasks { try await task.value }
    }

    // MARK: Time

    @Test func whatTakesTooLongIsGivenUp() async throws {
        let runner = runner()
        let begun = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            try await runner.run(client(1)) {
                begun.continuation.finish()
                return try Self.searchForEver()
            }
        }
        for await _ in begun.stream {}
        runner.checkTimes(at: runner.deadline + .milliseconds(1))
        let problem = await #expect(throws: Problem.self) { try await task.value }
        #expect(problem?.code == .timeLimit)
        #expect(runner.count == 0)
    }

    @Test func whatDoesNotNoticeItsEndKeepsNobodyWaiting() async throws {
        let runner = runner()
        let (held, tasks) = await fill(runner)
        let waiting = Task { try await runner.run(client(3)) { 3 } }
        while runner.count < 3 { await Task.yield() }
        runner.checkTimes(at: runner.deadline + .seconds(1))
        for task in tasks {
            let problem = await #expect(throws: Problem.self) { try await task.value }
            #expect(problem?.code == .timeLimit)
        }
        // A waiting search gets a response, too.
        let problem = await #expect(throws: Problem.self) { try await waiting.value }
        #expect(problem?.code == .timeLimit)
        // They have their threads until they end.
        #expect(runner.count == 2)
        for held in held { held.letGo() }
        while runner.count > 0 { await Task.yield() }
        #expect(try await runner.run(client(1)) { 4 } == 4)
    }

    @Test func whatTakesLongMakesRoomForCheapSearches() async throws {
        let runner = runner()
        let (held, tasks) = await fill(runner)
        let waiting = Task { try await runner.run(client(3)) { 3 } }
        while runner.count < 3 { await Task.yield() }
        runner.checkTimes(at: ContinuousClock.now + .seconds(1))
        // Both threads are still busy.
        #expect(try await waiting.value == 3)
        for held in held { held.letGo() }
        for task in tasks { try await task.value }
        #expect(runner.count == 0)
    }

    @Test func timeIsKeptInTheBackground() async throws {
        let runner = runner()
        let watch = Task { await runner.keepTime() }
        let problem = await #expect(throws: Problem.self) {
            try await runner.run(client(1), until: ContinuousClock.now) { try Self.searchForEver() }
        }
        #expect(problem?.code == .timeLimit)
        watch.cancel()
        await watch.value
    }

    @Test func whatHasAResponseGivesIt() async throws {
        #expect(try await runner().run(client(1), until: ContinuousClock.now) { "late" } == "late")
    }

    // MARK: Clients that leave

    @Test func aSearchEndsIfItsClientLeaves() async throws {
        let runner = runner()
        let begun = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            _ = try await runner.run(client(1)) {
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
        let early = Task {
            while !Task.isCancelled { await Task.yield() }
            try await runner.run(client(1)) { try Task.checkCancellation() }
        }
        early.cancel()
        await #expect(throws: CancellationError.self) { try await early.value }

        let (held, tasks) = await fill(runner)
        let waiting = Task { try await runner.run(client(3)) { _ = Issue.record("it was begun") } }
        while runner.count < 3 { await Task.yield() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        for held in held { held.letGo() }
        for task in tasks { try await task.value }
    }
}
