// An index of an array by keys, which takes a few bytes for each element.

/// Finds the elements of an array by their keys. The keys stay in the array alone: a dictionary would hold
/// each of hundreds of thousands again.
package struct KeyIndex: Sendable {
    /// A hash table with open addressing: each slot has the number of an element and 1, or 0.
    private var slots: [UInt32]
    /// How many keys there are.
    package private(set) var count = 0

    /// - Parameter capacity: the number of keys for which the table need not grow.
    package init(capacity: Int) {
        var size = 8
        while size < 2 * capacity { size *= 2 }
        slots = Array(repeating: 0, count: size)
    }

    /// An index of the last elements of each key.
    package init(count: Int, key: (Int) -> String) {
        self.init(capacity: count)
        for number in 0..<count { update(number, for: key(number), key: key) }
    }

    /// The number of the element of a key.
    ///
    /// - Parameter name: the key of each element.
    package func number(of key: String, key name: (Int) -> String) -> Int? {
        let found = slots[slot(of: key, name)]
        return found == 0 ? nil : Int(found) - 1
    }

    /// Makes an element the one of its key, and returns the one that was that before.
    ///
    /// - Parameter name: the key of each element.
    @discardableResult
    package mutating func update(_ number: Int, for key: String, key name: (Int) -> String) -> Int? {
        if 2 * (count + 1) > slots.count { grow(name) }
        let slot = slot(of: key, name)
        let before = slots[slot]
        slots[slot] = UInt32(number + 1)
        if before == 0 { count += 1 }
        return before == 0 ? nil : Int(before) - 1
    }

    /// The slot that has a key, or that it would have.
    private func slot(of key: String, _ name: (Int) -> String) -> Int {
        let mask = slots.count - 1
        var slot = key.hashValue & mask
        while slots[slot] != 0, name(Int(slots[slot]) - 1) != key { slot = (slot + 1) & mask }
        return slot
    }

    private mutating func grow(_ name: (Int) -> String) {
        let old = slots
        slots = Array(repeating: 0, count: 2 * old.count)
        for found in old where found != 0 { slots[slot(of: name(Int(found) - 1), name)] = found }
    }
}
