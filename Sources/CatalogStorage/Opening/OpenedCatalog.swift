// The results of opening catalogs.

public import CatalogSearch

/// A catalog that ``CatalogStore`` opened.
public struct OpenedCatalog: Sendable {
    /// The location of the records.
    public enum Source: Hashable, Sendable {
        /// In an index that was current.
        case index
        /// In an index that was just built or updated, for this reason.
        case builtIndex(IndexFault)
        /// In memory, for this reason.
        case memory(CatalogStore.NoIndexReason)
    }

    /// The catalog's file or folder.
    public let file: CatalogFile
    /// The catalog. If the file is unusable, it has no records.
    public let catalog: LoadedCatalog
    /// The location of its records.
    public let source: Source

    /// The catalog for searching; `nil` if the file is unusable (``CatalogReading/isUnusable``).
    public var index: CatalogIndex? { catalog.reading.isUnusable ? nil : catalog.index }

    /// The results of reading besides records, now or when the index was built.
    public var reading: CatalogReading { catalog.reading }
}

/// The catalogs at some paths.
public struct OpenedCatalogs: Sendable {
    /// All catalogs, in the order of the paths, including those that cannot be used.
    public let catalogs: [OpenedCatalog]
    /// Problems of the paths.
    public let locationDiagnostics: [CatalogDiagnostic]

    /// An engine over all catalogs that can be used.
    public var engine: SearchEngine { SearchEngine(catalogs.compactMap(\.index)) }

    /// Problems of the paths and the catalogs.
    public var diagnostics: [CatalogDiagnostic] {
        locationDiagnostics + catalogs.flatMap(\.reading.diagnostics.kept)
    }
}
