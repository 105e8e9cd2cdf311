// The cache of indexes, and the conditions for using an index.

public import CatalogSearch
internal import Files

/// A catalog that is ready for searching.
public struct LoadedCatalog: Sendable {
    /// The results of reading the catalog besides records, now or when its index was built.
    public let reading: CatalogReading
    /// The records.
    package let segments: [IndexedSegment]

    /// The catalog for searching.
    public var index: CatalogIndex { CatalogIndex(reading.description, segments: segments) }

    /// A catalog with its records in segments.
    package init(reading: CatalogReading, segments: [IndexedSegment]) {
        self.reading = reading
        self.segments = segments
    }
}

/// A folder of indexes, one folder for each catalog.
///
/// An index is used only if it gives the same results as the catalog: it records its catalog and the state of
/// the catalog's files when it was built. Any number of processes may use the folder at once. Readers see
/// only complete indexes, because the manifest that names an index's files is replaced in one step. Open
/// files stay readable after their removal. Writers exclude each other by a lock, which ends with their
/// process.
///
/// ``CatalogStore`` opens, builds and updates indexes in one call.
public struct IndexCache: Sendable {
    /// The folder; it is created with the first index.
    public let folder: String
    /// Whether indexes are read into memory instead of mapped. Opening takes longer, and every process has
    /// its own copy; but later changes of the files by other programs do not affect the searches.
    public var readsIntoMemory = false
    /// The memory for the records of one segment while it is built, in bytes; writing it takes about as much
    /// again. Larger catalogs get several segments, which are searched at once.
    public var memoryBudget: Int
    /// How long to wait for another process that builds the same index, in milliseconds.
    let patience: Int
    /// The share of a catalog's records, from 0 to 1, up to which changes are added to an index. After more
    /// changes it is built from all records.
    var changedShare = 0.2
    /// The most segments with changes; before there are more, they are merged.
    var deltaLimit = 4

    /// A cache in a folder, which need not exist.
    public init(folder: String) { self.init(folder: folder, memoryBudget: 600 << 20, patience: 60_000) }

    init(folder: String, memoryBudget: Int, patience: Int) {
        self.folder = folder
        self.memoryBudget = memoryBudget
        self.patience = patience
    }

    /// The location of a catalog's index; `nil` if the catalog's folder cannot be resolved.
    func place(of file: CatalogFile) -> IndexLocation? {
        try? IndexLocation(file, in: folder, readsIntoMemory: readsIntoMemory)
    }

    /// Whether other users can change the index of a catalog, so that it is neither read nor written.
    ///
    /// An index is trusted if its folder and the cache's folder belong to this user or to the superuser, and
    /// only they may write into them. The cache's folder may be writable by all if only owners may remove
    /// files there, as in `/tmp`. The folder of the index must not be a symbolic link.
    public func isUntrusted(for file: CatalogFile) -> Bool {
        isFolderUntrusted || place(of: file).map { !$0.isTrusted } ?? false
    }

    /// Whether other users can change the cache's folder.
    var isFolderUntrusted: Bool {
        (try? SystemCalls.status(of: folder)).map { !$0.keepsFilesPrivate } ?? false
    }

    /// The default folder for this user's caches (XDG Base Directory Specification).
    ///
    /// - Returns: `nil` if the environment variables do not name one.
    public static func defaultFolder(_ variables: [String: String]) -> String? {
        UserFolder.cache.path(variables)
    }

    /// Opens the index of a catalog.
    ///
    /// This reads the manifest, compares the sizes and times of the catalog's files, and maps the segments.
    /// Only if sizes and times do not suffice, the files are read and compared by checksums.
    ///
    /// - Throws: `IndexFault` if no index can be used.
    public func open(_ file: CatalogFile) throws(IndexFault) -> LoadedCatalog {
        guard let place = place(of: file), !isUntrusted(for: file) else { throw .missing }
        var manifest = try place.manifest(of: file)
        var isChanged = false
        guard let confirmed = manifest.confirmed(file, isChanged: &isChanged) else { throw .stale }
        if isChanged { place.update(manifest, to: confirmed, file) }
        // A writer may finish in between and remove the files of the manifest that was just read.
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
