// Caches by the type of their keys, so that what is computed of a segment needs no name in it.

internal import Support
internal import Synchronization

/// Identifies values that are computed once.
protocol CachedKey: Hashable, Sendable {
    associatedtype CachedValue: Sendable

    /// About how many bytes a value takes.
    static func cost(of value: CachedValue) -> Int
}

/// One cache for each type of keys, made at first use. Together they take no more than a budget of memory.
final class KeyedCaches: Sendable {
    let budget: CacheBudget
    private let caches = Mutex<[ObjectIdentifier: any AnyObject & Sendable]>([:])

    init(_ budget: CacheBudget) { self.budget = budget }

    subscript<Key: CachedKey>(_: Key.Type) -> Cache<Key, Key.CachedValue> {
        caches.withLock { caches in
            let type = ObjectIdentifier(Key.self)
            if let known = caches[type] { return unsafeDowncast(known, to: Cache<Key, Key.CachedValue>.self) }
            let new = Cache<Key, Key.CachedValue>(budget, cost: Key.cost)
            caches[type] = new
            return new
        }
    }

    /// The value of a key, cached or made; see ``Cache/value(of:_:)``.
    func value<Key: CachedKey>(
        of key: Key, _ make: () throws(SegmentError) -> Key.CachedValue
    ) throws(SegmentError) -> Key.CachedValue { try self[Key.self].value(of: key, make) }
}
