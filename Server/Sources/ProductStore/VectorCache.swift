// Caches the vectors of texts, so that no text is embedded twice, even if its record is rewritten without its
// vector.

public import CatalogSearch
internal import FoundationEssentials
internal import GRDB

/// A file with vectors by the checksums of ``ProductStore/RecordToEmbed``. It may be deleted at any time.
public final class VectorCache: Sendable {
    private let queue: DatabaseQueue

    /// The most vectors; the oldest ones are dropped.
    private static let limit = 2_000_000

    /// Opens or creates the file at a path. A damaged file is replaced.
    ///
    /// - Throws: `StoreError.unavailable`.
    public init(path: String) throws(StoreError) {
        do {
            queue = try Self.opened(path)
        } catch {
            for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
            do {
                queue = try Self.opened(path)
            } catch {
                throw StoreError(error)
            }
        }
    }

    private static func opened(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { db in
            // A power failure may lose the newest vectors, which are made again.
            try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
        }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE IF NOT EXISTS vector (
                        number INTEGER PRIMARY KEY AUTOINCREMENT,
                        checksum TEXT NOT NULL UNIQUE,
                        numbers BLOB NOT NULL
                    ) STRICT
                    """)
        }
        return queue
    }

    /// The cached vectors for some checksums; none if the file cannot be read.
    public func vectors(of checksums: [String]) -> [String: QuantizedVector] {
        let found = try? queue.read { db in
            var found: [String: QuantizedVector] = [:]
            let statement = try db.cachedStatement(sql: "SELECT numbers FROM vector WHERE checksum = ?")
            for checksum in checksums {
                guard let data = try Data.fetchOne(statement, arguments: [checksum]) else { continue }
                found[checksum] = try? QuantizedVector(data.map { Double(Int8(bitPattern: $0)) })
            }
            return found
        }
        return found ?? [:]
    }

    /// Adds vectors. If the disk is full, they will be made again later.
    public func add(_ vectors: [String: QuantizedVector]) {
        try? queue.write { db in
            for (checksum, vector) in vectors {
                try db.cachedStatement(
                    sql: "INSERT OR IGNORE INTO vector (checksum, numbers) VALUES (?, ?)"
                ).execute(arguments: [checksum, Data(vector.numbers.map { UInt8(bitPattern: $0) })])
            }
            try db.execute(
                sql: "DELETE FROM vector WHERE number <= (SELECT max(number) FROM vector) - ?",
                arguments: [Self.limit])
        }
    }
}
