// Elects one of the processes that have a store open, for work that only one of them needs to do.

internal import Dispatch
internal import Support

/// A lock in the database that one process holds at a time. It becomes free as soon as that process's
/// connection ends.
///
/// `@unchecked`, because only `queue` uses the connection.
final class LeaderLock: @unchecked Sendable {
    private let queue = DispatchQueue(label: "ProductStore.lead")
    private let address: PostgreSQLAddress
    /// The number of the lock; each database has its own.
    private let number: Int64
    private var connection: PostgreSQLConnection?
    private var isLocked = false
    private var isClosed = false

    /// - Parameter name: the name of the work.
    init(_ address: PostgreSQLAddress, of name: String) {
        self.address = address
        var number = Fingerprint()
        number.add("lsearch " + name)
        self.number = Int64(bitPattern: number.value)
    }

    /// Whether this process holds the lock; takes it if it is free.
    func isHeld() async -> Bool {
        await withCheckedContinuation { done in
            queue.async { done.resume(returning: self.hold()) }
        }
    }

    private func hold() -> Bool {
        guard !isClosed else { return false }
        do throws(PostgreSQLError) {
            let connection = try connected()
            // A connection that has ended has lost the lock.
            let rows = try connection.run(
                isLocked ? "SELECT true" : "SELECT pg_try_advisory_lock(\(number))", within: .seconds(5))
            isLocked = try rows.flag(0, 0)
        } catch {
            connection = nil
            isLocked = false
        }
        return isLocked
    }

    private func connected() throws(PostgreSQLError) -> PostgreSQLConnection {
        try connection.usable { () throws(PostgreSQLError) in
            isLocked = false
            return try PostgreSQLConnection(address, .primary)
        }
    }

    func close() {
        queue.sync {
            connection = nil
            isClosed = true
        }
    }
}
