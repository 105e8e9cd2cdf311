// The difference of two texts in the unified format of diff(1), which people and `patch` read.

/// Which lines of a text went and which came.
struct TextDifference {
    private let old: [Substring]
    private let new: [Substring]
    private let changes: [Change]

    /// Lines that were replaced: half-open ranges of lines of either text.
    private struct Change {
        var old: Range<Int>
        var new: Range<Int>
    }

    /// How many equal lines are shown around a change.
    private static let context = 3

    init(old: String, new: String) {
        self.old = Self.lines(old)
        self.new = Self.lines(new)
        var removed: Set<Int> = []
        var inserted: Set<Int> = []
        for change in self.new.difference(from: self.old) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var changes: [Change] = []
        var (i, j) = (0, 0)
        while i < self.old.count || j < self.new.count {
            let start = (i, j)
            while removed.contains(i) { i += 1 }
            while inserted.contains(j) { j += 1 }
            if start != (i, j) { changes.append(Change(old: start.0..<i, new: start.1..<j)) }
            (i, j) = (i + 1, j + 1)
        }
        self.changes = changes
    }

    /// The difference as diff(1) writes it; empty where the texts are equal.
    func unified(path: String) -> String {
        guard !changes.isEmpty else { return "" }
        var text = "--- \(path)\n+++ \(path)\n"
        var index = 0
        while index < changes.count {
            // Changes close to each other share a hunk.
            var end = index
            while end + 1 < changes.count,
                changes[end + 1].old.lowerBound - changes[end].old.upperBound <= 2 * Self.context
            { end += 1 }
            text += hunk(changes[index...end])
            index = end + 1
        }
        return text
    }

    private func hunk(_ changes: ArraySlice<Change>) -> String {
        let first = changes[changes.startIndex]
        let last = changes[changes.endIndex - 1]
        let before = min(Self.context, first.old.lowerBound)
        let after = min(Self.context, old.count - last.old.upperBound)
        let oldRange = first.old.lowerBound - before..<last.old.upperBound + after
        let newRange = first.new.lowerBound - before..<last.new.upperBound + after
        var lines = ["@@ -\(Self.place(oldRange)) +\(Self.place(newRange)) @@"]
        var position = oldRange.lowerBound
        for change in changes {
            lines += old[position..<change.old.lowerBound].map { " " + $0 }
            lines += old[change.old].map { "-" + $0 }
            lines += new[change.new].map { "+" + $0 }
            position = change.old.upperBound
        }
        lines += old[position..<oldRange.upperBound].map { " " + $0 }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func place(_ range: Range<Int>) -> String {
        "\(range.isEmpty ? range.lowerBound : range.lowerBound + 1),\(range.count)"
    }

    private static func lines(_ text: String) -> [Substring] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }
}
