// What opening catalogs gives.

public import CatalogSearch

/// A catalog that ``CatalogStore`` opened.
public struct OpenedCatalog: Sendable {
    /// Where the records are.
    public enum Source: Hashable, Sendable {
        /// In an index that was current.
        case index
        /// In an index that was built or updated just now, for this reason.
        case builtIndex(IndexFault)
        /// In memory, for this reason.
        case memory(CatalogStore.NoIndexReason)
    }

    /// The catalog's file or folder.
    public let file: CatalogFile
    /// The catalog. If nothing of the file can be used, it has no records.
    public let catalog: LoadedCatalog
    /// Where its records are.
    public let source: Source

    /// The catalog for searching; `nil` if nothing of the file can be used (``CatalogReading/isUnusable``).
    public var index: CatalogIndex? { catalog.reading.isUnusable ? nil : catalog.index }

    /// What reading gave besides records, now or when the index was built.
    public var reading: CatalogReading { catalog.reading }
}

/// The catalogs at some paths.
public struct OpenedCatalogs: Sendable {
    /// All catalogs, in the order of the paths; those that cannot be used, too.
    public let catalogs: [OpenedCatalog]
    /// What was wrong with the paths.
    public let locationDiagnostics: [CatalogDiagnostic]

    /// An engine over all catalogs that can be used.
    public var engine: SearchEngine { SearchEngine(catalogs.compactMap(\.index)) }

    /// What was wrong with the paths and the catalogs.
    public var diagnostics: [CatalogDiagnostic] {
        locationDiagnostics + catalogs.flatMap(\.reading.diagnostics.kept)
    }
}
