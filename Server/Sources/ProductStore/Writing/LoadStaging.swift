// The lines of a large load on the disk, until they are committed, so that memory does not grow with the
// load.

internal import FoundationEssentials
internal import GRDB
internal import Glibc

/// A temporary database beside the store with the lines of one load. A crash leaves it
/// behind; the next start removes it.
///
/// One task at a time may use it.
final class LoadStaging {
    /// A line with a record.
    struct Line {
        let position: Int
        let number: Int
        let json: [UInt8]
    }

    let path: String
    private let queue: DatabaseQueue
    /// The largest position of a line.
    private(set) var count = 0

    /// - Parameter store: the path of the store.
    init(besides store: String) throws {
        path = StagedFile.newPath(besides: store)
        var configuration = Configuration()
        configuration.label = "LoadStaging"
        // One transaction holds all lines.
        configuration.allowsUnsafeTransactions = true
        do {
            try PrivateFile.create(path)
            queue = try DatabaseQueue(path: path, configuration: configuration)
        } catch {
            unlink(path)
            throw error
        }
        try queue.inDatabase { db in
            // The file need not survive a crash.
            try db.execute(
                sql: """
                    PRAGMA journal_mode = OFF;
                    PRAGMA synchronous = OFF;
                    PRAGMA cache_size = -\(Self.cacheSize >> 10);
                    CREATE TABLE line (
                        position INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, number INTEGER NOT NULL, json BLOB,
                        hash INTEGER NOT NULL
                    ) STRICT;
                    BEGIN
                    """)
        }
    }

    deinit {
        try? queue.close()
        unlink(path)
    }

    /// The memory for pages, in bytes: ids arrive in any order, and each changes a page of their index.
    private static let cacheSize = 64 << 20

    // MARK: Adding

    /// Adds a line, unless an earlier one has its id.
    ///
    /// - Parameter json: the record; `nil` to store only the id.
    /// - Returns: the number of the earlier line.
    func add(_ id: [UInt8], number: Int, json: [UInt8]?) throws -> Int? {
        // The known part of the record's checksum.
        let hash = json.map { RowChecksum.hash(id) + RowChecksum.hash($0) } ?? 0
        return try queue.inDatabase { db in
            try db.cachedStatement(
                sql: "INSERT INTO line VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING"
            ).execute(arguments: [count + 1, Data(id), number, json.map { Data($0) }, hash])
            if db.changesCount == 1 {
                count += 1
                return nil
            }
            return try Int.fetchOne(
                db.cachedStatement(sql: "SELECT number FROM line WHERE id = ?"), arguments: [Data(id)])
        }
    }

    // MARK: Committing

    /// Makes the lines readable for another connection.
    func finish() throws { try queue.inDatabase { if $0.isInsideTransaction { try $0.commit() } } }

    /// The lines after a position, in their order, a few at a time.
    func lines(after position: Int) throws -> [Line] {
        try queue.inDatabase { db in
            try Row.fetchAll(
                db.cachedStatement(
                    sql:
                        "SELECT position, number, json FROM line WHERE position > ? ORDER BY position LIMIT 500"
                ),
                arguments: [position]
            ).map { row in
                Line(
                    position: Int(try row.integer(0)), number: Int(try row.integer(1)), json: try row.bytes(2)
                )
            }
        }
    }

    struct StagedRecord {
        let position: Int
        let id: [UInt8]
        let json: [UInt8]
    }

    /// Reads the staged records of a finished load in the order of their ids, some at a time.
    static func forEachBlock(of path: String, _ body: ([StagedRecord]) throws -> Void) throws {
        let queue = try DatabaseQueue(path: path)
        defer { try? queue.close() }
        try queue.read { db in
            let rows = try Row.fetchCursor(db, sql: "SELECT position, id, json FROM line ORDER BY id")
            var block: [StagedRecord] = []
            while let row = try rows.next() {
                block.append(
                    StagedRecord(
                        position: Int(try row.integer(0)), id: try row.bytes(1), json: try row.bytes(2)))
                if block.count == 500 {
                    try body(block)
                    block = []
                }
            }
            if !block.isEmpty { try body(block) }
        }
    }

    /// Removes a line that has become unusable.
    func remove(_ position: Int) throws {
        try queue.inDatabase { db in
            try db.cachedStatement(sql: "DELETE FROM line WHERE position = ?").execute(arguments: [position])
        }
    }

    /// Runs `body` while the lines are attached to the store's connection as the schema `staged`.
    static func attached(_ path: String, to db: Database, _ body: () throws -> Void) throws {
        try db.execute(sql: "ATTACH DATABASE ? AS staged", arguments: [path])
        defer { try? db.execute(sql: "DETACH DATABASE staged") }
        try body()
    }
}
