// A priority queue.

/// Elements whose least one can be read and replaced fast.
struct BinaryHeap<Element: Comparable> {
    private var elements: [Element]

    var count: Int { elements.count }

    @inline(__always)
    var least: Element? { elements.first }

    init() { elements = [] }

    /// Orders elements in time proportional to their number.
    init(_ elements: [Element]) {
        self.elements = elements
        for position in stride(from: elements.count / 2 - 1, through: 0, by: -1) { sink(from: position) }
    }

    @inline(__always)
    mutating func insert(_ element: Element) {
        elements.append(element)
        var position = elements.count - 1
        while position > 0, elements[position] < elements[(position - 1) / 2] {
            elements.swapAt(position, (position - 1) / 2)
            position = (position - 1) / 2
        }
    }

    /// Replaces the least element; there is one.
    @inline(__always)
    mutating func replaceLeast(by element: Element) {
        elements[0] = element
        sink(from: 0)
    }

    /// Removes the least element.
    @inline(__always)
    mutating func popLeast() -> Element? {
        guard let least = elements.first else { return nil }
        let last = elements.removeLast()
        if !elements.isEmpty { replaceLeast(by: last) }
        return least
    }

    @inline(__always)
    private mutating func sink(from start: Int) {
        var position = start
        while true {
            var least = position
            let (left, right) = (2 * position + 1, 2 * position + 2)
            if left < elements.count, elements[left] < elements[least] { least = left }
            if right < elements.count, elements[right] < elements[least] { least = right }
            if least == position { return }
            elements.swapAt(position, least)
            position = least
        }
    }
}
