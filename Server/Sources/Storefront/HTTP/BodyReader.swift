// Bodies of requests, with limits of size, time and memory.

internal import HTTPTypes
internal import Hummingbird
internal import Localization
internal import NIOCore
internal import Synchronization

/// The memory of all bodies that are being read or processed. A body counts as it arrives: a client that
/// announces a large body and sends nothing takes no memory from others.
final class BodyMemory: Sendable {
    private let capacity: Int
    private let taken = Mutex(0)

    /// - Parameter capacity: a number of bytes.
    init(capacity: Int) { self.capacity = capacity }

    /// The number of bytes in use.
    var used: Int { taken.withLock { $0 } }

    /// Reserves bytes, if that many are free.
    fileprivate func take(_ count: Int) -> Bool {
        taken.withLock { taken in
            guard count <= capacity - taken else { return false }
            taken += count
            return true
        }
    }

    fileprivate func give(back count: Int) { taken.withLock { $0 -= count } }
}

/// Reads bodies of requests.
struct BodyReader: Sendable {
    /// The most bytes of a body.
    let limit: Int
    /// The longest time that sending may take.
    let time: Duration
    /// The memory of all bodies.
    let memory: BodyMemory
    /// Waits for a duration; replaced in tests.
    var wait: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    /// Reads a body and processes it, then frees its memory.
    ///
    /// - Throws: `Problem` if the body is too long or too slow, or all bodies together take
    ///   too much memory; errors of `work`.
    func withBody<Result>(
        of request: Request, _ work: ([UInt8]) async throws -> Result
    ) async throws -> Result {
        let share = Share(memory)
        defer { share.end() }
        return try await work(try await read(request, share))
    }

    private func read(_ request: Request, _ share: Share) async throws -> [UInt8] {
        let length = request.headers[.contentLength].flatMap { Int($0) }
        if let length, length > limit { throw tooLarge }
        let most = min(limit, length ?? limit)
        let body = request.body
        return try await withThrowingTaskGroup(of: [UInt8].self) { group in
            group.addTask { [tooLarge] in
                var bytes: [UInt8] = []
                for try await part in body {
                    let count = bytes.count + part.readableBytes
                    guard count <= most else { throw tooLarge }
                    if count > share.size {
                        // An array that grows by itself may take twice the limit.
                        let size = min(most, max(count, 2 * share.size))
                        guard share.grow(to: size) else { throw Self.tooMany }
                        bytes.reserveCapacity(size)
                    }
                    bytes += part.readableBytesView
                }
                return bytes
            }
            group.addTask { [time, wait] in
                try await wait(time)
                throw Problem(
                    .requestTimeout, "BodyTooSlow: %ld", .init(time.components.seconds),
                    headers: [.connection: "close"])
            }
            defer { group.cancelAll() }
            return try await group.next()!
        }
    }

    /// Closes the connection: that is cheaper than reading the rest of the body.
    private var tooLarge: Problem {
        Problem(.bodyTooLarge, "BodyTooLarge: %ld", .init(limit), headers: [.connection: "close"])
    }

    private static var tooMany: Problem {
        Problem(.tooBusy, "BodiesTooLarge", headers: [.retryAfter: "1", .connection: "close"])
    }

    private final class Share: Sendable {
        private let memory: BodyMemory
        private let taken = Mutex(0)

        init(_ memory: BodyMemory) { self.memory = memory }

        var size: Int { taken.withLock { $0 } }

        func grow(to size: Int) -> Bool {
            taken.withLock { taken in
                guard memory.take(size - taken) else { return false }
                taken = size
                return true
            }
        }

        func end() { memory.give(back: taken.withLock { $0 }) }
    }
}
