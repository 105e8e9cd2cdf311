// A PO file that is read again after an edit: of one entry, without the others.

internal import Localization

/// What is needed to read a PO file again.
///
/// Invariant: the tables after an edit are those that a reading of the whole file gives.
struct PORereading: Sendable {
    private let bytes: [UInt8]
    /// The end of the header's entry, and of the blank line behind it.
    private let headerEnd: Int

    /// Keeps a reading; `nil` if there is something to report, whose place would be lost, or no header.
    init?(_ bytes: [UInt8], _ file: POFile, _ findings: [any LocalizationDiagnostic]) {
        guard findings.allSatisfy({ FileMistake($0) == nil }), file.headerEntry != nil,
            let end = Self.endOfBlock(in: bytes, from: 0)
        else { return nil }
        let header = POFile(Array(bytes[..<end]))
        guard header.entries.isEmpty, header.headerEntry == file.headerEntry else { return nil }
        (self.bytes, headerEnd) = (bytes, end)
    }

    private init(_ bytes: [UInt8], headerEnd: Int) { (self.bytes, self.headerEnd) = (bytes, headerEnd) }

    /// The file after an edit of one entry that stays on its lines and keeps its context and its source
    /// text; `nil` after any other edit.
    ///
    /// - Parameter read: reads a file into tables.
    static func edited(
        _ previous: FormatReading, _ bytes: [UInt8],
        read: (POFile) -> (tables: [TranslationTable], findings: [any LocalizationDiagnostic])
    ) -> FormatReading? {
        guard let old = previous.memory as? PORereading else { return nil }
        let difference = ByteDifference(old.bytes, bytes)
        guard difference.start > old.headerEnd,
            let block = block(around: difference.start..<difference.oldEnd, in: old.bytes)
        else { return nil }
        let newBlock = block.lowerBound..<(block.upperBound + difference.growth)
        guard lineBreaks(old.bytes[block]) == lineBreaks(bytes[newBlock]),
            let before = Entry(old.bytes, block, headerEnd: old.headerEnd, read),
            let after = Entry(bytes, newBlock, headerEnd: old.headerEnd, read),
            after.isSameMessage(as: before),
            let table = previous.tables.firstIndex(where: { $0.name == after.table }),
            let number = previous.tables[table].units.number(ofKey: after.unit.key)
        else { return nil }
        // What is before and behind the block may belong to its entry, and so may other entries.
        guard before.unit.isSame(as: previous.tables[table].units[number], sourceOnly: false) else {
            return nil
        }
        var reading = previous
        reading.tables[table].units[number] = after.unit
        reading.changed = previous.tables.indices.map { $0 == table ? [number] : [] }
        reading.memory = PORereading(bytes, headerEnd: old.headerEnd)
        return reading
    }

    /// The lines between two blank lines that contain a range, which touches neither of them.
    private static func block(around range: Range<Int>, in bytes: [UInt8]) -> Range<Int>? {
        var start = range.lowerBound
        while start >= 2, !(bytes[start - 1] == 0x0A && bytes[start - 2] == 0x0A) { start -= 1 }
        guard start >= 2, let end = endOfBlock(in: bytes, from: max(range.upperBound, start)) else {
            return nil
        }
        return start..<end
    }

    /// The end of the first blank line, or of the bytes.
    private static func endOfBlock(in bytes: [UInt8], from start: Int) -> Int? {
        var end = start
        while end + 1 < bytes.count {
            // A lone CR ends a line, too, but no current program writes files with them.
            if bytes[end] == 0x0D { return nil }
            if bytes[end] == 0x0A, bytes[end + 1] == 0x0A { return end + 2 }
            end += 1
        }
        return bytes.count
    }

    private static func lineBreaks(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $1 == 0x0A || $1 == 0x0D ? $0 + 1 : $0 }
    }
}

/// The only entry of a block.
private struct Entry {
    let table: String
    let unit: TranslationUnit
    private let entry: POEntry

    /// Reads a block at its place in the file; `nil` if there is not one entry in it,
    /// or something to report about it.
    init?(
        _ bytes: [UInt8], _ block: Range<Int>, headerEnd: Int,
        _ read: (POFile) -> (tables: [TranslationTable], findings: [any LocalizationDiagnostic])
    ) {
        var text = Array(bytes[..<headerEnd])
        text.reserveCapacity(block.upperBound)
        // The lines in between have no contents.
        for byte in bytes[headerEnd..<block.lowerBound] { text.append(byte == 0x0A ? byte : 0x20) }
        text += bytes[block]
        let file = POFile(text)
        guard file.entries.count == 1, file.diagnostics.allSatisfy(\.concernsFormsAlone) else { return nil }
        let (tables, findings) = read(file)
        guard tables.count == 1, tables[0].units.count == 1,
            findings.allSatisfy({ FileMistake($0) == nil })
        else { return nil }
        (table, unit, entry) = (tables[0].name, tables[0].units[0], file.entries[0])
    }

    func isSameMessage(as other: Entry) -> Bool {
        func isSame(_ one: String?, _ two: String?) -> Bool {
            one.map { Array($0.utf8) } == two.map { Array($0.utf8) }
        }
        return table == other.table && entry.isObsolete == other.entry.isObsolete
            && isSame(entry.context, other.entry.context)
            && isSame(entry.identifier, other.entry.identifier) && isSame(entry.plural, other.entry.plural)
            && entry.translations.count == other.entry.translations.count
    }
}

extension PODiagnostic {
    /// Whether the finding is about the forms of an entry, and no entry behind it depends on what is wrong.
    fileprivate var concernsFormsAlone: Bool {
        switch kind {
        case .emptyForm, .leadingLineBreak, .trailingLineBreak: true
        default: false
        }
    }
}
