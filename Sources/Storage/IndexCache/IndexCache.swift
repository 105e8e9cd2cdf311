// Where are the indexes of catalogs kept, and which of them may be used?

public import CatalogSearch

/// A catalog that is ready to be searched.
public struct LoadedCatalog: Sendable {
    /// What reading the catalog brought beside its records, now or when its index was built.
    public let reading: CatalogReading
    /// The records.
    package let segments: [any Segment]

    /// The catalog, to be searched.
    public var index: CatalogIndex { CatalogIndex(reading.description, segments: segments) }

    /// A catalog whose records are in segments.
    package init(reading: CatalogReading, segments: [any Segment]) {
        self.reading = reading
        self.segments = segments
    }
}

/// Why a catalog's index is to be built, or built anew.
public enum IndexFault: Error, Hashable, Sendable {
    /// There is none.
    case missing
    /// Building it was begun and never ended.
    case unfinished
    /// The catalog has changed since.
    case stale
    /// Another version of this program or of ICU built it.
    case otherVersion
    /// It is not as it was written.
    case damaged
    /// It is another catalog's.
    case foreign
}

/// A folder of indexes, one folder for each catalog.
///
/// An index answers as the catalog's records do, or is not used: it names the catalog it was made of, and what the
/// catalog's files were like then. Any number of processes may use the folder at once. Readers see whole indexes only, for
/// the manifest that names an index's files is replaced in one step; what they opened stays open to them when files are
/// removed. Writers keep out of each other's way by a lock, which ends with the process that holds it.
public struct IndexCache: Sendable {
    /// The folder; it is made when the first index is built.
    public let folder: String
    /// How much memory the records of one segment may take while it is built, in bytes.
    let memoryBudget: Int
    /// How long to wait for another process that builds the same index, in milliseconds.
    let patience: Int
    /// Up to which share of a catalog's records may have changed since its index was built, from 0 to 1, before it is
    /// built anew.
    var changedShare = 0.2
    /// How many segments may hold what changed since; before there are more, they are written as one.
    var deltaLimit = 4

    /// A cache in a folder, which need not exist.
    public init(folder: String) { self.init(folder: folder, memoryBudget: 600 << 20, patience: 60_000) }

    init(folder: String, memoryBudget: Int, patience: Int) {
        self.folder = folder
        self.memoryBudget = memoryBudget
        self.patience = patience
    }

    /// The folder where programs of this user keep such things (XDG Base Directory Specification).
    ///
    /// - Returns: `nil` where the environment names none.
    public static func defaultFolder(_ variables: [String: String]) -> String? {
        UserFolder.cache.path(variables)
    }

    /// Opens the index of a catalog.
    ///
    /// Little is looked at: the manifest is read, the catalog's files are asked for their size and time, and the segments
    /// are mapped. Only where size and time do not say enough the files are read and compared by a checksum.
    ///
    /// - Throws: `IndexFault` where there is no index that may be used.
    public func open(_ file: CatalogFile) throws(IndexFault) -> LoadedCatalog {
        guard let place = try? IndexPlace(file, in: folder) else { throw .missing }
        var manifest = try place.manifest(of: file)
        var isChanged = false
        guard let confirmed = manifest.confirmed(file, isChanged: &isChanged) else { throw .stale }
        if isChanged { place.update(manifest, to: confirmed, file) }
        // A writer that is done meanwhile removes the files of the manifest that was read just now.
        for _ in 0..<5 {
            do throws(IndexFault) {
                return LoadedCatalog(reading: manifest.reading, segments: try place.segments(of: manifest))
            } catch {
                let current = try place.manifest(of: file)
                if current.segments == manifest.segments { throw error }
                manifest = current
                guard manifest.confirmed(file, isChanged: &isChanged) != nil else { throw .stale }
            }
        }
        throw .damaged
    }
}
