// The number of locales in a catalog.

public import CatalogSearch

/// The locales in which a catalog has texts, at most ``limit``, because an index has tables for each.
public struct CatalogLocales: Sendable {
    /// The most locales of a catalog.
    public static let limit = 500

    private var known: Set<LocaleIdentifier>
    /// The locales of the last record's texts, compared first: adjacent records often have the same.
    private var last: [LocaleIdentifier] = []

    /// - Parameter known: the locales of the catalog's records so far.
    public init(_ known: Set<LocaleIdentifier> = []) { self.known = known }

    /// Adds the locales of a record's texts.
    ///
    /// - Returns: false if they would be too many with those before; then none is added.
    public mutating func add(_ record: CatalogRecord) -> Bool {
        let texts = record.texts
        let isSame = texts.count == last.count && texts.indices.allSatisfy { texts[$0].locale == last[$0] }
        if isSame { return true }
        let new = Set(texts.lazy.map(\.locale)).subtracting(known)
        guard new.isEmpty || known.count + new.count <= Self.limit else { return false }
        known.formUnion(new)
        last = texts.map(\.locale)
        return true
    }
}
