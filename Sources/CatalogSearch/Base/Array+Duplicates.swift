// Lists without repeated elements.

extension Array where Element: Hashable {
    /// The elements in order, without those that equal an earlier one.
    package var withoutDuplicates: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
