// Checkpoints as catalogs: the newest one of a folder is searched without the records from which it was
// built.

internal import CatalogSearch
internal import Files

extension CheckpointFolder {
    /// Why no checkpoint of a folder can be searched.
    enum Fault: Error {
        /// The folder cannot be read, or others can change it.
        case file(FileError)
        /// None of its checkpoints can be used; this is the fault of the newest one.
        case index(IndexFault)

        /// The fault as a diagnostic of a catalog.
        func kind(_ folder: String) -> CatalogDiagnostic.Kind {
            switch self {
            case .file(let error): CatalogDiagnostic(error, file: folder).kind
            case .index(let fault): .checkpointUnusable(fault)
            }
        }
    }

    /// The newest checkpoint that this program can open.
    func newest() throws(Fault) -> (name: String, manifest: CheckpointManifest) {
        var fault: IndexFault?
        let names: [String]
        do throws(FileError) {
            names = try self.names()
        } catch {
            throw .file(error)
        }
        for name in names {
            do throws(IndexFault) {
                let manifest = try manifest(name)
                guard manifest.versions == CheckpointManifest.ownVersions else { throw .otherVersion }
                return (name, manifest)
            } catch {
                fault = fault ?? error
            }
        }
        throw .index(fault ?? .missing)
    }

    /// Opens one catalog of the newest checkpoint.
    func newestCatalog(_ id: String) throws(Fault) -> Checkpoint.Catalog {
        let name = try newest().name
        do throws(IndexFault) {
            guard let catalog = try open(name, only: id).catalogs.first else { throw .missing }
            return catalog
        } catch {
            throw .index(error)
        }
    }
}

extension LoadedCatalog {
    /// A catalog of a folder's newest checkpoint. If it cannot be used, it has no records
    /// and the reason as a diagnostic.
    init(checkpoint file: CatalogFile, readsIntoMemory: Bool) {
        var log = DiagnosticLog()
        var sidecar = CatalogSidecar(catalog: file.id)
        var segments: [IndexedSegment] = []
        do throws(CheckpointFolder.Fault) {
            let folder = CheckpointFolder(file.path, readsIntoMemory: readsIntoMemory)
            let catalog = try folder.newestCatalog(file.id)
            let description = catalog.facts.description
            sidecar = CatalogSidecar(
                catalog: file.id, json: description.isEmpty ? Array("{}".utf8) : description)
            // They were reported when the checkpoint was built, and their lines belong to a file that is not
            // here.
            sidecar.diagnostics = []
            segments = catalog.segments
        } catch {
            log.report(CatalogDiagnostic(file: file.path, kind: error.kind(file.path)))
        }
        self.init(
            reading: CatalogReading(
                description: sidecar.description, synonyms: sidecar.synonyms,
                recordCount: segments.reduce(0) { $0 + $1.recordCount }, skippedCount: 0, diagnostics: log),
            segments: segments)
    }
}
