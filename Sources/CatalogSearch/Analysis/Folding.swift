// Which texts a locale holds equal: its standard collation's folding beside its search collation's.

internal import ICU
internal import KitSupport

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

    /// The foldings of a locale, derived at the first call and kept from then on.
    ///
    /// - Throws: `ICUError` where ICU lacks data or memory.
    package init(_ locale: LocaleIdentifier) throws(ICUError) {
        self = try Self.foldings.value(of: locale.icuIdentifier) { () throws(ICUError) in
            Folding(standard: try Self.table(locale, .standard), search: try Self.table(locale, .search))
        }
    }

    private init(standard: FoldingTable, search: FoldingTable) {
        self.standard = standard
        self.search = search
    }

    /// Derives the foldings of several locales side by side, so that whoever needs them next finds them.
    ///
    /// - Throws: `ICUError` where ICU lacks data or memory.
    static func derive(_ locales: [LocaleIdentifier]) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            var sources: Set<String> = []
            for locale in locales where !isKnown(locale) {
                for kind in [Collator.Kind.standard, .search] {
                    let collator = try Collator(locale, kind: kind, strength: .primary)
                    // Locales that share data would only do the same work twice.
                    guard sources.insert(source(of: collator, kind)).inserted else { continue }
                    // On all cores, wherever the caller runs.
                    group.addTask(executorPreference: globalConcurrentExecutor) {
                        _ = try table(of: collator, kind)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// Keeps foldings that were stored in an index under their locale, so that nothing needs to be derived; where the
    /// locale has its foldings already, these stay.
    ///
    /// - Parameter locale: as the foldings were derived for.
    package static func adopt(standard: FoldingTable, search: FoldingTable, for locale: LocaleIdentifier) {
        _ = foldings.value(of: locale.icuIdentifier) { Folding(standard: standard, search: search) }
    }

    /// Whether the foldings of a locale are there, so that none would be derived.
    package static func isKnown(_ locale: LocaleIdentifier) -> Bool {
        foldings.contains(locale.icuIdentifier)
    }

    private static let foldings = Cache<String, Folding>(limit: 1_000)
    private static let tables = Cache<String, FoldingTable>(limit: 500)

    private static func table(_ locale: LocaleIdentifier, _ kind: Collator.Kind) throws(ICUError)
        -> FoldingTable
    {
        try table(of: Collator(locale, kind: kind, strength: .primary), kind)
    }

    private static func table(of collator: Collator, _ kind: Collator.Kind) throws(ICUError) -> FoldingTable {
        try tables.value(of: source(of: collator, kind)) { () throws(ICUError) in
            try FoldingTableBuilder.table(of: collator)
        }
    }

    /// Most locales share the root's data; the name of the data tells.
    private static func source(of collator: Collator, _ kind: Collator.Kind) -> String {
        "\(collator.source) \(kind)"
    }
}
