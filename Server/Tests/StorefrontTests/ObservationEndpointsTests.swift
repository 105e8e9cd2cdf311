// Health, readiness and metrics.

import Foundation
import HTTPTypes
import ProductStore
import StorefrontTestSupport
import Testing

@testable import Storefront

@Suite struct ObservationEndpointsTests {
    private func shop() async throws -> Shop { try await Shop() }

    @Test func readinessIsReported() async throws {
        let shop = try await shop()
        #expect(try await shop.ask("/readyz").status == 503)
        shop.readiness.isReady = true
        let ready = try await shop.ask("/readyz")
        #expect(ready.status == 200 && ready.text == "ready\n" && ready.headers[.cacheControl] == "no-store")
        shop.readiness.isReady = false
        #expect(try await shop.ask("/readyz").text == "not ready\n")
        #expect(try await shop.ask("/healthz").text == "ok\n")
    }

    @Test func metricsAreNotForEverybody() async throws {
        let shop = try await shop()
        #expect(try await shop.ask("/metrics").status == 404)
        let refused = try await shop.write(.get, "/metrics", [.authorization: "none"])
        #expect(refused.status == 401)
        let own = shop.storefront.metricsEndpoints
        #expect(own.list.map(\.path) == ["/healthz", "/readyz", "/metrics"] && own.authorization == nil)
    }

    @Test func theAgeOfTheLastBackupIsMeasured() async throws {
        let folder = try TemporaryFolder()
        func age() async throws -> Double {
            let shop = try await Shop { configuration in
                var store = try StorefrontConfiguration.Store(at: folder.store)
                store.backups = BackupFolder(folder.path + "/backups")
                configuration.records = .store(store, files: [])
            }
            let metrics = try await shop.metrics()
            try await shop.catalogs.store?.close()
            let name = "lsearchd_backup_age_seconds "
            let line = metrics.text.split(separator: "\n").first { $0.hasPrefix(name) }
            return try #require(line.flatMap { Double($0.dropFirst(name.count)) }, "\(metrics.text)")
        }
        #expect(try await age() == -1)
        let path = try folder.write("", to: "backups/0000000000000000001.backup")
        // Backups of a folder that others can change are not used.
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o700], ofItemAtPath: folder.path + "/backups")
        let time = Date(timeIntervalSinceNow: -3_600)
        try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path)
        #expect((3_600..<4_200).contains(try await age()))
    }

    @Test func metricsWithoutBackupsHaveNoAge() async throws {
        let metrics = try await shop().write(.get, "/metrics")
        #expect(metrics.status == 200 && !metrics.text.contains("lsearchd_backup_age_seconds "))
    }

    @Test func requestsAreCountedByThePathsThatThereAre() async throws {
        let shop = try await shop()
        for path in ["/v1/records/teas/t-1", "/v1/records/teas/t-2", "/v1/records/teas/none", "/x", "/y"] {
            _ = try await shop.ask(path)
        }
        _ = try await shop.ask(.head, "/healthz")
        let response = try await shop.write(.get, "/metrics")
        #expect(response.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
        let lines = Set(response.text.split(separator: "\n").map(String.init))
        for line in [
            #"http_requests_total{method="GET",path="/v1/records/{catalog}/{id}",status="200"} 2"#,
            #"http_requests_total{method="GET",path="/v1/records/{catalog}/{id}",status="404"} 1"#,
            #"http_requests_total{method="GET",path="elsewhere",status="404"} 2"#,
            #"http_requests_total{method="HEAD",path="/healthz",status="200"} 1"#,
            #"http_request_duration_seconds_count{path="/v1/records/{catalog}/{id}"} 3"#,
            #"lsearchd_catalog_records{catalog="teas"} 3"#, "lsearchd_searches 0",
            "lsearchd_store_revision 0",
        ] {
            #expect(lines.contains(line), "\(line)")
        }
        #expect(lines.contains { $0.hasPrefix(#"lsearchd_catalog_cached_bytes{catalog="teas"} "#) })
        let memory = lines.first { $0.hasPrefix("process_resident_memory_bytes ") }?.split(separator: " ")
            .last
        #expect((memory.flatMap { Int($0) } ?? 0) > 1 << 20)
    }
}
