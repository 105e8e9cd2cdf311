// Opens the database of a store for reading only, whether or not a server has it open.

internal import FoundationEssentials
internal import GRDB
internal import Glibc

/// A database to verify.
final class VerifiedFile {
    private let path: String
    /// The locked database; `nil` if a server has it open.
    private var lock: Int32?

    /// - Parameter applicationID: the application id that the file's header must have.
    /// - Throws: `StoreError.refused` if the file is not such a database, `.unavailable` if it cannot be
    ///   read.
    init(_ path: String, applicationID: UInt32) throws {
        self.path = StoreFile.resolved(path)
        guard let identity = FileIdentity(of: self.path) else { throw StoreError.system(errno) }
        // Opening and closing the file here would release the locks of a store of this process.
        if StoreLock.isOpenHere(identity) { return }
        // An empty file is a new store to a server, but there is nothing to verify.
        if try StoreFile.isNew(StoreFile.readHeader(self.path), applicationID: applicationID) {
            throw StoreError.refused(.notDatabase)
        }
        let file = Glibc.open(self.path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw StoreError.system(errno) }
        if flock(file, LOCK_SH | LOCK_NB) == 0 {
            lock = file
        } else {
            Glibc.close(file)
        }
    }

    /// Whether the newest changes are lost, because the log is damaged now, or was when the store was opened.
    /// The log of a running server is not read, because the server may be writing it.
    func hasDamagedLog() throws -> Bool {
        if WriteAheadLog.hasCopy(besides: path) { return true }
        return try lock != nil && WriteAheadLog.isDamaged(path + "-wal")
    }

    deinit { if let lock { Glibc.close(lock) } }

    /// The database, read-only.
    func open() throws -> DatabaseQueue {
        var configuration = StoreFile.configuration
        configuration.readonly = true
        configuration.label = "StoreVerifier"
        // Without a log, and locked: SQLite need not create files for a log, for
        // which the folder may be read-only.
        if lock != nil, !isNotEmpty(path + "-wal"),
            let database = try? DatabaseQueue(
                path: Self.immutableAddress(of: path), configuration: configuration)
        {
            return database
        }
        // The index of a log tells whether the log was cut. SQLite must not write it anew.
        if lock != nil, isNotEmpty(path + "-shm"),
            let database = try? DatabaseQueue(
                path: Self.address(of: path, "readonly_shm=1"), configuration: configuration)
        {
            return database
        }
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    private func isNotEmpty(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_size > 0
    }

    /// The database as a URI that says that it does not change.
    static func immutableAddress(of path: String) -> String { address(of: path, "immutable=1") }

    /// The database as a URI with a parameter (SQLite's "URI Filenames").
    private static func address(of path: String, _ parameter: String) -> String {
        let allowed = Set("/-._~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
        let absolute = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
        let encoded = absolute.utf8.map { byte in
            if allowed.contains(byte) { return String(Unicode.Scalar(byte)) }
            return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        return "file:" + encoded.joined() + "?" + parameter
    }
}
