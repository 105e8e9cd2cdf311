// Vectors of texts, made by a command and kept in a file.

public import CatalogSearch
public import CatalogStorage
public import Files

/// Makes the vectors of texts, and keeps them in a file by the checksums of the texts: only new texts are
/// given to the command again.
///
/// One thread uses a file at a time.
public struct TextVectors: Sendable {
    private let embedder: EmbedderCommand
    /// The file. Its folder need not exist.
    public let path: String

    /// Why vectors are missing, or are not kept.
    public struct Outcome: Sendable {
        /// How many vectors were made.
        public var madeCount = 0
        /// Why the others were not made; `nil` if all were.
        public var embedderFault: EmbedderFault?
        /// Why the file was not written.
        public var fileError: FileError?
    }

    /// The time for the vectors of a batch of texts, in seconds.
    static let seconds = 120
    /// How often the file is written while vectors are made, in seconds. An interruption loses no more.
    static let interval = 10

    /// - Parameters:
    ///   - source: the file or folder that the texts are of.
    ///   - cache: the folder of indexes. The files are in a folder of it.
    public init(_ embedder: EmbedderCommand, of source: String, cache: String) {
        self.embedder = embedder
        let source = (try? LocalFileSystem().realPath(of: source)) ?? source
        path = PathName.joined(
            Self.folder(in: cache),
            EmbeddedText.key(of: [source, embedder.command]) + CatalogFormat.vectorsSuffix)
    }

    init(_ embedder: EmbedderCommand, path: String) {
        self.embedder = embedder
        self.path = path
    }

    static func folder(in cache: String) -> String { PathName.joined(cache, "vectors") }

    /// The vectors of texts. Those of another model than the command's are made anew.
    ///
    /// - Parameters:
    ///   - texts: each once.
    ///   - progress: called after each batch with the number of texts that were embedded, and of all that had no
    ///     vector.
    /// - Returns: the vectors by the keys of their texts, without those that could not be made.
    public func vectors(
        of texts: [EmbeddedText], progress: (_ done: Int, _ total: Int) -> Void
    ) -> (vectors: [String: QuantizedVector], outcome: Outcome) {
        let keys = Set(texts.map(\.key))
        var output = VectorOutput(known: kept, keys: keys)
        var outcome = update(&output, texts, note: "", progress: progress)
        if outcome.embedderFault == .changed, output.hasKnown {
            output = VectorOutput(known: nil, keys: keys)
            outcome = update(&output, texts, note: "", progress: progress)
        }
        let file = output.bytes(note: "").flatMap { try? VectorFile($0) }
        var vectors: [String: QuantizedVector] = [:]
        for text in texts { vectors[text.key] = (try? file?.vector(text.key))?.vector }
        return (vectors, outcome)
    }

    /// What the file has; `nil` if it cannot be used.
    var kept: VectorFile? {
        (try? LocalFileSystem().contents(ofRegularFile: path)).flatMap { try? VectorFile($0) }
    }

    /// Makes the vectors that are missing, and writes the file.
    ///
    /// - Parameter note: what the file notes once it is complete.
    func update(
        _ output: inout VectorOutput, _ texts: [EmbeddedText], note: String,
        progress: (_ done: Int, _ total: Int) -> Void
    ) -> Outcome {
        var outcome = Outcome()
        let missing = texts.filter { !output.contains($0.key) }
        guard !missing.isEmpty || output.isChanged || output.note != note else { return outcome }
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
        // An incomplete file says so by having no note.
        outcome.fileError = save(output, note: outcome.madeCount == missing.count ? note : "")
        return outcome
    }

    private func save(_ output: VectorOutput, note: String) -> FileError? {
        guard let bytes = output.bytes(note: note) else { return nil }
        do throws(FileError) {
            try LocalFileSystem().makeFolder(PathName.split(path).folder, permissions: 0o700)
            try LocalFileSystem().replace(path, with: bytes)
            return nil
        } catch {
            return error
        }
    }
}
