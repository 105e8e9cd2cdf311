// Reads the lines of a backup, and says where it is damaged.

internal import CatalogSearch
internal import FoundationEssentials
internal import CatalogStorage
internal import Support

/// Reads a backup line by line, and rejects lines that are out of order.
struct BackupParser {
    /// The content of a line.
    enum Item {
        /// The backup begins, with the newest change in it.
        case head(Revision)
        /// A catalog begins.
        case catalog(CatalogSettings)
        /// A record of that catalog, which may not be searchable under its description.
        case record([UInt8], line: Int)
        /// The line has no meaning without others.
        case none
    }

    private enum Expected {
        case head
        case catalog
        case description(id: String, records: Int)
        case record
        case nothing
    }

    private var expected = Expected.head
    private var catalogsLeft = 0
    private var recordsLeft = 0
    private var identifiers: Set<String> = []
    /// Reads records of the catalog.
    private var reader: JSONRecordReader?
    /// The checksum of the lines so far.
    private var checksum = Fingerprint()
    /// The number of lines so far.
    private(set) var line = 0

    /// Reads the next line.
    ///
    /// - Throws: `RestoreError.notBackup`, `.newerVersion`, `.trailing`.
    mutating func take(_ next: LineSplitter.Line) throws(RestoreError) -> Item {
        line += 1
        guard case .text(let text) = next else { throw .notBackup(line: line) }
        defer { checksum.add(RowChecksum.hash(text)) }
        switch expected {
        case .head:
            let head: BackupFormat.Head = try value(text)
            guard head.lsearchBackup <= BackupFormat.version else { throw .newerVersion }
            catalogsLeft = head.catalogs
            guard catalogsLeft >= 0 else { throw .notBackup(line: line) }
            expected = .catalog
            return .head(Revision(head.revision))
        case .catalog where catalogsLeft == 0:
            // A flipped bit may leave every line readable.
            guard text == BackupFormat.end(checksum) || text == BackupFormat.end(nil) else {
                throw .notBackup(line: line)
            }
            expected = .nothing
        case .catalog:
            let head: BackupFormat.CatalogHead = try value(text)
            guard StoreLimits.isCatalogIdentifier(head.catalog), head.records >= 0,
                identifiers.insert(head.catalog).inserted
            else { throw .notBackup(line: line) }
            catalogsLeft -= 1
            expected = .description(id: head.catalog, records: head.records)
        case .description(let id, let records):
            let settings = CatalogSettings(catalog: id, json: text)
            // The beginning of a second backup would be read as a description.
            let isHead = (try? value(text) as BackupFormat.Head) != nil
            guard !settings.hasErrors, !isHead, text.count <= StoreLimits.descriptionSize else {
                throw .notBackup(line: line)
            }
            reader = settings.recordReader()
            recordsLeft = records
            expected = records == 0 ? .catalog : .record
            return .catalog(settings)
        case .record:
            // A store never has records without an id: the file is damaged, or not a backup.
            if let reader, reader.read(text).diagnostics.contains(where: \.breaksRecord) {
                throw .notBackup(line: line)
            }
            recordsLeft -= 1
            if recordsLeft == 0 { expected = .catalog }
            return .record(text, line: line)
        case .nothing:
            guard text.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) else { throw .trailing(line: line) }
        }
        return .none
    }

    /// Reads the end of the content.
    ///
    /// - Parameter rest: a last line that no line feed ends; `nil` for none.
    /// - Throws: `RestoreError.incomplete`, and what ``take(_:)`` throws.
    mutating func finish(_ rest: LineSplitter.Line?) throws(RestoreError) -> Item {
        var item = Item.none
        if let rest {
            do throws(RestoreError) {
                item = try take(rest)
            } catch {
                if case .notBackup = error { throw .incomplete(line: line) }
                throw error
            }
        }
        guard case .nothing = expected else { throw .incomplete(line: line) }
        return item
    }

    private func value<Value: Decodable>(_ text: [UInt8]) throws(RestoreError) -> Value {
        guard let value = try? JSONDecoder().decode(Value.self, from: Data(text)) else {
            throw .notBackup(line: line)
        }
        return value
    }
}
