// Refuses parameters that a path does not take: a mistyped one would change the response unnoticed.

internal import Hummingbird
internal import SearchService

/// The parameters of paths other than searches; those of searches are in `RequestName`.
enum KnownParameters {
    /// A list of the store's records.
    static let recordList = ["limit", "after"]
    /// A list of queries; the general `locale` also selects some of them.
    static let queryList = ["result", "since", "limit"]
    /// A bulk load.
    static let load = ["mode", "map"]
    /// The replacement of all records.
    static let replacement = ["map"]
    /// Every path: the language of messages.
    static let general = [RequestName.locale.rawValue]

    /// - Parameter known: the parameters that the path takes, besides the general ones.
    /// - Throws: `Problem` for the first unknown parameter.
    static func check(_ request: Request, _ languages: LanguageChoice, takes known: [String] = []) throws {
        let parameters = try RequestParameters(request.uri.query)
        let known = known + general
        guard let unknown = parameters.list.first(where: { !known.contains($0.name) }) else { return }
        throw Problem(
            languages.service.failure(
                ofUnknown: unknown.name, known: known, in: languages.locale(of: request)))
    }
}
