// Checks the media types of bodies.

internal import HTTPTypes
internal import Hummingbird
internal import Localization

/// Checks the media types of bodies.
enum MediaType {
    /// - Throws: `Problem` if the body has another type or a content coding.
    static func check(_ request: Request, is expected: String...) throws(Problem) {
        let type = request.headers[.contentType]?.parts(separatedBy: ";").first?.trimmingBlanks.lowercased()
        let coding = request.headers[.contentEncoding]?.lowercased() ?? "identity"
        guard let type, expected.contains(type), coding == "identity" else {
            throw Problem(
                .unsupportedMediaType, "UnsupportedMediaType: %@", .text(expected.joined(separator: ", ")),
                headers: [.accept: expected.joined(separator: ", ")])
        }
    }
}
