// How is a catalog read, whatever its format? One record after the other, and what was wrong at the end.

public import CatalogSearch

/// What reading a catalog brought beside its records.
public struct CatalogReading: Hashable, Sendable {
    /// What is known of the catalog; the scopes that only records name stand behind those of the sidecar.
    public let description: CatalogDescription
    /// The sidecar's synonyms as JSON; `nil` where it has none.
    public let synonyms: String?
    /// How many records were given.
    public let recordCount: Int
    /// How many items were left out.
    public let skippedCount: Int
    /// What was wrong with the sidecar and the catalog.
    public let diagnostics: DiagnosticLog
}

/// Reads one catalog.
///
/// Nothing in a file makes reading it fail: what cannot be used is left out and told. Memory does not grow with
/// the file but for the ids, which are kept to find doubled ones; only files of translations are read as a whole.
public struct CatalogReader: Sendable {
    /// What reading may cost.
    public struct Limits: Hashable, Sendable {
        /// How many bytes are read at once.
        public var blockSize = 4 << 20
        /// The most bytes that one item may have.
        public var itemSize = 16 << 20
        /// The most bytes of a file that is read as a whole, as those of translations are.
        public var fileSize = 64 << 20
        /// How many errors and how many warnings are kept; more are only counted.
        public var diagnosticCount = 100

        /// The usual limits.
        public init() {}
    }

    /// The file.
    public let file: CatalogFile
    /// What the catalog's sidecar says.
    public let sidecar: CatalogSidecar
    fileprivate let fileSystem: any FileSystem
    fileprivate let limits: Limits

    /// A reader of a file, whose sidecar is read at once.
    public init(
        _ file: CatalogFile, fileSystem: any FileSystem = LocalFileSystem(), limits: Limits = Limits()
    ) {
        self.file = file
        self.fileSystem = fileSystem
        self.limits = limits
        sidecar = CatalogSidecar(of: file, fileSystem: fileSystem)
    }

    /// Reads the catalog from its beginning to its end.
    ///
    /// - Parameters:
    ///   - progress: Told after each block how many bytes were read, and how many there are; `nil` for a pipe.
    ///   - record: Takes the records in the order of the file.
    /// - Throws: Only what `record` throws, which ends the reading.
    public func read<Failure: Error>(
        progress: (_ bytesRead: Int, _ bytesTotal: Int?) -> Void = { _, _ in },
        record: (Record) throws(Failure) -> Void
    ) throws(Failure) -> CatalogReading {
        let records = CatalogRecords(self)
        var bytesRead = -1
        while true {
            let next = records.next()
            if records.hasSource, records.bytesRead != bytesRead {
                bytesRead = records.bytesRead
                progress(bytesRead, records.size)
            }
            guard let next else { return records.finish() }
            try record(next)
        }
    }
}

/// The records of a catalog, one after the other, for whoever has to wait between them.
final class CatalogRecords {
    private let reader: CatalogReader
    private let context: ReadingContext
    private var source: (any RecordSource)?

    /// Opens a catalog.
    init(_ reader: CatalogReader) {
        self.reader = reader
        var log = DiagnosticLog(limit: reader.limits.diagnosticCount)
        for diagnostic in reader.sidecar.diagnostics { log.report(diagnostic) }
        context = ReadingContext(file: reader.file.path, description: reader.sidecar.description, log: log)
        do throws(FileError) {
            source = try reader.source(context)
        } catch {
            context.report(CatalogDiagnostic(error, file: reader.file.path).kind)
        }
    }

    /// Whether there is anything to read from.
    var hasSource: Bool { source != nil }
    /// How many bytes were read so far.
    var bytesRead: Int { source?.bytesRead ?? 0 }
    /// How many there are; `nil` for a pipe.
    var size: Int? { source?.size }

    /// The next record; `nil` at the end, which an error makes too.
    func next() -> Record? {
        do throws(FileError) {
            return try source?.next()
        } catch {
            context.report(CatalogDiagnostic(error, file: reader.file.path).kind)
            return nil
        }
    }

    /// What there is to say behind the last record; to be asked once.
    func finish() -> CatalogReading {
        context.finish()
        return CatalogReading(
            description: context.description, synonyms: reader.sidecar.synonyms,
            recordCount: context.recordCount, skippedCount: context.skippedCount, diagnostics: context.log)
    }
}

extension CatalogReader {
    /// Opens the file; `nil` where its encoding makes all of it unusable.
    fileprivate func source(_ context: ReadingContext) throws(FileError) -> (any RecordSource)? {
        switch file.format {
        case .jsonLines, .json, .csv, .tsv: return try itemSource(context)
        case .po, .mo, .strings, .localization, .localizations:
            return MessageSource(file, context, fileSystem, sizeLimit: limits.fileSize)
        }
    }

    private func itemSource(_ context: ReadingContext) throws(FileError) -> (any RecordSource)? {
        let input = InputBuffer(
            try fileSystem.open(file.path), blockSize: limits.blockSize, itemLimit: limits.itemSize)
        guard try input.readByteOrderMark() == .utf8 else {
            context.report(.invalidUTF8(byte: 1), line: 1)
            return nil
        }
        switch file.format {
        case .jsonLines: return JSONLinesReader(input, context, itemLimit: limits.itemSize)
        case .json: return JSONListReader(input, context, itemLimit: limits.itemSize)
        default:
            let separator = UInt8(ascii: file.format == .csv ? "," : "\t")
            return TableReader(input, context, separator: separator, itemLimit: limits.itemSize)
        }
    }
}
