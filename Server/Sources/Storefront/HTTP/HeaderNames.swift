// Names of headers that swift-http-types has no constant for.

internal import HTTPTypes

extension HTTPField.Name {
    /// The newest change of the store that a response includes.
    static let searchRevision = HTTPField.Name("Search-Revision")!
    /// The change of the store that a response must include.
    static let searchAfter = HTTPField.Name("Search-After")!
    static let referrerPolicy = HTTPField.Name("Referrer-Policy")!
}
