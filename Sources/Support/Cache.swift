// A bounded cache of costly values.

public import Synchronization

/// Values by key, made at first use. The number of values is bounded, because keys may come from outside (locales,
/// locale chains). The values last used are kept.
public final class Cache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    @usableFromInline let values = Mutex(Generations())
    @usableFromInline let limit: Int

    /// Values in two generations. Of the older one those remain that are used before the recent one is full: nearly the
    /// values last used, without a time for each.
    @usableFromInline struct Generations {
        @usableFromInline var recent: [Key: Value] = [:]
        @usableFromInline var older: [Key: Value] = [:]

        @inlinable init() {}

        @inlinable
        mutating func use(_ key: Key, _ limit: Int) -> Value? {
            if let known = recent[key] { return known }
            guard let known = older.removeValue(forKey: key) else { return nil }
            insert(known, key, limit)
            return known
        }

        @inlinable
        mutating func insert(_ value: Value, _ key: Key, _ limit: Int) {
            if recent.count >= limit {
                older = recent
                recent = [:]
            }
            recent[key] = value
        }
    }

    /// - Parameter limit: the number of values last used that are kept, at least 1; there are at most twice as many.
    @inlinable
    public init(limit: Int) { self.limit = limit }

    /// The value of a key, cached or made. It is made outside the lock: two threads may both make it, and the first
    /// to finish wins.
    @inlinable
    public func value<Failure: Error>(of key: Key, _ make: () throws(Failure) -> Value) throws(Failure)
        -> Value
    {
        if let known = self[key] { return known }
        return keep(try make(), as: key)
    }

    /// Caches a value, unless the key has one.
    ///
    /// - Returns: the cached value.
    @inlinable @discardableResult
    public func keep(_ value: Value, as key: Key) -> Value {
        values.withLock { values in
            if let known = values.use(key, limit) { return known }
            values.insert(value, key, limit)
            return value
        }
    }

    /// The cached value of a key.
    @inlinable
    public subscript(key: Key) -> Value? { values.withLock { $0.use(key, limit) } }

    /// Whether the cache contains a value of a key.
    public func contains(_ key: Key) -> Bool { self[key] != nil }
}
