// Why is a request not answered as it wished? Said as RFC 9457 has it, in the language of whoever asked.

internal import HTTPTypes
internal import Localization
internal import SearchService

/// A request that has no answer but this.
struct Problem: Error {
    /// What kind of problem it is, for programs: the member `code`.
    enum Code: String {
        case badRequest = "bad-request"
        case unauthorized
        case notFound = "not-found"
        case methodNotAllowed = "method-not-allowed"
        case requestTimeout = "request-timeout"
        case conflict
        case preconditionFailed = "precondition-failed"
        case bodyTooLarge = "body-too-large"
        case queryTooLong = "query-too-long"
        case unsupportedMediaType = "unsupported-media-type"
        case pageTooLarge = "page-too-large"
        case invalidRecord = "invalid-record"
        case failure
        case tooBusy = "too-busy"
        case notReady = "not-ready"
        case storeBusy = "store-busy"
        case timeLimit = "time-limit"
        case diskFull = "disk-full"

        var status: HTTPResponse.Status {
            switch self {
            case .badRequest: .badRequest
            case .unauthorized: .unauthorized
            case .notFound: .notFound
            case .methodNotAllowed: .methodNotAllowed
            case .requestTimeout: .requestTimeout
            case .conflict: .conflict
            case .preconditionFailed: .preconditionFailed
            case .bodyTooLarge: .contentTooLarge
            case .queryTooLong: .uriTooLong
            case .unsupportedMediaType: .unsupportedMediaType
            case .pageTooLarge, .invalidRecord: .unprocessableContent
            case .failure: .internalServerError
            case .tooBusy, .notReady, .storeBusy: .serviceUnavailable
            case .timeLimit: .gatewayTimeout
            case .diskFull: .init(code: 507, reasonPhrase: "Insufficient Storage")
            }
        }
    }

    /// What the problem is, in words or as a key to them.
    enum Detail {
        case words(String)
        /// A text of the table of this module.
        case text(String, [FormatValue])
    }

    let code: Code
    let detail: Detail
    var headers: HTTPFields = [:]
    /// What is wrong with the parts of what was sent.
    var faults: [Fault] = []
    /// How many records were taken before a bulk load failed.
    var loaded: Int?

    /// One thing that is wrong.
    struct Fault: Codable, Hashable {
        /// The line, from 1, in what was sent; `nil` where it has no lines.
        var line: Int?
        var message: String
    }

    init(_ code: Code, _ key: String, _ arguments: FormatValue..., headers: HTTPFields = [:]) {
        self.code = code
        detail = .text(key, arguments)
        self.headers = headers
    }

    init(_ code: Code, words: String) {
        self.code = code
        detail = .words(words)
    }

    /// What a search or a table could not be answered for.
    init(_ failure: SearchService.Failure) {
        let code: Code =
            switch failure.kind {
            case .request: .badRequest
            case .notFound: .notFound
            case .queryTooLong: .queryTooLong
            case .tooMuch: .pageTooLarge
            case .damagedIndex: .notReady
            case .cancelled: .timeLimit
            case .system: .failure
            }
        self.init(code, words: failure.message)
        if code == .notReady { headers[.retryAfter] = "1" }
    }
}

extension Problem {
    /// The table of this module's texts.
    static let table = "Storefront"

    /// What is wrong, and what to do.
    func words(in locale: LocaleIdentifier, _ texts: LocalizedTexts) -> String {
        let words =
            switch detail {
            case .words(let words): words
            case .text(let key, let arguments): texts.text(key, arguments, table: Self.table, in: locale)
            }
        return words.asSentence(in: locale)
    }

    /// The problem as an answer.
    func answer(in locale: LocaleIdentifier, _ texts: LocalizedTexts) -> Answer {
        let status = code.status
        let body = Body(
            type: "about:blank", title: texts.text("Status\(status.code)", table: Self.table, in: locale),
            status: status.code, detail: words(in: locale, texts), code: code.rawValue,
            problems: faults.isEmpty ? nil : faults, loaded: loaded)
        var answer = Answer(json: body, type: "application/problem+json", status: status)
        answer.headers = headers
        answer.headers[.cacheControl] = "no-store"
        answer.locale = locale
        return answer
    }

    /// The members of the object.
    private struct Body: Encodable {
        let type: String
        let title: String
        let status: Int
        let detail: String
        let code: String
        let problems: [Fault]?
        let loaded: Int?
    }
}

extension String {
    /// A message that elsewhere stands behind a program's name, standing for itself: it begins with a capital.
    fileprivate func asSentence(in locale: LocaleIdentifier) -> String {
        guard let first, first.isLowercase else { return self }
        // The only capital that depends on the language (SpecialCasing.txt of Unicode).
        let hasDottedCapital = first == "i" && ["tr", "az"].contains(locale.language)
        return (hasDottedCapital ? "İ" : first.uppercased()) + dropFirst()
    }
}
