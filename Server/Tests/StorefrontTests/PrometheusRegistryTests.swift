// Metrics are valid in the text format of Prometheus.

import CoreMetrics
import Testing

@testable import Storefront

@Suite struct PrometheusRegistryTests {
    private let registry = PrometheusRegistry(help: ["requests_total": "Requests."])

    @Test func countersAndMetersAreWrittenInTheOrderOfTheirNames() {
        let counter = Counter(label: "requests_total", dimensions: [("path", "/b")], factory: registry)
        counter.increment(by: 2)
        Counter(label: "requests_total", dimensions: [("path", "/a")], factory: registry).increment()
        Counter(label: "requests_total", dimensions: [("path", "/b")], factory: registry).increment()
        Meter(label: "queue.length", factory: registry).set(1.5)
        Recorder(label: "last", factory: registry).record(7)
        #expect(
            registry.text() == """
                # HELP requests_total Requests.
                # TYPE requests_total counter
                requests_total{path="/a"} 1
                requests_total{path="/b"} 3
                # TYPE last gauge
                last 7
                # TYPE queue_length gauge
                queue_length 1.5

                """)
    }

    @Test func whatLabelsSayIsEscaped() {
        let value = "a\\b\"c\nd\r\ne ü"
        Meter(label: "catalog-records", dimensions: [("the id", value)], factory: registry).set(1)
        #expect(
            registry.text()
                == "# TYPE catalog_records gauge\ncatalog_records{the_id=\"a\\\\b\\\"c\\nd\r\\ne ü\"} 1\n")
    }

    @Test func timersAreHistogramsInSeconds() throws {
        let timer = Timer(label: "time", dimensions: [("path", "/")], factory: registry)
        for nanoseconds: Int64 in [50_000, 100_000, 2_000_000, 300_000_000, 20_000_000_000] {
            timer.recordNanoseconds(nanoseconds)
        }
        let lines = registry.text().split(separator: "\n").map(String.init)
        #expect(lines.first == "# TYPE time histogram")
        for line in [
            #"time_bucket{path="/",le="0.0001"} 2"#, #"time_bucket{path="/",le="0.0025"} 3"#,
            #"time_bucket{path="/",le="0.25"} 3"#, #"time_bucket{path="/",le="0.5"} 4"#,
            #"time_bucket{path="/",le="10"} 4"#,
            #"time_bucket{path="/",le="+Inf"} 5"#, #"time_count{path="/"} 5"#,
        ] {
            #expect(lines.contains(line), "\(line)")
        }
        let sum = try #require(lines.first { $0.hasPrefix("time_sum") }?.split(separator: " ").last)
        #expect(abs((Double(sum) ?? 0) - 20.30215) < 1e-9)
        // Buckets are cumulative, so that none is less than the one before.
        let counts = lines.filter { $0.contains("_bucket") }.compactMap {
            $0.split(separator: " ").last.flatMap { Int($0) }
        }
        #expect(counts == counts.sorted() && counts.count == 17)
    }

    @Test func whatIsNoMoreIsForgotten() {
        let counter = Counter(label: "c", factory: registry)
        counter.increment()
        Meter(label: "m", dimensions: [("catalog", "a")], factory: registry).set(1)
        Meter(label: "n", factory: registry).set(2)
        registry.removeMeters("m")
        counter.destroy()
        #expect(registry.text() == "# TYPE n gauge\nn 2\n")
    }

    @Test func manyCountAtOnce() async {
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { [registry] in
                    for _ in 0..<500 { Counter(label: "c", factory: registry).increment() }
                }
            }
        }
        #expect(registry.text() == "# TYPE c counter\nc 4000\n")
    }
}
