// The changes of messages that a format makes in a file.

/// A change of one message in a file of translations.
public enum TranslationEdit: Sendable, Hashable {
    /// Gives a message texts, states and notes. Forms that the unit lacks stay; a
    /// message that the file lacks is added.
    case set(TranslationUnit)
    /// Adds a message where the source has it. What the file has under its key stays.
    case add(TranslationUnit)
    /// Gives the message of a key the key, states and notes of a unit, whose texts are those of the message.
    ///
    /// A file with its own source texts has the new key already: there, the unit is set.
    case rename(String, to: TranslationUnit)
    /// Replaces what the comment of a message says to people.
    case replaceComment(of: String, String, with: String)
    /// Takes a message away, with its comments.
    case remove(String)
}

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
