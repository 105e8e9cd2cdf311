// How handlers of several clients share the threads.

import Synchronization
import Testing

@testable import Storefront

@Suite struct SearchThreadsTests {
    private let clients = (1...2).map { Client(address: IPAddress("192.0.2.\($0)")) }

    /// The clients whose requests were answered, in order.
    private final class Answered: Sendable {
        let clients = Mutex<[Int]>([])
    }

    /// A connection whose next requests have arrived already never waits, and would keep its thread.
    @Test func aHandlerThatYieldsRunsBehindThoseOfOtherClients() async {
        let threads = SearchThreads(count: 1, handlerLimit: 1)
        let answered = Answered()
        let handlers = answered.clients.withLock { _ in
            // The thread waits for the lock until both handlers are there.
            clients.indices.map { client in
                Task(executorPreference: SearchThreads.Executor(threads, .handler(clients[client]))) {
                    for _ in 0..<3 {
                        answered.clients.withLock { $0.append(client) }
                        await threads.yield()
                    }
                }
            }
        }
        for handler in handlers { await handler.value }
        #expect(answered.clients.withLock { Array($0.prefix(2)) } == [0, 1])
        #expect(answered.clients.withLock { $0.sorted() } == [0, 0, 0, 1, 1, 1])
    }
}
