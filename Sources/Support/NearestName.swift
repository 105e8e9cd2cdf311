// Finds the name that a mistyped one probably meant.

extension Sequence where Element == String {
    /// The name nearest to a mistyped one, ignoring case; the first of several; `nil` if none is similar.
    ///
    /// A name is similar if it takes at most one edit for three characters of the longer name, but at least
    /// one: a character added, left out or replaced, or two neighbours exchanged (optimal string alignment).
    /// Else a name with which the typed one begins counts, as `q` for `query`.
    package func nearest(to typed: String) -> String? {
        let typed = Array(typed.lowercased().unicodeScalars)
        guard typed.count <= 100 else { return nil }
        var best: (name: String, edits: Int)?
        for name in self {
            let scalars = Array(name.lowercased().unicodeScalars)
            let edits = editCount(from: typed, to: scalars)
            // A name of one letter is similar to every other one.
            guard scalars.count > 1, edits <= Swift.max(1, Swift.max(typed.count, scalars.count) / 3) else {
                continue
            }
            if edits < best?.edits ?? .max { best = (name, edits) }
        }
        return best?.name
            ?? filter { !$0.isEmpty && typed.starts(with: $0.unicodeScalars) }.max { $0.count < $1.count }
    }
}

/// The number of edits that turn one text into another.
private func editCount(from typed: [Unicode.Scalar], to name: [Unicode.Scalar]) -> Int {
    var beforePrevious: [Int] = []
    var previous = Array(0...name.count)
    for (row, scalar) in typed.enumerated() {
        var current = [row + 1]
        for (column, other) in name.enumerated() {
            var edits = Swift.min(
                previous[column] + (scalar == other ? 0 : 1), previous[column + 1] + 1, current[column] + 1)
            if row > 0, column > 0, scalar == name[column - 1], typed[row - 1] == other {
                edits = Swift.min(edits, beforePrevious[column - 1] + 1)
            }
            current.append(edits)
        }
        (beforePrevious, previous) = (previous, current)
    }
    return previous[name.count]
}
