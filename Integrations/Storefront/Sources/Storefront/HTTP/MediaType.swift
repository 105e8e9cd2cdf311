// Is a body of a type that is taken?

internal import HTTPTypes
internal import Hummingbird
internal import Localization

/// The types of what is sent.
enum MediaType {
    /// - Throws: `Problem` where something else was sent, or it is coded.
    static func check(_ request: Request, is expected: String...) throws(Problem) {
        let type = request.headers[.contentType]?.split(separator: ";").first?.trimmingBlanks.lowercased()
        let coding = request.headers[.contentEncoding]?.lowercased() ?? "identity"
        guard let type, expected.contains(type), coding == "identity" else {
            throw Problem(
                .unsupportedMediaType, "UnsupportedMediaType: %@", .text(expected.joined(separator: ", ")),
                headers: [.accept: expected.joined(separator: ", ")])
        }
    }
}
