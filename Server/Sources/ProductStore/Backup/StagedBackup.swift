// A complete copy of a backup on disk, until it is restored in one transaction.

internal import Glibc
internal import Support

/// A copy of a backup beside the store, which is verified to be complete. A crash leaves it behind; the next
/// start removes it.
final class StagedBackup: Sendable {
    private let path: String

    /// Copies a backup, and checks each line.
    ///
    /// - Parameter store: the path of the store.
    /// - Throws: `RestoreError`, `StoreError.unavailable`, errors of the source.
    init<Blocks: AsyncSequence>(copying blocks: Blocks, besides store: String) async throws
    where Blocks.Element: Collection<UInt8> {
        path = StagedFile.newPath(besides: store)
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw StoreError.system(errno) }
        defer { close(file) }
        var splitter = LineSplitter(limit: BackupFormat.lineLimit)
        var parser = BackupParser()
        for try await block in blocks {
            let bytes = Array(block)
            try splitter.append(bytes) { _ = try parser.take($0) }
            if let code = writeAll(bytes.span.bytes, to: file) { throw StoreError.system(code) }
        }
        _ = try parser.finish(splitter.rest())
    }

    deinit { remove() }

    /// Removes the copy; a second call does nothing.
    func remove() { unlink(path) }

    /// Reads the backup again.
    ///
    /// - Parameter body: called with the content of each line.
    /// - Throws: `StoreError.unavailable` if the copy cannot be read; errors of `body`.
    func forEachItem(_ body: (BackupParser.Item) throws -> Void) throws {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw StoreError.system(errno) }
        defer { close(file) }
        var splitter = LineSplitter(limit: BackupFormat.lineLimit)
        var parser = BackupParser()
        var block = [UInt8](repeating: 0, count: BackupFormat.blockSize)
        do {
            while true {
                let count = read(file, &block, block.count)
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else { throw StoreError.system(errno) }
                if count == 0 { break }
                try splitter.append(block[..<count]) { try body(parser.take($0)) }
            }
            try body(parser.finish(splitter.rest()))
        } catch is RestoreError {
            throw StoreError.unavailable(.damaged(message: "the copy of the backup was changed"))
        }
    }
}
