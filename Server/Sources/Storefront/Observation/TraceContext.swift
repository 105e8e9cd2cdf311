// The trace of a request, which the header `traceparent` names (W3C Trace Context,
// https://www.w3.org/TR/trace-context/).

internal import HTTPTypes
public import Tracing

/// A trace and a span of it, in the form of the header `traceparent`.
struct TraceParent: Hashable, Sendable {
    /// 32 hexadecimal digits in lower case, not all of them zero.
    let trace: String
    /// The whole header.
    let text: String

    /// - Parameter text: version, trace, span and flags, with hyphens between
    ///   them. Later versions may have more.
    init?(_ text: String) {
        let parts = text.parts(separatedBy: "-", omittingEmptySubsequences: false)
        guard text.utf8.count <= Self.lengthLimit, parts.count >= 4,
            zip(parts, [2, 32, 16, 2]).allSatisfy({ $0.isHexadecimal(ofLength: $1) }), parts[0] != "ff",
            parts[0] != "00" || parts.count == 4,
            parts[1].contains(where: { $0 != "0" }), parts[2].contains(where: { $0 != "0" })
        else { return nil }
        trace = String(parts[1])
        self.text = text
    }

    private static let lengthLimit = 256

    /// The trace that the current task belongs to; `nil` for none.
    static var current: TraceParent? {
        guard let context = ServiceContext.current else { return nil }
        var headers: [String: String] = [:]
        InstrumentationSystem.instrument.inject(context, into: &headers, using: HeaderDictionary())
        return headers["traceparent"].flatMap(TraceParent.init)
    }

    private struct HeaderDictionary: Injector {
        func inject(_ value: String, forKey key: String, into carrier: inout [String: String]) {
            carrier[key.lowercased()] = value
        }
    }
}

/// Runs `body` in a span.
func inSpan<Value, Failure>(
    _ name: String, _ body: () async throws(Failure) -> Value
) async throws(Failure) -> Value {
    let result = await withSpan(name) { _ in
        do throws(Failure) {
            return Result<Value, Failure>.success(try await body())
        } catch {
            return .failure(error)
        }
    }
    return try result.get()
}

/// Reads the trace of a request from its headers.
struct HeaderExtractor: Extractor {
    func extract(key: String, from carrier: HTTPFields) -> String? {
        HTTPField.Name(key).flatMap { carrier[$0] }
    }
}

/// Passes the trace of a request on, without recording anything, so that logs and metrics name it.
///
/// `lsearchd` uses it. A program with a tracer bootstraps that instead, and gets the spans of requests,
/// searches and writes:
///
///     InstrumentationSystem.bootstrap(tracer)
public struct TraceContextPropagator: Instrument {
    public init() {}

    /// Reads the trace from a request's headers. A malformed header counts as none.
    public func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier, into context: inout ServiceContext, using extractor: Extract
    ) where Extract.Carrier == Carrier {
        context.traceParent = extractor.extract(key: "traceparent", from: carrier).flatMap(TraceParent.init)
    }

    /// Writes the trace to the headers of a request.
    public func inject<Carrier, Inject: Injector>(
        _ context: ServiceContext, into carrier: inout Carrier, using injector: Inject
    ) where Inject.Carrier == Carrier {
        if let parent = context.traceParent {
            injector.inject(parent.text, forKey: "traceparent", into: &carrier)
        }
    }
}

extension ServiceContext {
    fileprivate var traceParent: TraceParent? {
        get { self[TraceParentKey.self] }
        set { self[TraceParentKey.self] = newValue }
    }
}

private enum TraceParentKey: ServiceContextKey {
    typealias Value = TraceParent
}

extension StringProtocol {
    fileprivate func isHexadecimal(ofLength length: Int) -> Bool {
        utf8.count == length
            && utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            }
    }
}
