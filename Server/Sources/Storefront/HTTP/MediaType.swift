// Checks the media types of bodies.

internal import HTTPTypes
internal import Hummingbird
internal import Localization

/// Checks the media types of bodies.
enum MediaType {
    /// - Throws: `Problem` if the body has another type or a content coding.
    static func check(_ request: Request, is expected: String...) throws(Problem) {
        try check(request, isOneOf: expected)
    }

    /// The media type of a body, in lowercase and without parameters.
    static func name(of request: Request) -> String? {
        request.headers[.contentType]?.parts(separatedBy: ";").first?.trimmingBlanks.lowercased()
    }

    /// - Throws: `Problem` if the body has another type or a content coding.
    static func check(_ request: Request, isOneOf expected: [String]) throws(Problem) {
        let coding = request.headers[.contentEncoding]?.lowercased() ?? "identity"
        guard let type = name(of: request), expected.contains(type), coding == "identity" else {
            throw Problem(
                .unsupportedMediaType, "UnsupportedMediaType: %@", .text(expected.joined(separator: ", ")),
                headers: [.accept: expected.joined(separator: ", ")])
        }
    }
}
