// Requests as JSON lines in, answers as JSON lines out.

internal import CatalogSearch
internal import JSONCoding
internal import KitSupport
internal import ProgramSupport
internal import SearchService

/// Answers requests one after the other, each at once, so that a program may hold a conversation.
final class Batch {
    private let service: SearchService
    private let texts: Texts

    /// No request has more bytes.
    static let requestLimit = 1 << 20

    /// - Parameters:
    ///   - options: what requests do not say themselves.
    ///   - folders: where the texts of other locales are found.
    init(_ engine: SearchEngine, _ options: SearchOptions, _ texts: Texts, folders: [String]) {
        var request = SearchRequest("", locale: options.locale)
        options.fill(&request)
        request.scope = options.scope
        service = SearchService(
            engine, folders: folders,
            defaults: ServiceRequest(request, chain: options.chain, explains: options.explains),
            preferredLocales: options.preferredLocales, texts: texts)
        self.texts = texts
    }

    /// Answers all lines of standard input.
    ///
    /// - Parameter repair: gives an engine in which the index of a catalog is no longer damaged.
    /// - Returns: whether every request could be answered.
    nonisolated(nonsending) func run(
        repair: nonisolated(nonsending) (_ catalog: String) async -> SearchEngine
    ) async -> Bool {
        var isGood = true
        var lines = InputLines(limit: Self.requestLimit)
        var number = 0
        while let line = lines.next() {
            number += 1
            if case .bytes(let bytes) = line, bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) {
                continue
            }
            var outcome = answer(line)
            // Each catalog twice: then it is in memory, where nothing is damaged.
            for _ in 0..<2 * service.engine.catalogs.count {
                guard case .failure(let failure) = outcome,
                    case .damagedIndex(let catalog) = failure.kind
                else { break }
                service.engine = await repair(catalog)
                outcome = answer(line)
            }
            switch outcome {
            case .success(let answer): Output.standardOutput.writeLine(answer)
            case .failure(let failure):
                isGood = false
                var object = JSONObject()
                var error = JSONObject()
                error.set("line", number)
                error.set("message", failure.message)
                object.set("error", error)
                Output.standardOutput.writeLine(object.text)
            }
        }
        return isGood
    }

    /// The answer to one request.
    func answer(_ line: InputLines.Line) -> Result<String, SearchService.Failure> {
        do throws(SearchService.Failure) {
            switch line {
            case .tooLong(let bytes):
                throw failure(ErrorMessage("RequestTooLong: %1$ld %2$ld", bytes, Self.requestLimit))
            case .bytes(let bytes):
                if let wrong = bytes.span.firstInvalidUTF8 {
                    throw failure(ErrorMessage("RequestInvalidUTF8: %ld", wrong + 1))
                }
                return .success(try service.answer(bytes).json)
            }
        } catch {
            return .failure(error)
        }
    }

    private func failure(_ message: ErrorMessage) -> SearchService.Failure {
        SearchService.Failure(kind: .request, message: texts.words(for: message))
    }
}
