// A request of the protocol without HTTP, and its response.

internal import JSON

/// A request.
package struct Call: Sendable {
    /// The HTTP method, such as `GET`.
    package var method: String
    /// The decoded parts of the path.
    package var path: [String]
    /// The parameters of the address.
    package var parameters: Parameters
    /// The media type of the body without parameters, in lower case.
    package var mediaType: String?
    package var body: [UInt8]

    package init(
        method: String, path: [String], parameters: [(name: String, value: String)] = [],
        mediaType: String? = nil, body: [UInt8] = []
    ) {
        self.method = method
        self.path = path
        self.parameters = Parameters(list: parameters)
        self.mediaType = mediaType
        self.body = body
    }

    /// The body as JSON.
    ///
    /// - Throws: `ProtocolError` if it is missing or malformed.
    func json() throws(ProtocolError) -> JSON {
        guard !body.isEmpty else {
            throw ProtocolError(.missingPayload, "A json payload is missing.")
        }
        guard let mediaType else {
            throw ProtocolError(
                .missingContentType,
                "A Content-Type header is missing. Accepted values for the Content-Type header are: `application/json`"
            )
        }
        guard mediaType == "application/json" else {
            throw ProtocolError(
                .invalidContentType,
                "The Content-Type `\(mediaType)` is invalid. Accepted values for the Content-Type header are: `application/json`"
            )
        }
        return try JSON(payload: body)
    }

    /// The body as a JSON object; an empty one if there is no body.
    func object() throws(ProtocolError) -> JSON {
        if body.isEmpty { return .object([]) }
        let json = try json()
        guard case .object = json else {
            throw ProtocolError(.badRequest, "Invalid value type: expected an object.")
        }
        return json
    }
}

extension JSON {
    /// Refuses unknown members.
    func check(knows names: Set<String>) throws(ProtocolError) {
        if let unknown = members.first(where: { !names.contains($0.name) }) {
            throw ProtocolError(
                .badRequest,
                "Unknown field `\(unknown.name)`: expected one of \(names.sorted().map { "`\($0)`" }.joined(separator: ", "))"
            )
        }
    }
}

/// The parameters of an address.
package struct Parameters: Sendable {
    package let list: [(name: String, value: String)]

    /// The last value of a parameter; `nil` if it is missing.
    subscript(name: String) -> String? { list.last { $0.name == name }?.value }

    /// A whole number, 0 or greater.
    ///
    /// - Throws: `ProtocolError` if it is something else.
    func count(_ name: String, _ initial: Int, code: String, limit: Int = .max) throws(ProtocolError) -> Int {
        guard let text = self[name] else { return initial }
        guard let number = Int(text), number >= 0 else {
            throw .invalid(
                code, "Invalid value in parameter `\(name)`: could not parse `\(text)` as a positive integer")
        }
        guard number <= limit else {
            throw .invalid(code, "Invalid value in parameter `\(name)`: at most \(limit) is allowed.")
        }
        return number
    }

    /// A list separated by commas; `nil` if the parameter is missing.
    func names(_ name: String) -> [String]? {
        self[name].map { $0.split(separator: ",").map { String($0).trimmed } }
    }

    /// Whether a parameter is `true`.
    func flag(_ name: String) -> Bool { self[name] == "true" }

    /// A text, percent-encoded for an address.
    static func encoded(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: "."):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default: result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return result
    }
}

extension String {
    /// The text without spaces at its ends.
    var trimmed: String {
        var text = self[...]
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}

/// A response.
package struct CallResponse: Sendable {
    /// The HTTP status.
    package var status: Int
    /// The body, JSON in UTF-8; `nil` for none.
    package var body: [UInt8]?
    package var searches: [LoggedSearch] = []
    /// The pages of results in the response.
    package var pages: [LoggedPage] = []
    /// The newest change that the request made to the store; `nil` if it changed nothing.
    package var revision: Int64?
    /// The indexes that the request changed.
    package var changed: [String] = []

    init(_ json: JSON, status: Int = 200) {
        self.status = status
        var body: [UInt8] = []
        json.write(to: &body)
        self.body = body
    }

    /// A response to searches, or a list.
    init(_ body: [UInt8], _ searches: [LoggedSearch] = [], _ pages: [LoggedPage] = []) {
        status = 200
        self.body = body
        self.searches = LoggedSearch.joined(searches)
        self.pages = pages
    }

    /// A response without a body.
    static let noContent = CallResponse(status: 204)

    private init(status: Int) { self.status = status }

    /// The response that reports an error.
    package init(_ error: ProtocolError) {
        self.init(error.json, status: error.code.status)
    }
}

/// Runs searches in turn with those of other clients.
package protocol SearchSlots: Sendable {
    /// The most bytes of the response.
    var responseLimit: Int { get }

    /// Counts the bytes of the response so far as memory in use.
    ///
    /// - Throws: if there is not enough memory left.
    func hold(_ count: Int) throws

    /// Runs `body` once the client gets a slot.
    ///
    /// - Parameter isCheap: whether it takes milliseconds.
    func run<Value: Sendable>(isCheap: Bool, _ body: @escaping @Sendable () throws -> Value) async throws
        -> Value
}
