// A complete backup in a file, which is restored in one transaction.

internal import Glibc
internal import Support

/// A backup that was verified to be complete: a copy beside the store, which a crash leaves behind and the next
/// start removes, or a file that stays.
final class StagedBackup: Sendable {
    /// The newest change in it.
    let revision: Revision
    private let path: String
    private let isCopy: Bool

    /// Copies a backup, and checks each line.
    ///
    /// - Parameter store: the path of the store.
    /// - Throws: `RestoreError`, `StoreError.unavailable`, errors of the source.
    init<Blocks: AsyncSequence>(copying blocks: Blocks, besides store: String) async throws
    where Blocks.Element: Collection<UInt8> {
        path = StagedFile.newPath(besides: store)
        isCopy = true
        do {
            revision = try await Self.copy(blocks, to: path)
        } catch {
            unlink(path)
            throw error
        }
    }

    /// Checks each line of a backup that stays where it is.
    ///
    /// - Throws: `StoreError.unavailable`.
    init(at path: String) throws {
        self.path = path
        isCopy = false
        var newest = Revision(0)
        try Self.forEachItem(of: path) { if case .head(let revision) = $0 { newest = revision } }
        revision = newest
    }

    deinit { remove() }

    /// Removes a copy; a second call does nothing.
    func remove() { if isCopy { unlink(path) } }

    private static func copy<Blocks: AsyncSequence>(
        _ blocks: Blocks, to path: String
    ) async throws -> Revision where Blocks.Element: Collection<UInt8> {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw StoreError.system(errno) }
        defer { close(file) }
        var splitter = LineSplitter(limit: BackupFormat.lineLimit)
        var parser = BackupParser()
        var newest = Revision(0)
        for try await block in blocks {
            let bytes = Array(block)
            try splitter.append(bytes) { line in
                if case .head(let revision) = try parser.take(line) { newest = revision }
            }
            if let code = writeAll(bytes.span.bytes, to: file) { throw StoreError.system(code) }
        }
        _ = try parser.finish(splitter.rest())
        return newest
    }

    /// Gives a copy a name for good, also after a crash.
    ///
    /// - Parameter path: a path in the folder of the copy. A file there is replaced.
    func keep(at path: String) throws(StoreError) {
        let file = open(self.path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw .system(errno) }
        defer { close(file) }
        guard fsync(file) == 0 else { throw .system(errno) }
        try StagedFile.rename(self.path, to: path)
    }

    /// Reads the backup again.
    ///
    /// - Parameter body: called with the content of each line.
    /// - Throws: `StoreError.unavailable` if the file cannot be read; errors of `body`.
    func forEachItem(_ body: (BackupParser.Item) throws -> Void) throws {
        try Self.forEachItem(of: path, body)
    }

    private static func forEachItem(of path: String, _ body: (BackupParser.Item) throws -> Void) throws {
        let file = try BlockReader(path)
        var splitter = LineSplitter(limit: BackupFormat.lineLimit)
        var parser = BackupParser()
        do {
            while let block = try file.next() {
                try splitter.append(block) { try body(parser.take($0)) }
            }
            try body(parser.finish(splitter.rest()))
        } catch is RestoreError {
            throw StoreError.unavailable(.damaged(message: "the backup is damaged, or was changed"))
        }
    }
}
