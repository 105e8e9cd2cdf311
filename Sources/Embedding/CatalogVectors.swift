// The vectors that a command made of a catalog's texts, in a file beside the indexes.

public import CatalogSearch
public import CatalogStorage
internal import Files

/// Keeps a file with the vectors of each catalog's texts, by the checksums of the texts, and makes what it
/// lacks.
///
/// One thread uses it for a catalog at a time.
public struct CatalogVectors: Sendable {
    private let embedder: EmbedderCommand
    private let cache: String
    /// The folder of the files.
    public var folder: String { TextVectors.folder(in: cache) }

    /// - Parameter cache: the folder of indexes. The files are in a folder of it.
    public init(_ embedder: EmbedderCommand, cache: String) {
        self.embedder = embedder
        self.cache = cache
    }

    /// The same catalog with the file of its vectors, which need not exist.
    public func located(_ file: CatalogFile) -> CatalogFile {
        // Records of a checkpoint have their vectors.
        guard file.format != .checkpoint else { return file }
        var file = file
        file.vectors = TextVectors(embedder, of: file.path, cache: cache).path
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
    ) -> TextVectors.Outcome {
        guard let path = file.vectors else { return TextVectors.Outcome() }
        let stamp = Self.stamp(of: file)
        let vectors = TextVectors(embedder, path: path)
        var known = rebuilds ? nil : vectors.kept
        if let space, known?.space != space { known = nil }
        if let stamp, known?.note == stamp { return TextVectors.Outcome() }
        let texts = Self.texts(of: file)
        var output = VectorOutput(known: known, keys: Set(texts.map(\.key)))
        return vectors.update(&output, texts, note: stamp ?? "", progress: progress)
    }

    /// Identifies the state of a catalog's file; `nil` if it cannot be told without reading.
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
}
