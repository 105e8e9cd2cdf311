// Transfers blocks of bytes from a thread that reads the database to a task that sends them.

internal import Dispatch
internal import Synchronization

/// Takes a few blocks at a time, so that memory stays small however slow the receiver is.
final class BlockPipe: Sendable {
    let blocks: AsyncThrowingStream<[UInt8], any Error>
    private let source: AsyncThrowingStream<[UInt8], any Error>.Continuation
    private let room = DispatchSemaphore(value: BlockPipe.limit)
    private let isAbandoned = Atomic(false)

    /// The most blocks in transit.
    private static let limit = 4
    /// How long the receiver may take for a block, in seconds: meanwhile the database must keep what is
    /// replaced.
    private static let patience = 60

    init() { (blocks, source) = AsyncThrowingStream<[UInt8], any Error>.makeStream() }

    deinit {
        // A semaphore must not end below its first value.
        for _ in 0..<Self.limit { room.signal() }
    }

    /// Waits until there is room, and adds a block. Call it on a thread of its own.
    ///
    /// - Throws: `StoreError.interrupted` if the receiver has stopped, or takes too long.
    func send(_ block: [UInt8]) throws(StoreError) {
        guard room.wait(timeout: .now() + .seconds(Self.patience)) == .success,
            !isAbandoned.load(ordering: .acquiring)
        else { throw .interrupted("the receiver takes no more") }
        source.yield(block)
    }

    func finish(_ error: StoreError?) { source.finish(throwing: error) }

    func noteTaken() { room.signal() }

    func abandon() {
        isAbandoned.store(true, ordering: .releasing)
        room.signal()
    }
}
