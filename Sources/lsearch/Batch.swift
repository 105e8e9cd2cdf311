// Requests as JSON lines in, answers as JSON lines out.

internal import ProgramSupport
internal import JSONCoding
internal import CatalogSearch
internal import Localization
internal import Storage

/// Answers requests one after the other, each at once, so that a program may hold a conversation.
final class Batch {
    private var engine: SearchEngine
    private let options: SearchOptions
    private let folders: [String]
    private let texts: Texts
    private var available: Set<LocaleIdentifier>
    private let parser = JSONParser()
    private var wordings: [LocaleIdentifier: Wording] = [:]

    /// No request has more bytes.
    static let requestLimit = 1 << 20

    /// - Parameters:
    ///   - options: what requests do not say themselves.
    ///   - folders: where the texts of other locales are found.
    init(_ engine: SearchEngine, _ options: SearchOptions, _ texts: Texts, folders: [String]) {
        self.engine = engine
        self.options = options
        self.texts = texts
        self.folders = folders
        available = Set(engine.catalogs.flatMap(\.locales))
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
            for _ in 0..<2 * engine.catalogs.count {
                guard case .failure(let problem) = outcome, let catalog = problem.damagedCatalog else {
                    break
                }
                engine = await repair(catalog)
                available = Set(engine.catalogs.flatMap(\.locales))
                outcome = answer(line)
            }
            switch outcome {
            case .success(let answer): Output.standardOutput.writeLine(answer)
            case .failure(let problem):
                isGood = false
                var object = JSONObject()
                var error = JSONObject()
                error.set("line", number)
                error.set("message", problem.message)
                object.set("error", error)
                Output.standardOutput.writeLine(object.text)
            }
        }
        return isGood
    }

    /// Why a request has no answer, in the user's language.
    struct Problem: Error {
        let message: String
        /// The catalog whose index is to blame.
        var damagedCatalog: String?
    }

    /// The answer to one request.
    func answer(_ line: InputLines.Line) -> Result<String, Problem> {
        let reporter = Reporter(texts, program: "lsearch")
        do throws(UsageError) {
            let request = try request(line)
            return answer(request).mapError { error in
                var problem = Problem(message: reporter.words(for: error))
                if case .damagedIndex(let catalog) = error { problem.damagedCatalog = catalog }
                return problem
            }
        } catch {
            return .failure(Problem(message: reporter.words(for: error)))
        }
    }

    private func answer(_ batchRequest: BatchRequest) -> Result<String, SearchError> {
        do throws(SearchError) {
            var request = batchRequest.request
            let wording = wording(request.locale)
            request.scope = try engine.scope(named: request.scope, wording)
            let answer = JSONAnswer(wording: wording, explains: batchRequest.explains)
            let started = ContinuousClock.now
            switch batchRequest.returned {
            case .hits:
                let results = try engine.search(request)
                let elapsed = ContinuousClock.now - started
                return .success(answer.object(results, request, nanoseconds: elapsed.nanoseconds).text)
            case .ids:
                let found = try engine.matches(request)
                let elapsed = ContinuousClock.now - started
                return .success(answer.object(found, request, nanoseconds: elapsed.nanoseconds).text)
            case .suggestions:
                let limit = request.limit
                let completions = try engine.completions(of: request, limit: limit)
                let corrections = try engine.corrections(of: request, limit: limit)
                let elapsed = ContinuousClock.now - started
                let object = answer.object(
                    completions, corrections, request, nanoseconds: elapsed.nanoseconds)
                return .success(object.text)
            }
        } catch {
            return .failure(error)
        }
    }

    private func request(_ line: InputLines.Line) throws(UsageError) -> BatchRequest {
        switch line {
        case .tooLong(let bytes): throw UsageError("RequestTooLong: %1$ld %2$ld", bytes, Self.requestLimit)
        case .bytes(let bytes):
            if let wrong = bytes.firstInvalidUTF8 { throw UsageError("RequestInvalidUTF8: %ld", wrong + 1) }
            return try request(bytes)
        }
    }

    private func request(_ bytes: [UInt8]) throws(UsageError) -> BatchRequest {
        var batchRequest: BatchRequest
        do {
            batchRequest = try parser.withValue(of: bytes) { value in try BatchRequest(value, options) }
        } catch let error as UsageError {
            throw error
        } catch let error as JSONError {
            throw UsageError("RequestInvalidJSON: %@", error.message)
        } catch {
            throw UsageError("InternalFailure: %@", String(describing: error))
        }
        let locale = batchRequest.request.locale
        batchRequest.request.chain =
            batchRequest.chain
            ?? LocaleNegotiation.chain(
                preferred: options.preferredLocales(for: locale), available: available)
        return batchRequest
    }

    /// The words for a locale, loaded once; some locales are kept, not all that may be asked for.
    private func wording(_ locale: LocaleIdentifier) -> Wording {
        if let wording = wordings[locale] { return wording }
        let texts =
            locale == texts.locale
            ? texts : Texts.load(folders: folders, preferred: [locale], tables: ["Localizable"]).texts
        let wording = Wording(texts, catalogs: engine.catalogs)
        if wordings.count >= 50 { wordings.removeAll() }
        wordings[locale] = wording
        return wording
    }
}

extension Duration {
    /// The duration in whole nanoseconds.
    var nanoseconds: Int {
        Int(components.seconds) * 1_000_000_000 + Int(components.attoseconds / 1_000_000_000)
    }
}
