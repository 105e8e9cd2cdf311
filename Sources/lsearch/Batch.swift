// Requests as JSON lines in, answers as JSON lines out.

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
internal import CatalogSearch
internal import Localization
internal import Storage

/// Answers requests one after the other, each at once, so that a program may hold a conversation.
final class Batch {
    private let engine: SearchEngine
    private let options: SearchOptions
    private let folders: [String]
    private let texts: Texts
    private let available: Set<LocaleIdentifier>
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
    /// - Returns: whether every request could be answered.
    func run() -> Bool {
        var isGood = true
        var lines = InputLines(limit: Self.requestLimit)
        var number = 0
        while let line = lines.next() {
            number += 1
            if case .bytes(let bytes) = line, bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) {
                continue
            }
            switch answer(line) {
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
    }

    /// The answer to one request.
    func answer(_ line: InputLines.Line) -> Result<String, Problem> {
        let reporter = Reporter(texts)
        do throws(UsageError) {
            let request = try request(line)
            return answer(request.request, explains: request.explains).mapError {
                Problem(message: reporter.words(for: $0))
            }
        } catch {
            return .failure(Problem(message: reporter.words(for: error)))
        }
    }

    private func answer(_ request: SearchRequest, explains: Bool) -> Result<String, SearchError> {
        do throws(SearchError) {
            var request = request
            let wording = wording(request.locale)
            request.scope = try engine.scope(named: request.scope, wording)
            let started = ContinuousClock.now
            let results = try engine.search(request)
            let elapsed = ContinuousClock.now - started
            let answer = JSONAnswer(wording: wording, explains: explains)
            return .success(answer.object(results, request, nanoseconds: elapsed.nanoseconds).text)
        } catch {
            return .failure(error)
        }
    }

    private func request(_ line: InputLines.Line) throws(UsageError) -> (
        request: SearchRequest, explains: Bool
    ) {
        switch line {
        case .tooLong(let bytes): throw UsageError("RequestTooLong: %1$ld %2$ld", bytes, Self.requestLimit)
        case .bytes(let bytes):
            if let wrong = bytes.firstInvalidUTF8 { throw UsageError("RequestInvalidUTF8: %ld", wrong + 1) }
            return try request(bytes)
        }
    }

    private func request(_ bytes: [UInt8]) throws(UsageError) -> (request: SearchRequest, explains: Bool) {
        do {
            return try parser.withValue(of: bytes) { value in try self.request(value) }
        } catch let error as UsageError {
            throw error
        } catch let error as JSONError {
            throw UsageError("RequestInvalidJSON: %@", error.message)
        } catch {
            throw UsageError("InternalFailure: %@", String(describing: error))
        }
    }

    private func request(_ value: JSONValue) throws(UsageError) -> (request: SearchRequest, explains: Bool) {
        guard value.kind == .object else { throw UsageError("RequestNotObject") }
        var query: String?
        var locale = options.locale
        var chain = options.chain
        var request = SearchRequest("", locale: locale)
        options.fill(&request)
        request.scope = options.scope
        var explains = options.explains
        for (name, value) in value.members where !value.isNull {
            let name = name.string ?? ""
            let member = RequestMember(name: name, value: value)
            switch name {
            case "q": query = try member.text()
            case "locale": locale = try SearchOptions.locale(member.text())
            case "chain":
                var locales: [LocaleIdentifier] = []
                for name in try member.list() { locales.append(try SearchOptions.locale(name).base) }
                chain = locales
            case "scope": request.scope = try member.text()
            case "limit": request.limit = try member.count()
            case "offset": request.offset = try member.count()
            case "catalogs": request.catalogs = try member.list()
            case "fields": request.fields = try member.list().map { FieldName($0) }
            case "sort": request.sort = try SearchOptions.choice(member.text(), of: "sort")
            case "reverse": request.isReversed = try member.flag()
            case "explain": explains = try member.flag()
            case "price": request.price = try SearchOptions.range(member.text(), of: "price")
            case "year": request.year = try SearchOptions.range(member.text(), of: "year")
            case "relax":
                let occasion: Occasion = try SearchOptions.choice(member.text(), of: "relax")
                if occasion != .never { throw UsageError("Unavailable: %@", "relax: \(occasion.rawValue)") }
            default: break
            }
        }
        guard let query else { throw UsageError("RequestWithoutQuery") }
        request.query = query
        request.locale = locale
        request.chain =
            chain
            ?? LocaleNegotiation.chain(
                preferred: locale == options.locale ? options.preferredLocales : [locale],
                available: available)
        return (request, explains)
    }

    /// The words for a locale, loaded once.
    private func wording(_ locale: LocaleIdentifier) -> Wording {
        if let wording = wordings[locale] { return wording }
        let texts =
            locale == texts.locale
            ? texts : Texts.load(folders: folders, preferred: [locale], tables: ["Localizable"]).texts
        let wording = Wording(texts, catalogs: engine.catalogs)
        wordings[locale] = wording
        return wording
    }
}

/// A member of a request, with checks of its type.
private struct RequestMember {
    let name: String
    let value: JSONValue

    func text() throws(UsageError) -> String {
        guard let text = value.string else { throw wrongType("TypeText") }
        return text
    }

    func count() throws(UsageError) -> Int {
        guard let count = value.integer, count >= 0 else { throw wrongType("TypeInteger") }
        return count
    }

    func flag() throws(UsageError) -> Bool {
        guard let flag = value.boolean else { throw wrongType("TypeBoolean") }
        return flag
    }

    func list() throws(UsageError) -> [String] {
        guard value.kind == .list else { throw wrongType("TypeList") }
        var texts: [String] = []
        for element in value.elements {
            guard let text = element.string else { throw wrongType("TypeList") }
            texts.append(text)
        }
        return texts
    }

    private func wrongType(_ type: String) -> UsageError {
        UsageError("RequestWrongType: %1$@ %2$@", arguments: [.value(.text(name)), .message(type)])
    }
}

/// Lines of standard input, none longer than a limit in memory.
struct InputLines {
    enum Line {
        case bytes([UInt8])
        /// A line that was passed over, and how many bytes it had.
        case tooLong(Int)
    }

    private let limit: Int
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)
    private var unread = 0..<0

    init(limit: Int) { self.limit = limit }

    /// The next line without its end; `nil` behind the last.
    mutating func next() -> Line? {
        var line: [UInt8] = []
        var count = 0
        while true {
            if unread.isEmpty {
                var length = 0
                repeat { length = read(0, &buffer, buffer.count) } while length < 0 && errno == EINTR
                guard length > 0 else { return count == 0 ? nil : finished(line, count) }
                unread = 0..<length
            }
            let end = buffer[unread].firstIndex(of: 0x0A) ?? unread.upperBound
            count += end - unread.lowerBound
            if count <= limit { line += buffer[unread.lowerBound..<end] }
            let isAtEnd = end < unread.upperBound
            unread = min(end + 1, unread.upperBound)..<unread.upperBound
            if isAtEnd { return finished(line, count) }
        }
    }

    private func finished(_ line: [UInt8], _ count: Int) -> Line {
        count <= limit ? .bytes(line) : .tooLong(count)
    }
}

extension [UInt8] {
    /// Where the bytes first cease to be UTF-8; `nil` where all are.
    var firstInvalidUTF8: Int? {
        if String(validating: self, as: UTF8.self) != nil { return nil }
        var decoder = UTF8()
        var iterator = makeIterator()
        var position = 0
        while case .scalarValue(let scalar) = decoder.decode(&iterator) { position += UTF8.width(scalar) }
        return position
    }
}

extension Duration {
    /// The duration in whole nanoseconds.
    var nanoseconds: Int {
        Int(components.seconds) * 1_000_000_000 + Int(components.attoseconds / 1_000_000_000)
    }
}
