// Errors of the store as problems of HTTP.

internal import CatalogStorage
internal import HTTPTypes
internal import Localization
internal import ProductStore
internal import SearchService

extension Problem {
    /// - Parameter message: makes the message of a diagnostic of a record or a description.
    init(_ error: StoreError, message: (CatalogDiagnostic) -> String) {
        switch error {
        case .notFound(.catalog(let id)): self.init(.notFound, "CatalogNotFound: %@", .text(id))
        case .notFound(.record(let catalog, let id)):
            self.init(.notFound, "RecordNotFound: %1$@ %2$@", .text(id), .text(catalog))
        case .notFound(.rule(let catalog, let id)):
            self.init(.notFound, "RuleNotFound: %1$@ %2$@", .text(id), .text(catalog))
        // The interface for keys has its own messages.
        case .notFound(.accessKey): self.init(.notFound, "PathNotFound")
        case .conflict(let current):
            self.init(
                .preconditionFailed, current == nil ? "PreconditionFailedAbsent" : "PreconditionFailed",
                headers: current.map { [.eTag: EntityTag($0).text] } ?? [:])
        case .invalidRecord(let diagnostics):
            self.init(.invalidRecord, "InvalidRecord")
            faults = diagnostics.map { Fault(line: nil, message: message($0)) }
        case .invalidDescription(let diagnostics):
            self.init(.invalidRecord, "InvalidDescription")
            faults = diagnostics.map { Fault(line: nil, message: message($0)) }
        case .invalidRule(let diagnostics):
            self.init(.invalidRecord, "InvalidRule")
            faults = diagnostics.map { Fault(line: nil, message: message($0)) }
        case .differentIdentifier(let expected, let found):
            self.init(.invalidRecord, "DifferentIdentifier: %1$@ %2$@", .text(found), .text(expected))
        case .invalidCatalogIdentifier(let id):
            self.init(.badRequest, "InvalidCatalogIdentifier: %@", .text(id))
        case .tooLarge(_, let bytes, let limit):
            self.init(.bodyTooLarge, "PartTooLarge: %1$ld %2$ld", .init(bytes), .init(limit))
        case .interrupted: self.init(.badRequest, "LoadInterrupted")
        case .unavailable(.diskFull): self.init(.diskFull, "DiskFull")
        case .unavailable(.searchBehind):
            self.init(.storeBusy, "SearchBehind", headers: [.retryAfter: "1"])
        case .unavailable(.outcomeUnknown):
            self.init(.storeBusy, "StoreUndecided", headers: [.retryAfter: "1"])
        case .unavailable(.moved): self.init(.storeUnusable, "StoreMoved")
        case .unavailable(.damaged): self.init(.storeUnusable, "StoreDamaged")
        case .unavailable: self.init(.storeBusy, "StoreUnavailable", headers: [.retryAfter: "1"])
        case .refused: self.init(.failure, "Failure")
        }
    }
}

extension EntityTag {
    /// The tag of one version of a record or a description.
    init(_ revision: Revision) { self.init(value: revision.description, isWeak: false) }
}
