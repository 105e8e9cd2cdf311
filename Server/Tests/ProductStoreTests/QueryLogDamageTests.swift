// Damaged counts of the query log are left out, and counted.

import Foundation
import GRDB
import StorefrontTestSupport
import Testing

@testable import ProductStore

@Suite struct QueryLogDamageTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var path: String { folder.path + "/queries.sqlite" }

    private func counts(_ query: String, searches: Int = 1) -> DayCounts {
        var counts = DayCounts()
        counts.queries[LoggedQuery(query: query, locale: "en")] = {
            var counts = QueryCounts()
            (counts.searches, counts.clicks, counts.total) = (searches, 1, 7)
            return counts
        }()
        var clicks = ClickCounts()
        (clicks.clicks, clicks.places) = (1, 3)
        counts.clicks[
            LoggedClick(query: LoggedQuery(query: query, locale: "en"), catalog: "a", id: "1")] = clicks
        return counts
    }

    private func list(_ log: QueryLogFile) async throws -> [String: Int] {
        let list = try await log.queries(.init(since: 0, limit: 10)).list
        return Dictionary(uniqueKeysWithValues: list.map { ($0.query.query, $0.counts.searches) })
    }

    private func change(_ sql: String) async throws {
        let database = try DatabaseQueue(path: path, configuration: StoreFile.configuration)
        try await database.write { try $0.execute(sql: sql) }
        try database.close()
    }

    @Test(arguments: [
        "searches = searches + 4", "none = 1", "relaxed = 1", "clicks = 9", "total = NULL", "total = 6",
        "query = 'tee'", "locale = 'eo'", "day = 19", "checksum = checksum + 1", "checksum = NULL",
    ]) func aDamagedRowIsNotCounted(changes: String) async throws {
        let log = try QueryLogFile(path: path)
        try await log.add([20: counts("tea"), 21: counts("gin")], keepingFrom: 0)
        try await log.add([20: counts("tea"), 21: counts("gin")], keepingFrom: 0)
        #expect(try await list(log) == ["tea": 2, "gin": 2])
        log.close()
        #expect(try StoreVerifier.verify(path).isSound)
        try await change("UPDATE query SET \(changes) WHERE query = 'tea'")
        #expect(try StoreVerifier.verify(path).faults == [.table("query")])
        let again = try QueryLogFile(path: path)
        #expect(again.damage.rows == 1 && again.damage.count == 1)
        #expect(try await list(again) == ["gin": 2])
        #expect(try again.known(on: 20).queries.isEmpty)
        // Later counts do not hide the damage.
        try await again.add([20: counts("tea"), 21: counts("gin")], keepingFrom: 0)
        #expect(try await list(again)["gin"] == 3 && again.damage.rows == 1)
        // Damaged rows are removed with old days.
        try await again.add([:], keepingFrom: 21)
        #expect(try await list(again) == ["gin": 3] && again.damage.count == 0)
    }

    @Test func countsOfEarlierVersionsStayAsTheyAre() async throws {
        let database = try DatabaseQueue(path: path, configuration: StoreFile.configuration)
        try QueryLogTables.migrator.migrate(database, upTo: "2")
        try await database.write { db in
            try db.execute(
                sql: """
                    PRAGMA application_id = \(QueryLogFile.applicationID);
                    INSERT INTO query VALUES (20, 'tea', 'en', 2, 0, 0, 1, 7, rowHash(20, 'tea', 'en', 2, 0, 0, 1, 7));
                    INSERT INTO query VALUES (20, 'gin', 'en', 2, 0, 0, 1, 7, 12);
                    INSERT INTO click VALUES (20, 'tea', 'en', 'a', '1', 1, 3, rowHash(20, 'tea', 'en', 'a', '1', 1, 3));
                    """)
        }
        try database.close()
        let log = try QueryLogFile(path: path)
        #expect(try await list(log) == ["tea": 2] && log.damage.rows == 1)
        try await log.add([20: counts("tea")], keepingFrom: 0)
        let entry = try await log.queries(.init(since: 0, limit: 10)).list[0]
        #expect(entry.counts.searches == 3 && entry.counts.conversions == 0 && entry.counts.total == 7)
        #expect(entry.clicked[0].counts.places == 6)
    }

    @Test func aDamagedClickIsNotCounted() async throws {
        let log = try QueryLogFile(path: path)
        try await log.add([20: counts("tea")], keepingFrom: 0)
        log.close()
        try await change("UPDATE click SET id = '2'")
        let again = try QueryLogFile(path: path)
        #expect(again.damage.rows == 1)
        #expect(try await again.queries(.init(since: 0, limit: 10)).list[0].clicked.isEmpty)
        #expect(try again.known(on: 20).clicks.isEmpty)
    }

    @Test func aFileThatCannotBeReadIsKeptAndANewOneBegun() async throws {
        let log = try QueryLogFile(path: path)
        for number in 0..<200 { try await log.add([20: counts("tea \(number)")], keepingFrom: 0) }
        log.close()
        var bytes = try Data(contentsOf: URL(filePath: path))
        // The head of a page.
        for place in 8_192..<8_204 { bytes[place] = 0xFF }
        try bytes.write(to: URL(filePath: path))
        for name in ["-wal", "-shm"] { unlink(path + name) }
        #expect(try !StoreVerifier.verify(path).isSound)
        let again = try QueryLogFile(path: path)
        #expect(again.damage.hasLostFile && again.damage.count == 1)
        #expect(try await list(again).isEmpty)
        try await again.add([20: counts("tea")], keepingFrom: 0)
        #expect(try await list(again) == ["tea": 1])
        again.close()
        let kept = try Data(contentsOf: URL(filePath: path + "-damaged"))
        #expect(kept == bytes)
        #expect(try StoreVerifier.verify(path).isSound)
    }

    @Test func aFileOfAnOlderVersionGetsChecksums() async throws {
        let older = try DatabaseQueue(path: path)
        try QueryLogTables.migrator.migrate(older, upTo: "1")
        try await older.write { db in
            try db.execute(
                sql: """
                    PRAGMA application_id = \(QueryLogFile.applicationID);
                    INSERT INTO query VALUES (20, 'tea', 'en', 2, 0, 0, 1, NULL);
                    INSERT INTO click VALUES (20, 'tea', 'en', 'a', '1', 1, 3);
                    """)
        }
        try older.close()
        let log = try QueryLogFile(path: path)
        #expect(log.damage.count == 0)
        try await log.add([20: counts("tea")], keepingFrom: 0)
        #expect(try await list(log) == ["tea": 3])
        #expect(try await log.queries(.init(since: 0, limit: 10)).list[0].clicked[0].counts.clicks == 2)
    }
}
