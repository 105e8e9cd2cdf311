// Tables of separated values (RFC 4180).

/// Reads the rows of a table.
enum SeparatedValues {
    /// The cells of all rows that are not empty. A quotation mark that is never closed ends with the file.
    static func rows(of text: String, separator: Unicode.Scalar) -> [[String]] {
        var rows: [[String]] = []
        var row: [String] = []
        var cell = String.UnicodeScalarView()
        var isQuoted = false
        var wasQuoted = false
        func isEmpty(_ row: [String]) -> Bool { row.allSatisfy(\.isEmpty) }
        func endCell() {
            row.append(String(cell))
            cell = String.UnicodeScalarView()
            wasQuoted = false
        }
        func endRow() {
            endCell()
            if !isEmpty(row) { rows.append(row) }
            row = []
        }
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"" where isQuoted:
                isQuoted = false
                wasQuoted = true
            case "\"" where wasQuoted:
                // Two marks in a quoted cell are one.
                cell.append(scalar)
                (isQuoted, wasQuoted) = (true, false)
            case "\"" where cell.isEmpty: isQuoted = true
            case _ where isQuoted: cell.append(scalar)
            case separator: endCell()
            case "\n": endRow()
            case "\r": break
            default: cell.append(scalar)
            }
        }
        if !cell.isEmpty || !row.isEmpty { endRow() }
        return rows
    }
}
