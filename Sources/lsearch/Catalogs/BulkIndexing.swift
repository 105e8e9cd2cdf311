// Builds parts of indexes, for programs that divide a large catalog among many processes and machines.

internal import CatalogSearch
internal import CatalogStorage
internal import Files
internal import JSON
internal import Localization
internal import ProgramSupport
internal import SearchService

/// The modes `--build-segment` and `--publish`. Both write one JSON object.
struct BulkIndexing {
    private let options: SearchOptions
    private let reporter: Reporter

    init(_ options: SearchOptions, _ reporter: Reporter) {
        self.options = options
        self.reporter = reporter
    }

    private var texts: Texts { reporter.texts }

    // MARK: Segments

    /// Writes the records of standard input as a segment. The response lists records that cannot be used.
    nonisolated(nonsending) func build(in folder: String, lineNumbers: String?) async -> SearchExitStatus {
        guard options.catalogPaths.count == 1, var file = CatalogFile(path: options.catalogPaths[0]),
            [.jsonLines, .json, .csv, .tsv].contains(file.format)
        else { return fail(UsageError("OneTableNeeded: %@", "--build-segment")) }
        file.columns = options.mappedColumns
        do {
            let numbers = try lineNumbers.map(Self.lineNumbers)
            let segment = try await SegmentBuilder(folder: folder).build(
                file, from: LocalFileSystem().openStandardInput(), lineNumbers: numbers)
            Output.standardOutput.writeLine(object(segment).text)
            return options.isStrict && segment.reading.diagnostics.errorCount > 0 ? .failed : .found
        } catch let error as UsageError {
            return fail(error)
        } catch SegmentBuilder.Fault.tooLarge {
            return fail(UsageError("SegmentTooLarge"))
        } catch SegmentBuilder.Fault.search(let error) {
            reporter.report(error)
        } catch SegmentBuilder.Fault.file(let error) {
            return fail(UsageError("SegmentNotBuilt: %@", error.description))
        } catch {
            return fail(UsageError("SegmentNotBuilt: %@", "\(error)"))
        }
        return .failed
    }

    /// The numbers in the file that `--line-numbers` names.
    private static func lineNumbers(in path: String) throws -> LineNumbers {
        guard let numbers = LineNumbers(try LocalFileSystem().contents(of: path)) else {
            throw UsageError("LineNumbersInvalid: %@", path)
        }
        return numbers
    }

    private func object(_ segment: SegmentBuilder.Segment) -> JSONObject {
        let reading = segment.reading
        var object = JSONObject()
        object.set("file", segment.file)
        object.set("bytes", segment.size)
        object.set("records", reading.recordCount)
        object.set("skipped", reading.skippedCount)
        object.set("errors", reading.diagnostics.errorCount)
        object.set("warnings", reading.diagnostics.warningCount)
        object.set("problems", reading.diagnostics.kept.map(problem))
        return object
    }

    private func problem(_ diagnostic: CatalogDiagnostic) -> JSONObject {
        var object = JSONObject()
        object.set("file", diagnostic.file)
        if let line = diagnostic.line { object.set("line", line) }
        object.set("severity", diagnostic.severity == .error ? "error" : "warning")
        object.set("message", texts.message(for: diagnostic))
        return object
    }

    // MARK: Publishing

    /// Makes a checkpoint of the segments that standard input names.
    nonisolated(nonsending) func publish(in folder: String) async -> SearchExitStatus {
        do {
            let files = LocalFileSystem()
            let request = try PublishingRequest(
                files.contents(
                    of: files.openStandardInput(), at: "/dev/stdin", limit: PublishingRequest.sizeLimit))
            let name = try await CheckpointFolder(folder).publish(
                request.catalogs, from: request.folder, at: request.position)
            var object = JSONObject()
            object.set("checkpoint", name)
            Output.standardOutput.writeLine(object.text)
            return .found
        } catch let error as UsageError {
            return fail(error)
        } catch let fault as CheckpointFolder.PublishingFault {
            let reason =
                switch fault {
                case .file(let error): error.description
                case .segment(let name, let fault): "\(name): \(fault)"
                case .busy: texts.error("IndexBusy")
                }
            return fail(UsageError("CheckpointNotPublished: %@", reason))
        } catch {
            return fail(UsageError("CheckpointNotPublished: %@", "\(error)"))
        }
    }

    private func fail(_ error: UsageError) -> SearchExitStatus {
        reporter.report(error)
        return .failed
    }
}

/// The JSON that `--publish` reads:
///
///     {"folder": "…", "revision": "0", "mark": "32 hexadecimal digits", "catalogs": [
///         {"id": "…", "revision": "0", "descriptionRevision": "0", "description": "{…}", "segments": ["….segment"]}]}
struct PublishingRequest {
    let folder: String
    let position: Checkpoint.Position
    let catalogs: [CheckpointFolder.BuiltCatalog]

    /// The most bytes of a request.
    static let sizeLimit = 256 << 20

    /// - Throws: `UsageError` if the bytes are not such an object.
    init(_ bytes: [UInt8]) throws(UsageError) {
        let request: PublishingRequest?
        do {
            request = try JSONParser().withValue(of: bytes) { PublishingRequest(json: $0) }
        } catch {
            request = nil
        }
        guard let request else { throw UsageError("CheckpointDescriptionInvalid") }
        self = request
    }

    private init?(json value: JSONValue) {
        guard let folder = value.member("folder")?.string, !folder.isEmpty,
            let revision = value.member("revision")?.string.flatMap({ Int64($0) }), revision >= 0,
            let mark = value.member("mark")?.string.flatMap([UInt8].init(hexadecimal:)), mark.count == 16,
            let catalogs = value.member("catalogs")?.all({ CheckpointFolder.BuiltCatalog(json: $0) }),
            Set(catalogs.map(\.facts.id)).count == catalogs.count
        else { return nil }
        self.folder = folder
        position = Checkpoint.Position(revision: revision, mark: mark)
        self.catalogs = catalogs
    }
}

extension CheckpointFolder.BuiltCatalog {
    fileprivate init?(json value: JSONValue) {
        guard let id = value.member("id")?.string, !id.isEmpty,
            let revision = value.member("revision")?.string.flatMap({ Int64($0) }),
            let descriptionRevision = value.member("descriptionRevision")?.string.flatMap({ Int64($0) }),
            let description = value.member("description")?.string,
            let segments = value.member("segments")?.all(\.string)
        else { return nil }
        self.init(
            facts: Checkpoint.Facts(
                id: id, revision: revision, descriptionRevision: descriptionRevision,
                description: Array(description.utf8)),
            segments: segments)
    }
}
