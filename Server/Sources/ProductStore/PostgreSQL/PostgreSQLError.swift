// Errors of PostgreSQL.

internal import Support

/// Why a statement or a connection failed.
enum PostgreSQLError: StoreErrorConvertible, Hashable {
    /// There is no connection, or it broke: it is not known whether the server has executed the statement.
    case disconnected(message: String)
    /// The server refused a connection or a statement, with this code (PostgreSQL's manual, appendix A) and
    /// message.
    case server(state: String, message: String)
    /// A row has an impossible value.
    case damaged(message: String)

    /// Whether the connection can no longer be used.
    var isDisconnection: Bool {
        switch self {
        case .disconnected: true
        // Class 57P: the server or the connection ends.
        case .server(let state, _): state.hasPrefix("57P") || state.hasPrefix("08")
        case .damaged: false
        }
    }

    /// Whether a single write of the transaction may be the cause.
    var isOfOneWrite: Bool {
        guard case .server(let state, _) = self else { return false }
        // Invalid data, violated constraints, exceeded limits, a full disk.
        return ["22", "23", "54"].contains(state.prefix(2)) || state == "53100"
    }

    var storeError: StoreError {
        switch self {
        case .disconnected(let message): .unavailable(.unreachable(message: message))
        case .damaged(let message): .unavailable(.damaged(message: message))
        case .server(let state, let message):
            switch state {
            case "25006": .unavailable(.readOnly)
            case "53100": .unavailable(.diskFull)
            case "55P03", "40001", "40P01", "57014": .unavailable(.busy)
            case _ where isDisconnection: .unavailable(.unreachable(message: message))
            default: .unavailable(.server(state: state, message: message))
            }
        }
    }

    /// The error of a store that is being opened.
    var openingError: StoreError {
        guard case .server(let state, let message) = self else { return storeError }
        switch state {
        case "28P01", "28000": return .refused(.unauthorized(message: message))
        case "3D000": return .refused(.noDatabase(message: message))
        case "42501": return .refused(.missingRights(message: message))
        // There is no such table, column, schema or function: the tables belong to another program.
        case "42P01", "42703", "3F000", "42883": return .refused(.otherTables)
        default: return storeError
        }
    }
}

extension StoreError {
    /// Runs `body`, which opens a store, and converts its errors.
    static func namingServer<Result>(_ body: () throws -> Result) throws(StoreError) -> Result {
        try mappingError({ ($0 as? PostgreSQLError)?.openingError ?? StoreError($0) }, body)
    }
}
