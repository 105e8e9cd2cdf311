// Files that operators upload, and the records that are read from them, on the disk of the server.

internal import Glibc
internal import ProductStore

/// A folder with an uploaded file, which only the server may read. It is deleted with this value at the
/// latest.
final class UploadedFile: Sendable {
    /// The most bytes of a file.
    static let sizeLimit = 4 << 30

    private let folder: ScratchFolder

    /// The path of the uploaded file.
    var path: String { folder.path + "/upload.csv" }
    /// The path of the description of its catalog.
    var sidecarPath: String { folder.path + "/upload.catalog.json" }
    /// The path of its records in JSON Lines.
    var recordsPath: String { folder.path + "/records" }

    /// Creates the folder.
    init() throws(StoreError) { folder = try ScratchFolder(for: .imports) }

    /// Deletes the folder, if it is still there.
    func delete() { folder.delete() }
}

/// Writes a file in blocks.
final class BlockWriter {
    private let file: Int32
    private var buffer: [UInt8] = []
    private(set) var count = 0

    private static let blockSize = 1 << 20

    init(_ path: String) throws(StoreError) {
        file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .system(errno) }
    }

    deinit { close(file) }

    func append(_ bytes: some Collection<UInt8>) throws(StoreError) {
        buffer += bytes
        if buffer.count >= Self.blockSize { try finish() }
    }

    /// Writes what is still in memory.
    func finish() throws(StoreError) {
        var start = 0
        while start < buffer.count {
            let written = buffer.withUnsafeBytes { write(file, $0.baseAddress! + start, $0.count - start) }
            if written < 0, errno == EINTR { continue }
            guard written >= 0 else { throw .system(errno) }
            start += written
        }
        count += buffer.count
        buffer.removeAll(keepingCapacity: true)
    }
}

/// The bytes of a file, in blocks.
struct FileBlocks: AsyncSequence, Sendable {
    let path: String
    /// Called before each block with the number of bytes before it.
    let progress: @Sendable (Int) -> Void

    struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let blocks: FileBlocks
        fileprivate var file: BlockReader?
        fileprivate var position = 0

        mutating func next() async throws -> ArraySlice<UInt8>? {
            if file == nil { file = try BlockReader(blocks.path) }
            blocks.progress(position)
            guard let block = try file?.next() else { return nil }
            position += block.count
            return block
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(blocks: self) }
}
