// Formats whose large files can be read in pieces, at the same time.

internal import Localization

/// The pieces of a file, each of which can be read by itself.
struct FilePieces: Sendable {
    let count: Int
    /// Reads the piece of a number.
    let read: @Sendable (Int) -> FormatReading
}

/// A format whose large files can be divided.
protocol DivisibleFormat: TranslationFormat {
    /// Divides a file; `nil` if it is to be read whole.
    func pieces(of bytes: [UInt8], from source: TranslationFileSource) -> FilePieces?
}

extension FormatReading {
    /// Joins the pieces of a file; `nil` if there is something to report, or if two pieces have the same message: then only a
    /// reading of the whole file tells what is in it.
    init?(joining pieces: [FormatReading]) {
        guard pieces.allSatisfy({ $0.findings.isEmpty }) else { return nil }
        var tables: [TranslationTable] = []
        for table in pieces.lazy.flatMap(\.tables) {
            // A piece without any message has an empty table under the name of the file.
            if table.units.isEmpty, pieces.contains(where: { $0.tables.contains { !$0.units.isEmpty } }) {
                continue
            }
            if let index = tables.firstIndex(where: { $0.name == table.name && $0.folder == table.folder }) {
                tables[index].units += table.units
            } else {
                tables.append(table)
            }
        }
        for index in tables.indices {
            guard tables[index].hasUniqueKeys else { return nil }
            guard !tables[index].obsoleteUnits.isEmpty else { continue }
            // The order of tables is that of their current messages.
            guard tables.count == 1 else { return nil }
            tables[index].moveObsoleteUnitsToEnd()
        }
        self.init(tables: tables, findings: [], memory: pieces.lazy.compactMap(\.memory).first)
    }
}

extension TranslationTable {
    fileprivate var hasUniqueKeys: Bool {
        var keys: Set<UTF8Key> = []
        keys.reserveCapacity(units.count)
        return units.indices.allSatisfy { keys.insert(UTF8Key(units[$0].key)).inserted }
    }

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
