// What does a store give back? Records and catalogs with their revisions, and what came of a write.

public import CatalogSearch
public import Storage

/// A record as it was put.
public struct StoredRecord: Hashable, Sendable {
    /// What tells the record from all others of its catalog. Ids are the same where their bytes are.
    public let id: String
    /// Its newest change.
    public let revision: Revision
    /// The JSON, as it was sent.
    public let json: [UInt8]

    /// The JSON on one line, as catalogs of JSON Lines have it.
    public var line: [UInt8] {
        // Within strings JSON writes line ends as escapes; elsewhere they are white space.
        json.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
    }
}

/// A catalog of a store.
public struct StoredCatalog: Hashable, Sendable {
    /// The catalog's id.
    public let id: String
    /// What the catalog says about itself, as it was sent: JSON in the form of a catalog's sidecar.
    public let json: [UInt8]
    /// What the search makes of it.
    public let description: CatalogDescription
    /// The newest change of the description.
    public let descriptionRevision: Revision
    /// The newest change of the catalog: of its description or its records, those that are deleted included.
    public let revision: Revision
    /// How many records there are.
    public let recordCount: Int
}

/// What became of a write.
public struct WriteResult: Hashable, Sendable {
    /// The number of the change.
    public let revision: Revision
    /// Whether there was nothing before.
    public let isNew: Bool
    /// What of the record or the description is not used: warnings.
    public var diagnostics: [CatalogDiagnostic] = []
    /// Records that the search can no longer use under the catalog's new description, or could not at all.
    public var unusable: [UnusableRecord] = []
}

/// A record that is stored but cannot be searched: it was put when the catalog was described otherwise.
public struct UnusableRecord: Hashable, Sendable {
    /// The catalog's id.
    public let catalog: String
    /// The record's id.
    public let id: String
    /// Why it cannot be used.
    public let diagnostics: [CatalogDiagnostic]
}
