// One load: its lines are parsed, compared with earlier ones, and committed in chunks or all together.

internal import CatalogSearch
internal import CatalogStorage

/// The state of one load. Uses the memory of one chunk for any number of lines.
final class Loader {
    var report = LoadReport()
    private let store: ProductStore
    private let catalog: String
    private let mode: LoadMode
    /// A condition on the newest revision of the catalog.
    private let precondition: Precondition
    private var reader: JSONRecordReader
    private var descriptionRevision: Revision
    private var builder: CatalogIndexBuilder
    private var line = 0
    /// Parsed lines that are not yet compared with earlier ones.
    private var parsed: [Result<ParsedRecord, SkippedLine>] = []
    /// Records to commit or to stage.
    private var records: [ParsedRecord] = []
    private var size = 0
    /// The first line of each id, as long as they are few; afterwards they are staged.
    private var identifiers: [[UInt8]: Int] = [:]
    /// The locales of the catalog with those of the records so far.
    private var locales: CatalogLocales
    private var staging: LoadStaging?

    /// Why a line is skipped.
    private struct SkippedLine: Error {
        let diagnostics: [CatalogDiagnostic]
    }

    private static let chunkLimit = (count: 500, size: 4 << 20)
    private static let identifierLimit = 10_000
    /// How often a staged load is read again after the catalog's description has changed.
    private static let attemptLimit = 3

    init(
        _ description: (settings: CatalogSettings, revision: Revision), catalog: String, mode: LoadMode,
        if precondition: Precondition, store: ProductStore
    ) {
        self.store = store
        self.catalog = catalog
        self.mode = mode
        self.precondition = precondition
        reader = description.settings.recordReader()
        descriptionRevision = description.revision
        builder = CatalogIndexBuilder(description.settings.description)
        let known = mode == .replacement ? nil : store.live.state.entries[catalog]
        locales = CatalogLocales(known?.live.snapshot.locales ?? [])
    }

    // MARK: Parsing

    /// Parses the next line.
    func take(_ next: LineSplitter.Line) {
        line += 1
        switch next {
        case .tooLong(let count): skip(.tooLong(bytes: count, limit: StoreLimits.recordSize))
        case .text(let bytes): parse(bytes)
        }
    }

    private func parse(_ bytes: [UInt8]) {
        let mark: [UInt8] = line == 1 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? [0xEF, 0xBB, 0xBF] : []
        let text = bytes.dropFirst(mark.count)
        guard let start = text.firstIndex(where: { !Self.isSpace($0) }),
            let end = text.lastIndex(where: { !Self.isSpace($0) })
        else { return }
        do throws(StoreError) {
            // Includes the leading space, so that columns refer to the line.
            var record = try ParsedRecord(Array(text[...end]), by: reader, descriptionRevision, line: line)
            record.json = Array(text[start...end])
            parsed.append(.success(record))
        } catch {
            switch error {
            case .invalidRecord(let diagnostics):
                parsed.append(.failure(SkippedLine(diagnostics: diagnostics)))
            case .tooLarge(_, let bytes, let limit): skip(.tooLong(bytes: bytes, limit: limit))
            // Parsing a record does not use the database.
            default: preconditionFailure("\(error)")
            }
        }
    }

    private func skip(_ kind: CatalogDiagnostic.Kind) {
        parsed.append(.failure(SkippedLine(diagnostics: [diagnostic(kind, line)])))
    }

    private func diagnostic(_ kind: CatalogDiagnostic.Kind, _ line: Int) -> CatalogDiagnostic {
        CatalogDiagnostic(file: catalog, line: line, kind: kind)
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0D
    }

    // MARK: Comparing

    /// Collects the parsed records with new ids, and reports the others.
    private func compare() throws {
        for result in parsed {
            switch result {
            case .failure(let line): report(skipped: line.diagnostics)
            case .success(let record):
                if !locales.add(record.record) {
                    report(skipped: [
                        diagnostic(.tooManyLocales(limit: CatalogLocales.limit), record.line)
                    ])
                } else if let first = try firstLine(of: record) {
                    report(skipped: [
                        diagnostic(.duplicateIdentifier(id: record.record.id, firstLine: first), record.line)
                    ])
                } else {
                    for diagnostic in record.diagnostics { report.diagnostics.report(diagnostic) }
                    records.append(record)
                    size += record.json.count
                }
            }
        }
        parsed = []
    }

    /// The line of an earlier record with the same id.
    private func firstLine(of record: ParsedRecord) throws -> Int? {
        let id = Array(record.record.id.utf8)
        if let staging {
            return try staging.add(id, number: record.line, json: mode.isWhole ? record.json : nil)
        }
        if let first = identifiers[id] { return first }
        identifiers[id] = record.line
        return nil
    }

    private func report(skipped diagnostics: [CatalogDiagnostic]) {
        report.skippedCount += 1
        for diagnostic in diagnostics { report.diagnostics.report(diagnostic) }
    }

    // MARK: Committing

    /// Commits full chunks, or stages the records of a large load.
    func advance() async throws(StoreError) {
        try StoreError.naming { try compare() }
        let isFull = records.count >= Self.chunkLimit.count || size >= Self.chunkLimit.size
        switch mode {
        case .chunks:
            while records.count >= Self.chunkLimit.count || size >= Self.chunkLimit.size {
                try await commit(min(records.count, Self.chunkLimit.count))
            }
            if staging == nil, identifiers.count > Self.identifierLimit {
                try stage { staging in
                    for (id, line) in identifiers { _ = try staging.add(id, number: line, json: nil) }
                }
            }
        case .whole where isFull || staging != nil, .replacement:
            if staging == nil {
                try stage { staging in
                    for record in records {
                        _ = try staging.add(
                            Array(record.record.id.utf8), number: record.line, json: record.json)
                    }
                }
            }
            try await index()
        case .whole: break
        }
    }

    /// Moves the load so far to disk.
    private func stage(_ fill: (LoadStaging) throws -> Void) throws(StoreError) {
        try StoreError.naming {
            let new = try LoadStaging(besides: store.backend.stagingPath)
            try fill(new)
            staging = new
        }
        identifiers = [:]
    }

    /// Indexes the records, which are staged.
    private func index() async throws(StoreError) {
        let found = records.map(\.record)
        records = []
        size = 0
        guard store.backend.publishesOwnWrites else { return }
        do {
            try await builder.append(found)
        } catch {
            throw StoreError(error)
        }
    }

    /// Commits the remaining records.
    func finish() async throws(StoreError) {
        try await advance()
        switch mode {
        case .chunks:
            while !records.isEmpty { try await commit(min(records.count, Self.chunkLimit.count)) }
        case .whole, .replacement:
            if mode == .replacement, staging?.count == 0, report.skippedCount > 0 {
                // No line is a record: the input is not a catalog.
                throw .invalidRecord(report.diagnostics.kept)
            }
            if let staging {
                try await commit(staging)
            } else if !records.isEmpty {
                try await commit(records.count)
            }
        }
    }

    private func commit(_ count: Int) async throws(StoreError) {
        let chunk = Array(records[..<count])
        records.removeFirst(count)
        size = records.reduce(0) { $0 + $1.json.count }
        let outcome = try await store.perform(.load(chunk, catalog: catalog, precondition))
        report.skippedCount += chunk.count - outcome.recordCount
        note(outcome)
    }

    private func commit(_ staging: LoadStaging) async throws(StoreError) {
        for _ in 0..<Self.attemptLimit {
            let load: StagedLoad
            do {
                let index = store.backend.publishesOwnWrites ? try await builder.finish() : nil
                try staging.finish()
                load = StagedLoad(
                    path: staging.path, count: staging.count, index: index,
                    descriptionRevision: descriptionRevision, replaces: mode == .replacement)
            } catch {
                throw StoreError(error)
            }
            do throws(StoreError) {
                return note(try await store.perform(.loadStaged(load, catalog: catalog, precondition)))
            } catch {
                // The description has changed. If the caller set a condition, the load fails.
                guard case .conflict = error, precondition == .none else { throw error }
                try await readAgain(staging)
            }
        }
        throw .unavailable(.overloaded)
    }

    /// Reads the staged records again by the catalog's new description.
    private func readAgain(_ staging: LoadStaging) async throws(StoreError) {
        let (settings, revision) = try await store.settings(of: catalog)
        reader = settings.recordReader()
        descriptionRevision = revision
        builder = CatalogIndexBuilder(settings.description)
        var position = 0
        while true {
            let lines = try StoreError.naming { try staging.lines(after: position) }
            guard let last = lines.last else { return }
            position = last.position
            for line in lines {
                do throws(StoreError) {
                    records.append(
                        try ParsedRecord(line.json, by: reader, descriptionRevision, line: line.number))
                } catch {
                    guard case .invalidRecord(let diagnostics) = error else { throw error }
                    report(skipped: diagnostics)
                    try StoreError.naming { try staging.remove(line.position) }
                }
            }
            try await index()
        }
    }

    private func note(_ outcome: ChangeOutcome) {
        report.recordCount += outcome.recordCount
        report.newCount += outcome.newCount
        report.deletedCount += outcome.deletedCount
        for diagnostic in outcome.result.diagnostics { report.diagnostics.report(diagnostic) }
        if outcome.recordCount > 0 || mode == .replacement { report.revision = outcome.result.revision }
    }
}
