// SQLite's index of a write-ahead log: how many frames of the log were committed.

internal import Glibc

/// The header of the file `-shm` beside a log (SQLite's "WAL-mode File Format", 2.1).
///
/// A killed process leaves it. SQLite writes it after the frames of a transaction are on the disk and before
/// the transaction is acknowledged, so a log with fewer frames has lost acknowledged changes. The log alone
/// does not tell: its end looks as if a transaction had never been finished.
struct LogIndex {
    /// The number of frames up to the end of the last transaction.
    let frameCount: Int
    /// The salts of the log to which the frames belong.
    let salts: (UInt32, UInt32)
    /// How many of the frames the database file has, too.
    let writtenBackCount: Int

    private static let headerSize = 48
    private static let version: UInt32 = 3_007_000

    /// Reads the index of the log at a path; `nil` if there is none, or its checksum is wrong.
    init?(ofLog path: String) {
        let file = open(String(path.dropLast(3)) + "shm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        // Two copies of the header, the second written first, and the count.
        var bytes = [UInt8](repeating: 0, count: Self.headerSize * 2 + 4)
        guard pread(file, &bytes, bytes.count, 0) == bytes.count,
            let header = Self.validHeader(bytes, at: Self.headerSize) ?? Self.validHeader(bytes, at: 0)
        else { return nil }
        frameCount = Int(header[4])
        salts = (header[8].bigEndian, header[9].bigEndian)
        writtenBackCount = Int(bytes.nativeWord(at: Self.headerSize * 2))
    }

    /// The words of the header at an offset; `nil` if it is not valid.
    private static func validHeader(_ bytes: [UInt8], at offset: Int) -> [UInt32]? {
        let words = stride(from: offset, to: offset + headerSize, by: 4).map { bytes.nativeWord(at: $0) }
        var sum = LogChecksum()
        for index in stride(from: 0, to: 10, by: 2) { sum.add(words[index], words[index + 1]) }
        let isValid = words[0] == version && sum == LogChecksum(first: words[10], second: words[11])
        return isValid ? words : nil
    }

    /// Whether a log with this number of valid frames has lost committed ones.
    ///
    /// - Parameter salts: those of the log; `nil` if it has no header.
    func hasLost(validCount: Int, salts: (UInt32, UInt32)?) -> Bool {
        // Another log was begun since: SQLite has written back all frames of this one.
        if let salts, salts != self.salts { return false }
        // Some frames would hide newer pages of the database file; without any, the file is complete.
        if validCount == 0, writtenBackCount >= frameCount { return false }
        return validCount < frameCount
    }
}

extension [UInt8] {
    /// The word of four bytes at an offset, in the byte order of the machine.
    fileprivate func nativeWord(at offset: Int) -> UInt32 {
        withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
    }
}
