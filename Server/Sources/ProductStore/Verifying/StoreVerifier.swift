// Verifies a store: SQLite's own check, the tables, the revisions, and each record.

internal import CatalogSearch
internal import CatalogStorage
internal import FoundationEssentials
internal import GRDB

/// Verifies stores, as Lucene's CheckIndex examines indexes. It changes nothing, and
/// a server may have the store open.
///
///     let report = try StoreVerifier.verify("shop.sqlite")
///     if !report.isSound { print(report.faults) }
public enum StoreVerifier {
    /// Verifies the store, or the query log, at a path.
    ///
    /// - Returns: the report on the state at one moment: later writes of a server are not part of it.
    /// - Throws: `StoreError.refused` if the file is not a store or was written by a newer version, and
    ///   `.unavailable` if it cannot be read at all.
    public static func verify(_ path: String) throws(StoreError) -> StoreReport {
        do {
            let isQueryLog = try QueryLogFile.isQueryLog(path)
            let file = try VerifiedFile(
                path, applicationID: isQueryLog ? QueryLogFile.applicationID : Schema.applicationID)
            let hasDamagedLog = try file.hasDamagedLog()
            let database = try file.open()
            var report = try database.read { db in
                if isQueryLog { return try QueryLogTables.report(db) }
                var verification = Verification(db)
                try verification.run()
                return verification.report
            }
            try database.close()
            if hasDamagedLog { report.report(.database("\(DamagedPart.log)")) }
            return report
        } catch {
            // The file is so damaged that SQLite does not open it.
            guard case .unavailable(.damaged(let message)) = StoreError(error) else {
                throw StoreError(error)
            }
            var report = StoreReport()
            report.report(.database(message))
            return report
        }
    }
}

private struct Verification {
    var report = StoreReport()
    private let db: Database

    init(_ db: Database) { self.db = db }

    mutating func run() throws {
        for message in try damageReported({ try $0.checkIntegrity() }) ?? [] where message != "ok" {
            report.report(.database(message))
        }
        guard try damageReported({ try $0.checkTables() }) == true else { return }
        _ = try damageReported { try $0.checkRows() }
    }

    /// Runs a step; an error of SQLite becomes a fault in the report instead of ending the verification.
    private mutating func damageReported<Value>(_ step: (inout Verification) throws -> Value) throws -> Value?
    {
        do {
            return try step(&self)
        } catch {
            guard case .unavailable(.damaged(let message)) = StoreError(error) else { throw error }
            report.report(.database(message))
            return nil
        }
    }

    private func checkIntegrity() throws -> [String] {
        try String.fetchAll(db, sql: "PRAGMA integrity_check(\(StoreReport.faultLimit))")
    }

    /// - Returns: whether all tables exist, so that they can be read.
    private mutating func checkTables() throws -> Bool {
        if try Schema.migrator.hasBeenSuperseded(db) { throw StoreError.refused(.newerVersion) }
        let fresh = try DatabaseQueue(configuration: StoreFile.configuration)
        // A store of an older version has older tables until a server opens it.
        guard let version = try Schema.migrator.completedMigrations(db).last else {
            report.report(.table("grdb_migrations"))
            return false
        }
        try Schema.migrator.migrate(fresh, upTo: version)
        let expected = try fresh.read { try $0.tableDefinitions() }
        let found = try db.tableDefinitions()
        for name in Set(expected.keys).union(found.keys).sorted() where expected[name] != found[name] {
            report.report(.table(name))
        }
        return expected.keys.allSatisfy { found[$0] != nil }
    }

    // MARK: Rows

    private mutating func checkRows() throws {
        let newest = try db.storeRevision()
        report.revision = newest
        for (index, key) in try db.accessKeys().enumerated() where !key.isIntact || key.isRestored {
            report.report(.table("accessKey, row \(index + 1)"))
        }
        if try db.hasDamagedDeletions() { report.report(.table("deletion")) }
        let orphans =
            try Int.fetchOne(
                db, sql: "SELECT count(*) FROM record WHERE catalog NOT IN (SELECT number FROM catalog)") ?? 0
        if orphans > 0 { report.report(.orphans(count: orphans)) }
        for catalog in try db.catalogs() {
            _ = try damageReported { try $0.check(catalog, upTo: newest) }
        }
        let repeated = try Row.fetchAll(
            db,
            sql: """
                SELECT revision FROM (SELECT revision FROM record UNION ALL SELECT descriptionRevision FROM catalog)
                GROUP BY revision HAVING count(*) > 1 LIMIT \(StoreReport.faultLimit)
                """)
        for row in repeated { report.report(.revisionTwice(try row.revision(0))) }
    }

    private mutating func check(_ row: CatalogRow, upTo newest: Revision) throws {
        let faultCount = report.faultCount
        if !StoreLimits.isCatalogIdentifier(row.id) { report.report(.catalogIdentifier(row.id)) }
        let settings = CatalogSettings(catalog: row.id, json: row.description)
        if settings.hasErrors { report.report(.description(catalog: row.id)) }
        for revision in [row.revision, row.descriptionRevision]
        where !isInOrder(revision, upTo: newest) {
            report.report(.catalogRevision(catalog: row.id, revision))
        }
        if row.descriptionRevision > row.revision {
            report.report(.catalogRevision(catalog: row.id, row.descriptionRevision))
        }
        report.catalogs.append(StoreReport.Catalog(id: row.id))
        let place = report.catalogs.endIndex - 1
        let reader = settings.recordReader()
        let cursor = try db.records(in: row.number)
        while let record = try cursor.next() {
            report.catalogs[place].recordCount += 1
            let faultCount = report.faultCount
            if !isInOrder(record.revision, upTo: row.revision) {
                report.report(.recordRevision(catalog: row.id, record: record.id, record.revision))
            }
            let reading = reader.read(record.json)
            if let found = reading.record {
                if !found.id.utf8.elementsEqual(record.id.utf8) {
                    report.report(.identifier(catalog: row.id, record: record.id, found: found.id))
                }
            } else if reading.diagnostics.contains(where: \.breaksRecord) {
                report.report(.record(catalog: row.id, record: record.id))
            } else {
                report.catalogs[place].unusableCount += 1
            }
            // Reported only if no more specific fault was.
            if !record.hasChecksum || record.isRestored, report.faultCount == faultCount {
                report.report(.record(catalog: row.id, record: record.id))
            }
        }
        let found = report.catalogs[place].recordCount
        if found != row.recordCount {
            report.report(.count(catalog: row.id, stated: row.recordCount, found: found))
        }
        if !row.isIntact || row.isRestored, report.faultCount == faultCount {
            report.report(.description(catalog: row.id))
        }
    }

    private func isInOrder(_ revision: Revision, upTo newest: Revision) -> Bool {
        (Revision(1)...max(Revision(1), newest)).contains(revision)
    }
}
