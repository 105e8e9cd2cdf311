// How are catalogs and records written, and read back as they were written?

internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import Localization
internal import Logging
internal import NIOCore
internal import ProductStore
internal import SearchService
internal import Storage

/// The paths below `/admin/v1`, for whoever has the token.
struct AdministrationEndpoints: Sendable {
    let store: ProductStore
    let catalogs: ServedCatalogs
    let languages: LanguageChoice
    let texts: LocalizedTexts
    let bodies: BodyReader
    /// The description of this interface, in JSON.
    let interface: String
    let logger: Logger

    private static let catalogs = "/admin/v1/catalogs"
    private static let catalog = catalogs + "/{catalog}"
    private static let records = catalog + "/records"
    private static let record = records + "/{id}"
    /// So many records are listed at once, at most.
    private static let listLimit = 1_000

    var list: [Endpoint] {
        [
            .get(Self.catalogs, listCatalogs),
            .get(Self.catalog, readCatalog),
            Endpoint(.put, Self.catalog, putCatalog),
            Endpoint(.delete, Self.catalog, deleteCatalog),
            .get(Self.records, listRecords),
            Endpoint(.post, Self.records, load),
            .get(Self.record, readRecord),
            Endpoint(.put, Self.record, putRecord),
            Endpoint(.patch, Self.record, patchRecord),
            Endpoint(.delete, Self.record, deleteRecord),
            .get("/admin/v1/openapi.json") { _, _ in Answer(interface, type: "application/json") },
        ]
    }

    // MARK: Catalogs

    private func listCatalogs(_ request: Request, _ context: BasicRequestContext) async throws -> Answer {
        try await naming(request) { () async throws(StoreError) in
            let list = try await store.allCatalogs().map(Self.json)
            return Answer("{\"catalogs\":[\(list.joined(separator: ","))]}", type: "application/json")
        }
    }

    private func readCatalog(_ request: Request, _ context: BasicRequestContext) async throws -> Answer {
        let id = try context.decoded("catalog")
        let catalog = try await naming(request) { () async throws(StoreError) in try await store.catalog(id) }
        return try await .unless(known: EntityTag(catalog.descriptionRevision), to: request, in: nil) {
            Answer(String(decoding: catalog.json, as: UTF8.self), type: "application/json")
        }
    }

    private func putCatalog(_ request: Request, _ context: BasicRequestContext) async throws -> Answer {
        try MediaType.check(request, is: "application/json")
        let id = try context.decoded("catalog")
        guard !catalogs.files.identifiers.contains(id) else {
            throw Problem(.conflict, "CatalogOfFiles: %@", .text(id))
        }
        let precondition = try Precondition(request)
        let body = try await bodies.read(request)
        return try await write(request) { () async throws(StoreError) in
            try await store.putCatalog(id, description: body, if: precondition)
        }
    }

    private func deleteCatalog(_ request: Request, _ context: BasicRequestContext) async throws -> Answer {
        let id = try context.decoded("catalog")
        let precondition = try Precondition(request)
        return try await delete(request) { () async throws(StoreError) in
            try await store.deleteCatalog(id, if: precondition)
        }
    }

    private static func json(_ catalog: StoredCatalog) -> String {
        let id = Answer(json: catalog.id).text
        let description = String(decoding: catalog.json, as: UTF8.self)
        return
            "{\"id\":\(id),\"count\":\(catalog.recordCount),\"revision\":\(catalog.revision),\"description\":\(description)}"
    }

    // MARK: Records

    private func listRecords(_ request: Request, _ context: BasicRequestContext) async throws -> Answer {
        let catalog = try context.decoded("catalog")
        let parameters = try RequestParameters(request.uri.query)
        let text = parameters["limit"] ?? "100"
        let limit = Int(text)
        guard let limit, (1...Self.listLimit).contains(limit) else {
            throw Problem(
                limit == nil ? .badRequest : .pageTooLarge, "ListLimit: %1$@ %2$ld", .text(text),
                .init(Self.listLimit))
        }
        let after = parameters["after"]
        let records = try await naming(request) { () async throws(StoreError) in
            try await store.records(in: catalog, after: after, limit: limit)
        }
        let list = records.map { record in
            "{\"id\":\(Answer(json: record.id).text),\"revision\":\(record.revision),\"record\":"
                + String(decoding: record.json, as: UTF8.self) + "}"
        }
        let next = records.count == limit ? records.last.map { Answer(json: $0.id).text } : nil
        return Answer(
            "{\"records\":[\(list.joined(separator: ","))],\"next\":\(next ?? "null")}",
            type: "application/json")
    }

    private func readRecord(_ request: Request, _ context: BasicRequestContext) async throws -> Answer {
        let catalog = try context.decoded("catalog")
        let id = try context.decoded("id")
        let record = try await naming(request) { () async throws(StoreError) in
            try await store.record(id, in: catalog)
        }
        return try await .unless(known: EntityTag(record.revision), to: request, in: nil) {
            Answer(String(decoding: record.json, as: UTF8.self), type: "application/json")
        }
    }

    private func putRecord(_ request: Request, _ context: BasicRequestContext) async throws -> Answer {
        try MediaType.check(request, is: "application/json")
        let catalog = try context.decoded("catalog")
        let id = try context.decoded("id")
        let precondition = try Precondition(request)
        let body = try await bodies.read(request)
        return try await write(request) { () async throws(StoreError) in
            try await store.put(body, id: id, in: catalog, if: precondition)
        }
    }

    private func patchRecord(_ request: Request, _ context: BasicRequestContext) async throws -> Answer {
        try MediaType.check(request, is: "application/merge-patch+json", "application/json")
        let catalog = try context.decoded("catalog")
        let id = try context.decoded("id")
        let precondition = try Precondition(request)
        let body = try await bodies.read(request)
        return try await write(request) { () async throws(StoreError) in
            try await store.patch(id, with: body, in: catalog, if: precondition)
        }
    }

    private func deleteRecord(_ request: Request, _ context: BasicRequestContext) async throws -> Answer {
        let catalog = try context.decoded("catalog")
        let id = try context.decoded("id")
        let precondition = try Precondition(request)
        return try await delete(request) { () async throws(StoreError) in
            try await store.delete(id, in: catalog, if: precondition)
        }
    }

    // MARK: Bulk loads

    /// What a bulk load came to.
    private struct LoadAnswer: Encodable {
        let loaded: Int
        let new: Int
        let skipped: Int
        let revision: Int64?
        let problems: [Problem.Fault]
    }

    private func load(_ request: Request, _ context: BasicRequestContext) async throws -> Answer {
        try MediaType.check(request, is: "application/x-ndjson", "application/jsonl")
        let catalog = try context.decoded("catalog")
        let mode: LoadMode
        switch try RequestParameters(request.uri.query)["mode"] {
        case nil, "chunks": mode = .chunks
        case "whole": mode = .whole
        case let other?: throw Problem(.badRequest, "UnknownMode: %@", .text(other))
        }
        let report = try await naming(request) { () async throws(StoreError) in
            try await store.load(WholeBody(request), into: catalog, mode: mode)
        }
        let locale = languages.locale(of: request)
        let faults = report.diagnostics.kept.map { diagnostic in
            Problem.Fault(line: diagnostic.line, message: texts.words(for: diagnostic, in: locale))
        }
        if let failure = report.failure {
            logger.error("Load ended early", metadata: ["catalog": "\(catalog)", "reason": "\(failure)"])
            var problem = Problem(failure) { texts.words(for: $0, in: locale) }
            // What was taken before stays, and whoever loads goes on from there.
            problem.loaded = report.recordCount
            problem.faults = faults
            problem.headers[.connection] = "close"
            throw problem
        }
        var answer = Answer(
            json: LoadAnswer(
                loaded: report.recordCount, new: report.newCount, skipped: report.skippedCount,
                revision: report.revision?.number, problems: faults))
        answer.locale = locale
        return answer
    }

    // MARK: What the parts share

    private func write(
        _ request: Request, _ body: () async throws(StoreError) -> WriteResult
    ) async throws -> Answer {
        let result = try await naming(request, body)
        let locale = languages.locale(of: request)
        let faults = (result.diagnostics + result.unusable.flatMap(\.diagnostics)).map {
            Problem.Fault(line: nil, message: texts.words(for: $0, in: locale))
        }
        struct Written: Encodable {
            let revision: Int64
            let problems: [Problem.Fault]
        }
        var answer = Answer(
            json: Written(revision: result.revision.number, problems: faults),
            status: result.isNew ? .created : .ok)
        answer.tag = EntityTag(result.revision)
        return answer
    }

    private func delete(
        _ request: Request, _ body: () async throws(StoreError) -> WriteResult
    ) async throws -> Answer {
        _ = try await naming(request, body)
        return Answer(.noContent)
    }

    private func naming<Value>(
        _ request: Request, _ body: () async throws(StoreError) -> Value
    ) async throws -> Value {
        do throws(StoreError) {
            return try await body()
        } catch {
            if case .unavailable = error {
                logger.error("The store failed", metadata: ["reason": "\(error)"])
            }
            let locale = languages.locale(of: request)
            throw Problem(error) { texts.words(for: $0, in: locale) }
        }
    }
}

extension Precondition {
    /// What the headers ask for (RFC 9110, 13.1).
    ///
    /// - Throws: `Problem` where they ask for what cannot be.
    fileprivate init(_ request: Request) throws(Problem) {
        let match = EntityTag.named(by: request.headers[values: .ifMatch])
        let noneMatch = EntityTag.named(by: request.headers[values: .ifNoneMatch])
        switch (match.first, noneMatch.first) {
        case (nil, nil): self = .none
        case (.any?, nil): self = .present
        case (nil, .any?): self = .absent
        case (let named?, nil) where match.count == 1:
            guard case .version(let tag) = named, !tag.isWeak, let number = Int64(tag.value) else {
                throw Problem(.preconditionFailed, "PreconditionFailed")
            }
            self = .revision(Revision(number))
        default: throw Problem(.badRequest, "BadPrecondition")
        }
    }
}

/// The parts of a body, all of which must come: what ends early is not taken for a whole.
private struct WholeBody: AsyncSequence, Sendable {
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
