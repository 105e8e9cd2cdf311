// How does one JSON object become a record, where no file is read? As a line of a catalog does.

internal import JSONCoding
public import CatalogSearch

/// Makes records out of single JSON objects, as a `CatalogReader` makes them out of the lines of a catalog: for whoever
/// keeps records elsewhere than in files, or takes them from others.
///
///     let reader = JSONRecordReader(CatalogDescription(id: "teas"))
///     let reading = reader.read(Array(#"{"id": "t-1", "title": {"en": "Assam"}}"#.utf8))
///
/// Its buffers serve one object after the other; it belongs to one task at a time.
public final class JSONRecordReader {
    /// What came of an object.
    public struct Reading: Hashable, Sendable {
        /// The record; `nil` where the object is none that can be used.
        public let record: Record?
        /// Why there is no record, or what of it is not used.
        public let diagnostics: [CatalogDiagnostic]
    }

    private let context: ReadingContext
    private let items: JSONItemReader
    private let sizeLimit: Int
    private var buffer: [UInt8] = []

    /// A reader of records of a catalog.
    ///
    /// - Parameters:
    ///   - description: says which members are texts, and in which locale those are that name none.
    ///   - file: what diagnostics name as the file.
    ///   - sizeLimit: the most bytes that an object may have, white space around it included.
    public init(
        _ description: CatalogDescription, file: String = "", sizeLimit: Int = CatalogReader.Limits().itemSize
    ) {
        context = ReadingContext(file: file, description: description, log: DiagnosticLog())
        items = JSONItemReader(context)
        self.sizeLimit = sizeLimit
    }

    /// Reads an object. Ids are not compared: that of an earlier object may come again.
    ///
    /// - Parameters:
    ///   - json: the object, in UTF-8; white space may stand around it.
    ///   - line: the line that diagnostics name, from 1.
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
        return Reading(record: record, diagnostics: context.takeDiagnostics())
    }
}
