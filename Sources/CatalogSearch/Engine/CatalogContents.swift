// Facts about a catalog's records that are known without reading them.

internal import ICU

/// The facts that a merge of shards needs about the records of a catalog.
public struct CatalogContents: Hashable, Sendable {
    /// The locales in which records have texts.
    var locales: Set<LocaleIdentifier>
    /// The scopes that records name.
    var scopes: Set<String>
    var currencies: Set<String>
    var recordCount: Int

    init(locales: Set<LocaleIdentifier>, scopes: Set<String>, currencies: Set<String>, recordCount: Int) {
        self.locales = locales
        self.scopes = scopes
        self.currencies = currencies
        self.recordCount = recordCount
    }
}
