// Costly values that are made once and shared.

internal import Synchronization

/// Values by key, made when first asked for. What is kept is bounded, so that keys which come from outside (locales,
/// chains of them) cannot fill the memory.
package final class Cache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let values = Mutex<[Key: Value]>([:])
    private let limit: Int

    /// - Parameter limit: with more values than this the cache starts anew.
    package init(limit: Int) { self.limit = limit }

    /// The value of a key, kept or made. It is made outside of the lock: two threads may both do it, and the first
    /// to end wins.
    package func value<Failure: Error>(of key: Key, _ make: () throws(Failure) -> Value) throws(Failure)
        -> Value
    {
        if let known = values.withLock({ $0[key] }) { return known }
        let made = try make()
        return values.withLock { values in
            if let known = values[key] { return known }
            if values.count >= limit { values.removeAll() }
            values[key] = made
            return made
        }
    }

    /// Whether the value of a key is kept.
    func contains(_ key: Key) -> Bool { values.withLock { $0[key] != nil } }
}
