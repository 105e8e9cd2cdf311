// Lists of numbers that grow and shrink while matches are visited.

/// Numbers that wait in units: a list for each unit, in one piece of memory.
struct WaitingNumbers: ~Copyable {
    /// The last entry of each unit; -1 for none.
    private var last: [Int32]
    private var numbers = GrowingBuffer<UInt32>()
    /// The entry before each one in the same unit; -1 for none.
    private var before = GrowingBuffer<Int32>()

    init(unitCount: Int) { last = [Int32](repeating: -1, count: unitCount) }

    @inline(__always)
    func isWaiting(in unit: Int) -> Bool { last[unit] >= 0 }

    @inline(__always)
    mutating func add(_ number: UInt32, to unit: Int) {
        numbers.append(number)
        before.append(last[unit])
        last[unit] = Int32(truncatingIfNeeded: numbers.count - 1)
    }

    /// Removes the number added last.
    @inline(__always)
    mutating func take(from unit: Int) -> UInt32? {
        let entry = Int(last[unit])
        guard entry >= 0 else { return nil }
        last[unit] = before[entry]
        return numbers[entry]
    }

    mutating func take(from unit: Int, upTo count: Int) -> [UInt32] {
        var taken: [UInt32] = []
        taken.reserveCapacity(count)
        while taken.count < count, let next = take(from: unit) { taken.append(next) }
        return taken
    }
}
