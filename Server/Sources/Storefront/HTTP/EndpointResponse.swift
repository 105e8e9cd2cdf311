// Responses of handlers, before they become responses of HTTP.

internal import HTTPTypes
internal import Hummingbird
internal import JSON
internal import Localization
internal import NIOCore

/// A response: bytes with a media type, a language and a version.
struct EndpointResponse {
    var status: HTTPResponse.Status = .ok
    var headers: HTTPFields = [:]
    var body = ByteBuffer()
    /// The body in gzip, for a client that accepts it.
    var compressed: ByteBuffer?
    /// The body in gzip, if it was compressed in advance; see ``compressed``.
    var compressedBefore: ByteBuffer?
    /// Writes the body if it is too long for memory; then `body` is empty.
    var stream: (@Sendable (inout any ResponseBodyWriter) async throws -> Void)?
    /// The media type of the body; `nil` if there is no body.
    var type: String?
    /// The language of the body; `nil` if it has none.
    var locale: LocaleIdentifier?
    /// The version, for responses that clients may cache.
    var tag: EntityTag?
    /// The change of the store that this response acknowledges, or the newest one that it includes.
    var revision: Int64?
    /// Whether only clients with a key may see it, so that no shared cache may store it.
    var isPrivate = false
    /// Whether the next response to the same request may be better, so that no cache stores this one.
    var isTransient = false
    /// The indexes that the request changed, if its path does not name them.
    var changed: [String] = []
    /// The deadline of the request; `nil` if it has none.
    var deadline: ContinuousClock.Instant?

    /// A response without a body.
    init(_ status: HTTPResponse.Status) { self.status = status }

    /// A response with a text as its body.
    init(_ text: String, type: String, status: HTTPResponse.Status = .ok) {
        self.status = status
        self.type = type
        body = ByteBuffer(string: text)
    }

    /// A response with bytes as its body.
    init(_ bytes: [UInt8], type: String, status: HTTPResponse.Status = .ok) {
        self.status = status
        self.type = type
        body = ByteBuffer(bytes: bytes)
    }

    /// A response as JSON.
    init(json object: JSONObject, type: String = "application/json", status: HTTPResponse.Status = .ok) {
        self.init(object.text, type: type, status: status)
    }

    /// The body as text.
    var text: String { String(buffer: body) }

    /// A response with this tag, or 304 if the client has this version.
    ///
    /// - Parameter make: makes the response if the client does not have it.
    static func unless(
        known tag: EntityTag, to request: Request, in locale: LocaleIdentifier?,
        make: () async throws -> EndpointResponse
    ) async throws -> EndpointResponse {
        let known = request.headers[values: .ifNoneMatch]
        var unchanged = EndpointResponse(.notModified)
        unchanged.locale = locale
        unchanged.tag = tag
        if !known.isEmpty, tag.isNamed(by: known) { return unchanged }
        var response = try await make()
        // `If-None-Match: *` matches any version, but only if there is a response.
        if EntityTag.named(by: known).contains(.any) { return unchanged }
        if response.isTransient {
            response.headers[.cacheControl] = "no-store"
        } else {
            response.tag = tag
        }
        return response
    }

    /// The number of bytes in memory until it is sent.
    var size: Int { (compressed ?? body).readableBytes }

    /// Whether compression would shorten the body.
    var isCompressible: Bool {
        type.map { ContentCoding.gains($0) } == true && body.readableBytes >= ContentCoding.leastSize
    }

    /// Converts it to a response of HTTP.
    func response() -> Response {
        var headers = headers
        headers[.xContentTypeOptions] = "nosniff"
        if let revision { headers[.searchRevision] = String(revision) }
        if let locale {
            headers[.contentLanguage] = locale.base.languageTag
            headers.addVary("Accept-Language")
        }
        if let tag {
            headers[.eTag] = tag.text
            if headers[.cacheControl] == nil { headers[.cacheControl] = "no-cache" }
        }
        if isPrivate {
            headers.addVary("Authorization")
            if headers[.cacheControl] != "no-store" { headers[.cacheControl] = "private, no-cache" }
        }
        // Every response with a version may be compressed, so caches need this header with 304, too.
        if status == .notModified { headers.addVary("Accept-Encoding") }
        guard let type else { return Response(status: status, headers: headers) }
        headers[.contentType] = type
        // A cache must not serve a compressed response to a client that cannot read it.
        if ContentCoding.gains(type) { headers.addVary("Accept-Encoding") }
        if compressed != nil { headers[.contentEncoding] = "gzip" }
        if let stream { return Response(status: status, headers: headers, body: ResponseBody(stream)) }
        return Response(status: status, headers: headers, body: Self.body(compressed ?? body))
    }

    /// A long body is written in chunks of this many bytes: a client that does not read occupies no more
    /// memory on its connection.
    private static let part = 32 << 10

    private static func body(_ bytes: ByteBuffer) -> ResponseBody {
        guard bytes.readableBytes > 2 * part else { return ResponseBody(byteBuffer: bytes) }
        return ResponseBody(contentLength: bytes.readableBytes) { writer in
            var rest = bytes
            while rest.readableBytes > 0, let next = rest.readSlice(length: min(part, rest.readableBytes)) {
                try await writer.write(next)
            }
            try await writer.finish(nil)
        }
    }
}

extension HTTPFields {
    /// Adds a name to `Vary`.
    mutating func addVary(_ name: String) { self[.vary] = self[.vary].map { $0 + ", " + name } ?? name }
}
