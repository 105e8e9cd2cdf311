// Failures of requests.

internal import CatalogSearch
internal import Localization
internal import ProgramTexts

extension SearchService {
    /// Why a request has no response.
    public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// Which side caused the failure.
        public enum Kind: Hashable, Sendable {
            /// The request: it is malformed, or names something that does not exist.
            case request
            /// The request: the record or table that it reads does not exist.
            case notFound
            /// The request: its query is too long.
            case queryTooLong
            /// The request: it exceeds ``ServiceLimits``.
            case tooMuch
            /// The index of this catalog is damaged and must be rebuilt.
            case damagedIndex(catalog: String)
            /// Some of the records cannot be reached now.
            case unavailable
            /// The machine lacks memory or data.
            case system
            /// The task of the search was cancelled.
            case cancelled
        }

        /// Which side caused the failure.
        public let kind: Kind
        /// What is wrong and how to correct it, in the client's language.
        public let message: String

        package init(kind: Kind, message: String) {
            self.kind = kind
            self.message = message
        }

        public var description: String { message }
    }

    func failure(
        _ error: RequestError, in locale: LocaleIdentifier, kind: Failure.Kind = .request
    ) -> Failure {
        Failure(kind: kind, message: localizedTexts.texts(for: locale).message(for: error.message))
    }
}

extension SearchService.Failure.Kind {
    init(_ error: SearchError) {
        self =
            switch error {
            case .damagedIndex(let catalog): .damagedIndex(catalog: catalog)
            case .unavailable: .unavailable
            case .icu: .system
            case .queryTooLong: .queryTooLong
            case .responseTooLarge: .tooMuch
            case .cancelled: .cancelled
            default: .request
            }
    }

    /// Whether the other requests of a batch can still get responses.
    public var isOfOneRequest: Bool {
        switch self {
        case .request, .notFound, .queryTooLong, .tooMuch: true
        case .damagedIndex, .unavailable, .system, .cancelled: false
        }
    }
}
