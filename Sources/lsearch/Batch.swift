// Reads requests as JSON lines, and writes answers as JSON lines.

internal import CatalogSearch
internal import JSON
internal import ProgramSupport
internal import SearchService
internal import Support

/// Answers requests one after the other, each at once, so that a program can hold a conversation.
final class Batch {
    private let catalogs: SearchedCatalogs
    private let service: SearchService
    private let texts: Texts

    /// The most bytes of a request.
    static let requestLimit = 1 << 20

    /// - Parameters:
    ///   - options: defaults for what requests leave out.
    ///   - folders: the folders of texts in other languages.
    init(_ catalogs: SearchedCatalogs, _ options: SearchOptions, _ texts: Texts, folders: [String]) {
        self.catalogs = catalogs
        service = SearchService(
            catalogs.engine, folders: folders, defaults: options.request,
            preferredLocales: options.preferredLocales, texts: texts, queryVector: catalogs.queryVector)
        self.texts = texts
    }

    /// Answers all lines of standard input.
    ///
    /// - Returns: whether every request was answered.
    nonisolated(nonsending) func run() async -> Bool {
        var isGood = true
        var lines = InputLines(limit: Self.requestLimit)
        var number = 0
        while let line = lines.next() {
            number += 1
            if line.isBlank { continue }
            do throws(SearchService.Failure) {
                let reply = try await catalogs.repairing(repaired: { service.engine = $0 }) {
                    () throws(SearchService.Failure) in try answer(line)
                }
                Output.standardOutput.writeLine(reply)
            } catch {
                isGood = false
                Output.standardOutput.writeLine(object(error, line: number).text)
            }
        }
        return isGood
    }

    private func answer(_ line: InputLines.Line) throws(SearchService.Failure) -> String {
        switch line {
        case .tooLong(let bytes):
            throw failure(ErrorMessage("RequestTooLong: %1$ld %2$ld", bytes, Self.requestLimit))
        case .bytes(let bytes):
            if let wrong = bytes.span.firstInvalidUTF8 {
                throw failure(ErrorMessage("RequestInvalidUTF8: %ld", wrong + 1))
            }
            return try service.answer(bytes).json
        }
    }

    private func failure(_ message: ErrorMessage) -> SearchService.Failure {
        SearchService.Failure(kind: .request, message: texts.words(for: message))
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
