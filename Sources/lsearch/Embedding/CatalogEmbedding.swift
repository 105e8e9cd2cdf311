// Makes the vectors of the records that have none yet, before a catalog is opened.

internal import CatalogSearch
internal import CatalogStorage
internal import Files
internal import Localization
internal import ProgramSupport

/// Keeps, for each catalog, a file with the vectors of its records' texts beside the
/// indexes, and makes what it lacks.
final class CatalogEmbedding {
    private let embedder: EmbedderCommand
    private let folder: String
    private let reporter: Reporter
    private let progress: ProgressBar
    /// Whether all vectors are made anew.
    private let rebuilds: Bool
    /// The first failure; the embedder is not asked for further records then.
    private(set) var fault: EmbedderFault?

    /// The time for the vectors of a batch of records, in seconds.
    static let seconds = 120
    /// How often the file is written while vectors are made, in seconds. An interruption loses no more.
    static let interval = 10

    /// - Parameter cache: the folder of indexes.
    init(
        _ embedder: EmbedderCommand, cache: String, rebuilds: Bool, _ reporter: Reporter,
        _ progress: ProgressBar
    ) {
        self.rebuilds = rebuilds
        self.embedder = embedder
        folder = PathName.joined(cache, "vectors")
        self.reporter = reporter
        self.progress = progress
    }

    /// The same catalog with the file of its vectors.
    func prepared(_ file: CatalogFile) -> CatalogFile {
        guard file.format != .checkpoint else { return file }
        let key = EmbeddedText.key(of: [Self.path(of: file), embedder.command])
        var file = file
        let path = PathName.joined(folder, key + ".vectors")
        let stamp = Self.stamp(of: file)
        let known =
            rebuilds
            ? nil
            : (try? LocalFileSystem().contents(ofRegularFile: path)).flatMap { try? VectorFile($0) }
        if fault == nil, stamp == nil || known?.note != stamp { update(known, at: path, file, stamp) }
        file.vectors = path
        return file
    }

    private static func path(of file: CatalogFile) -> String {
        (try? LocalFileSystem().realPath(of: file.path)) ?? file.path
    }

    /// Identifies the state of a catalog's file; `nil` where it cannot be told without reading.
    private static func stamp(of file: CatalogFile) -> String? {
        guard let status = try? SystemCalls.status(of: file.path), status.isRegular else { return nil }
        let sidecar = try? SystemCalls.status(of: file.sidecarPath)
        return [status.size, status.modified, status.changed, sidecar?.modified ?? 0, sidecar?.size ?? 0]
            .map { String($0) }.joined(separator: " ")
    }

    /// Makes the vectors that are missing, and writes the file.
    private func update(_ known: VectorFile?, at path: String, _ file: CatalogFile, _ stamp: String?) {
        let reader = CatalogReader(file)
        let description = reader.sidecar.description
        var texts: [EmbeddedText] = []
        var keys: Set<String> = []
        _ = reader.read(record: { (record: CatalogRecord) throws(Never) in
            guard record.vectors.isEmpty, let text = EmbeddedText(record, description),
                keys.insert(text.key).inserted
            else { return }
            texts.append(text)
        })
        var output = VectorOutput(path: path, known: known, keys: keys)
        let missing = texts.filter { !output.contains($0.key) }
        guard !missing.isEmpty || output.isChanged || known?.note != stamp else { return }
        var next = ContinuousClock.now + .seconds(Self.interval)
        var done = 0
        while done < missing.count {
            let batch = missing[done..<min(done + EmbedderCommand.batchSize, missing.count)]
            do throws(EmbedderFault) {
                try output.add(
                    try embedder.vectors(
                        of: batch.map(\.text), .record, seconds: Self.seconds, tries: 2),
                    batch.map(\.key))
            } catch {
                progress.finish()
                fault = error
                reporter.report(error)
                break
            }
            done += batch.count
            progress.update(file.path, .embedding, done, of: missing.count)
            if ContinuousClock.now >= next {
                save(output, note: "")
                next = ContinuousClock.now + .seconds(Self.interval)
            }
        }
        progress.finish()
        // An incomplete file says so by having no stamp.
        save(output, note: done == missing.count ? stamp ?? "" : "")
    }

    private func save(_ output: VectorOutput, note: String) {
        guard let bytes = output.bytes(note: note) else { return }
        do throws(FileError) {
            try LocalFileSystem().makeFolder(folder, permissions: 0o700)
            try LocalFileSystem().replace(output.path, with: bytes)
        } catch {
            reporter.report(file: folder, "IndexNotWritten: %@", [.text(error.message)])
        }
    }
}

/// The vectors of a file that is written: known ones that are still needed, and new ones.
private struct VectorOutput {
    let path: String
    /// Whether known vectors are no longer needed.
    let isChanged: Bool
    private let known: VectorFile?
    private let kept: Set<String>
    private var writer: VectorFileWriter?

    init(path: String, known: VectorFile?, keys: Set<String>) {
        self.path = path
        self.known = known
        kept = Set(known?.allKeys.filter(keys.contains) ?? [])
        isChanged = kept.count != known?.count ?? 0
        if let known {
            writer = VectorFileWriter(known.space, keys: .texts, floor: known.floor)
            addKnown(known)
        }
    }

    private mutating func addKnown(_ known: VectorFile) {
        for key in kept.sorted() {
            guard let vector = try? known.vector(key) else { continue }
            writer?.append(vector.vector, key)
        }
    }

    func contains(_ key: String) -> Bool { writer?.contains(key) ?? false }

    /// Adds new vectors.
    ///
    /// - Throws: `EmbedderFault.changed` if they cannot be compared with the known ones.
    mutating func add(_ made: EmbeddedVectors, _ keys: [String]) throws(EmbedderFault) {
        if writer == nil { writer = VectorFileWriter(made.space, keys: .texts, floor: made.floor) }
        guard known == nil || known?.space == made.space else { throw .changed }
        for (vector, key) in zip(made.vectors, keys) { writer?.append(vector, key) }
    }

    func bytes(note: String) -> [UInt8]? { writer?.bytes(note: note) }
}
