// What is kept while a catalog is read: what was wrong, which ids and scopes were seen, how many items.

internal import JSONCoding
internal import CatalogSearch

/// Where an item begins.
struct ItemPosition {
    /// The line, from 1.
    var line: Int
    /// How many bytes of that line stand before the item.
    var offset = 0
}

/// The state of one reading, shared by those who take part in it.
final class ReadingContext {
    let file: String
    private(set) var description: CatalogDescription
    private(set) var log: DiagnosticLog
    private(set) var recordCount = 0
    private(set) var skippedCount = 0
    /// The line on which each id was seen first.
    private var identifiers: [ByteString: Int] = [:]
    private var scopes: Set<String>
    /// Looked at first: neighbouring records are often of one scope.
    private var lastScope: String?

    init(file: String, description: CatalogDescription, log: DiagnosticLog) {
        self.file = file
        self.description = description
        self.log = log
        scopes = Set(description.scopes.map(\.id))
    }

    /// Reports something about the catalog's file, or about one of its files.
    func report(
        _ kind: CatalogDiagnostic.Kind, line: Int? = nil, column: Int? = nil, inFile file: String? = nil
    ) {
        log.report(CatalogDiagnostic(file: file ?? self.file, line: line, column: column, kind: kind))
    }

    /// What was kept since this was asked for the last time.
    func takeDiagnostics() -> [CatalogDiagnostic] {
        defer { log = DiagnosticLog(limit: log.limit) }
        return log.kept
    }

    /// Counts an item that is left out, and says why.
    func skip(_ kind: CatalogDiagnostic.Kind, at line: Int, column: Int? = nil) {
        skippedCount += 1
        report(kind, line: line, column: column)
    }

    /// Counts a record that can be used.
    ///
    /// - Returns: Whether it is used; not where its id was seen before.
    func accept(_ record: Record, at line: Int) -> Bool {
        let first = identifiers.updateValue(line, forKey: ByteString(record.id))
        if let first {
            identifiers[ByteString(record.id)] = first
            skip(.duplicateIdentifier(id: record.id.excerpt, firstLine: first), at: line)
            return false
        }
        recordCount += 1
        if let scope = record.scope, scope != lastScope {
            scopes.insert(scope)
            lastScope = scope
        }
        return true
    }

    /// The description with the scopes that only records name behind the others, by id.
    func finish() {
        if recordCount == 0, skippedCount == 0, log.errorCount == 0 { report(.empty) }
        let named = Set(description.scopes.map(\.id))
        description.scopes += scopes.subtracting(named).sorted().map { CatalogDescription.Scope(id: $0) }
    }
}
