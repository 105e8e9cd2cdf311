// The vectors that a command made of a catalog's texts, in a file beside the indexes.

public import CatalogSearch
public import CatalogStorage
public import Files

/// Keeps a file with the vectors of each catalog's texts, by the checksums of the texts, and makes what it lacks.
///
/// One thread uses it for a catalog at a time.
public struct CatalogVectors: Sendable {
    private let embedder: EmbedderCommand
    /// The folder of the files.
    public let folder: String

    /// Why vectors are missing, or are not kept.
    public struct Outcome: Sendable {
        /// How many vectors were made.
        public var madeCount = 0
        /// Why the others were not made; `nil` if all were.
        public var embedderFault: EmbedderFault?
        /// Why the file was not written.
        public var fileError: FileError?
    }

    /// The time for the vectors of a batch of records, in seconds.
    static let seconds = 120
    /// How often the file is written while vectors are made, in seconds. An interruption loses no more.
    static let interval = 10

    /// - Parameter cache: the folder of indexes. The files are in a folder of it.
    public init(_ embedder: EmbedderCommand, cache: String) {
        self.embedder = embedder
        folder = PathName.joined(cache, "vectors")
    }

    /// The same catalog with the file of its vectors, which need not exist.
    public func located(_ file: CatalogFile) -> CatalogFile {
        // Records of a checkpoint have their vectors.
        guard file.format != .checkpoint else { return file }
        let path = (try? LocalFileSystem().realPath(of: file.path)) ?? file.path
        var file = file
        file.vectors = PathName.joined(
            folder, EmbeddedText.key(of: [path, embedder.command]) + CatalogFormat.vectorsSuffix)
        return file
    }

    /// Makes the vectors that are missing, and writes the file of a located catalog.
    ///
    /// - Parameters:
    ///   - rebuilds: whether all vectors are made anew.
    ///   - space: the space of the command's vectors, if it is known: those of another one are made anew. If it is
    ///     not known, a change of the model is a fault.
    ///   - progress: called after each batch with the number of texts that were embedded, and of all that had no
    ///     vector.
    public func update(
        _ file: CatalogFile, rebuilds: Bool = false, of space: VectorSpace? = nil,
        progress: (_ done: Int, _ total: Int) -> Void
    ) -> Outcome {
        var outcome = Outcome()
        guard let path = file.vectors else { return outcome }
        let stamp = Self.stamp(of: file)
        var known =
            rebuilds
            ? nil
            : (try? LocalFileSystem().contents(ofRegularFile: path)).flatMap { try? VectorFile($0) }
        if let space, known?.space != space { known = nil }
        if let stamp, known?.note == stamp { return outcome }
        let texts = Self.texts(of: file)
        var output = VectorOutput(path: path, known: known, keys: Set(texts.map(\.key)))
        let missing = texts.filter { !output.contains($0.key) }
        guard !missing.isEmpty || output.isChanged || known?.note != stamp else { return outcome }
        var next = ContinuousClock.now + .seconds(Self.interval)
        while outcome.madeCount < missing.count {
            let batch = missing[outcome.madeCount...].prefix(EmbedderCommand.batchSize)
            do throws(EmbedderFault) {
                try output.add(
                    try embedder.vectors(
                        of: batch.map(\.text), .record, seconds: Self.seconds, tries: 2),
                    batch.map(\.key))
            } catch {
                outcome.embedderFault = error
                break
            }
            outcome.madeCount += batch.count
            progress(outcome.madeCount, missing.count)
            if ContinuousClock.now >= next {
                outcome.fileError = save(output, note: "")
                next = ContinuousClock.now + .seconds(Self.interval)
            }
        }
        // An incomplete file says so by having no stamp.
        let isComplete = outcome.madeCount == missing.count
        outcome.fileError = save(output, note: isComplete ? stamp ?? "" : "")
        return outcome
    }

    /// Identifies the state of a catalog's file; `nil` where it cannot be told without reading.
    private static func stamp(of file: CatalogFile) -> String? {
        guard let status = try? SystemCalls.status(of: file.path), status.isRegular else { return nil }
        let sidecar = try? SystemCalls.status(of: file.sidecarPath)
        return [status.size, status.modified, status.changed, sidecar?.modified ?? 0, sidecar?.size ?? 0]
            .map { String($0) }.joined(separator: " ")
    }

    /// The texts of the records without vectors, each once.
    private static func texts(of file: CatalogFile) -> [EmbeddedText] {
        var file = file
        // Those that were made earlier are not the records' own.
        file.vectors = nil
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
        return texts
    }

    private func save(_ output: VectorOutput, note: String) -> FileError? {
        guard let bytes = output.bytes(note: note) else { return nil }
        do throws(FileError) {
            try LocalFileSystem().makeFolder(folder, permissions: 0o700)
            try LocalFileSystem().replace(output.path, with: bytes)
            return nil
        } catch {
            return error
        }
    }
}
