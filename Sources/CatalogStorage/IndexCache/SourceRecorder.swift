// Records the files that reading a catalog looks up, which are the files that the index depends on.

internal import CatalogSearch
internal import Files
internal import Synchronization

/// The files of this machine; records all lookups for a catalog.
final class SourceRecorder: FileSystem {
    private struct State {
        var sources: [IndexSourceLocation: IndexSource.LookupResult] = [:]
        var isComplete = true
    }

    private let files = LocalFileSystem()
    private let catalog: CatalogFile
    private let state = Mutex(State())

    init(_ catalog: CatalogFile) { self.catalog = catalog }

    /// All lookups; `nil` if the catalog cannot have an index, because it is a pipe or part of it could not
    /// be read: a file may become readable without a change of its stamp.
    var sources: [IndexSource]? {
        state.withLock { state in
            state.isComplete ? state.sources.map { IndexSource(place: $0.key, result: $0.value) } : nil
        }
    }

    func kind(of path: String) throws(FileError) -> FileKind {
        try noted(path) { () throws(FileError) in
            let status = try SystemCalls.status(of: path)
            // The folder itself is recorded when its names are listed.
            if status.kind != .folder { note(path, .file(IndexSource.Stamp(status), checksum: nil)) }
            return status.kind
        }
    }

    func names(inFolder path: String) throws(FileError) -> [String] {
        try noted(path) { () throws(FileError) in
            // The stamp is taken first, here and below, so that a change between the two steps looks like a
            // later change.
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

    func realPath(of path: String) throws(FileError) -> String { try files.realPath(of: path) }

    /// Performs a lookup, and records failures.
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

    private func note(_ path: String, _ result: IndexSource.LookupResult?) {
        let place = IndexSourceLocation(path, of: catalog)
        state.withLock { state in
            if let place, let result { state.sources[place] = result } else { state.isComplete = false }
        }
    }

    /// Records the checksum of a file that was read to its end.
    private func complete(_ path: String, checksum: UInt64) {
        guard let place = IndexSourceLocation(path, of: catalog) else { return }
        state.withLock { state in
            guard case .file(let stamp, _)? = state.sources[place] else { return }
            state.sources[place] = .file(stamp, checksum: checksum)
        }
    }
}

/// A file that computes a checksum of the bytes while they are read.
private final class RecordedStream: FileStream {
    private let stream: any FileStream
    /// Called with the checksum at the file's end, or with `nil` if reading fails.
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
