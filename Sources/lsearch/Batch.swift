// Reads requests as JSON lines, and writes responses as JSON lines.

internal import CatalogSearch
internal import JSON
internal import ProgramSupport
internal import SearchService
internal import Support

/// Responds to requests in their order, each at once, so that a program can wait for each response. Requests
/// that have already arrived are processed in parallel.
final class Batch {
    private let catalogs: SearchedCatalogs
    private let responder: Responder

    /// The most bytes of a request.
    static let requestLimit = 1 << 20
    /// The most requests that are processed in parallel, which bounds the memory of their responses.
    private static let mostAtOnce = 64

    /// - Parameters:
    ///   - options: defaults for members that requests leave out.
    ///   - folders: the folders of messages in other languages.
    init(_ catalogs: SearchedCatalogs, _ options: SearchOptions, _ texts: Texts, folders: [String]) {
        self.catalogs = catalogs
        let service = SearchService(
            catalogs.engine, folders: folders, defaults: options.request,
            preferredLocales: options.preferredLocales, texts: texts, queryVector: catalogs.queryVector)
        responder = Responder(service: service, texts: texts)
    }

    /// Responds to all lines of standard input.
    ///
    /// - Returns: whether no request failed.
    nonisolated(nonsending) func run() async -> Bool {
        var isGood = true
        var lines = InputLines(limit: Self.requestLimit)
        var number = 0
        while let line = lines.next() {
            number += 1
            var requests = [Request(line: line, number: number)]
            while lines.hasLine, requests.count < Self.mostAtOnce, let line = lines.next() {
                number += 1
                requests.append(Request(line: line, number: number))
            }
            requests.removeAll(where: \.line.isBlank)
            if await !respond(to: requests) { isGood = false }
        }
        return isGood
    }

    /// A line of the input, and its number.
    private struct Request: Sendable {
        let line: InputLines.Line
        let number: Int
    }

    /// Responds to some requests, and writes each response as soon as it and all before it are ready.
    ///
    /// - Returns: whether none failed.
    private nonisolated(nonsending) func respond(to requests: [Request]) async -> Bool {
        // A single request needs no other thread.
        guard requests.count > 1 else {
            guard let request = requests.first else { return true }
            return await write(responder.response(to: request.line), request)
        }
        return await withTaskGroup(of: (index: Int, response: Responder.Response).self) { group in
            for (index, request) in requests.enumerated() {
                group.addTask(executorPreference: globalConcurrentExecutor) { [responder] in
                    (index, responder.response(to: request.line))
                }
            }
            var isGood = true
            var waiting: [Int: Responder.Response] = [:]
            var written = 0
            for await (index, response) in group {
                waiting[index] = response
                while let next = waiting.removeValue(forKey: written) {
                    if await !write(next, requests[written]) { isGood = false }
                    written += 1
                }
            }
            return isGood
        }
    }

    /// Writes the response to a request. If an index is damaged, it is repaired first, and the request
    /// processed again.
    ///
    /// - Returns: whether it is a response, not a failure.
    private nonisolated(nonsending) func write(_ response: Responder.Response, _ request: Request) async
        -> Bool
    {
        var first: Responder.Response? = response
        do throws(SearchService.Failure) {
            let json = try await catalogs.repairing(repaired: { responder.service.engine = $0 }) {
                () throws(SearchService.Failure) in
                defer { first = nil }
                return try (first ?? responder.response(to: request.line)).get()
            }
            Output.standardOutput.writeLine(json)
            return true
        } catch {
            Output.standardOutput.writeLine(object(error, line: request.number).text)
            return false
        }
    }

    private func object(_ failure: SearchService.Failure, line: Int) -> JSONObject {
        var error = JSONObject()
        error.set("line", line)
        error.set("message", failure.message)
        var object = JSONObject()
        object.set("error", error)
        return object
    }
}

/// Responds to single requests, on any number of threads.
private struct Responder: Sendable {
    typealias Response = Result<String, SearchService.Failure>

    let service: SearchService
    let texts: Texts

    func response(to line: InputLines.Line) -> Response {
        switch line {
        case .tooLong(let bytes):
            return failure(ErrorMessage("RequestTooLong: %1$ld %2$ld", bytes, Batch.requestLimit))
        case .bytes(let bytes):
            if let wrong = bytes.span.firstInvalidUTF8 {
                return failure(ErrorMessage("RequestInvalidUTF8: %ld", wrong + 1))
            }
            return Response { () throws(SearchService.Failure) in try service.response(to: bytes).json }
        }
    }

    private func failure(_ message: ErrorMessage) -> Response {
        .failure(SearchService.Failure(kind: .request, message: texts.message(for: message)))
    }
}
