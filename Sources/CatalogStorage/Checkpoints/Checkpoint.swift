// A checkpoint: the searched catalogs of a store at one moment, as files from which another process starts.

public import CatalogSearch

/// The catalogs of a store at one moment, in open files. They can be searched at once, without reading any
/// record.
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

    /// A catalog's metadata in a checkpoint.
    public struct Facts: Hashable, Sendable {
        /// The catalog's id.
        public let id: String
        /// The number of the newest change of the catalog.
        public let revision: Int64
        /// The number of the newest change of its description.
        public let descriptionRevision: Int64
        /// The description in the form of a catalog's sidecar: JSON.
        public let description: [UInt8]

        /// The metadata of a catalog.
        public init(id: String, revision: Int64, descriptionRevision: Int64, description: [UInt8]) {
            self.id = id
            self.revision = revision
            self.descriptionRevision = descriptionRevision
            self.description = description
        }
    }

    public struct Catalog: Sendable {
        /// The catalog's metadata.
        public let facts: Facts
        let segments: [IndexedSegment]

        /// The records, ready for search.
        ///
        /// - Parameter description: the parsed ``Facts/description``.
        public func index(_ description: CatalogDescription) -> CatalogIndex {
            CatalogIndex(description, segments: segments)
        }
    }

    /// The name of its file in the folder.
    public let name: String
    public let position: Position
    /// The catalogs, in no particular order.
    public let catalogs: [Catalog]

    /// Verifies the checksums of all files. Searches verify only the pages that they read.
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
