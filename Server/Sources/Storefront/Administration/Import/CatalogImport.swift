// Imports of files into catalogs of the store. They go on while operators look at other pages.

internal import CatalogSearch
internal import CatalogStorage
internal import Dispatch
internal import JSON
internal import Localization
internal import MeilisearchProtocol
internal import ProductStore
internal import SearchService
internal import Synchronization

/// The import that runs, or ran last.
final class CatalogImports: Sendable {
    private let last = Mutex<CatalogImport?>(nil)

    var current: CatalogImport? { last.withLock { $0 } }

    var isRunning: Bool { current?.state.isEnded == false }

    /// Deletes the file of an import that still runs when the server stops.
    func stop() { current?.file.delete() }

    /// Takes note of an import.
    ///
    /// - Returns: false if another one runs.
    func begin(_ new: CatalogImport) -> Bool {
        last.withLock { last in
            guard last?.state.isEnded ?? true else { return false }
            last = new
            return true
        }
    }
}

/// An import of one file: its records are read, and then written into a catalog, all or none.
final class CatalogImport: Sendable {
    struct State: Sendable {
        var isWriting = false
        /// The bytes that are read or written, and all of them.
        var position = 0
        var size = 1
        /// What was read; `nil` until the end of the file.
        var reading: CatalogReading?
        /// What was written; `nil` until all is.
        var report: LoadReport?
        var failure: StoreError?
        var isEnded = false

        /// What was left out of the file and by the store, with lines of the file: those of the store are
        /// others.
        var faults: [(diagnostic: CatalogDiagnostic, line: Int?)] {
            (reading?.diagnostics.kept ?? []).map { ($0, $0.line) }
                + (report?.diagnostics.kept ?? []).map { ($0, nil) }
        }
    }

    let catalog: String
    /// The name that the file has for the operator.
    let name: String
    fileprivate let file: UploadedFile
    private let format: CatalogFormat
    private let columns: [String: String]
    let replaces: Bool
    private let current = Mutex(State())

    var state: State { current.withLock { $0 } }

    /// - Parameters:
    ///   - columns: the record members for columns.
    ///   - replaces: whether records of the catalog that the file does not have are deleted, if all of the file
    ///     can be read.
    init(
        of file: UploadedFile, _ format: CatalogFormat, named name: String, into catalog: String,
        columns: [String: String], replaces: Bool
    ) {
        self.file = file
        self.format = format
        self.name = name
        self.catalog = catalog
        self.columns = columns
        self.replaces = replaces
    }

    func run(_ store: ProductStore) async {
        var failure: StoreError?
        do throws(StoreError) {
            try await read(store)
        } catch {
            failure = error
        }
        file.delete()
        current.withLock { state in
            state.failure = failure
            state.isEnded = true
        }
    }

    private func read(_ store: ProductStore) async throws(StoreError) {
        var stored: StoredCatalog?
        do throws(StoreError) {
            stored = try await store.catalog(catalog)
        } catch {
            guard case .notFound = error else { throw error }
        }
        let description = stored?.json ?? Array("{}".utf8)
        // The description has the columns and attributes of the catalog.
        let sidecar = try BlockWriter(file.sidecarPath)
        try sidecar.append(description)
        try sidecar.finish()
        let reading = try await records()
        current.withLock { state in
            state.reading = reading
            state.isWriting = true
            state.position = 0
        }
        // A file without records does not empty a catalog.
        if reading.recordCount == 0 { return }
        let completed = Self.description(description, completedBy: reading.description)
        var described: Revision?
        if stored == nil || completed != description {
            described = try await store.putCatalog(
                catalog, description: completed,
                if: stored.map { .revision($0.descriptionRevision) } ?? .absent
            ).revision
        }
        do throws(StoreError) {
            let report = try await store.load(
                FileBlocks(path: file.recordsPath) { position in
                    self.current.withLock { $0.position = position }
                }, into: catalog, mode: replaces && !keepsRest(reading) ? .replacement : .whole)
            current.withLock { $0.report = report }
            if let failure = report.failure { throw failure }
            if let described, report.recordCount == 0 { await undo(described, stored, store) }
        } catch {
            if let described { await undo(described, stored, store) }
            throw error
        }
    }

    /// Restores the description from before an import of nothing, or deletes the new catalog, unless others have
    /// changed it since.
    private func undo(_ described: Revision, _ stored: StoredCatalog?, _ store: ProductStore) async {
        // The failure is reported; if it was the disk's, this fails, too.
        if let stored {
            _ = try? await store.putCatalog(catalog, description: stored.json, if: .revision(described))
        } else {
            _ = try? await store.deleteCatalog(catalog, unchangedSince: described)
        }
    }

    /// Whether records that the file does not have stay, although they are to be deleted: the file may have
    /// them in lines that could not be read.
    func keepsRest(_ reading: CatalogReading?) -> Bool { replaces && (reading?.skippedCount ?? 0) > 0 }

    /// Reads the file into JSON Lines, in a thread of its own.
    private func records() async throws(StoreError) -> CatalogReading {
        let result: Result<CatalogReading, StoreError> = await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .utility).async {
                do throws(StoreError) {
                    continuation.resume(returning: .success(try self.recordsInThread()))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        return try result.get()
    }

    private func recordsInThread() throws(StoreError) -> CatalogReading {
        var source = CatalogFile(path: file.path, format: format, id: catalog)
        source.columns = columns
        let reader = CatalogReader(source)
        let output = try BlockWriter(file.recordsPath)
        let reading = try reader.read(
            progress: { position, size in
                current.withLock { state in
                    state.position = position
                    state.size = max(size ?? position, 1)
                }
            },
            record: { record throws(StoreError) in
                try output.append((record.json(in: reader.sidecar.description) + "\n").utf8)
            })
        try output.finish()
        current.withLock { $0.size = max(output.count, 1) }
        return reading
    }

    /// - Throws: `Problem` if a file cannot be imported into a catalog.
    static func check(
        target catalog: String, _ files: CatalogFiles, _ meilisearch: MeilisearchServer?
    ) throws(Problem) {
        guard StoreLimits.isCatalogIdentifier(catalog) else {
            throw Problem(.badRequest, "InvalidCatalogIdentifier: %@", .text(catalog))
        }
        guard !files.identifiers.contains(catalog) else {
            throw Problem(.conflict, "CatalogOfFiles: %@", .text(catalog))
        }
        guard meilisearch?.isIndex(catalog) != true else {
            throw Problem(.conflict, "ImportIntoIndex: %@", .text(catalog))
        }
    }

    /// The record members for columns: `Name=title,Price=price[EUR]`.
    static func columns(_ text: String) throws(Problem) -> [String: String] {
        if text.allSatisfy(\.isWhitespace) { return [:] }
        guard let columns = SearchService.columns(text) else {
            throw Problem(.badRequest, "ImportColumns: %@", .text(text))
        }
        return columns
    }

    /// A description with the attributes and the group that only the file's columns declare.
    static func description(_ json: [UInt8], completedBy found: CatalogDescription) -> [UInt8] {
        guard let old = try? JSONReader.value(of: json) else { return json }
        var value = old
        let known = Set((value["attributes"]?.members ?? []).map(\.name))
        let group = value["group"]?.string
        var attributes = value["attributes"] ?? .object([])
        for attribute in found.attributes
        where !known.contains(attribute.name.rawValue) && attribute.name.rawValue != group {
            var members: [JSON.Member] = [.init("type", .string(attribute.type.rawValue))]
            if attribute.isMany { members.append(.init("many", true)) }
            if !attribute.isFacet { members.append(.init("facet", false)) }
            if !attribute.isSearched { members.append(.init("searched", false)) }
            attributes[attribute.name.rawValue] = .object(members)
        }
        if !attributes.members.isEmpty { value["attributes"] = attributes }
        if group == nil, let group = found.group { value["group"] = .string(group.rawValue) }
        return value == old ? json : Array(value.text.utf8)
    }
}
