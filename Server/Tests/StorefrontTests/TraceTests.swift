// Spans of requests, and the traces that logs and metrics name.

import HTTPTypes
import Hummingbird
import InMemoryTracing
import Testing
import Tracing

@testable import Storefront

@Suite struct TraceTests {
    /// The tracer of this process: there can be only one. Others of its tests add spans, too.
    private static let tracer: InMemoryTracer = {
        let tracer = InMemoryTracer(recordInjections: false, recordExtractions: false)
        InstrumentationSystem.bootstrap(MultiplexInstrument([tracer, TraceContextPropagator()]))
        return tracer
    }()

    /// The headers of a client that traces.
    private func headers(_ trace: String) -> HTTPFields {
        [
            .init(InMemoryTracer.traceIDKey)!: trace, .init(InMemoryTracer.spanIDKey)!: "client",
            .init("traceparent")!: parent(trace),
        ]
    }

    private func parent(_ trace: String) -> String { "00-\(trace)-00f067aa0ba902b7-01" }

    private func spans(of trace: String) -> [FinishedInMemorySpan] {
        Self.tracer.finishedSpans.filter { $0.traceID == trace }
    }

    @Test func aSearchHasSpansForItsSteps() async throws {
        _ = Self.tracer
        let shop = try await Shop()
        let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
        #expect(try await shop.ask("/v1/search?q=asam&locale=en", headers(trace)).status == 200)
        let spans = spans(of: trace)
        let server = try #require(spans.last)
        #expect(
            spans.map(\.operationName) == ["search", "search similar words", "GET /v1/search"]
                && server.kind == .server && server.parentSpanID == "client")
        for search in spans.dropLast() {
            #expect(search.parentSpanID == server.spanID && search.events.map(\.name) == ["started"])
        }
        #expect(server.attributes["http.response.status_code"]?.toSpanAttribute() == .int64(200))
    }

    @Test func aWriteHasASpanForTheStore() async throws {
        _ = Self.tracer
        let shop = try await Shop()
        let trace = "5bf92f3577b34da6a3ce929d0e0e4736"
        let response = try await shop.write(
            .put, "/catalogs/new", headers(trace).merging(.json),
            body: RequestBody(#"{"defaultLocale": "en"}"#))
        #expect(response.status == 201)
        let spans = spans(of: trace)
        #expect(spans.map(\.operationName) == ["store", "PUT /admin/v1/catalogs/{catalog}"])
        #expect(spans.first?.parentSpanID == spans.last?.spanID)
    }

    @Test func metricsAndLogsNameTheTrace() async throws {
        _ = Self.tracer
        let shop = try await Shop()
        let trace = "6bf92f3577b34da6a3ce929d0e0e4736"
        _ = try await shop.ask("/v1/scopes", headers(trace))
        #expect(shop.log.count(ofAll: ["Answered", "/v1/scopes", trace]) == 1)
        let open = try await shop.write(
            .get, "/metrics", [.accept: "application/openmetrics-text;version=1.0.0,text/plain;q=0.5"])
        #expect(
            open.headers[.contentType] == "application/openmetrics-text; version=1.0.0; charset=utf-8"
                && open.text.hasSuffix("\n# EOF\n"))
        let lines = open.text.split(separator: "\n")
        let named = lines.filter { $0.contains("# {trace_id=\"\(trace)\"} ") }
        #expect(
            named.count == 1 && named[0].hasPrefix(#"http_request_duration_seconds_bucket{path="/v1/scopes""#)
        )
        #expect(lines.contains("# TYPE http_requests counter"))
        #expect(lines.contains(#"http_requests_total{method="GET",path="/v1/scopes",status="200"} 1"#))
        let plain = try await shop.write(.get, "/metrics", [.accept: "text/plain"])
        #expect(!plain.text.contains(trace) && plain.text.contains("# TYPE http_requests_total counter"))
        #expect(!plain.text.contains("# EOF"))
    }

    @Test(arguments: [
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-what-the-future-will-be-like",
    ])
    func parentsAreRead(text: String) throws {
        let parent = try #require(TraceParent(text))
        #expect(parent.trace == "4bf92f3577b34da6a3ce929d0e0e4736" && parent.text == text)
    }

    @Test(arguments: [
        "", "-", "00", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-x",
        "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e473-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e473\"-00f067aa0ba902b7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-" + String(repeating: "x", count: 300),
    ])
    func malformedParentsAreNone(text: String) {
        #expect(TraceParent(text) == nil)
    }
}

extension HTTPFields {
    fileprivate func merging(_ other: HTTPFields) -> HTTPFields {
        var fields = self
        fields.append(contentsOf: other)
        return fields
    }
}
