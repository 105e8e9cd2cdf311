// The precondition of a write, read from the headers of its request.

internal import HTTPTypes
internal import Hummingbird
internal import Localization
internal import ProductStore

extension Precondition {
    /// Reads `If-Match` and `If-None-Match` (RFC 9110, 13.1).
    ///
    /// - Throws: `Problem` if the headers contradict each other, or name a version that cannot exist.
    init(_ request: Request) throws(Problem) {
        let match = EntityTag.named(by: request.headers[values: .ifMatch])
        let noneMatch = EntityTag.named(by: request.headers[values: .ifNoneMatch])
        switch (match.first, noneMatch.first) {
        case (nil, nil): self = .none
        case (.any?, nil): self = .present
        case (nil, .any?): self = .absent
        case (let named?, nil) where match.count == 1:
            guard case .version(let tag) = named, !tag.isWeak, let number = Int64(tag.value) else {
                throw Problem(.preconditionFailed, "PreconditionFailed")
            }
            self = .revision(Revision(number))
        default: throw Problem(.badRequest, "BadPrecondition")
        }
    }
}
