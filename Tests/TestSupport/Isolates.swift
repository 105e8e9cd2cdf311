// Checks the bidirectional isolates of a line.

/// Whether all isolates of a line are closed on the line, and nothing is closed that was not opened.
package func isBalanced(_ line: String) -> Bool {
    var depth = 0
    for scalar in line.unicodeScalars {
        switch scalar {
        case "\u{2066}", "\u{2067}", "\u{2068}": depth += 1
        case "\u{2069}": depth -= 1
        default: break
        }
        if depth < 0 { return false }
    }
    return depth == 0
}
