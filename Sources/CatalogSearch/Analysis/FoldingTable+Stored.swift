// How an index's file stores folding tables, so that a query opens no collator (IndexFormat.md, kinds 20,
// 21).
//
// Tables of several locales share most of their pages and expansions; the file stores these once, and so does
// memory. All data is laid out in 32-bit numbers as it is used: a table is loaded by copying and checking. A
// checked table cannot crash a folding, and always gives valid UTF-8.

/// Collects the folding tables of an index that is being written.
package struct StoredFoldings {
    private var entries: [FoldingTable.Entry] = Array(repeating: .identity, count: 256)
    private var pageNumbers: [[FoldingTable.Entry]: Int] = [Array(repeating: .identity, count: 256): 0]
    private var expansions = FoldingTable.Expansions()
    private var expansionNumbers: [ArraySlice<UInt32>: Int] = [:]
    private var numbers: [ObjectIdentifier: (table: FoldingTable, number: Int)] = [:]
    private var numbersByContent: [[UInt8]: Int] = [:]

    /// The section of each table (kind 21), by number.
    package private(set) var tables: [[UInt8]] = []

    package init() {}

    /// The number of a table, which is added if it is new. Tables with equal content share a number.
    package mutating func number(of table: FoldingTable) -> Int {
        if let known = numbers[ObjectIdentifier(table)] { return known.number }
        let bytes = bytes(of: table)
        let number = numbersByContent[bytes] ?? tables.count
        if number == tables.count {
            tables.append(bytes)
            numbersByContent[bytes] = number
        }
        numbers[ObjectIdentifier(table)] = (table, number)
        return number
    }

    /// The section that all tables share (kind 20).
    package var pages: [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendLittleEndian([UInt32(entries.count / 256), UInt32(expansions.count)])
        bytes.appendLittleEndian(entries.map(\.bits))
        bytes.appendLittleEndian(expansions.bounds)
        bytes.appendLittleEndian(expansions.scalars)
        return bytes
    }

    private mutating func bytes(of table: FoldingTable) -> [UInt8] {
        var bytes: [UInt8] = []
        var shared: [UInt16: Int] = [:]
        for page in table.pages {
            let number =
                shared[page] ?? number(ofPage: table.entries[Int(page) << 8..<(Int(page) + 1) << 8], table)
            shared[page] = number
            bytes.append(UInt8(truncatingIfNeeded: number))
            bytes.append(UInt8(truncatingIfNeeded: number >> 8))
        }
        let sequences = [table.contractions, table.contexts]
        bytes.appendLittleEndian([UInt32(table.combiningClasses.packed.count)])
        for sequence in sequences {
            bytes.appendLittleEndian([UInt32(sequence.rows.count), UInt32(sequence.company.count)])
        }
        bytes.appendLittleEndian(table.combiningClasses.packed)
        for sequence in sequences {
            for row in sequence.rows {
                let expansion = number(ofExpansion: Int(row.expansion), table)
                bytes.appendLittleEndian([row.scalar, row.companyEnd, UInt32(expansion)])
            }
            bytes.appendLittleEndian(sequence.company)
        }
        return bytes
    }

    private mutating func number(ofPage page: ArraySlice<FoldingTable.Entry>, _ table: FoldingTable) -> Int {
        let page = page.map { entry in
            guard let number = entry.expansion else { return entry }
            return entry.withExpansion(self.number(ofExpansion: number, table))
        }
        if let known = pageNumbers[page] { return known }
        let number = entries.count / 256
        precondition(number <= UInt16.max, "all collations of ICU together have fewer pages")
        entries += page
        pageNumbers[page] = number
        return number
    }

    private mutating func number(ofExpansion number: Int, _ table: FoldingTable) -> Int {
        let scalars = table.expansions[number]
        if let known = expansionNumbers[scalars] { return known }
        let number = expansions.append(scalars)
        expansionNumbers[scalars] = number
        return number
    }
}

/// The data that the tables of an index share, loaded from its file (kind 20).
package struct FoldingPages: Sendable {
    let entries: [FoldingTable.Entry]
    let expansions: FoldingTable.Expansions

    /// Copies the section and checks it.
    ///
    /// - Returns: `nil` where it is damaged.
    package init?(stored bytes: UnsafeRawBufferPointer) {
        var reader = WordReader(bytes)
        guard let counts = reader.words(2), counts[0] > 0, counts[0] <= UInt32(UInt16.max) + 1,
            let entries: [FoldingTable.Entry] = reader.elements(Int(counts[0]) * 256),
            let bounds = reader.words(Int(counts[1]) + 1),
            let scalars = reader.words(Int(bounds[bounds.count - 1])), reader.isAtEnd,
            let expansions = FoldingTable.Expansions(scalars: scalars, bounds: bounds)
        else { return nil }
        // Without branches, so that the compiler vectorizes the loop.
        var wrong: UInt32 = 0
        for entry in entries { wrong |= entry.isWrong(expansions: counts[1]) }
        guard wrong == 0 else { return nil }
        self.entries = entries
        self.expansions = expansions
    }
}

extension FoldingTable {
    /// Copies a table's section (kind 21) and checks it.
    ///
    /// - Parameter pages: the shared pages of the same file.
    /// - Returns: `nil` where it is damaged.
    package convenience init?(stored bytes: UnsafeRawBufferPointer, pages shared: FoldingPages) {
        var reader = WordReader(bytes)
        guard let pages: [UInt16] = reader.elements(0x1100), let counts = reader.words(5),
            let packed = reader.words(Int(counts[0])), let classes = CombiningClasses(packed: packed),
            let contractions = reader.sequences(counts[1], counts[2], expansions: shared.expansions.count),
            let contexts = reader.sequences(counts[3], counts[4], expansions: shared.expansions.count),
            reader.isAtEnd
        else { return nil }
        let last = pages.reduce(0, max)
        guard Int(last) < shared.entries.count >> 8 else { return nil }
        self.init(
            pages: pages, entries: shared.entries, expansions: shared.expansions, contractions: contractions,
            contexts: contexts, combiningClasses: classes)
    }
}

/// Reads little-endian numbers within the bounds of some bytes.
private struct WordReader {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    mutating func words(_ count: Int) -> [UInt32]? { elements(count) }

    /// The next elements, copied; `nil` where fewer are left.
    mutating func elements<Element: BitwiseCopyable>(_ count: Int) -> [Element]? {
        let size = count * MemoryLayout<Element>.stride
        guard size <= bytes.count - position else { return nil }
        let elements = [Element](unsafeUninitializedCapacity: count) { buffer, initialized in
            UnsafeMutableRawBufferPointer(buffer).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: bytes[position..<position + size]))
            initialized = count
        }
        position += size
        return elements
    }

    mutating func sequences(_ rows: UInt32, _ company: UInt32, expansions: Int) -> FoldingSequences? {
        guard let rows: [FoldingSequences.Row] = elements(Int(rows)), let company = words(Int(company)) else {
            return nil
        }
        return FoldingSequences(rows: rows, company: company, expansions: expansions)
    }
}

extension [UInt8] {
    fileprivate mutating func appendLittleEndian(_ words: [UInt32]) {
        for word in words {
            Swift.withUnsafeBytes(of: word.littleEndian) { append(contentsOf: $0) }
        }
    }
}
