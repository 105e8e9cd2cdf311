// How a table becomes a PO document.

internal import Localization

/// A PO document made of tables, and what did not fit into it.
public struct GettextExport: Sendable {
    /// The document.
    public let document: PODocument
    /// What was found on the way.
    public let diagnostics: [GettextDiagnostic]

    /// Writes one table: a template where it has no locale.
    public init(_ table: TranslationTable, options: GettextOptions) {
        self.init([table], options: options)
    }

    /// Merges tables of one locale into one document. Where there are several, each entry keeps its table's name in a
    /// note, `#. x-table: NAME`; of two messages with the same context and `msgid`, the first one is written.
    ///
    /// - Parameter tables: tables that share source locale and locale; those of another locale are left out.
    public init(_ tables: [TranslationTable], options: GettextOptions) {
        let locale = tables.first?.locale
        var document = PODocument(
            header: options.header(for: locale), headerComment: options.headerComment,
            isTemplate: locale == nil)
        var diagnostics: [GettextDiagnostic] = []
        var keys: Set<UTF8Key> = []
        keys.reserveCapacity(tables.reduce(0) { $0 + $1.units.count })
        for table in tables where table.locale == locale {
            var exporter = UnitExporter(
                table, options: options, notesTable: tables.count > 1, entries: document.entries, keys: keys)
            document.entries = []
            keys = []
            exporter.exportAll()
            document.entries = exporter.entries
            keys = exporter.keys
            diagnostics += exporter.diagnostics
        }
        self.document = document
        self.diagnostics = diagnostics
    }
}
