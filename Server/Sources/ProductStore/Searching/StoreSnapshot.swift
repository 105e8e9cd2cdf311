// The searched catalogs at one moment.

public import CatalogSearch

/// All catalogs of a store at one moment.
public struct StoreSnapshot: Sendable {
    let state: StoreCatalogs.State

    /// Searches the catalogs, which are in the order of their ids.
    public var engine: SearchEngine { state.engine }

    /// The newest revision of the store.
    public var revision: Revision { state.revision }

    /// The revision of a catalog's description; `nil` if there is no such catalog.
    public func descriptionRevision(of catalog: String) -> Revision? {
        state.entries[catalog]?.descriptionRevision
    }

    /// The description of a catalog without its rules and learned popularity, in JSON as it was written, with
    /// its revision; `nil` if there is no such catalog.
    public func description(of catalog: String) -> (json: [UInt8], revision: Revision)? {
        state.entries[catalog].map { entry in
            (CatalogSettings.withoutKeptMembers(entry.settings.json), entry.descriptionRevision)
        }
    }

    /// The description of a catalog with its rules and learned popularity, in JSON; `nil` if there is no such
    /// catalog.
    public func wholeDescription(of catalog: String) -> [UInt8]? { state.entries[catalog]?.settings.json }

    /// The newest revision of each catalog.
    public var catalogRevisions: [String: Revision] { state.entries.mapValues(\.revision) }
}
