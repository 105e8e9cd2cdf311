// The texts that a locale treats as equal: the foldings of its standard and its search collation.

internal import ICU
internal import Support

/// The two foldings of a locale. A word matches a text that contains it by *either*.
///
/// They cannot be merged: in German `ä` is `a` by the standard collation and `ae` by the search collation,
/// but `a` is never `ae`. A locale without a search collation of its own gets the root's, which does not know
/// the locale's letters; that is why the standard collation is used as well.
package struct Folding: Sendable {
    /// By the locale's standard collation.
    package let standard: FoldingTable
    /// By the locale's search collation.
    package let search: FoldingTable

    /// The foldings of a locale, derived at the first call and then cached.
    ///
    /// - Throws: `ICUError` where ICU lacks data or memory.
    package init(_ locale: LocaleIdentifier) throws(ICUError) {
        self = try Self.foldings.value(of: locale.icuIdentifier) { () throws(ICUError) in
            Folding(standard: try Self.table(locale, .standard), search: try Self.table(locale, .search))
        }
    }

    /// Two foldings of a locale.
    init(standard: FoldingTable, search: FoldingTable) {
        self.standard = standard
        self.search = search
    }

    /// Derives the foldings of several locales in parallel and caches them.
    ///
    /// - Throws: `ICUError` where ICU lacks data or memory.
    static func derive(_ locales: [LocaleIdentifier]) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            var sources: Set<String> = []
            for locale in locales where !isKnown(locale) {
                for kind in [Collator.Kind.standard, .search] {
                    let collator = try Collator(locale, kind: kind, strength: .primary)
                    // Locales that share data have the same foldings.
                    guard sources.insert(source(of: collator, kind)).inserted else { continue }
                    // Uses all cores, also if the caller runs on one.
                    group.addTask(executorPreference: globalConcurrentExecutor) {
                        _ = try table(of: collator, kind)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// Caches the foldings that an index stores, so that they need not be derived.
    /// Foldings that are already cached stay.
    ///
    /// - Parameter locale: the locale for which the foldings were derived.
    package static func adopt(standard: FoldingTable, search: FoldingTable, for locale: LocaleIdentifier) {
        _ = foldings.value(of: locale.icuIdentifier) { Folding(standard: standard, search: search) }
    }

    /// Whether the foldings of a locale are cached.
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

    /// Names the data of a collation. Most locales share the root's data.
    private static func source(of collator: Collator, _ kind: Collator.Kind) -> String {
        "\(collator.source) \(kind)"
    }
}
