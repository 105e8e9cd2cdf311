// Errors of the store in English, for logs.

extension StoreError: CustomStringConvertible {
    /// The error in English, for logs.
    public var description: String {
        switch self {
        case .notFound(.catalog(let id)): "no catalog '\(id)'"
        case .notFound(.record(let catalog, let id)): "no record '\(id)' in catalog '\(catalog)'"
        case .notFound(.rule(let catalog, let id)): "no rule '\(id)' in catalog '\(catalog)'"
        case .notFound(.accessKey(let uid)): "no key '\(uid)'"
        case .invalidRule(let diagnostics): "not a valid rule: \(diagnostics)"
        case .conflict(let current):
            "the precondition failed: "
                + (current.map { "the current revision is \($0)" } ?? "it does not exist")
        case .invalidRecord(let diagnostics): "not a valid record: \(diagnostics)"
        case .differentIdentifier(let expected, let found): "the record's id is '\(found)', not '\(expected)'"
        case .invalidDescription(let diagnostics): "not a valid description of a catalog: \(diagnostics)"
        case .invalidCatalogIdentifier(let id): "a catalog's id cannot be '\(id)'"
        case .tooLarge(let measure, let bytes, let limit):
            "the \(measure) has \(bytes) bytes; the limit is \(limit)"
        case .interrupted(let reason): "the source of the load failed: \(reason)"
        case .unavailable(let reason): "the store is unavailable: \(reason)"
        case .refused(let reason): "the file is not opened as a store: \(reason)"
        }
    }
}

extension StoreError.Unavailability: CustomStringConvertible {
    /// The reason in English, for logs.
    public var description: String {
        switch self {
        case .closed: "it is closed"
        case .overloaded: "too many writes wait"
        case .diskFull: "the disk is full"
        case .inputOutput(let code, let message): "input or output failed (\(code)): \(message)"
        case .busy: "another program has locked the database"
        case .database(let code, let message): "SQLite failed (\(code)): \(message)"
        case .damaged(let message): "it is damaged: \(message)"
        case .moved: "its files were renamed, removed or replaced"
        case .searchBehind: "the write is stored but not searched yet"
        case .cancelled: "the task was cancelled"
        case .unreachable(let message): "its server cannot be reached: \(message)"
        case .readOnly: "its server takes no writes"
        case .outcomeUnknown: "the connection broke, and it is not known whether the write is stored"
        case .server(let state, let message): "PostgreSQL failed (\(state)): \(message)"
        }
    }
}

extension StoreError.Refusal: CustomStringConvertible {
    /// The reason in English, for logs.
    public var description: String {
        switch self {
        case .notDatabase: "it is not an SQLite database"
        case .foreign(let applicationID): "it belongs to another program (application id \(applicationID))"
        case .newerVersion: "a newer version wrote it"
        case .inUse: "it is already open"
        case .severalNames(let count): "it has \(count) names (hard links)"
        case .invalidAddress(let message): "the address is malformed: \(message)"
        case .unauthorized(let message): "the server refuses the account: \(message)"
        case .noDatabase(let message): "there is no such database: \(message)"
        case .missingRights(let message): "the account lacks a right: \(message)"
        case .otherTables: "the schema lsearch belongs to another program"
        }
    }
}
