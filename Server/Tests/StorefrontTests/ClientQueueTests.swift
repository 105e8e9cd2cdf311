// Which job runs next: every decision as a value, without threads.

import Testing

@testable import Storefront

@Suite struct ClientQueueTests {
    private let clients = (1...3).map { Client(address: IPAddress("192.0.2.\($0)")) }

    @Test func jobsOfOneClientRunInOrder() {
        var slots = ClientQueue<Int>(limit: 10)
        for number in 1...3 { slots.add(number, of: clients[0]) }
        #expect((1...4).map { _ in slots.next()?.job } == [1, 2, 3, nil])
    }

    @Test func clientsTakeTurns() {
        var slots = ClientQueue<String>(limit: 100)
        for number in 1...50 { slots.add("a\(number)", of: clients[0]) }
        slots.add("b1", of: clients[1])
        slots.add("b2", of: clients[1])
        slots.add("c1", of: clients[2])
        #expect((1...6).map { _ in slots.next()?.job } == ["a1", "b1", "c1", "a2", "b2", "a3"])
    }

    @Test func aClientWaitsForItsOwnJobs() {
        var slots = ClientQueue<String>(limit: 2)
        for number in 1...4 { slots.add("a\(number)", of: clients[0]) }
        #expect([slots.next()?.job, slots.next()?.job, slots.next()?.job] == ["a1", "a2", nil])
        slots.add("b1", of: clients[1])
        #expect(slots.next()?.job == "b1")
        #expect(slots.end(clients[1]) == false)
        #expect(slots.end(clients[0]) == true)
        #expect([slots.next()?.job, slots.next()?.job] == ["a3", nil])
    }

    /// Each end of a job says whether a thread is needed: no job is left waiting, and no thread is woken in
    /// vain.
    @Test func asManyThreadsAreWokenAsJobsMayRun() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            let limit = Int.random(in: 1...4, using: &generator)
            var slots = ClientQueue<Int>(limit: limit)
            var wakes = 0
            var running: [Client] = []
            var (added, run) = (0, 0)
            for step in 0..<300 {
                if step < 150, Bool.random(using: &generator) {
                    slots.add(added, of: clients.randomElement(using: &generator)!)
                    added += 1
                    wakes += 1
                }
                if wakes > 0, Bool.random(using: &generator) {
                    wakes -= 1
                    if let next = slots.next() {
                        running.append(next.client)
                        run += 1
                    }
                }
                if !running.isEmpty, Bool.random(using: &generator) {
                    let ended = running.remove(at: .random(in: running.indices, using: &generator))
                    if slots.end(ended) { wakes += 1 }
                }
                #expect(clients.allSatisfy { client in running.count { $0 == client } <= limit })
            }
            while wakes > 0 || !running.isEmpty {
                if wakes > 0 {
                    wakes -= 1
                    if let next = slots.next() {
                        running.append(next.client)
                        run += 1
                    }
                } else if slots.end(running.removeLast()) {
                    wakes += 1
                }
            }
            #expect(run == added)
        }
    }
}
