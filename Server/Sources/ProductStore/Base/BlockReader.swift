// Reads files that do not fit into memory.

internal import Glibc

/// An open file that is read in blocks.
package final class BlockReader: Sendable {
    private let file: Int32

    private static let blockSize = 256 << 10

    /// - Throws: `system` if the file cannot be opened, or is not a regular file.
    package init(_ path: String) throws(StoreError) {
        // A pipe must not hold up who opens it.
        file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { throw .system(errno) }
        var status = stat()
        let isFile = fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        guard isFile else {
            close(file)
            throw .system(EINVAL)
        }
    }

    /// Reads an open file, which is closed afterwards.
    package init(descriptor: Int32) { file = descriptor }

    deinit { close(file) }

    /// The next bytes; `nil` at the end of the file.
    package func next() throws(StoreError) -> ArraySlice<UInt8>? {
        var block = [UInt8](repeating: 0, count: Self.blockSize)
        while true {
            let count = block.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system(errno) }
            return count == 0 ? nil : block[..<count]
        }
    }
}
