// Problems of requests as JSON (RFC 9457), in the client's language.

internal import HTTPTypes
internal import JSON
internal import Localization
internal import SearchService

/// Why a request failed.
struct Problem: Error {
    /// The kind of problem, for programs: the member `code`.
    enum Code: String {
        case badRequest = "bad-request"
        case unauthorized
        case forbidden
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
        case tooManySearches = "too-many-searches"
        case tooManyClicks = "too-many-clicks"
        case tooManyAttempts = "too-many-attempts"
        case notReady = "not-ready"
        case storeBusy = "store-busy"
        case storeUnusable = "store-unusable"
        case timeLimit = "time-limit"
        case diskFull = "disk-full"

        /// Whether the same request may succeed a moment later.
        var isPassing: Bool {
            switch self {
            case .tooBusy, .tooManySearches, .timeLimit: true
            default: false
            }
        }

        var status: HTTPResponse.Status {
            switch self {
            case .badRequest: .badRequest
            case .unauthorized: .unauthorized
            case .forbidden: .forbidden
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
            case .tooManySearches, .tooManyClicks, .tooManyAttempts: .tooManyRequests
            case .tooBusy, .notReady, .storeBusy, .storeUnusable: .serviceUnavailable
            case .timeLimit: .gatewayTimeout
            case .diskFull: .init(code: 507, reasonPhrase: "Insufficient Storage")
            }
        }
    }

    /// The description of the problem: a message, or the key of one.
    enum Detail {
        case message(String)
        /// A message in this module's table.
        case text(String, [FormatValue])
    }

    let code: Code
    let detail: Detail
    var headers: HTTPFields = [:]
    /// Problems of single records or lines.
    var faults: [Fault] = []
    /// The number of records loaded before a bulk load failed.
    var loaded: Int?

    /// A problem of one record or line.
    struct Fault: Hashable {
        /// The line in the body, from 1; `nil` if the body does not consist of lines.
        var line: Int?
        var message: String
    }

    init(_ code: Code, _ key: String, _ arguments: FormatValue..., headers: HTTPFields = [:]) {
        self.code = code
        detail = .text(key, arguments)
        self.headers = headers
    }

    init(_ code: Code, message: String) {
        self.code = code
        detail = .message(message)
    }

    init(_ failure: SearchService.Failure) {
        let code: Code =
            switch failure.kind {
            case .request: .badRequest
            case .notFound: .notFound
            case .queryTooLong: .queryTooLong
            case .tooMuch: .pageTooLarge
            case .damagedIndex, .unavailable: .notReady
            case .cancelled: .timeLimit
            case .system: .failure
            }
        self.init(code, message: failure.message)
        if code == .notReady { headers[.retryAfter] = "1" }
    }
}

extension Problem {
    /// The table with this module's messages.
    static let table = "Storefront"

    /// The message: what is wrong, and how to correct it.
    func message(in locale: LocaleIdentifier, _ texts: LocalizedTexts) -> String {
        let message =
            switch detail {
            case .message(let message): message
            case .text(let key, let arguments): texts.text(key, arguments, table: Self.table, in: locale)
            }
        return message.asSentence(in: locale)
    }

    func response(in locale: LocaleIdentifier, _ texts: LocalizedTexts) -> EndpointResponse {
        let status = code.status
        var body = JSONObject()
        body.set("code", code.rawValue)
        body.set("detail", message(in: locale, texts))
        if let loaded { body.set("loaded", loaded) }
        if !faults.isEmpty { body.set("problems", faults) }
        body.set("status", status.code)
        body.set("title", texts.text("Status\(status.code)", table: Self.table, in: locale))
        body.set("type", "about:blank")
        var response = EndpointResponse(json: body, type: "application/problem+json", status: status)
        response.headers = headers
        response.headers[.cacheControl] = "no-store"
        response.locale = locale
        return response
    }
}

extension JSONObject {
    /// Adds a member with problems of records or lines.
    mutating func set(_ name: String, _ faults: [Problem.Fault]) {
        set(name, count: faults.count) { number, object in
            if let line = faults[number].line { object.set("line", line) }
            object.set("message", faults[number].message)
        }
    }
}

extension String {
    /// Capitalizes a message that programs print after their name.
    fileprivate func asSentence(in locale: LocaleIdentifier) -> String {
        guard let first, first.isLowercase else { return self }
        // The only capital letter that depends on the language (Unicode's SpecialCasing.txt).
        let hasDottedCapital = first == "i" && ["tr", "az"].contains(locale.language)
        return (hasDottedCapital ? "İ" : first.uppercased()) + dropFirst()
    }
}
