// Opens catalogs by the indexes of a cache, otherwise by indexes in memory.

internal import CatalogSearch
public import Files

/// Opens catalogs for searching.
///
///     let store = CatalogStore(cache: IndexCache(folder: "/var/cache/shop"))
///     let engine = await store.open(["Catalogs"]).engine
///
/// A current index is opened in milliseconds. A missing or outdated one is built or updated first. If that is
/// impossible, the catalog is indexed in memory each time; searches find the same in all cases.
public struct CatalogStore: Sendable {
    /// What to do with indexes.
    public enum Policy: Hashable, Sendable {
        /// Opens the index; builds or updates it first if necessary; indexes the catalog in memory
        /// if there is no index in the end.
        case standard
        /// Like `standard`, but builds the index even if it is current.
        case rebuild
        /// Like `standard`, for an index that a search found damaged (`SearchError.damagedIndex`).
        case repair
        /// Opens the index if it is current, otherwise indexes the catalog in memory. Writes nothing.
        case readOnly
        /// Indexes the catalog in memory.
        case memory
    }

    /// An event while a catalog is opened.
    public enum Event: Sendable {
        /// An index is built or updated, for this reason.
        case building(IndexFault)
        /// The progress of building.
        case progress(IndexProgress)
        /// The catalog is indexed in memory, for this reason.
        case noIndex(NoIndexReason)
        /// About how many bytes were read into memory, and how many there are; `nil` for a pipe.
        case reading(Int, of: Int?)
    }

    /// Why a catalog is searched without an index.
    public enum NoIndexReason: Hashable, Sendable {
        /// There is no cache, or the policy does not use or build an index.
        case notWanted
        /// The catalog is unusable.
        case unusable
        /// The catalog is a pipe, or part of it cannot be read; or ICU lacks data.
        case unsuitable
        /// Another process builds the index and takes too long.
        case busy
        /// The cache cannot be written.
        case notWritten(FileError)
        /// Other users can change the cache (``IndexCache/isUntrusted(for:)``).
        case untrusted
    }

    /// The cache of indexes; `nil` if catalogs are always read into memory.
    public let cache: IndexCache?
    /// The languages in which catalogs that are indexed in memory will be searched; `nil` for all.
    private let searchedLanguages: Set<String>?

    /// A store with a cache of indexes, or without.
    public init(cache: IndexCache? = nil) { self.init(cache: cache, searchedLanguages: nil) }

    /// A store for searches in some languages only.
    ///
    /// - Parameter searchedLanguages: the languages of the locales in every request's chain; `nil` for all
    ///   languages.
    package init(cache: IndexCache?, searchedLanguages: Set<String>?) {
        self.cache = cache
        self.searchedLanguages = searchedLanguages
    }

    /// Opens all catalogs at some paths. After the first failure to write to the cache, no more indexes are
    /// built.
    ///
    /// - Parameters:
    ///   - paths: files, and folders of files, as for ``CatalogLocator``.
    ///   - columns: the record's member for each column or JSON member of the catalogs, see
    ///     ``CatalogFile/columns``.
    ///   - report: called for each event, in order.
    nonisolated(nonsending) public func open(
        _ paths: [String], columns: [String: String] = [:], policy: Policy = .standard,
        report: @escaping (CatalogFile, Event) -> Void = { _, _ in }
    ) async -> OpenedCatalogs {
        await open(paths, columns: columns, policy: policy, prepare: { $0 }, report: report)
    }

    /// Opens all catalogs at some paths, with a preparation of each catalog.
    ///
    /// - Parameter prepare: called before a catalog is opened; returns the file to open.
    nonisolated(nonsending) package func open(
        _ paths: [String], columns: [String: String], policy: Policy,
        prepare: (CatalogFile) -> CatalogFile, report: @escaping (CatalogFile, Event) -> Void
    ) async -> OpenedCatalogs {
        let location = CatalogLocator(columns: columns).locate(paths)
        var policy = policy
        var catalogs: [OpenedCatalog] = []
        for located in location.files {
            let file = prepare(located)
            let opened = await open(file, policy: policy) { report(file, $0) }
            catalogs.append(opened)
            switch opened.source {
            case .memory(.notWritten): policy = policy.withoutBuilding
            // This applies to all catalogs, and is reported once.
            case .memory(.untrusted) where cache?.isFolderUntrusted ?? false: policy = .memory
            default: break
            }
        }
        return OpenedCatalogs(catalogs: catalogs, locationDiagnostics: location.diagnostics)
    }

    /// Opens a catalog.
    ///
    /// - Parameter report: called for each event, in order.
    nonisolated(nonsending) public func open(
        _ file: CatalogFile, policy: Policy = .standard, report: @escaping (Event) -> Void = { _ in }
    ) async -> OpenedCatalog {
        if file.format == .checkpoint {
            // There is no catalog file from which a checkpoint could be rebuilt.
            let catalog = LoadedCatalog(
                checkpoint: file, readsIntoMemory: cache?.readsIntoMemory ?? false)
            return OpenedCatalog(
                file: file, catalog: catalog,
                source: catalog.reading.isUnusable ? .memory(.unusable) : .index)
        }
        guard let cache, policy != .memory else { return await read(file, because: .notWanted, report) }
        if cache.isUntrusted(for: file) { return await read(file, because: .untrusted, report) }
        var fault = IndexFault.missing
        switch policy {
        case .rebuild: break
        case .repair: fault = .damaged
        case .standard, .readOnly, .memory:
            do throws(IndexFault) {
                return OpenedCatalog(file: file, catalog: try cache.open(file), source: .index)
            } catch {
                fault = error
            }
        }
        if policy == .readOnly { return await read(file, because: .notWanted, report) }
        return await build(file, in: cache, because: fault, isForced: policy == .rebuild, report)
    }

    nonisolated(nonsending) private func build(
        _ file: CatalogFile, in cache: IndexCache, because fault: IndexFault, isForced: Bool,
        _ report: @escaping (Event) -> Void
    ) async -> OpenedCatalog {
        // Another process may have built the index meanwhile.
        var source = OpenedCatalog.Source.index
        let reason: NoIndexReason
        do throws(FileError) {
            let outcome = try await cache.build(
                file, because: fault, isForced: isForced,
                begin: { fault in
                    source = .builtIndex(fault)
                    report(.building(fault))
                }, progress: { report(.progress($0)) })
            switch outcome {
            case .done(let catalog): return OpenedCatalog(file: file, catalog: catalog, source: source)
            case .unreadable(let reading):
                let catalog = LoadedCatalog(reading: reading, segments: [])
                return OpenedCatalog(file: file, catalog: catalog, source: .memory(.unusable))
            case .unsuitable: reason = .unsuitable
            case .busy: reason = .busy
            }
        } catch {
            reason = .notWritten(error)
        }
        return await read(file, because: reason, report)
    }

    nonisolated(nonsending) private func read(
        _ file: CatalogFile, because reason: NoIndexReason, _ report: @escaping (Event) -> Void
    ) async -> OpenedCatalog {
        report(.noIndex(reason))
        let reader = CatalogReader(file)
        let records = CatalogRecords(reader)
        let builder = CatalogIndexBuilder(
            reader.sidecar.description, searchedLanguages: searchedLanguages)
        var segments: [IndexedSegment] = []
        do {
            while true {
                let batch = records.nextBatch()
                if records.hasSource { report(.reading(records.bytesRead, of: records.size)) }
                if batch.isEmpty { break }
                try await builder.append(batch)
            }
            segments = try await builder.finish().segments
        } catch {
            records.report(error)
        }
        let catalog = LoadedCatalog(reading: records.finish(), segments: segments)
        return OpenedCatalog(file: file, catalog: catalog, source: .memory(reason))
    }
}

extension CatalogStore.Policy {
    /// The same policy without building indexes.
    fileprivate var withoutBuilding: Self {
        switch self {
        case .standard, .readOnly: .readOnly
        // These policies do not trust the existing index.
        case .rebuild, .repair, .memory: .memory
        }
    }
}
