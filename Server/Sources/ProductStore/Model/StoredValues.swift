// Values that a store returns: records, catalogs, rules and keys, and results of writes.

public import CatalogSearch
public import CatalogStorage

public struct StoredRecord: Hashable, Sendable {
    /// The id, unique in the catalog. Ids are compared by bytes.
    public let id: String
    /// Its newest revision.
    public let revision: Revision
    /// The JSON, unchanged.
    public let json: [UInt8]
    /// Whether the row has the checksum that was stored with it.
    var hasChecksum = true
    /// Whether a flipped bit was corrected: the record has its original content.
    var isRestored = false
    /// The hash of the JSON that was written, if all that is damaged is the JSON; else a number without
    /// meaning. `nil` if the row is not damaged, or has no checksum that tells.
    var writtenHash: Int64?

    init(id: String, revision: Revision, json: [UInt8]) {
        self.id = id
        self.revision = revision
        self.json = json
    }

    /// The JSON on one line, for JSON Lines.
    public var line: [UInt8] {
        // Line ends are escaped in JSON strings; elsewhere they are white space.
        json.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
    }
}

/// A catalog of a store.
public struct StoredCatalog: Hashable, Sendable {
    public let id: String
    /// The description in the form of a catalog's sidecar, without its rules:
    /// see ``ProductStore/rules(of:)``.
    public let json: [UInt8]
    /// The meaning of the description.
    public let description: CatalogDescription
    /// The newest revision of the description.
    public let descriptionRevision: Revision
    /// The newest revision of the catalog: of its description, its records, or a deletion of a record.
    public let revision: Revision
    /// The number of records.
    public let recordCount: Int
    /// Whether the description matches its checksum.
    public let isIntact: Bool
}

/// A rule of a catalog as it is stored.
public struct StoredRule: Hashable, Sendable {
    public let id: String
    /// The rule, unchanged: JSON in the form of a member of a sidecar's `rules`.
    public let json: [UInt8]
}

/// A key of the API.
public struct StoredAccessKey: Hashable, Sendable {
    /// The key's id.
    public let uid: String
    /// Its permissions, in a format that the reader of the key defines.
    public let json: [UInt8]
    public internal(set) var isIntact = true
    /// Whether a flipped bit was corrected: the key has its original content.
    var isRestored = false

    public init(uid: String, json: [UInt8]) {
        self.uid = uid
        self.json = json
    }
}

public struct WriteResult: Hashable, Sendable {
    /// The number of the change, or of the last one that followed from it.
    public var revision: Revision
    /// Whether the object did not exist before.
    public let isNew: Bool
    /// Warnings about parts of the record or description that are ignored.
    public var diagnostics: [CatalogDiagnostic] = []
    /// Records that cannot be searched under the catalog's new description.
    public var unusable: [UnusableRecord] = []
}

/// A record that is stored but cannot be searched under the catalog's current description.
public struct UnusableRecord: Hashable, Sendable {
    /// The catalog's id.
    public let catalog: String
    public let id: String
    /// Why it cannot be used.
    public let diagnostics: [CatalogDiagnostic]
}
