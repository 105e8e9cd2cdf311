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
        for place in stride(from: elements.count / 2 - 1, through: 0, by: -1) { sink(from: place) }
    }

    @inline(__always)
    mutating func insert(_ element: Element) {
        elements.append(element)
        var place = elements.count - 1
        while place > 0, elements[place] < elements[(place - 1) / 2] {
            elements.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
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
        var place = start
        while true {
            var least = place
            let (left, right) = (2 * place + 1, 2 * place + 2)
            if left < elements.count, elements[left] < elements[least] { least = left }
            if right < elements.count, elements[right] < elements[least] { least = right }
            if least == place { return }
            elements.swapAt(place, least)
            place = least
        }
    }
}
