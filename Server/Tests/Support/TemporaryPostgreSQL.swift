// A server of PostgreSQL for tests, on a socket in a temporary folder.

internal import Foundation

/// A server that ends with this process, however it ends. It refuses to run as root, so
/// then it runs as the user `postgres`.
package final class TemporaryPostgreSQL: Sendable {
    /// The server that all tests of a process share; `nil` if PostgreSQL is not installed or does not start.
    package static let shared = try? TemporaryPostgreSQL()

    /// The folder with the socket and the log.
    private let folder: TemporaryFolder
    private let programs: String
    /// While this is open, the server runs.
    private let life = Pipe()
    private let process: Process

    private struct NotStarted: Error {}

    /// Runs the server until standard input ends.
    private static let script = """
        folder=$1 programs=$2
        as_user=
        if [ "$(id -u)" = 0 ]; then
            as_user='setpriv --reuid=postgres --regid=postgres --clear-groups'
            chown postgres "$folder" || exit 1
        fi
        cd "$folder" || exit 1
        $as_user "$programs/initdb" -D data -U postgres --auth=trust -E UTF8 --locale=C --no-sync > log 2>&1 || exit 1
        # Roles of tests have passwords.
        printf 'local all postgres trust\\nlocal all all scram-sha-256\\n' > data/pg_hba.conf
        $as_user "$programs/postgres" -D data -k "$folder" -c listen_addresses= -c fsync=off -c full_page_writes=off \
            -c max_connections=300 -c shared_buffers=32MB -c synchronous_commit=local -c synchronous_standby_names=none -c autovacuum=off -c jit=off >> log 2>&1 < /dev/null &
        server=$!
        until "$programs/pg_isready" -q -h "$folder"; do
            kill -0 $server 2> /dev/null || exit 1
            sleep 0.05
        done
        echo ready
        exec > /dev/null
        read -r _
        kill -QUIT $server
        wait $server
        rm -rf "$folder"
        """

    package init() throws {
        folder = try TemporaryFolder()
        let versions = try FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")
        guard let version = versions.compactMap({ Int($0) }).max() else { throw NotStarted() }
        programs = "/usr/lib/postgresql/\(version)/bin"
        process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", Self.script, "sh", folder.path, programs]
        let output = Pipe()
        process.standardInput = life
        process.standardOutput = output
        try process.run()
        guard !output.fileHandleForReading.availableData.isEmpty else { throw NotStarted() }
    }

    /// Creates an empty database.
    ///
    /// - Returns: its address.
    package func makeDatabase() throws -> String {
        let name = "d" + String(UInt64.random(in: 0 ... .max), radix: 36)
        try run("CREATE DATABASE \(name)", in: "postgres")
        return address(name)
    }

    /// The address of a database for a role.
    package func address(_ database: String, role: String = "postgres") -> String {
        "postgresql://\(role)@/\(database)?host=\(folder.path)"
    }

    /// Runs SQL as the superuser.
    ///
    /// - Parameter database: a name, or an address.
    /// - Returns: the rows, with `|` between columns.
    @discardableResult
    package func run(_ sql: String, in database: String) throws -> [String] {
        let psql = Process()
        psql.executableURL = URL(fileURLWithPath: programs + "/psql")
        let address = database.contains(":") ? database : address(database)
        psql.arguments = ["-XqAt", "-v", "ON_ERROR_STOP=1", "-d", address, "-c", sql]
        let output = Pipe()
        psql.standardOutput = output
        try psql.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        psql.waitUntilExit()
        guard psql.terminationStatus == 0 else { throw NotStarted() }
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
