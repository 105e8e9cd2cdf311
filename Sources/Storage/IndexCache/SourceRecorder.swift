// On which files does an index depend? On those, and only those, that were asked for while its catalog was read.

internal import CatalogSearch
internal import Synchronization

/// The files of this machine, with a note of whatever is asked of them for a catalog.
final class SourceRecorder: FileSystem {
    private struct State {
        var sources: [SourcePlace: IndexSource.Answer] = [:]
        var isComplete = true
    }

    private let files = LocalFileSystem()
    private let catalog: CatalogFile
    private let state = Mutex(State())

    init(_ catalog: CatalogFile) { self.catalog = catalog }

    /// All that was asked for; `nil` where an index must not be kept: something could not be read, and may be readable
    /// tomorrow without showing it, or was a pipe.
    var sources: [IndexSource]? {
        state.withLock { state in
            state.isComplete ? state.sources.map { IndexSource(place: $0.key, answer: $0.value) } : nil
        }
    }

    func kind(of path: String) throws(FileError) -> FileKind {
        try noted(path) { () throws(FileError) in
            let status = try SystemCalls.status(of: path)
            // A folder that counts is listed next.
            if status.kind != .folder { note(path, .file(IndexSource.Stamp(status), checksum: nil)) }
            return status.kind
        }
    }

    func names(inFolder path: String) throws(FileError) -> [String] {
        try noted(path) { () throws(FileError) in
            // The stamp first, here and below: what changes between the two looks like a change afterwards.
            let stamp = IndexSource.Stamp(try SystemCalls.status(of: path))
            let names = try files.names(inFolder: path)
            note(path, .folder(stamp, checksum: IndexSource.checksum(of: names)))
            return names
        }
    }

    func open(_ path: String) throws(FileError) -> any FileStream {
        try noted(path) { () throws(FileError) in
            let status = try SystemCalls.status(of: path)
            let stream = try files.open(path)
            note(path, status.isRegular ? .file(IndexSource.Stamp(status), checksum: nil) : nil)
            return RecordedStream(stream) { checksum in
                if let checksum { self.complete(path, checksum: checksum) } else { self.note(path, nil) }
            }
        }
    }

    func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
        try files.replace(path, with: bytes)
    }

    func makeFolder(_ path: String) throws(FileError) { try files.makeFolder(path) }

    func isSymbolicLink(_ path: String) -> Bool { files.isSymbolicLink(path) }

    /// Notes what is missing or fails, too.
    private func noted<Value>(
        _ path: String, _ ask: () throws(FileError) -> Value
    ) throws(FileError) -> Value {
        do throws(FileError) {
            return try ask()
        } catch {
            note(path, error.isMissing ? .missing : nil)
            throw error
        }
    }

    private func note(_ path: String, _ answer: IndexSource.Answer?) {
        let place = SourcePlace(path, of: catalog)
        state.withLock { state in
            if let place, let answer { state.sources[place] = answer } else { state.isComplete = false }
        }
    }

    /// Keeps the checksum of a file that was read to its end.
    private func complete(_ path: String, checksum: UInt64) {
        guard let place = SourcePlace(path, of: catalog) else { return }
        state.withLock { state in
            guard case .file(let stamp, _)? = state.sources[place] else { return }
            state.sources[place] = .file(stamp, checksum: checksum)
        }
    }
}

/// A file whose checksum is taken while it is read: of the bytes that were used, not of those there a moment later.
private final class RecordedStream: FileStream {
    private let stream: any FileStream
    /// Told the checksum at the file's end, and `nil` where it cannot be read to its end.
    private let complete: (UInt64?) -> Void
    private var checksum = RunningChecksum()

    init(_ stream: any FileStream, complete: @escaping (UInt64?) -> Void) {
        self.stream = stream
        self.complete = complete
    }

    var size: Int? { stream.size }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
        let count: Int
        do throws(FileError) {
            count = try stream.read(into: buffer)
        } catch {
            complete(nil)
            throw error
        }
        checksum.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        if count == 0, !buffer.isEmpty { complete(checksum.value) }
        return count
    }
}
