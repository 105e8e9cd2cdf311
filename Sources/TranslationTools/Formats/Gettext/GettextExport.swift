// Writes tables as a PO document.

internal import Localization

/// A PO document made of tables, and what did not fit into it.
public struct GettextExport: Sendable {
    public let document: PODocument
    /// What was found on the way.
    public let diagnostics: [GettextDiagnostic]

    /// Writes one table: a template where it has no locale.
    public init(_ table: TranslationTable, options: GettextOptions) {
        self.init([table], options: options)
    }

    /// Merges tables of one locale into one document. Where there are several, each entry keeps its table's
    /// name in a note, `#. x-table: NAME`; of two messages with the same context and `msgid`, the second one
    /// has its table's name before its context, and another note says the context
    /// (`GettextOptions.tellsTablesApart`).
    ///
    /// - Parameter tables: tables that share source locale and locale; those of another locale are left out.
    public init(_ tables: [TranslationTable], options: GettextOptions) {
        let locale = tables.first?.locale
        var exporter = UnitExporter(
            locale: locale, options: options, notesTables: tables.count > 1,
            capacity: tables.reduce(0) { $0 + $1.units.count })
        for table in tables where table.locale == locale { exporter.export(table) }
        document = PODocument(
            header: options.header(for: locale), headerComment: options.headerComment,
            isTemplate: locale == nil, entries: exporter.entries)
        diagnostics = exporter.diagnostics
    }
}
