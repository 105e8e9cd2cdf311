// The view that imports a file into a catalog, and shows how far that is.

internal import CatalogSearch
internal import CatalogStorage
internal import HTTPTypes
internal import Hummingbird
internal import Localization
internal import MeilisearchProtocol
internal import NIOCore
internal import ProductStore
internal import SearchService
internal import StorefrontPage

extension AdministrationPages {
    /// How many seconds pass until a page with a running import is loaded again.
    private static let refreshTime = "2"
    /// The most problems of a file that are listed.
    private static let faultLimit = 100

    func importView(_ reader: Reader) -> EndpointResponse {
        // An import that ends meanwhile must not leave a page that is not loaded again.
        let isRunning = imports.isRunning
        var response = html(
            reader, title: word("Admin.Import", reader), view: "import", importValues(reader, isRunning))
        if isRunning {
            response.headers[HTTPField.Name("Refresh")!] = Self.refreshTime
        }
        return response
    }

    private func importValues(
        _ reader: Reader, _ isRunning: Bool
    ) -> [String: AdministrationValue] {
        let own = Set(catalogs.files.identifiers)
        let isTarget = { id in !own.contains(id) && meilisearch?.isIndex(id) != true }
        var values: [String: AdministrationValue] = [
            "action": .text(reader.address("/admin/import")), "catalog": .text(reader["catalog"]),
            "mapping": .text(reader["map"]), "replaces": .flag(!reader["replace"].isEmpty),
            "catalogList": .list(
                store.snapshot().engine.catalogs.map(\.description.id).filter(isTarget).map { .text($0) }),
            // The page is loaded again and again meanwhile, which would empty the fields.
            "isReady": .flag(!isRunning),
        ]
        if let run = imports.current { values["run"] = .object(runValues(run, reader)) }
        return ["import": .object(values)]
    }

    private func runValues(_ run: CatalogImport, _ reader: Reader) -> [String: AdministrationValue] {
        let state = run.state
        var values: [String: AdministrationValue] = [
            "heading": .text(
                word("Admin.ImportOf: %1$@ %2$@", reader, .text(run.name), .text(run.catalog)))
        ]
        if !state.isEnded {
            values["running"] = .object([
                "position": .text("\(state.position)"), "size": .text("\(state.size)"),
                "state": .text(word(state.isWriting ? "Admin.ImportWrites" : "Admin.ImportReads", reader)),
            ])
        }
        if let failure = state.failure {
            let problem = Problem(failure) { texts.message(for: $0, in: reader.locale) }
            values["failure"] = .text(problem.message(in: reader.locale, texts))
        } else if state.isEnded, state.report == nil {
            values["failure"] = .text(word("Admin.NothingImported", reader))
        }
        values["hasCounts"] = .flag(state.report != nil)
        if let report = state.report {
            let left = (state.reading?.skippedCount ?? 0) + report.skippedCount
            if run.keepsRest(state.reading) {
                values["nothingDeleted"] = .text(word("Admin.NothingDeleted", reader))
            }
            values["counts"] = .list(
                [
                    ("Admin.Imported", report.recordCount), ("Admin.NewRecords", report.newCount),
                    ("Admin.DeletedRecords", report.deletedCount), ("Admin.LeftOut", left),
                ].map { key, count in
                    .object(["label": .text(word(key, reader)), "count": .text(number(count, reader))])
                })
        }
        let faults = state.faults
        values["hasFaults"] = .flag(!faults.isEmpty)
        values["faults"] = .list(
            faults.prefix(Self.faultLimit).map { fault, line in
                .object([
                    "place": .text(line.map { "\(run.name):\($0)" } ?? run.name),
                    "text": .text(texts.message(for: fault, in: reader.locale)),
                ])
            })
        return values
    }

    // MARK: Receiving a file

    /// What arrives with a form.
    private struct Received {
        var parameters: RequestParameters
        /// The field that is arriving, if it is a text.
        var field: (name: String, value: [UInt8])?
        var file: (upload: UploadedFile, writer: BlockWriter, name: String, format: CatalogFormat)?
    }

    /// The texts of the form. All are in memory, so there must be no others.
    private static let fields: Set<String> = ["csrf", "catalog", "map", "replace"]
    /// The most bytes of a text in the form.
    private static let fieldLimit = 16 << 10

    /// Writes the file of a form to the disk, and begins to import it.
    func receiveFile(_ request: Request, _ context: ClientContext) async throws -> EndpointResponse {
        var received = Received(parameters: try RequestParameters(request.uri.query))
        do {
            try checkOrigin(request)
            guard let session = sessions.session(of: request) else {
                return sessionOver(reader(request, context, received.parameters))
            }
            var form = try MultipartForm(contentType: request.headers[.contentType])
            var failure: Problem?
            for try await part in request.body where failure == nil {
                do {
                    try form.append(part.readableBytesView) { event in
                        try take(event, into: &received, session)
                    }
                } catch let problem as Problem where problem.code != .bodyTooLarge {
                    // Browsers show the response only after they have sent everything.
                    failure = problem
                }
            }
            if let failure { throw failure }
            guard form.isComplete else { throw Problem(.badRequest, "LoadInterrupted") }
            let reader = reader(request, context, received.parameters)
            guard let file = received.file else { throw Problem(.badRequest, "ImportWithoutFile") }
            try await stored(reader) { () async throws(StoreError) in try file.writer.finish() }
            let run = CatalogImport(
                of: file.upload, file.format, named: file.name, into: reader["catalog"],
                columns: try CatalogImport.columns(reader["map"]), replaces: !reader["replace"].isEmpty)
            guard imports.begin(run) else { throw Problem(.conflict, "ImportRunning") }
            Task { [store] in await run.run(store) }
            var response = redirect(reader, to: "/admin/import")
            response.changed = [run.catalog]
            return response
        } catch {
            let reader = reader(request, context, received.parameters)
            let problem: Problem
            switch error {
            case let error as Problem: problem = error
            case let error as StoreError:
                problem = Problem(error) { texts.message(for: $0, in: reader.locale) }
            default: throw error
            }
            // Clients without a session may know neither catalogs nor files.
            let values = reader.session == nil ? [:] : importValues(reader, imports.isRunning)
            return self.problem(problem, reader, values)
        }
    }

    private func take(
        _ event: MultipartForm.Event, into received: inout Received, _ session: AdministrationSessions.Session
    ) throws {
        switch event {
        case .field(let name, nil):
            try finishField(of: &received)
            // Nothing changes after the form was checked.
            guard received.file == nil, Self.fields.contains(name) else {
                throw Problem(.badRequest, "BadForm")
            }
            received.field = (name, [])
        case .field(_, let file?):
            try finishField(of: &received)
            // The texts of the form precede its file, so nothing is written for forms of others.
            try check(received, session)
            guard !file.isEmpty, received.file == nil else { throw Problem(.badRequest, "ImportWithoutFile") }
            let ending = file.split(separator: ".").last.map { $0.lowercased() } ?? ""
            guard let format = Self.formats[ending] else {
                throw Problem(.unsupportedMediaType, "ImportFormat: %@", .text(file))
            }
            let upload = try UploadedFile()
            received.file = (upload, try BlockWriter(upload.path), file, format)
        case .bytes(let bytes):
            if received.field != nil {
                received.field?.value += bytes
                guard received.field?.value.count ?? 0 <= Self.fieldLimit else {
                    throw Problem(.bodyTooLarge, "BodyTooLarge: %ld", .init(Self.fieldLimit))
                }
            } else if let writer = received.file?.writer {
                try writer.append(bytes)
                guard writer.count <= UploadedFile.sizeLimit else {
                    throw Problem(.bodyTooLarge, "BodyTooLarge: %ld", .init(UploadedFile.sizeLimit))
                }
            }
        }
    }

    /// The formats of files by their endings. What separates the columns of a table is found in the table.
    private static let formats: [String: CatalogFormat] = [
        "csv": .csv, "txt": .csv, "tsv": .tsv, "tab": .tsv, "json": .json, "jsonl": .jsonLines,
        "ndjson": .jsonLines,
    ]

    private func finishField(of received: inout Received) throws(Problem) {
        guard let field = received.field else { return }
        guard let text = String(validating: field.value, as: UTF8.self) else {
            throw Problem(.badRequest, "BadEncoding")
        }
        received.parameters = received.parameters.without(field.name).with(field.name, text)
        received.field = nil
    }

    /// Checks the texts of a form before its file is read.
    private func check(
        _ received: Received, _ session: AdministrationSessions.Session
    ) throws(Problem) {
        guard received.parameters["csrf"] == session.formToken else {
            throw Problem(.forbidden, "ForeignForm")
        }
        let catalog = String((received.parameters["catalog"] ?? "").trimmingBlanks)
        try CatalogImport.check(target: catalog, catalogs.files, meilisearch)
        if imports.isRunning { throw Problem(.conflict, "ImportRunning") }
        _ = try CatalogImport.columns(received.parameters["map"] ?? "")
    }
}
