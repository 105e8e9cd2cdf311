// The separator of a table's columns, found in its heading.

/// The marks that separate the columns of tables.
enum TableSeparator {
    /// The separators that spreadsheets and shop systems write.
    static let known: [UInt8] = [",", ";", "\t", "|"].map { UInt8(ascii: $0) }

    /// The mark that occurs most often outside quotation marks in the first line with text; `usual` if none
    /// occurs, or if several do so equally often.
    ///
    /// - Returns: `nil` if the line continues after these bytes.
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

    /// The number of bytes of a first line such as `sep=;`, in which spreadsheets declare the separator;
    /// `nil` if there is none.
    static func declaringLine(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        let sign = Array("sep=".utf8)
        guard let end = bytes.firstIndex(of: 0x0A), bytes[..<end].map({ $0 | 0x20 }).starts(with: sign) else {
            return nil
        }
        let rest = bytes[sign.count..<end].filter { $0 != 0x0D }
        return rest.count == 1 && known.contains(rest[0]) ? end + 1 : nil
    }

    /// The name of the separator in messages.
    static func name(_ separator: UInt8) -> String {
        separator == 0x09 ? "TAB" : String(UnicodeScalar(separator))
    }
}
