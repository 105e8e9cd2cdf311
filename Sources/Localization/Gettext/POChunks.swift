// A large PO file in pieces, which can be read at the same time.

/// The chunks of a PO file. Each has the entries on some of its lines, and the file's header.
///
/// Invariant: if no chunk has diagnostics, and no two chunks have entries for the same message, their entries
/// in order are those of the file, at the same places. Then the file has no diagnostics either.
package struct POChunks: Sendable {
    private let text: POText
    private let header: POEntry
    private let lines: [Range<Int>]
    /// The number of the first line of each piece.
    private let lineNumbers: [Int]

    /// The number of pieces.
    package var count: Int { lines.count }

    /// Divides a file; `nil` if it is to be read whole: it is not large, begins with
    /// no header, or is not sound UTF-8.
    ///
    /// - Parameters:
    ///   - most: the most pieces.
    ///   - least: the least size of a piece, in bytes.
    package init?(_ bytes: [UInt8], most: Int, least: Int = 1 << 17) {
        guard bytes.count >= 2 * least else { return nil }
        let text = POText(bytes)
        guard text.faults.isEmpty, text.utf8.count == bytes.count,
            let end = Self.entryStart(in: text.utf8, from: 0)
        else { return nil }
        var beginning = POParser(text, PositionIndex(text.utf8, lines: 0..<end, from: 1), lines: 0..<end)
        beginning.parse()
        let entries = beginning.takeEntries()
        guard entries.count == 1, entries[0].isHeader, beginning.diagnostics.kept.isEmpty else { return nil }
        header = entries[0]
        var lines: [Range<Int>] = []
        var start = end
        let size = max(least, (text.utf8.count + most - 1) / most)
        while start < text.utf8.count {
            let next =
                start + size < text.utf8.count ? Self.entryStart(in: text.utf8, from: start + size) : nil
            lines.append(start..<(next ?? text.utf8.count))
            start = lines[lines.count - 1].upperBound
        }
        guard lines.count > 1 else { return nil }
        self.lines = lines
        self.text = text
        var numbers = [1]
        for range in [0..<end] + lines.dropLast() {
            numbers.append(numbers[numbers.count - 1] + PositionIndex.countLines(in: text.utf8, range))
        }
        lineNumbers = Array(numbers.dropFirst())
    }

    package func piece(_ index: Int) -> POFile {
        let positions = PositionIndex(text.utf8, lines: lines[index], from: lineNumbers[index])
        var parser = POParser(text, positions, lines: lines[index])
        parser.parse()
        return POFile(&parser, header: header)
    }

    /// The first line from an offset on that certainly begins an entry: behind a blank line that follows a
    /// translation, a keyword that begins entries, or a comment that is not about obsolete or previous texts.
    private static func entryStart(in text: [UInt8], from offset: Int) -> Int? {
        let lineFeed = UInt8(ascii: "\n")
        var end = offset
        while let found = text[end...].firstIndex(of: lineFeed) {
            end = found + 1
            guard end + 1 < text.count, text[end] == lineFeed else { continue }
            let before = text[..<found].lastIndex(of: lineFeed).map { $0 + 1 } ?? 0
            let (last, next) = (text[before..<found], text[(end + 1)...])
            // A text over several lines ends with one that is only a string.
            let isTranslation = last.starts(with: "msgstr".utf8) || last.first == UInt8(ascii: "\"")
            if isTranslation, beginsEntry(next) { return end + 1 }
        }
        return nil
    }

    private static func beginsEntry(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.first == UInt8(ascii: "#") else {
            return text.starts(with: "msgid ".utf8) || text.starts(with: "msgctxt ".utf8)
        }
        guard let sign = text.dropFirst().first else { return false }
        return sign != UInt8(ascii: "~") && sign != UInt8(ascii: "|")
    }
}
