// The changes of one table that a format makes in a file.

/// The changes of one table and locale in a file.
public struct TableEdits: Sendable, Hashable {
    /// The table, without units.
    public var table: TranslationTable
    /// The changes, in the order in which messages that are new come into the file.
    public var edits: [TranslationEdit]

    /// - Parameter table: the table that is changed; its units do not count.
    public init(_ table: TranslationTable, _ edits: [TranslationEdit]) {
        (self.table, self.edits) = (table, edits)
        self.table.units = []
    }

    /// Sets all units of a table.
    public init(setting table: TranslationTable) { self.init(table, table.units.map { .set($0) }) }

    /// The table with the units that the file is to have, for formats with their own source texts.
    public var changedTable: TranslationTable {
        var changed = table
        changed.units = edits.compactMap { edit in
            switch edit {
            case .set(let unit), .add(let unit), .rename(_, to: let unit): unit
            case .replaceComment, .remove: nil
            }
        }
        return changed
    }
}

extension [TableEdits] {
    /// The tables with the units that the file is to have.
    public var tables: [TranslationTable] { map(\.changedTable) }
}
