// Errors in the form and with the codes of the protocol.

package import JSON

/// An error of the protocol. Its message is English, as in the protocol.
package struct ProtocolError: Error, Hashable, Sendable {
    /// The code, which programs read.
    package enum Code: String, Hashable, Sendable {
        case apiKeyAlreadyExists = "api_key_already_exists"
        case apiKeyNotFound = "api_key_not_found"
        case badRequest = "bad_request"
        case documentNotFound = "document_not_found"
        case featureNotEnabled = "feature_not_enabled"
        case immutableField = "immutable_field"
        case indexAlreadyExists = "index_already_exists"
        case indexNotFound = "index_not_found"
        case multiplePrimaryKeys = "index_primary_key_multiple_candidates_found"
        case noPrimaryKey = "index_primary_key_no_candidate_found"
        case primaryKeyExists = "index_primary_key_already_exists"
        case internalError = "internal"
        case invalidAPIKey = "invalid_api_key"
        case invalidAttributesToSearchOn = "invalid_search_attributes_to_search_on"
        case invalidContentType = "invalid_content_type"
        case invalidDocumentFilter = "invalid_document_filter"
        case invalidDocumentGeoField = "invalid_document_geo_field"
        case invalidDocumentIdentifier = "invalid_document_id"
        case invalidDocumentLimit = "invalid_document_limit"
        case invalidDocumentOffset = "invalid_document_offset"
        case invalidDocumentSort = "invalid_document_sort"
        case invalidFacets = "invalid_search_facets"
        case invalidFacetSearchName = "invalid_facet_search_facet_name"
        case invalidIndexUID = "invalid_index_uid"
        case invalidKeyActions = "invalid_api_key_actions"
        case invalidKeyExpiry = "invalid_api_key_expires_at"
        case invalidKeyIndexes = "invalid_api_key_indexes"
        case invalidKeyName = "invalid_api_key_name"
        case invalidKeyUID = "invalid_api_key_uid"
        case invalidPrimaryKey = "invalid_index_primary_key"
        case invalidQuery = "invalid_search_q"
        case invalidSearchFilter = "invalid_search_filter"
        case invalidSearchLocales = "invalid_search_locales"
        case invalidSearchLimit = "invalid_search_limit"
        case invalidSearchSort = "invalid_search_sort"
        case invalidSettings = "invalid_settings"
        case invalidSwap = "invalid_swap_indexes"
        case duplicateSwap = "invalid_swap_duplicate_index_found"
        case invalidTaskFilters = "invalid_task_filters"
        case invalidTaskUIDs = "invalid_task_uids"
        case malformedPayload = "malformed_payload"
        case maxFieldsLimitExceeded = "max_fields_limit_exceeded"
        case methodNotAllowed = "method_not_allowed"
        case missingAuthorization = "missing_authorization_header"
        case missingContentType = "missing_content_type"
        case missingDocumentIdentifier = "missing_document_id"
        case missingFacetSearchName = "missing_facet_search_facet_name"
        case missingFilter = "missing_document_filter"
        case missingIndexUID = "missing_index_uid"
        case missingKeyActions = "missing_api_key_actions"
        case missingKeyExpiry = "missing_api_key_expires_at"
        case missingKeyIndexes = "missing_api_key_indexes"
        case missingPayload = "missing_payload"
        case missingTaskFilters = "missing_task_filters"
        case noSpaceLeft = "no_space_left_on_device"
        case notFound = "not_found"
        case payloadTooLarge = "payload_too_large"
        case requestTimeout = "request_timeout"
        case taskNotFound = "task_not_found"
        case tooManyRequests = "too_many_requests"
        case tooManySearchRequests = "too_many_search_requests"
        case unavailable = "unavailable"

        /// The HTTP status.
        package var status: Int {
            switch self {
            case .missingAuthorization: 401
            case .invalidAPIKey: 403
            case .notFound, .indexNotFound, .documentNotFound, .taskNotFound, .apiKeyNotFound: 404
            case .methodNotAllowed: 405
            case .requestTimeout: 408
            case .apiKeyAlreadyExists, .indexAlreadyExists: 409
            case .payloadTooLarge: 413
            case .invalidContentType, .missingContentType: 415
            case .noSpaceLeft: 422
            case .tooManyRequests: 429
            case .internalError: 500
            case .tooManySearchRequests, .unavailable: 503
            default: 400
            }
        }

        /// The kind of the error, as the protocol names it.
        var type: String {
            switch self {
            case .missingAuthorization, .invalidAPIKey, .tooManyRequests: "auth"
            case .internalError, .unavailable: "internal"
            case .noSpaceLeft, .tooManySearchRequests: "system"
            default: "invalid_request"
            }
        }
    }

    package let code: Code
    /// The code to send instead of ``code``, if the protocol has a code for each parameter.
    var spelledCode: String?
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The error about the value of a parameter that has a code of its own.
    static func invalid(_ code: String, _ message: String) -> ProtocolError {
        var error = ProtocolError(.badRequest, message)
        error.spelledCode = code
        return error
    }

    /// The error as the protocol sends it.
    package var json: JSON {
        let code = spelledCode ?? code.rawValue
        return [
            "message": .string(message), "code": .string(code), "type": .string(self.code.type),
            "link": .string("https://docs.meilisearch.com/errors#" + code),
        ]
    }

    /// The message does not repeat the key's name, which may be its secret.
    static let apiKeyNotFound = ProtocolError(.apiKeyNotFound, "The API key was not found.")

    static func indexNotFound(_ uid: String) -> ProtocolError {
        ProtocolError(.indexNotFound, "Index `\(uid)` not found.")
    }
}

extension ProtocolError {
    /// The error about a body that is not JSON.
    ///
    /// - Parameter format: `json` or `ndjson`.
    init(_ error: JSONSyntaxError, in format: String) {
        self.init(
            .malformedPayload,
            "The \(format) payload provided is malformed. `expected \(error.expected) at byte \(error.offset + 1)`."
        )
    }
}

extension JSON {
    /// Reads the body of a request.
    ///
    /// - Throws: `ProtocolError` if it is malformed.
    init(payload: [UInt8]) throws(ProtocolError) {
        do throws(JSONSyntaxError) {
            self = try JSONReader.value(of: payload)
        } catch {
            throw ProtocolError(error, in: "json")
        }
    }
}

extension ProtocolError {
    static func invalidUID(_ uid: String) -> ProtocolError {
        ProtocolError(
            .invalidIndexUID,
            "`\(uid)` is not a valid index uid. Index uid can be an integer or a string containing only alphanumeric characters, hyphens (-) and underscores (_), and can not be more than 128 bytes."
        )
    }
}

extension String {
    /// The name as codes spell it: `attributesToCrop` is `attributes_to_crop`.
    var snakeCased: String {
        reduce(into: "") { result, character in
            if character.isUppercase { result += "_" }
            result += character.lowercased()
        }
    }
}
