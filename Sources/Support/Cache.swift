// A bounded cache of costly values.

public import Synchronization

/// Values by key, made at first use. Their number or their size is bounded, because keys may come from
/// outside (locales, locale chains, words). The values last used are kept.
public final class Cache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    @usableFromInline let values = Mutex(Generations())
    @usableFromInline let limit: Int
    @usableFromInline let budget: CacheBudget?
    @usableFromInline let cost: @Sendable (Value) -> Int

    /// Values in generations. Of the oldest one those remain that are used before the recent one is full:
    /// nearly the values last used, without a time for each.
    @usableFromInline struct Generations {
        @usableFromInline var recent: [Key: Value] = [:]
        /// The most recent first.
        @usableFromInline var older: [[Key: Value]] = []

        @inlinable init() {}

        /// Takes a value out of the older generations.
        @inlinable
        mutating func takeOlder(_ key: Key) -> Value? {
            for index in older.indices {
                if let value = older[index].removeValue(forKey: key) { return value }
            }
            return nil
        }

        /// Begins a generation.
        ///
        /// - Parameters:
        ///   - count: the number of generations that are kept, with the new one.
        ///   - drops: whether the oldest is dropped, and not added to the next.
        /// - Returns: the values that are dropped.
        @inlinable
        mutating func begin(keeping count: Int, drops: Bool) -> [Key: Value] {
            older.insert(recent, at: 0)
            recent = [:]
            guard older.count == count else { return [:] }
            let oldest = older.removeLast()
            if drops { return oldest }
            older[count - 2].merge(oldest) { kept, _ in kept }
            return [:]
        }
    }

    /// - Parameter limit: the number of values last used that are kept, at least 1;
    ///   there are at most twice as many.
    @inlinable
    public init(limit: Int) {
        self.limit = limit
        budget = nil
        cost = { _ in 0 }
    }

    /// A cache that shares a budget of memory with others.
    ///
    /// - Parameter cost: about how many bytes a value takes.
    public init(_ budget: CacheBudget, cost: @escaping @Sendable (Value) -> Int) {
        limit = .max
        self.budget = budget
        self.cost = cost
        budget.add { [weak self] drops in self?.beginGeneration(drops: drops) ?? 0 }
    }

    /// The value of a key, cached or made. It is made outside the lock: two threads may both make
    /// it, and the first to finish wins.
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
        if let known = self[key] { return known }
        var isNew = false
        let kept = values.withLock { values in
            if let known = values.recent[key] { return known }
            isNew = true
            insert(value, key, &values)
            return value
        }
        if isNew { budget?.charge(cost(value), isNew: true) }
        return kept
    }

    @inlinable
    func insert(_ value: Value, _ key: Key, _ values: inout Generations) {
        if values.recent.count >= limit { _ = values.begin(keeping: 2, drops: true) }
        values.recent[key] = value
    }

    /// The cached value of a key.
    @inlinable
    public subscript(key: Key) -> Value? {
        var isOlder = false
        let known = values.withLock { values -> Value? in
            if let known = values.recent[key] { return known }
            guard let known = values.takeOlder(key) else { return nil }
            isOlder = true
            insert(known, key, &values)
            return known
        }
        if isOlder, let known { budget?.charge(cost(known), isNew: false) }
        return known
    }

    /// Whether the cache contains a value of a key.
    public func contains(_ key: Key) -> Bool { self[key] != nil }

    /// - Parameter drops: whether the values of the oldest generation are dropped.
    /// - Returns: what the dropped values cost.
    private func beginGeneration(drops: Bool) -> Int {
        // They are released outside the lock.
        let dropped = values.withLock { $0.begin(keeping: CacheBudget.generations, drops: drops) }
        return dropped.values.reduce(0) { $0 + CacheBudget.entryCost + cost($1) }
    }
}
