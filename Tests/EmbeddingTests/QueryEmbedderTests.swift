// The vectors of queries: whatever the command does, no caller waits longer than the limit.

import CatalogSearch
import Embedding
import Synchronization
import TestSupport
import Testing

@Suite struct QueryEmbedderTests {
    private static let script = packageFolder + "/Tests/Embedder/embedder.py"

    private static func command(_ fault: String = "-", log: String = "") -> EmbedderCommand {
        EmbedderCommand("python3 '\(script)' '\(fault)' '\(log)'")
    }

    /// The reported events, in order.
    private final class Events: Sendable {
        private let events = Mutex<[QueryEmbedder.Event]>([])
        var all: [QueryEmbedder.Event] { events.withLock { $0 } }
        func add(_ event: QueryEmbedder.Event) { events.withLock { $0.append(event) } }
    }

    @Test func vectorsOfRecentQueriesAreKept() throws {
        try withTemporaryFolder { folder in
            let log = folder + "/log"
            let embedder = QueryEmbedder(Self.command(log: log), time: .seconds(20))
            let first = try #require(embedder.vector(of: "fridge"))
            #expect(first.model == "trigrams" && first.floor == 0.5)
            #expect(embedder.vector(of: "fridge") == first)
            #expect(embedder.vector(of: "cooler")?.vector == first.vector)
            #expect(try contents(of: log) == "query: fridge\nquery: cooler\n")
            embedder.stop()
        }
    }

    @Test func aCommandThatHangsIsWaitedForOnce() {
        let embedder = QueryEmbedder(Self.command("hang"), time: .milliseconds(200))
        #expect(embedder.vector(of: "a") == nil)
        let started = ContinuousClock.now
        for number in 0..<100 { #expect(embedder.vector(of: "query \(number)") == nil) }
        // Each of them would have waited as long as the first one.
        #expect(ContinuousClock.now - started < .seconds(10))
        embedder.stop()
    }

    @Test func aCommandThatFailsIsLeftAloneForAWhile() {
        let events = Events()
        let embedder = QueryEmbedder(Self.command("exit"), time: .seconds(20)) { events.add($0) }
        #expect(embedder.vector(of: "a") == nil)
        #expect(embedder.vector(of: "b") == nil)
        #expect(events.all == [.failed(.ended(status: 3), pause: .seconds(1))])
    }

    @Test func pausesGrow() {
        var pause = EmbedderPause()
        #expect(!pause.isHeld(at: .now))
        #expect(
            (0..<12).map { _ in pause.begin() }.map(\.components.seconds) == [
                1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300,
            ])
        #expect(pause.isHeld(at: .now) && !pause.isHeld(at: .now + .seconds(301)))
        pause.end()
        #expect(pause.begin() == .seconds(1))
    }

    @Test func aCommandThatIsStoppedWhileItWorksEnds() {
        let command = Self.command("hang")
        let embedder = QueryEmbedder(command, time: .milliseconds(100))
        #expect(embedder.vector(of: "a") == nil)
        embedder.stop()
        // The command is not started again.
        #expect(throws: EmbedderFault.self) {
            _ = try command.vectors(of: ["b"], .query, seconds: 20, tries: 1)
        }
    }
}
