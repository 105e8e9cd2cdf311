// The lines of a backup.

internal import Support

/// The form of a backup.
///
///     {"lsearchBackup":1,"revision":4711,"catalogs":1}     version; the newest change; the number of catalogs
///     {"catalog":"teas","records":2}                       for each catalog: its id, and the number of its records
///     {"label":"Teas"}                                     its description
///     {"id":"t-1",…}                                       its records
///     {"id":"t-2",…}
///     {"end":true,"checksum":"9ae16a3b2f90404f"}           the checksum of the lines before; without this line it is incomplete
enum BackupFormat {
    static let version = 1
    /// The most bytes of a line: a description, a record.
    static let lineLimit = StoreLimits.recordSize + 64
    /// The number of bytes that are written together.
    static let blockSize = 256 << 10

    struct Head: Decodable {
        let lsearchBackup: Int
        /// The newest change in it.
        let revision: Int64
        let catalogs: Int
    }

    struct CatalogHead: Decodable {
        let catalog: String
        let records: Int
    }

    /// The last line.
    ///
    /// - Parameter checksum: the checksum of the lines before; `nil` for the line of earlier versions.
    static func end(_ checksum: Fingerprint?) -> [UInt8] {
        Array((checksum.map { #"{"end":true,"checksum":"\#($0.text)"}"# } ?? #"{"end":true}"#).utf8)
    }
}
