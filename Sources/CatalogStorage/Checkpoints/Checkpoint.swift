// A checkpoint: the searched catalogs of a store at one moment, as files from which another process starts.

public import CatalogSearch

/// The catalogs of a store at one moment, in files that were opened. They are searched at
/// once, without reading any record.
public struct Checkpoint: Sendable {
    /// A moment in the history of a store.
    public struct Position: Hashable, Sendable {
        /// The number of the newest change.
        public let revision: Int64
        /// 16 bytes that no other history has at this revision.
        public let mark: [UInt8]

        /// A moment by its revision and mark.
        public init(revision: Int64, mark: [UInt8]) {
            self.revision = revision
            self.mark = mark
        }
    }

    /// What a checkpoint says of a catalog besides its records.
    public struct Facts: Hashable, Sendable {
        /// The catalog's id.
        public let id: String
        /// The number of the newest change of the catalog.
        public let revision: Int64
        /// The number of the newest change of its description.
        public let descriptionRevision: Int64
        /// The description in the form of a catalog's sidecar: JSON.
        public let description: [UInt8]

        /// Facts about a catalog.
        public init(id: String, revision: Int64, descriptionRevision: Int64, description: [UInt8]) {
            self.id = id
            self.revision = revision
            self.descriptionRevision = descriptionRevision
            self.description = description
        }
    }

    public struct Catalog: Sendable {
        /// What the checkpoint says of the catalog besides its records.
        public let facts: Facts
        let segments: [IndexedSegment]

        /// The records, ready for search.
        ///
        /// - Parameter description: what ``Facts/description`` means.
        public func index(_ description: CatalogDescription) -> CatalogIndex {
            CatalogIndex(description, segments: segments)
        }
    }

    /// The name of its file in the folder.
    public let name: String
    public let position: Position
    /// The catalogs, in no particular order.
    public let catalogs: [Catalog]

    /// Checks all files against their checksums. Searches do so only with the pages that they read.
    ///
    /// - Throws: `IndexFault.damaged`.
    public func verify() throws(IndexFault) {
        for catalog in catalogs {
            for segment in catalog.segments {
                do throws(SegmentError) {
                    try segment.verifyAll()
                    guard segment.isIntact else { throw .damaged }
                } catch {
                    throw .damaged
                }
            }
        }
    }
}
