// A bounded cache of costly values.

public import Synchronization

/// Values by key, made at first use. The number of values is bounded, because keys may come from outside (locales,
/// locale chains).
public final class Cache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    @usableFromInline let values = Mutex<[Key: Value]>([:])
    @usableFromInline let limit: Int

    /// - Parameter limit: the greatest number of values; a value more takes the place of another one.
    @inlinable
    public init(limit: Int) { self.limit = limit }

    /// The value of a key, cached or made. It is made outside the lock: two threads may both make it, and the first
    /// to finish wins.
    @inlinable
    public func value<Failure: Error>(of key: Key, _ make: () throws(Failure) -> Value) throws(Failure)
        -> Value
    {
        if let known = values.withLock({ $0[key] }) { return known }
        return keep(try make(), as: key)
    }

    /// Caches a value, unless the key has one.
    ///
    /// - Returns: the cached value.
    @inlinable @discardableResult
    public func keep(_ value: Value, as key: Key) -> Value {
        values.withLock { values in
            if let known = values[key] { return known }
            if values.count >= limit { values.remove(at: values.startIndex) }
            values[key] = value
            return value
        }
    }

    /// The cached value of a key.
    public subscript(key: Key) -> Value? { values.withLock { $0[key] } }

    /// Whether the cache contains a value of a key.
    public func contains(_ key: Key) -> Bool { values.withLock { $0[key] != nil } }
}
