// The handler for bulk loads of files as shop systems and spreadsheets write them.

internal import CatalogStorage
internal import HTTPTypes
internal import Hummingbird
internal import JSON
internal import Localization
internal import ProductStore
internal import SearchService

extension AdministrationEndpoints {
    /// The formats of files by their media types. The heading of a table determines its separator.
    private static let fileFormats: [String: CatalogFormat] = [
        "text/csv": .csv, "text/tab-separated-values": .tsv, "application/json": .json,
    ]

    /// The format of a body that is read as a file is; `nil` for records, one on each line.
    ///
    /// - Parameter map: the mapping of columns: only files have one.
    static func fileFormat(of request: Request, map: String?) throws(Problem) -> CatalogFormat? {
        let lines = ["application/x-ndjson", "application/jsonl"]
        try MediaType.check(request, isOneOf: lines + fileFormats.keys.sorted())
        if let format = fileFormats[MediaType.name(of: request) ?? ""] { return format }
        return map == nil ? nil : .jsonLines
    }

    /// Imports a file into a catalog, which is made if it does not exist: all records or none.
    func importFile(
        _ request: Request, _ format: CatalogFormat, into catalog: String, map: String?, replaces: Bool
    ) async throws -> EndpointResponse {
        try CatalogImport.check(target: catalog, catalogs.files, meilisearch)
        let columns = try CatalogImport.columns(map ?? "")
        if imports.isRunning { throw Problem(.conflict, "ImportRunning") }
        let file = try await converting(request) { () throws(StoreError) in try UploadedFile() }
        let writer = try await converting(request) { () throws(StoreError) in try BlockWriter(file.path) }
        for try await part in WholeBody(request) {
            try await converting(request) { () throws(StoreError) in try writer.append(part) }
            guard writer.count <= UploadedFile.sizeLimit else {
                throw Problem(.bodyTooLarge, "BodyTooLarge: %ld", .init(UploadedFile.sizeLimit))
            }
        }
        try await converting(request) { () throws(StoreError) in try writer.finish() }
        let run = CatalogImport(
            of: file, format, named: catalog, into: catalog, columns: columns, replaces: replaces)
        guard imports.begin(run) else { throw Problem(.conflict, "ImportRunning") }
        await run.run(store)
        return try response(to: request, run)
    }

    private func response(to request: Request, _ run: CatalogImport) throws -> EndpointResponse {
        let locale = languages.locale(of: request)
        let state = run.state
        let faults = state.faults.map { diagnostic, line in
            Problem.Fault(line: line, message: texts.message(for: diagnostic, in: locale))
        }
        if let failure = state.failure {
            var problem = Problem(failure) { texts.message(for: $0, in: locale) }
            problem.faults += faults
            throw problem
        }
        guard let report = state.report else {
            var problem = Problem(.invalidRecord, "Admin.NothingImported")
            problem.faults = faults
            throw problem
        }
        return loaded(
            report, skipped: (state.reading?.skippedCount ?? 0) + report.skippedCount, faults,
            deletes: run.replaces, in: locale)
    }
}
