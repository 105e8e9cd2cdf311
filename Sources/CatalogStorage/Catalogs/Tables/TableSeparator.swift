// The separator of a table's columns, found in its heading.

/// The marks that separate the columns of tables.
enum TableSeparator {
    /// Those that spreadsheets and shop systems write.
    static let known: [UInt8] = [",", ";", "\t", "|"].map { UInt8(ascii: $0) }

    /// The mark that occurs most often outside quotation marks in the first line with text; the usual one if none occurs or several
    /// do so equally often.
    ///
    /// - Returns: `nil` if the line goes on behind these bytes.
    static func found(in bytes: UnsafeBufferPointer<UInt8>, isWhole: Bool, usual: UInt8) -> UInt8? {
        var counts = [Int](repeating: 0, count: known.count)
        var isQuoted = false
        var isComplete = isWhole
        for byte in bytes.drop(while: { $0 == 0x0A || $0 == 0x0D }) {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if isQuoted { continue }
            if byte == 0x0A {
                isComplete = true
                break
            }
            if let place = known.firstIndex(of: byte) { counts[place] += 1 }
        }
        guard isComplete else { return nil }
        var best = usual
        var most = known.firstIndex(of: usual).map { counts[$0] } ?? 0
        for (place, count) in counts.enumerated() where count > most { (best, most) = (known[place], count) }
        return best
    }

    /// The mark as messages show it.
    static func name(_ separator: UInt8) -> String {
        separator == 0x09 ? "TAB" : String(UnicodeScalar(separator))
    }
}
