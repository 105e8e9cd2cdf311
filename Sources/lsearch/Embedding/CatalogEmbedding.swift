// Makes the vectors of the records that have none yet, before a catalog is opened.

internal import CatalogStorage
internal import Embedding
internal import Files
internal import Localization
internal import ProgramSupport

/// Completes the vectors of catalogs, with reports and progress for the user.
final class CatalogEmbedding {
    private let vectors: CatalogVectors
    private let reporter: Reporter
    private let progress: ProgressBar
    /// Whether all vectors are remade.
    private let rebuilds: Bool
    /// The first failure; after it the embedder gets no further records.
    private(set) var fault: EmbedderFault?

    /// - Parameter cache: the folder of indexes.
    init(
        _ embedder: EmbedderCommand, cache: String, rebuilds: Bool, _ reporter: Reporter,
        _ progress: ProgressBar
    ) {
        self.rebuilds = rebuilds
        vectors = CatalogVectors(embedder, cache: cache)
        self.reporter = reporter
        self.progress = progress
    }

    /// The same catalog with the file of its vectors.
    func prepared(_ file: CatalogFile) -> CatalogFile {
        let file = vectors.located(file)
        guard fault == nil else { return file }
        let outcome = vectors.update(file, rebuilds: rebuilds) { done, total in
            progress.update(file.path, .embedding, done, of: total)
        }
        progress.finish()
        if let fault = outcome.embedderFault {
            self.fault = fault
            reporter.report(fault)
        }
        if let error = outcome.fileError {
            reporter.report(file: vectors.folder, "IndexNotWritten: %@", [.text(error.message)])
        }
        return file
    }
}
