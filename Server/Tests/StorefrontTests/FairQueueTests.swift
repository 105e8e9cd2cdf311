// Clients share the threads, and cheap searches do not wait for expensive ones. No threads, no times.

import Testing

@testable import Storefront

@Suite struct FairQueueTests {
    /// A queue whose searches have names.
    private struct Named {
        private var queue: FairQueue
        private var names: [FairQueue.Ticket: String] = [:]
        private var tickets: [String: FairQueue.Ticket] = [:]

        init(threads: Int = 3, mostThreads: Int = 5, count: Int = 100, clientCount: Int = 100) {
            queue = FairQueue(
                .init(threads: threads, mostThreads: mostThreads, count: count, clientCount: clientCount))
        }

        var count: Int { queue.count }

        /// Adds a search, whose name begins with that of its client; in capitals it is expensive.
        @discardableResult mutating func add(_ name: String) -> FairQueue.Admission {
            let client = Client(address: IPAddress("192.0.2.\(name.lowercased().utf8.first!)"))
            let admission = queue.add(name.first!.isUppercase ? .expensive : .cheap, of: client)
            if case .waits(let ticket, _) = admission {
                names[ticket] = name
                tickets[name] = ticket
            }
            return admission
        }

        mutating func end(_ name: String, after time: Double = 0) {
            queue.remove(tickets[name]!, after: time)
        }
        mutating func overrun(_ name: String) { queue.overrun(tickets[name]!) }
        func waits(_ name: String) -> Bool { queue.isWaiting(tickets[name]!) }
        func name(_ ticket: FairQueue.Ticket?) -> String? { ticket.flatMap { names[$0] } }

        /// Starts all that may run.
        mutating func start() -> [String] {
            var started: [String] = []
            while let ticket = queue.next() { started.append(names[ticket]!) }
            return started
        }
    }

    @Test func clientsTakeTurns() {
        var queue = Named(threads: 2)
        for name in ["a1", "a2", "a3", "a4", "b1", "b2", "c1"] { queue.add(name) }
        var order = queue.start()
        for index in 0..<7 {
            queue.end(order[index])
            order += queue.start()
        }
        #expect(order == ["a1", "b1", "c1", "a2", "b2", "a3", "a4"])
        #expect(queue.count == 0)
    }

    /// Each of four clients sends long searches one after the other; another one sends short ones.
    @Test func whoTookLeastTimeGoesFirst() {
        var queue = Named(threads: 2)
        var longNames = ["A0", "B0", "C0", "D0"]
        for name in longNames { queue.add(name) }
        #expect(queue.start() == ["A0"])
        var waits: [Int] = []
        for number in 1...40 {
            queue.add("E\(number)")
            // The number of long searches that run before it.
            var wait = 0
            while queue.waits("E\(number)") {
                let running = longNames.first { !queue.waits($0) }!
                let next = "\(running.first!)\(number * 10 + wait)"
                longNames[longNames.firstIndex(of: running)!] = next
                queue.end(running, after: 0.2)
                queue.add(next)
                _ = queue.start()
                wait += 1
            }
            waits.append(wait)
            queue.end("E\(number)", after: 0.01)
            _ = queue.start()
        }
        // Its usage is unknown at first.
        #expect(waits.dropFirst(4).max() == 1)
    }

    @Test func whatASearchTookCountsForThoseOfItsClientThatWait() {
        var queue = Named(threads: 2)
        for name in ["A0", "A1", "B1"] { queue.add(name) }
        #expect(queue.start() == ["A0"])
        queue.end("A0", after: 1)
        #expect(queue.start() == ["B1"])
    }

    /// New addresses cost an attacker nothing: they must not precede a client that was there before, again
    /// and again.
    @Test func newClientsDoNotHoldUpOneThatWasThereForLong() {
        var queue = Named(threads: 2)
        var newNames = (0..<24).map { "\(UnicodeScalar(UInt8(67 + $0)))0" }
        queue.add("A0")
        _ = queue.start()
        for name in newNames.prefix(10) { queue.add(name) }
        newNames.removeFirst(10)
        queue.end("A0", after: 0.1)
        queue.add("A1")
        var count = 0
        while queue.waits("A1") {
            guard let running = queue.start().first, running != "A1" else { break }
            queue.end(running, after: 0.2)
            queue.add(newNames.removeFirst())
            count += 1
        }
        #expect((1...11).contains(count))
    }

    @Test func whoHadTheThreadsAloneDoesNotPayForItLater() {
        var queue = Named(threads: 2)
        for number in 0..<100 {
            queue.add("A\(number)")
            #expect(queue.start() == ["A\(number)"])
            queue.end("A\(number)", after: 1)
        }
        for name in ["A100", "B1", "B2", "B3"] { queue.add(name) }
        var order: [String] = []
        for _ in 0..<4 {
            order += queue.start()
            queue.end(order.last!, after: 1)
        }
        #expect(order == ["A100", "B1", "B2", "B3"] || order == ["B1", "A100", "B2", "B3"])
    }

    @Test func aClientHasTwoSearchesRunningUntilOthersHaveTheirs() {
        var queue = Named(threads: 4)
        for name in ["a1", "a2", "a3", "a4", "a5"] { queue.add(name) }
        // No other client waits.
        #expect(queue.start() == ["a1", "a2", "a3", "a4"])
        for name in ["b1", "b2", "b3"] { queue.add(name) }
        queue.end("a1")
        // The client with less goes first, although the other has waited longer.
        #expect(queue.start() == ["b1"])
        queue.end("a2")
        #expect(queue.start() == ["b2"])
        queue.end("a3")
        #expect(queue.start() == ["a5"])
        queue.end("a4")
        #expect(queue.start() == ["b3"])
    }

    @Test func aThreadIsLeftByClientsWithManyExpensiveSearches() {
        var queue = Named(threads: 5)
        for name in ["A1", "A2", "A3", "A4", "A5", "B1"] { queue.add(name) }
        #expect(queue.start() == ["A1", "B1", "A2", "A3"])
        queue.add("c1")
        #expect(queue.start() == ["c1"])
    }

    @Test func expensiveSearchesNeverTakeTheLastThread() {
        var queue = Named(threads: 3)
        for name in ["A1", "B1", "C1", "D1", "A2"] { queue.add(name) }
        #expect(queue.start() == ["A1", "B1"])
        queue.add("e1")
        #expect(queue.start() == ["e1"])
        queue.end("e1")
        queue.add("a3")
        #expect(queue.start() == ["a3"])
        queue.end("A1")
        #expect(queue.start() == ["C1"])
    }

    @Test func twoThreadsAreEnoughForBothCosts() {
        var queue = Named(threads: 2)
        for name in ["A1", "B1", "c1"] { queue.add(name) }
        #expect(queue.start() == ["A1", "c1"])
        queue.end("c1")
        #expect(queue.start() == [])
    }

    @Test func expensiveSearchesAreNotStarvedByCheapOnes() {
        var queue = Named(threads: 3)
        for name in ["a1", "b1", "c1", "d1", "E1", "F1"] { queue.add(name) }
        // One of them runs, and cheap ones go before the others.
        #expect(queue.start() == ["E1", "a1", "b1"])
        queue.end("a1")
        #expect(queue.start() == ["c1"])
        queue.end("E1")
        #expect(queue.start() == ["F1"])
    }

    @Test func cheapSearchesThatTakeLongLeaveRoomForOthers() {
        var queue = Named(threads: 2, mostThreads: 4)
        for name in ["a1", "b1", "c1", "d1", "e1", "E2"] { queue.add(name) }
        #expect(queue.start() == ["E2", "a1"])
        queue.overrun("a1")
        // Two expensive ones run, so there is one more thread for cheap ones.
        #expect(queue.start() == ["b1"])
        queue.overrun("b1")
        queue.overrun("b1")
        #expect(queue.start() == ["c1"])
        queue.overrun("c1")
        // There is a limit.
        #expect(queue.start() == [])
        queue.end("a1")
        #expect(queue.start() == ["d1"])
        queue.end("b1")
        queue.end("c1")
        queue.end("d1")
        // They count as expensive until they end.
        queue.add("F1")
        #expect(queue.start() == ["e1"])
        queue.end("E2")
        #expect(queue.start() == ["F1"])
    }

    /// Otherwise a client whose cheap searches take long would get one thread after the other, and a new one
    /// would find none.
    @Test func theThreadsForOthersAreNotForTheClientThatTakesLong() {
        var queue = Named(threads: 3, mostThreads: 12)
        for number in 1...20 { queue.add("a\(number)") }
        let running = queue.start()
        #expect(running == ["a1", "a2", "a3"])
        for name in running { queue.overrun(name) }
        #expect(queue.start() == [])
        queue.add("b1")
        #expect(queue.start() == ["b1"])
        queue.overrun("b1")
        queue.add("b2")
        #expect(queue.start() == ["b2"])
        queue.end("a1")
        // Four run: it waits until less than three do.
        #expect(queue.start() == [])
        queue.end("b1")
        queue.end("b2")
        #expect(queue.start() == ["a4"])
    }

    @Test func aClientsCheapSearchPassesItsOwnExpensiveOnes() {
        var queue = Named(threads: 3)
        for name in ["A1", "B1", "A2", "a3"] { queue.add(name) }
        #expect(queue.start() == ["A1", "a3", "B1"])
    }

    @Test func aClientHasALimit() {
        var queue = Named(clientCount: 3)
        for name in ["a1", "A2", "a3"] { queue.add(name) }
        _ = queue.start()
        #expect(queue.add("a4") == .clientFull)
        #expect(queue.add("A5") == .clientFull)
        queue.add("b1")
        queue.end("a1")
        queue.add("a4")
        #expect(queue.count == 4)
    }

    @Test func inAFullQueueTheClientWithMostMakesRoom() throws {
        var queue = Named(count: 5)
        for name in ["a1", "a2", "a3", "b1", "b2"] { queue.add(name) }
        guard case .waits(_, let displaced) = queue.add("c1") else {
            Issue.record("it was refused")
            return
        }
        #expect(queue.name(displaced) == "a3")
        #expect(queue.count == 5)
        // Now no client has more than one more waiting search than the newcomer would have.
        #expect(queue.add("c2") == .full)
        #expect(queue.start().first == "a1")
        #expect(queue.waits("b2"))
    }

    @Test func whoFillsTheQueueAloneIsRefused() {
        var queue = Named(count: 2)
        queue.add("a1")
        queue.add("a2")
        #expect(queue.add("a3") == .full)
        var none = Named(count: 0)
        #expect(none.add("a1") == .full)
    }

    @Test func searchesThatLeaveAreNotStarted() {
        var queue = Named(threads: 2)
        for name in ["a1", "a2", "b1", "b2"] { queue.add(name) }
        queue.end("b1")
        queue.end("a1")
        #expect(queue.start() == ["a2", "b2"])
        #expect(queue.count == 2)
    }
}
