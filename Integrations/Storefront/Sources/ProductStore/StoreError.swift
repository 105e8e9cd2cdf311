// Why was something not done? One list of reasons, each of which a server can give a status.

internal import GRDB
public import Storage

/// What a store says instead of doing what it was asked.
///
/// Whatever is thrown by a write, nothing of it was done.
public enum StoreError: Error, Hashable, Sendable {
    /// What is not there.
    public enum Subject: Hashable, Sendable {
        /// The catalog with this id.
        case catalog(String)
        /// The record with this id.
        case record(catalog: String, id: String)
    }

    /// What has a limit.
    public enum Measure: Hashable, Sendable {
        /// The bytes of a record's JSON.
        case record
        /// The bytes of a change of a record.
        case patch
        /// The bytes of an id.
        case identifier
        /// The bytes of a catalog's description.
        case description
        /// The bytes of records that are to come all at once.
        case load
    }

    /// Why the store cannot serve now.
    public enum Unavailability: Hashable, Sendable {
        /// It was closed.
        case closed
        /// More writes wait than it holds; to be tried again.
        case overloaded
        /// There is no room on the disk. Reads and searches go on, and writes as soon as there is room.
        case diskFull
        /// The system failed to read or write; SQLite's extended result code and words.
        case inputOutput(code: Int32, message: String)
        /// Another program keeps the database locked.
        case busy
        /// SQLite failed otherwise; its extended result code and words.
        case database(code: Int32, message: String)
        /// The write is stored and found after the next start, but the search could not be brought up to date.
        case searchBehind
        /// The task that asked to read was cancelled.
        case cancelled
    }

    /// Why a file is not taken for a store. It is left as it is.
    public enum Refusal: Hashable, Sendable {
        /// The file is no SQLite database.
        case notDatabase
        /// The database belongs to another program; the number by which it names itself, 0 for none.
        case foreign(applicationID: UInt32)
        /// A newer version of this library made the database or changed it.
        case newerVersion
        /// Another process has the store open, or this one already has.
        case inUse
    }

    /// There is no such thing.
    case notFound(Subject)
    /// What was expected to be there is not; its revision as it is, `nil` where there is nothing.
    case conflict(current: Revision?)
    /// The JSON is no record that can be used.
    case invalidRecord([CatalogDiagnostic])
    /// The record has another id than was said.
    case differentIdentifier(expected: String, found: String)
    /// The JSON is no description of a catalog that can be used.
    case invalidDescription([CatalogDiagnostic])
    /// No catalog can have this id: see ``ProductStore/isCatalogIdentifier(_:)``.
    case invalidCatalogIdentifier(String)
    /// Something is larger than it may be.
    case tooLarge(Measure, bytes: Int, limit: Int)
    /// Whoever gave the lines of a load failed to go on, with this error.
    case interrupted(String)
    /// The store cannot serve now.
    case unavailable(Unavailability)
    /// The file is not taken for a store.
    case refused(Refusal)
}

extension StoreError {
    /// What went wrong below, as whoever uses the store should know it.
    init(_ error: any Error) {
        switch error {
        case let error as StoreError: self = error
        case is CancellationError: self = .unavailable(.cancelled)
        case let error as DatabaseError: self.init(error)
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
        case .SQLITE_NOTADB: self = .refused(.notDatabase)
        case .SQLITE_MISUSE: self = .unavailable(.closed)
        default: self = .unavailable(.database(code: code, message: message))
        }
    }

    /// Does something; whatever goes wrong is thrown as one of these errors.
    static func naming<Result>(_ body: () throws -> Result) throws(StoreError) -> Result {
        do {
            return try body()
        } catch {
            throw StoreError(error)
        }
    }
}
