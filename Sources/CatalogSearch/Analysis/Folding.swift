// Which texts a locale holds equal: its standard collation's folding beside its search collation's.

internal import ICU
internal import Synchronization

/// The two foldings of a locale. A word matches a text where it does in *either*.
///
/// The two cannot be made one: to a German `ä` is `a` by the standard collation and `ae` by the search
/// collation, but `a` is never `ae`. Locales without a search collation of their own get the root's, which
/// knows nothing of their letters; hence the standard collation beside it.
package struct Folding: Sendable {
    /// By the locale's standard collation.
    package let standard: FoldingTable
    /// By the locale's search collation.
    package let search: FoldingTable
    /// Names the data both were derived from; foldings with the same source are the same.
    package let source: String

    /// The foldings of a locale, derived at the first call and kept from then on.
    ///
    /// - Throws: `ICUError` where ICU lacks data or memory.
    package init(_ locale: LocaleIdentifier) throws(ICUError) {
        let standard = try Self.table(locale, .standard)
        let search = try Self.table(locale, .search)
        self.standard = standard.table
        self.search = search.table
        self.source = "\(icuVersion) \(standard.source) \(search.source)"
    }

    private static let tables = Mutex<[String: FoldingTable]>([:])

    private static func table(
        _ locale: LocaleIdentifier, _ kind: Collator.Kind
    ) throws(ICUError) -> (table: FoldingTable, source: String) {
        let collator = try Collator(locale, kind: kind, strength: .primary)
        // Most locales share the root's data; the name of the data tells.
        let source = "\(collator.source) \(kind)"
        if let known = tables.withLock({ $0[source] }) { return (known, source) }
        // Outside of the lock: deriving takes milliseconds. Two threads may both do it; the first to end wins.
        let derived = try FoldingTableBuilder.table(of: collator)
        return (
            tables.withLock { tables in
                if let known = tables[source] { return known }
                tables[source] = derived
                return derived
            }, source
        )
    }
}
