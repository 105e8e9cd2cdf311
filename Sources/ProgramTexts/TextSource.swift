// Loads tables of texts when they are needed, and from as few languages as possible.

internal import Localization

internal import Synchronization

/// The texts of one folder, or texts in memory.
final class TextSource: Sendable {
    /// A folder, and the locales to look up in it.
    private struct Folder: Sendable {
        let path: String
        /// The names of its `.lproj` folders.
        let names: [LocaleIdentifier: String]
        let userLocale: LocaleIdentifier?
        /// The first locale of the chain that the folder has; it has nearly all texts.
        let nearest: [LocaleIdentifier]
    }

    /// A table in the nearest locale only, and in the whole chain.
    private struct Table: Sendable {
        var nearest: Localizer?
        var whole: Localizer?
    }

    private let chain: [LocaleIdentifier]
    private let folder: Folder?
    private let tables = Mutex<[String: Table]>([:])
    /// The texts in memory.
    private let loaded: Localizer?

    /// The greatest number of cached tables, more than any program has. Requests to
    /// a service may contain any name.
    private static let tableLimit = 50

    /// Texts in memory, of any tables.
    init(_ localizer: Localizer) {
        loaded = localizer
        chain = localizer.chain
        folder = nil
    }

    /// Texts of a folder. This reads no table yet.
    init(
        folder: String, names: [LocaleIdentifier: String], chain: [LocaleIdentifier],
        userLocale: LocaleIdentifier?
    ) {
        loaded = nil
        self.chain = chain
        self.folder = Folder(
            path: folder, names: names, userLocale: userLocale,
            nearest: Array(chain.filter { names[$0] != nil }.prefix(1)))
    }

    func text(for key: String, arguments: [any FormatArgument], table: String) -> String {
        nearest(table)?.fittingText(for: key, arguments: arguments, table: table)
            ?? whole(table).text(for: key, arguments: arguments, table: table)
    }

    /// Whether any locale of the chain has the key.
    func hasMessage(_ key: String, table: String) -> Bool {
        nearest(table)?.hasMessage(key, table: table) ?? false || whole(table).hasMessage(key, table: table)
    }

    /// The locale of the first text that the chain has under a key.
    func locale(of key: String, table: String) -> LocaleIdentifier? {
        (nearest(table)?.message(for: key, table: table) ?? whole(table).message(for: key, table: table))?
            .locale
    }

    func localizer(table: String) -> Localizer { whole(table) }

    func messages(table: String) -> [(locale: LocaleIdentifier, message: Message)] {
        whole(table).messages(table: table)
    }

    private func nearest(_ table: String) -> Localizer? {
        localizer(table, \.nearest) { folder in read(table, folder, folder.nearest) }
    }

    private func whole(_ table: String) -> Localizer {
        loaded ?? localizer(table, \.whole) { folder in read(table, folder, chain) }
            ?? Localizer(chain: chain, tables: [:])
    }

    /// A localizer, cached or made now. It is made outside the lock, because it reads files.
    private func localizer(
        _ table: String, _ part: any WritableKeyPath<Table, Localizer?> & Sendable,
        _ make: (Folder) -> Localizer
    ) -> Localizer? {
        guard let folder else { return nil }
        if let known = tables.withLock({ $0[table]?[keyPath: part] }) { return known }
        let made = make(folder)
        tables.withLock { tables in
            if tables.count >= Self.tableLimit, tables[table] == nil { tables.removeAll() }
            tables[table, default: Table()][keyPath: part] = made
        }
        return made
    }

    private func read(_ table: String, _ folder: Folder, _ locales: [LocaleIdentifier]) -> Localizer {
        let reading = LocalizationReader().read(
            folder: folder.path, names: folder.names, locales: locales, tables: [table])
        return Localizer(chain: chain, tables: reading.tables, userLocale: folder.userLocale)
    }
}
