// What is said in answer to a request, before it is known how it is sent.

internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import Localization
internal import NIOCore

/// An answer: bytes of a type, in a language, in a version.
struct Answer {
    var status: HTTPResponse.Status = .ok
    var headers: HTTPFields = [:]
    var body = ByteBuffer()
    /// The media type of the body; `nil` where there is none.
    var type: String?
    /// The language of the body; `nil` where it has none.
    var locale: LocaleIdentifier?
    /// The version, where it may be asked for again.
    var tag: EntityTag?

    /// An answer without a body.
    init(_ status: HTTPResponse.Status) { self.status = status }

    /// An answer in text that is ready.
    init(_ text: String, type: String, status: HTTPResponse.Status = .ok) {
        self.status = status
        self.type = type
        body = ByteBuffer(string: text)
    }

    /// An answer as JSON.
    init(json value: some Encodable, type: String = "application/json", status: HTTPResponse.Status = .ok) {
        self.status = status
        self.type = type
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        // Nothing that is encoded here can fail to be: texts, whole numbers, lists.
        body = ByteBuffer(bytes: (try? encoder.encode(value)) ?? Data())
    }

    /// The body as text.
    var text: String { String(buffer: body) }

    /// The same, said to be unchanged where whoever asks has this version.
    ///
    /// - Parameter make: makes the answer where it is not known there.
    static func unless(
        known tag: EntityTag, to request: Request, in locale: LocaleIdentifier?,
        make: () async throws -> Answer
    ) async throws -> Answer {
        let known = request.headers[values: .ifNoneMatch]
        var unchanged = Answer(.notModified)
        unchanged.locale = locale
        unchanged.tag = tag
        if !known.isEmpty, tag.isNamed(by: known) { return unchanged }
        var answer = try await make()
        // Whoever has any answer at all must know whether there is one.
        if EntityTag.named(by: known).contains(.any) { return unchanged }
        answer.tag = tag
        return answer
    }

    /// The answer as it is sent to whoever made a request.
    func response(to request: Request) -> Response {
        var headers = headers
        headers[HTTPField.Name("X-Content-Type-Options")!] = "nosniff"
        if let locale {
            headers[.contentLanguage] = locale.base.languageTag
            headers.addVary("Accept-Language")
        }
        if let tag {
            headers[.eTag] = tag.text
            if headers[.cacheControl] == nil { headers[.cacheControl] = "no-cache" }
        }
        // All that has versions is compressed where that is accepted, and caches are told so again.
        if status == .notModified { headers.addVary("Accept-Encoding") }
        guard let type else { return Response(status: status, headers: headers) }
        headers[.contentType] = type
        var body = body
        if ContentCoding.gains(type) {
            // What is cached for one must not be given to another who cannot read it.
            headers.addVary("Accept-Encoding")
            if let compressed = ContentCoding.compressed(
                body, accepted: request.headers[values: .acceptEncoding])
            {
                body = compressed
                headers[.contentEncoding] = "gzip"
            }
        }
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: body))
    }
}

extension HTTPFields {
    /// Adds a name to `Vary`.
    mutating func addVary(_ name: String) { self[.vary] = self[.vary].map { $0 + ", " + name } ?? name }
}
