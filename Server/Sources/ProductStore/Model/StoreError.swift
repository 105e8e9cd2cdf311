// Errors of the store.

public import CatalogStorage
internal import GRDB
internal import Support

/// An error of the store. A write that throws has changed nothing, except for
/// `.searchBehind` and `.outcomeUnknown`.
public enum StoreError: Error, Hashable, Sendable {
    /// Something that does not exist.
    public enum Subject: Hashable, Sendable {
        /// The catalog with this id.
        case catalog(String)
        case record(catalog: String, id: String)
        case rule(catalog: String, id: String)
        /// The key of the API with this id.
        case accessKey(uid: String)
    }

    /// A size with a limit.
    public enum Measure: Hashable, Sendable {
        /// The bytes of a record's JSON.
        case record
        /// The bytes of a patch.
        case patch
        /// The bytes of an id.
        case identifier
        /// The bytes of a catalog's description.
        case description
    }

    /// Why the store is unavailable.
    public enum Unavailability: Hashable, Sendable {
        case closed
        /// Too many writes wait; try again.
        case overloaded
        /// The disk is full. Reads and searches still work, and writes do as soon as there is space.
        case diskFull
        /// Reading or writing a file failed; SQLite's extended result code and message.
        case inputOutput(code: Int32, message: String)
        /// Another program has locked the database.
        case busy
        /// Another failure of SQLite; its extended result code and message.
        case database(code: Int32, message: String)
        /// The database is damaged; SQLite's message. See ``StoreVerifier``.
        case damaged(message: String)
        /// The files of the database were renamed, removed or replaced since it
        /// was opened. Searches still work.
        case moved
        /// The write is stored, but searches find it only after the next start, because
        /// updating the copy in memory failed.
        case searchBehind
        /// The task of the reader was cancelled.
        case cancelled
        /// The database server cannot be reached, for the reason that the system or libpq gives. Nothing was
        /// written.
        case unreachable(message: String)
        /// The database server accepts no writes now: it is a standby, or read-only.
        case readOnly
        /// The connection broke while a write was committed, and no server can tell whether it is stored.
        /// Repeat the write.
        case outcomeUnknown
        /// Another failure of PostgreSQL; its code and message.
        case server(state: String, message: String)
    }

    /// Why a file is not opened as a store. The file stays unchanged.
    public enum Refusal: Hashable, Sendable {
        /// The file is not an SQLite database.
        case notDatabase
        /// The database belongs to another program; its application id, 0 for none.
        case foreign(applicationID: UInt32)
        /// A newer version of this library created or changed the database.
        case newerVersion
        /// Another process, or this one, already has the store open.
        case inUse
        /// The file has several names (hard links); SQLite's log belongs to one of them.
        case severalNames(count: Int)
        /// The address of a database of PostgreSQL is malformed; libpq's message.
        case invalidAddress(message: String)
        /// The server refuses the account or its password; its message.
        case unauthorized(message: String)
        /// The database server has no such database; its message.
        case noDatabase(message: String)
        /// The account lacks a right; the server's message, or the right and the table.
        case missingRights(message: String)
        /// The tables of the schema `lsearch` belong to another program.
        case otherTables
    }

    /// The catalog, record, rule or key does not exist.
    case notFound(Subject)
    /// The precondition failed; the current revision, `nil` if there is nothing.
    case conflict(current: Revision?)
    /// The JSON is not a valid record.
    case invalidRecord([CatalogDiagnostic])
    /// The record has another id than expected.
    case differentIdentifier(expected: String, found: String)
    /// The JSON is not a valid description of a catalog.
    case invalidDescription([CatalogDiagnostic])
    /// The JSON is not a valid rule.
    case invalidRule([CatalogDiagnostic])
    /// The id is not valid: see ``StoreLimits/isCatalogIdentifier(_:)``.
    case invalidCatalogIdentifier(String)
    /// A size exceeds its limit.
    case tooLarge(Measure, bytes: Int, limit: Int)
    /// The source of a load failed with this error.
    case interrupted(String)
    case unavailable(Unavailability)
    /// The file is not opened as a store.
    case refused(Refusal)
}

/// An error of a database that is not SQLite.
protocol StoreErrorConvertible: Error {
    /// The error of a running store.
    var storeError: StoreError { get }
}

extension StoreError {
    /// Converts an error of a database or the system.
    init(_ error: any Error) {
        switch error {
        case let error as StoreError: self = error
        case is CancellationError: self = .unavailable(.cancelled)
        case let error as DatabaseError: self.init(error)
        case let error as any StoreErrorConvertible: self = error.storeError
        default: self = .unavailable(.database(code: ResultCode.SQLITE_ERROR.rawValue, message: "\(error)"))
        }
    }

    private init(_ error: DatabaseError) {
        let code = error.extendedResultCode.rawValue
        let message = error.message ?? ""
        switch error.resultCode {
        case .SQLITE_FULL: self = .unavailable(.diskFull)
        case .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM:
            self = .unavailable(.inputOutput(code: code, message: message))
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .unavailable(.busy)
        // The header was checked before SQLite opened the file.
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .unavailable(.damaged(message: message))
        case .SQLITE_MISUSE: self = .unavailable(.closed)
        default: self = .unavailable(.database(code: code, message: message))
        }
    }

    /// Runs `body`, which opens a store, and converts its errors.
    static func namingOpening<Result>(_ body: () throws -> Result) throws(StoreError) -> Result {
        do {
            return try body()
        } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
            // The header says that the file is a store, but its tables are not those of a store.
            throw .unavailable(.damaged(message: error.message ?? ""))
        } catch {
            throw StoreError(error)
        }
    }

    /// Runs `body`, and converts its errors.
    static func naming<Result>(_ body: () throws -> Result) throws(StoreError) -> Result {
        try mappingError({ StoreError($0) }, body)
    }
}
