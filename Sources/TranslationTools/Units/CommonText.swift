// The words that texts begin and end with alike.

/// What texts have in common at their beginnings and ends.
struct CommonText {
    struct Component: Hashable {
        let text: String
        /// Whether it shows the number that is counted.
        var isCount = false
    }

    private(set) var prefix = ""
    private(set) var suffix = ""

    /// Nothing, where a text has no components, or all texts are the same.
    init(_ texts: [[Component]?]) {
        let known = texts.compactMap { $0 }
        guard known.count == texts.count, let first = known.first, known.contains(where: { $0 != first }),
            let shortest = known.map(\.count).min()
        else { return }
        func isCommon(_ index: (Int) -> Int) -> Bool {
            let component = first[index(first.count)]
            return !component.isCount && known.allSatisfy { $0[index($0.count)] == component }
        }
        var start = 0
        while start < shortest, isCommon({ _ in start }) { start += 1 }
        var end = 0
        while end < shortest - start, isCommon({ $0 - 1 - end }) { end += 1 }
        prefix = first[..<start].map(\.text).joined()
        suffix = first[(first.count - end)...].map(\.text).joined()
    }

    /// A text without placeholders as words and blanks.
    static func words(_ text: String) -> [Component] {
        var words: [Component] = []
        var start = text.startIndex
        while start < text.endIndex {
            let isBlank = text[start].isWhitespace
            let end = text[start...].firstIndex { $0.isWhitespace != isBlank } ?? text.endIndex
            words.append(Component(text: String(text[start..<end])))
            start = end
        }
        return words
    }
}
