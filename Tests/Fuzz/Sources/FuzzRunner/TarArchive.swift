// Reads the archives of stored inputs.

/// The files in an archive of the POSIX format `ustar`: each a header of 512 bytes,
/// then its bytes, filled up to 512.
enum TarArchive {
    private static let block = 512
    /// The position of the file's size in a header, in octal digits.
    private static let size = 124..<136

    /// The bytes of all files, in the order of the archive.
    static func contents(of archive: [UInt8]) -> [[UInt8]] {
        var files: [[UInt8]] = []
        var start = 0
        // Blocks of zeros end the archive.
        while start + block <= archive.count, archive[start] != 0 {
            let digits = archive[(start + size.lowerBound)..<(start + size.upperBound)]
                .filter { (UInt8(ascii: "0")...UInt8(ascii: "7")).contains($0) }
            let count = digits.reduce(0) { $0 * 8 + Int($1 - UInt8(ascii: "0")) }
            let content = start + block
            files.append(Array(archive[content..<(content + count)]))
            start = content + (count + block - 1) / block * block
        }
        return files
    }
}
