// Binary search in sorted collections.

extension RandomAccessCollection {
    /// The index of the first element for which a predicate holds, or `endIndex`. The predicate must be false
    /// for all elements of a first part and true for all after it. O(log n) calls.
    ///
    /// To search a table that is read by number, search the range of its numbers.
    @inlinable
    public func partitioningIndex<Failure: Error>(
        where belongsInSecondPart: (Element) throws(Failure) -> Bool
    ) throws(Failure) -> Index {
        var low = startIndex
        var remaining = count
        while remaining > 0 {
            let half = remaining / 2
            let middle = index(low, offsetBy: half)
            if try belongsInSecondPart(self[middle]) {
                remaining = half
            } else {
                low = index(after: middle)
                remaining -= half + 1
            }
        }
        return low
    }
}
