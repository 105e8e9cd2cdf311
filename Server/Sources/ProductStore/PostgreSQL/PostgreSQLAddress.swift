// The address of a PostgreSQL database.

internal import CPostgreSQL

/// The address of a database, in the form of libpq:
/// `postgresql://user@host:port/database?sslmode=verify-full`. It may name several hosts. Settings that it
/// lacks come from the environment (`PGPASSFILE`, `PGPASSWORD`, `PGSSLROOTCERT`), as for all programs that
/// use libpq.
public struct PostgreSQLAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address as given. It may contain a password.
    let text: String
    /// The names of the settings in it.
    let settings: Set<String>
    /// The address without password and settings, for messages and logs.
    public let description: String

    /// Whether a text is meant as an address of PostgreSQL, and not as a path.
    public static func isAddress(_ text: String) -> Bool {
        text.hasPrefix("postgresql://") || text.hasPrefix("postgres://")
    }

    /// - Throws: `StoreError.refused(.invalidAddress)`.
    public init(_ text: String) throws(StoreError) {
        var message: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(text, &message) else {
            defer { PQfreemem(message) }
            throw .refused(.invalidAddress(message: message.map { String(cString: $0).firstLine } ?? ""))
        }
        defer { PQconninfoFree(options) }
        var values: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { values[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        self.text = text
        settings = Set(values.keys)
        let hosts = (values["host"] ?? values["hostaddr"] ?? "").split(
            separator: ",", omittingEmptySubsequences: false)
        let ports = (values["port"] ?? "").split(separator: ",", omittingEmptySubsequences: false)
        let places = hosts.enumerated().map { number, host in
            let port = ports.count == 1 ? ports[0] : number < ports.count ? ports[number] : ""
            return host + (port.isEmpty ? "" : ":" + port)
        }
        description =
            "postgresql://" + (values["user"].map { $0 + "@" } ?? "") + places.joined(separator: ",") + "/"
            + (values["dbname"] ?? "")
    }
}

extension String {
    /// The text until the first line end.
    var firstLine: String { String(prefix { !$0.isNewline }) }
}
