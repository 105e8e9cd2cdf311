// The handlers for bulk loads.

internal import CatalogStorage
internal import HTTPTypes
internal import Hummingbird
internal import JSON
internal import Localization
internal import Logging
internal import NIOCore
internal import ProductStore
internal import SearchService

extension AdministrationEndpoints {
    func replace(_ request: Request, _ context: ClientContext) async throws -> EndpointResponse {
        let map = try RequestParameters(request.uri.query).map
        return try await load(request, into: try context.decoded("catalog"), mode: .replacement, map: map)
    }

    func load(_ request: Request, _ context: ClientContext) async throws -> EndpointResponse {
        let mode: LoadMode
        let parameters = try RequestParameters(request.uri.query)
        switch parameters["mode"] {
        case nil, "chunks": mode = .chunks
        case "whole": mode = .whole
        case let other?: throw Problem(.badRequest, "UnknownMode: %@", .text(other))
        }
        return try await load(
            request, into: try context.decoded("catalog"), mode: mode, map: parameters.map)
    }

    private func load(
        _ request: Request, into catalog: String, mode: LoadMode, map: String?
    ) async throws -> EndpointResponse {
        if let format = try Self.fileFormat(of: request, map: map) {
            return try await importFile(
                request, format, into: catalog, map: map, replaces: mode == .replacement)
        }
        let report = try await converting(request) { () async throws(StoreError) in
            try await store.load(WholeBody(request), into: catalog, mode: mode)
        }
        let locale = languages.locale(of: request)
        let faults = report.diagnostics.kept.map { diagnostic in
            Problem.Fault(line: diagnostic.line, message: texts.message(for: diagnostic, in: locale))
        }
        if let failure = report.failure {
            logger.error("Load ended early", metadata: ["catalog": "\(catalog)", "reason": "\(failure)"])
            var problem = Problem(failure) { texts.message(for: $0, in: locale) }
            // Records loaded before the failure stay; the client continues after them.
            problem.loaded = report.recordCount
            problem.faults = faults
            problem.headers[.connection] = "close"
            throw problem
        }
        return loaded(
            report, skipped: report.skippedCount, faults, deletes: mode == .replacement, in: locale)
    }

    /// The response to a load.
    func loaded(
        _ report: LoadReport, skipped: Int, _ faults: [Problem.Fault], deletes: Bool,
        in locale: LocaleIdentifier
    ) -> EndpointResponse {
        var loaded = JSONObject()
        if deletes { loaded.set("deleted", report.deletedCount) }
        loaded.set("loaded", report.recordCount)
        loaded.set("new", report.newCount)
        loaded.set("problems", faults)
        if let revision = report.revision { loaded.set("revision", Int(revision.number)) }
        loaded.set("skipped", skipped)
        var response = EndpointResponse(json: loaded)
        response.locale = locale
        response.revision = report.revision?.number
        return response
    }
}

extension RequestParameters {
    /// The mapping of a file's columns, which may be empty; `nil` if there is none.
    fileprivate var map: String? { list.last { $0.name == "map" }?.value }
}

/// The chunks of a body. A body shorter than its `Content-Length` ends with an error.
struct WholeBody: AsyncSequence, Sendable {
    private let body: RequestBody
    private let length: Int?

    init(_ request: Request) {
        body = request.body
        length = request.headers[.contentLength].flatMap { Int($0) }
    }

    struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var parts: RequestBody.AsyncIterator
        fileprivate let length: Int?
        private var count = 0

        fileprivate init(_ parts: RequestBody.AsyncIterator, length: Int?) {
            self.parts = parts
            self.length = length
        }

        mutating func next() async throws -> ByteBufferView? {
            guard let part = try await parts.next() else {
                if let length, count != length { throw StoreError.interrupted("\(count) of \(length) bytes") }
                return nil
            }
            count += part.readableBytes
            return part.readableBytesView
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(body.makeAsyncIterator(), length: length) }
}
