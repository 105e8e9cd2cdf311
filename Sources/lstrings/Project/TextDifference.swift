// The difference of two texts in the unified format of diff(1), which people and `patch` can read.

internal import TranslationTools

/// The lines of a text that were removed and added.
struct TextDifference {
    /// The lines with their line breaks.
    private let old: [ArraySlice<UInt8>]
    private let new: [ArraySlice<UInt8>]
    private let changes: [Change]

    /// Replaced lines: half-open ranges of lines in both texts.
    private struct Change {
        var old: Range<Int>
        var new: Range<Int>
    }

    /// The number of unchanged lines around a change.
    private static let context = 3

    init(old: String, new: String) {
        self.old = Array(old.utf8).lineSlices
        self.new = Array(new.utf8).lineSlices
        let compared = LineComparison(self.old, self.new)
        var changes: [Change] = []
        var (i, j) = (0, 0)
        while i < self.old.count || j < self.new.count {
            let start = (i, j)
            while i < self.old.count, compared.isRemoved[i] { i += 1 }
            while j < self.new.count, compared.isInserted[j] { j += 1 }
            if start != (i, j) { changes.append(Change(old: start.0..<i, new: start.1..<j)) }
            (i, j) = (i + 1, j + 1)
        }
        self.changes = changes
    }

    /// The difference in the format of diff(1); empty if the texts are equal.
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
        var text = "@@ -\(Self.place(oldRange)) +\(Self.place(newRange)) @@\n"
        func add(_ sign: Character, _ lines: ArraySlice<ArraySlice<UInt8>>) {
            for line in lines {
                text.append(sign)
                text += String(decoding: line, as: UTF8.self)
                if line.last != Self.lineBreak { text += "\n\\ No newline at end of file\n" }
            }
        }
        var position = oldRange.lowerBound
        for change in changes {
            add(" ", old[position..<change.old.lowerBound])
            add("-", old[change.old])
            add("+", new[change.new])
            position = change.old.upperBound
        }
        add(" ", old[position..<oldRange.upperBound])
        return text
    }

    /// A range in the format of diff(1): counted from 1; the line before it if it is empty; without the count
    /// if that is one.
    private static func place(_ range: Range<Int>) -> String {
        switch range.count {
        case 0: "\(range.lowerBound),0"
        case 1: "\(range.lowerBound + 1)"
        case let count: "\(range.lowerBound + 1),\(count)"
        }
    }

    private static let lineBreak = UInt8(ascii: "\n")
}
