// Formats whose large files can be read in pieces, at the same time.

internal import Localization

/// The chunks of a file. Each can be read by itself.
struct FileChunks: Sendable {
    let count: Int
    /// Reads the piece of a number.
    let read: @Sendable (Int) -> FormatReading
}

/// A format whose large files can be divided.
protocol DivisibleFormat: TranslationFormat {
    /// Divides a file; `nil` if it is to be read whole.
    func pieces(of bytes: [UInt8], from source: TranslationFileSource) -> FileChunks?
}

/// A piece that was read.
struct ReadChunk: Sendable {
    let reading: FormatReading
    /// The hashes of the keys of each table. They are made where the piece is read, so
    /// that joining compares no texts.
    let hashes: [[Int]]

    init(_ reading: FormatReading) {
        self.reading = reading
        hashes = reading.tables.map { table in
            table.units.indices.map { UTF8Key(table.units[$0].key).hashValue }
        }
    }
}

extension FormatReading {
    /// Joins the pieces of a file; `nil` if there is something to report, or if two pieces have the same
    /// message: then only a reading of the whole file tells what is in it.
    init?(joining pieces: [ReadChunk]) {
        guard pieces.allSatisfy({ $0.reading.findings.isEmpty }) else { return nil }
        let hasUnits = pieces.contains { $0.reading.tables.contains { !$0.units.isEmpty } }
        var tables: [TranslationTable] = []
        var hashes: [[Int]] = []
        for (table, own) in pieces.lazy.flatMap({ zip($0.reading.tables, $0.hashes) }) {
            // A piece without any message has an empty table under the name of the file.
            if table.units.isEmpty, hasUnits { continue }
            if let index = tables.firstIndex(where: { $0.name == table.name && $0.folder == table.folder }) {
                tables[index].units += table.units
                // Pieces without plural forms do not know how the file counts.
                tables[index].counting = tables[index].counting ?? table.counting
                hashes[index] += own
            } else {
                tables.append(table)
                hashes.append(own)
            }
        }
        // Different keys hardly ever have the same hash; then the file is only read once more.
        guard hashes.allSatisfy({ Set($0).count == $0.count }) else { return nil }
        for index in tables.indices {
            guard !tables[index].obsoleteUnits.isEmpty else { continue }
            // The order of tables is that of their current messages.
            guard tables.count == 1 else { return nil }
            tables[index].moveObsoleteUnitsToEnd()
        }
        self.init(
            tables: tables, findings: [], memory: pieces.lazy.compactMap(\.reading.memory).first,
            hasDistinctKeys: pieces.allSatisfy(\.reading.hasDistinctKeys))
    }
}

extension TranslationTable {
    /// The numbers of the units that the source no longer has.
    fileprivate var obsoleteUnits: [Int] { units.indices.filter { units[$0].state == .obsolete } }

    /// Brings the units into the order that a reading of the whole file gives them.
    fileprivate mutating func moveObsoleteUnitsToEnd() {
        let obsolete = obsoleteUnits
        guard obsolete.first != units.count - obsolete.count else { return }
        let current = units.indices.filter { units[$0].state != .obsolete }
        units = (current + obsolete).map { units[$0] }
    }
}
