// A connection to a PostgreSQL server, through libpq.

internal import CPostgreSQL

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A connection. Its calls block their thread, but none for longer than a time limit.
/// One thread at a time may use it.
final class PostgreSQLConnection {
    /// The purpose of a connection.
    enum Purpose {
        /// Reads and writes at the primary.
        case primary
        /// Follows changes; the address may choose a standby for this.
        case following
    }

    private let connection: OpaquePointer
    /// The names of prepared statements.
    private var prepared: [String: String] = [:]
    private var cursorCount = 0
    /// Whether the server sent a warning. The receiver of notices has the address of this memory.
    private let hasWarning: UnsafeMutablePointer<Bool>

    /// The longest time that a statement may take.
    static let timeLimit = Duration.seconds(60)
    /// The longest time that a COMMIT may wait for standbys.
    private static let commitLimit = Duration.seconds(15)

    /// Connects. libpq checks the server's certificate as the address requires.
    init(_ address: PostgreSQLAddress, _ purpose: Purpose) throws(PostgreSQLError) {
        var settings = [("dbname", address.text), ("fallback_application_name", "lsearchd")]
        func add(_ name: String, _ value: String, always: Bool = false) {
            if always || !address.settings.contains(name) { settings.append((name, value)) }
        }
        // If the address does not choose a server, a follower uses the primary, even if the primary refuses
        // writes.
        add("target_session_attrs", "primary", always: purpose == .primary)
        add("connect_timeout", "3")
        // A dead network is noticed in seconds, not hours.
        add("keepalives_idle", "5")
        add("keepalives_interval", "2")
        add("keepalives_count", "3")
        add("tcp_user_timeout", "10000")
        var names = settings.map { strdup($0.0) } + [nil]
        var values = settings.map { strdup($0.1) } + [nil]
        defer { (names + values).forEach { free($0) } }
        let made: OpaquePointer? = names.withUnsafeMutableBufferPointer { names in
            values.withUnsafeMutableBufferPointer { values in
                names.withMemoryRebound(to: UnsafePointer<CChar>?.self) { names in
                    values.withMemoryRebound(to: UnsafePointer<CChar>?.self) { values in
                        PQconnectdbParams(names.baseAddress, values.baseAddress, 1)
                    }
                }
            }
        }
        guard let made else { throw .disconnected(message: "out of memory") }
        if PQstatus(made) != CONNECTION_OK {
            defer { PQfinish(made) }
            throw Self.reason(made)
        }
        connection = made
        hasWarning = .allocate(capacity: 1)
        hasWarning.initialize(to: false)
        PQsetNoticeReceiver(
            connection, { context, _ in context?.assumingMemoryBound(to: Bool.self).pointee = true },
            hasWarning)
        PQsetnonblocking(connection, 1)
        // String values in statements are never needed, but a server may have another default.
        try run("SET search_path = lsearch")
    }

    deinit {
        PQfinish(connection)
        hasWarning.deallocate()
    }

    /// The reason why there is no connection. libpq reports the server's code only within a message, and only
    /// if verbosity was set before, so this connects again.
    private static func reason(_ connection: OpaquePointer) -> PostgreSQLError {
        PQsetErrorVerbosity(connection, PQERRORS_VERBOSE)
        let first = String(cString: PQerrorMessage(connection)).firstLine
        PQreset(connection)
        let words = String(cString: PQerrorMessage(connection))
        // “FATAL:  28P01: password authentication failed”, with the first word in the server's language.
        for part in words.split(separator: ":").dropFirst() {
            let state = part.drop { $0 == " " }
            if state.count == 5, part.count == 7,
                state.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) })
            {
                let message = words[part.endIndex...].dropFirst(2)
                return .server(state: String(state), message: String(message).firstLine)
            }
        }
        return .disconnected(message: first)
    }

    private var failure: PostgreSQLError {
        .disconnected(message: String(cString: PQerrorMessage(connection)).firstLine)
    }

    /// Whether the connection can be used.
    var isUsable: Bool { PQstatus(connection) == CONNECTION_OK }

    // MARK: Statements

    /// Executes a statement without parameters.
    @discardableResult
    func run(_ sql: String, within limit: Duration = timeLimit) throws(PostgreSQLError) -> SQLRows {
        let deadline = ContinuousClock.now + limit
        guard PQsendQueryParams(connection, sql, 0, nil, nil, nil, nil, 1) == 1 else { throw failure }
        return try rows(until: deadline)
    }

    /// Executes a statement, which is prepared on first use.
    @discardableResult
    func run(_ sql: String, _ values: SQLValue...) throws(PostgreSQLError) -> SQLRows {
        let deadline = ContinuousClock.now + Self.timeLimit
        let name = prepared[sql] ?? "s\(prepared.count)"
        if prepared[sql] == nil {
            guard PQsendPrepare(connection, name, sql, 0, nil) == 1 else { throw failure }
            _ = try rows(until: deadline)
            prepared[sql] = name
        }
        let parts = values.map(\.binary)
        let all = Array(parts.joined()) + [0]
        let sent = all.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { bytes in
                var place = 0
                let starts = parts.map { part -> UnsafePointer<CChar>? in
                    defer { place += part.count }
                    return bytes.baseAddress.map { $0 + place }
                }
                return PQsendQueryPrepared(
                    connection, name, Int32(parts.count), starts, parts.map { Int32($0.count) },
                    parts.map { _ in 1 }, 1)
            }
        }
        guard sent == 1 else { throw failure }
        return try rows(until: deadline)
    }

    /// Runs `body` in a transaction that reads the state of one moment.
    func reading<Value>(_ body: () throws -> Value) throws -> Value {
        try run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        do {
            let value = try body()
            try run("COMMIT")
            return value
        } catch {
            if isUsable { _ = try? run("ROLLBACK") }
            throw error
        }
    }

    /// Ends a transaction that has written.
    ///
    /// - Throws: `.server` if the server refused it: nothing is stored. `.disconnected` if it is not known
    ///   whether the transaction is stored, or if only one machine has stored it although the server should
    ///   wait for others.
    func commit() throws(PostgreSQLError) {
        hasWarning.pointee = false
        let status = try run("COMMIT", within: Self.commitLimit).status
        guard status == "COMMIT" else { throw .server(state: "25P02", message: status) }
        // “canceling wait for synchronous replication” is a warning after a successful COMMIT.
        if hasWarning.pointee { throw .disconnected(message: "the server did not wait for its standbys") }
    }

    /// The rows of a query in the running transaction, some at a time.
    ///
    /// - Parameter query: a query that contains its values; it must not come from outside.
    func rows(of query: String, at once: Int = 1_000) throws(PostgreSQLError) -> SQLCursor {
        cursorCount += 1
        let name = "c\(cursorCount)"
        try run("DECLARE \(name) NO SCROLL CURSOR FOR " + query)
        return SQLCursor(self, name, atOnce: once)
    }

    // MARK: Waiting

    private func rows(until deadline: ContinuousClock.Instant) throws(PostgreSQLError) -> SQLRows {
        while true {
            let left = PQflush(connection)
            if left == 0 { break }
            guard left == 1 else { throw failure }
            try wait(for: POLLIN | POLLOUT, until: deadline)
            guard PQconsumeInput(connection) == 1 else { throw failure }
        }
        var last: SQLRows?
        var problem: PostgreSQLError?
        while true {
            while PQisBusy(connection) == 1 {
                try wait(for: POLLIN, until: deadline)
                guard PQconsumeInput(connection) == 1 else { throw failure }
            }
            guard let result = PQgetResult(connection) else { break }
            switch PQresultStatus(result) {
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: last = SQLRows(result)
            default:
                problem = Self.error(of: result)
                PQclear(result)
            }
        }
        // A server that shuts down reports an error before the connection breaks.
        guard isUsable else { throw failure }
        if let problem { throw problem }
        guard let last else { throw failure }
        return last
    }

    private static func error(of result: OpaquePointer) -> PostgreSQLError {
        func field(_ code: Character) -> String {
            PQresultErrorField(result, Int32(code.asciiValue ?? 0)).map { String(cString: $0) } ?? ""
        }
        // Fields of error messages (PostgreSQL's manual, 55.8).
        return .server(state: field("C"), message: field("M"))
    }

    private func wait(
        for events: Int32, until deadline: ContinuousClock.Instant
    ) throws(PostgreSQLError) {
        let left = deadline - ContinuousClock.now
        var descriptor = pollfd(fd: PQsocket(connection), events: Int16(events), revents: 0)
        let time = Int32(
            clamping: left.components.seconds * 1_000 + left.components.attoseconds / 1_000_000_000_000_000)
        let count = poll(&descriptor, 1, max(0, time))
        if count < 0, errno == EINTR { return }
        guard count > 0 else { throw .disconnected(message: "the server does not answer") }
    }
}

/// Rows of a query, some at a time.
final class SQLCursor {
    private let connection: PostgreSQLConnection
    private let name: String
    private let count: Int
    private var isAtEnd = false

    fileprivate init(_ connection: PostgreSQLConnection, _ name: String, atOnce count: Int) {
        self.connection = connection
        self.name = name
        self.count = count
    }

    /// The next rows; `nil` after the last ones.
    func next() throws(PostgreSQLError) -> SQLRows? {
        if isAtEnd { return nil }
        let rows = try connection.run("FETCH \(count) FROM \(name)")
        if rows.count < count {
            isAtEnd = true
            try connection.run("CLOSE \(name)")
        }
        return rows.count > 0 ? rows : nil
    }
}

extension PostgreSQLConnection? {
    /// The connection or, if there is none that can be used, the one that `open` makes.
    mutating func usable<Failure>(
        _ open: () throws(Failure) -> PostgreSQLConnection
    ) throws(Failure) -> PostgreSQLConnection {
        if let self, self.isUsable { return self }
        self = nil
        let new = try open()
        self = new
        return new
    }
}
