// Makes records from single JSON objects, without files.

public import CatalogSearch
internal import JSON

/// Makes records from single JSON objects in the same way as `CatalogReader` does from the lines of a
/// catalog. For programs that store records outside of files, or receive them from others.
///
///     let reader = JSONRecordReader(CatalogDescription(id: "teas"))
///     let reading = reader.read(Array(#"{"id": "t-1", "title": {"en": "Assam"}}"#.utf8))
///
/// The reader reuses its buffers; use it in one task at a time.
public final class JSONRecordReader {
    /// The result of reading an object.
    public struct Reading: Hashable, Sendable {
        /// The record; `nil` if the object cannot be used.
        public let record: CatalogRecord?
        /// Why there is no record, or which parts of the object were ignored.
        public let diagnostics: [CatalogDiagnostic]
    }

    private let context: ReadingContext
    private let items: JSONItemReader
    private let sizeLimit: Int
    private var buffer: [UInt8] = []

    /// Creates a reader for the records of a catalog.
    ///
    /// - Parameters:
    ///   - description: determines which members are texts, and the locale of texts without one.
    ///   - file: the file name in diagnostics.
    ///   - sizeLimit: the greatest size of an object in bytes, including white space around it.
    public init(
        _ description: CatalogDescription, file: String = "", sizeLimit: Int = CatalogReader.Limits().itemSize
    ) {
        context = ReadingContext(
            file: file, description: description, log: DiagnosticLog(), readsExports: false)
        items = JSONItemReader(context)
        self.sizeLimit = sizeLimit
    }

    /// Reads an object. Ids are not compared to those of earlier objects.
    ///
    /// - Parameters:
    ///   - json: the object, in UTF-8; white space around it is allowed.
    ///   - line: the line number in diagnostics, from 1.
    public func read(_ json: some Collection<UInt8>, line: Int = 1) -> Reading {
        let count = json.count
        guard count <= sizeLimit else {
            context.skip(.tooLong(bytes: count, limit: sizeLimit), at: line)
            return Reading(record: nil, diagnostics: context.takeDiagnostics())
        }
        buffer.removeAll(keepingCapacity: true)
        buffer += json
        buffer += repeatElement(0x20, count: JSONParser.padding)
        let record = buffer.withUnsafeBufferPointer { bytes in
            let text = UnsafeBufferPointer(rebasing: bytes[..<count])
            let (start, end) = text.trimmed
            return items.object(
                from: UnsafeBufferPointer(rebasing: text[start..<end]),
                at: ItemPosition(line: line, offset: 0).advanced(by: start, in: text))
        }
        var locales = CatalogLocales()
        if let record, !locales.add(record) {
            context.skip(.tooManyLocales(limit: CatalogLocales.limit), at: line)
            return Reading(record: nil, diagnostics: context.takeDiagnostics())
        }
        return Reading(record: record, diagnostics: context.takeDiagnostics())
    }
}
