// Reads a catalog of any format, record by record.

public import CatalogSearch
public import Files
internal import Support

/// The results of reading a catalog, besides records.
public struct CatalogReading: Hashable, Sendable {
    /// The catalog's description. Scopes that only records name follow those of the sidecar.
    public let description: CatalogDescription
    /// The sidecar's synonyms as JSON; `nil` if it has none.
    public let synonyms: String?
    /// The number of records.
    public let recordCount: Int
    /// The number of items that were not used.
    public let skippedCount: Int
    /// Problems of the sidecar and the catalog.
    public let diagnostics: DiagnosticLog

    /// Whether the file is unusable: there are errors, and not one item was found.
    public var isUnusable: Bool {
        guard recordCount == 0, diagnostics.errorCount > 0 else { return false }
        if skippedCount == 0 { return true }
        // The names of the members are wrong, not single items.
        return diagnostics.kept.contains { $0.kind.code == .noIdentifierMember }
    }
}

/// Reads one catalog.
///
/// Reading never fails because of a file's content: items that cannot be used are left out and reported.
/// Memory grows only with the ids, which are stored to find duplicates; but files of translations are read as
/// a whole.
public struct CatalogReader: Sendable {
    public struct Limits: Hashable, Sendable {
        /// The number of bytes read at once.
        public var blockSize = 4 << 20
        /// The greatest size of an item, in bytes.
        public var itemSize = 16 << 20
        /// The greatest size of a file that is read as a whole, in bytes.
        public var fileSize = 64 << 20
        /// How many errors, and how many warnings, are stored; more are only counted.
        public var diagnosticCount = 100

        public init() {}
    }

    public let file: CatalogFile
    public let sidecar: CatalogSidecar
    fileprivate let fileSystem: any FileSystem
    fileprivate let limits: Limits
    /// The number of each line, if the lines are part of a larger file.
    fileprivate let lineNumbers: LineNumbers?

    /// Creates a reader; reads the sidecar.
    public init(
        _ file: CatalogFile, fileSystem: any FileSystem = LocalFileSystem(), limits: Limits = Limits()
    ) {
        self.init(file, fileSystem: fileSystem, limits: limits, lineNumbers: nil)
    }

    /// - Parameter lineNumbers: the number of each line, if the lines are part of a larger file.
    init(
        _ file: CatalogFile, fileSystem: any FileSystem, limits: Limits = Limits(), lineNumbers: LineNumbers?
    ) {
        self.file = file
        self.fileSystem = fileSystem
        self.limits = limits
        self.lineNumbers = lineNumbers
        var sidecar = CatalogSidecar(of: file, fileSystem: fileSystem)
        sidecar.description.columns.merge(file.columns) { _, own in own }
        sidecar.description.declareMappedAttributes()
        sidecar.description.groupByColumn()
        self.sidecar = sidecar
    }

    /// Reads the catalog from its beginning to its end.
    ///
    /// - Parameters:
    ///   - progress: called after each block with the bytes read and the size in
    ///     bytes, which is `nil` for a pipe.
    ///   - record: called with each record, in the order of the file.
    /// - Throws: errors of `record`, which end the reading.
    public func read<Failure: Error>(
        progress: (_ bytesRead: Int, _ bytesTotal: Int?) -> Void = { _, _ in },
        record: (CatalogRecord) throws(Failure) -> Void
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

/// The records of a catalog, one at a time, for callers that suspend between them.
final class CatalogRecords {
    private let reader: CatalogReader
    private let context: ReadingContext
    private var source: (any RecordReader)?
    private let vectors: RecordVectors?

    /// Opens a catalog.
    init(_ reader: CatalogReader) {
        self.reader = reader
        var log = DiagnosticLog(limit: reader.limits.diagnosticCount)
        for diagnostic in reader.sidecar.diagnostics { log.report(diagnostic) }
        vectors = RecordVectors(of: reader.file, reader.fileSystem, &log)
        context = ReadingContext(
            file: reader.file.path, description: reader.sidecar.description, log: log,
            lineNumbers: reader.lineNumbers)
        do throws(FileError) {
            source = try reader.source(context)
        } catch {
            context.report(CatalogDiagnostic(error, file: reader.file.path).kind)
        }
    }

    /// Whether the catalog could be opened.
    var hasSource: Bool { source != nil }
    /// The number of bytes read so far.
    var bytesRead: Int { source?.bytesRead ?? 0 }
    /// The size in bytes; `nil` for a pipe.
    var size: Int? { source?.size }

    /// The next record; `nil` at the end and after an error.
    func next() -> CatalogRecord? {
        do throws(FileError) {
            guard var record = try source?.next() else { return nil }
            if let vectors, !vectors.add(to: &record, context.description) {
                context.report(
                    .attributeWrongType(member: "_vectors (\(record.id.excerpt))", expected: .vector))
            }
            return record
        } catch {
            context.report(CatalogDiagnostic(error, file: reader.file.path).kind)
            return nil
        }
    }

    /// Reports that the records cannot be used.
    func report(_ error: any Error) { context.report(.unreadable(reason: String(describing: error))) }

    /// The result after the last record. Call it once.
    func finish() -> CatalogReading {
        context.finish()
        return CatalogReading(
            description: context.description, synonyms: reader.sidecar.synonyms,
            recordCount: context.recordCount, skippedCount: context.skippedCount, diagnostics: context.log)
    }
}

extension CatalogReader {
    /// Opens the file; `nil` if its encoding is not supported.
    fileprivate func source(_ context: ReadingContext) throws(FileError) -> (any RecordReader)? {
        switch file.format {
        case .jsonLines, .json, .csv, .tsv: return try itemSource(context)
        case .po, .mo, .strings, .localization, .localizations:
            return MessageSource(file, context, fileSystem, sizeLimit: limits.fileSize)
        case .checkpoint:
            // Its records are only in segments, which ``CatalogStore`` opens.
            context.report(.notRegular)
            return nil
        }
    }

    private func itemSource(_ context: ReadingContext) throws(FileError) -> (any RecordReader)? {
        let stream = try fileSystem.open(file.path)
        if file.format == .csv || file.format == .tsv { return tableSource(stream, context) }
        let input = InputBuffer(stream, blockSize: limits.blockSize, itemLimit: limits.itemSize)
        guard try input.readByteOrderMark() == .utf8 else {
            context.report(.invalidUTF8(byte: 1), line: 1)
            return nil
        }
        if file.format == .jsonLines { return JSONLinesReader(input, context, itemLimit: limits.itemSize) }
        return JSONListReader(input, context, itemLimit: limits.itemSize)
    }

    private func tableSource(_ file: any FileStream, _ context: ReadingContext) -> any RecordReader {
        let stream = DecodingStream(file) { context.report(.tableEncoding($0.rawValue)) }
        let input = InputBuffer(stream, blockSize: limits.blockSize, itemLimit: limits.itemSize)
        return TableReader(
            input, context, separator: UInt8(ascii: self.file.format == .csv ? "," : "\t"),
            encoding: { stream.encoding ?? .utf8 }, itemLimit: limits.itemSize)
    }
}
