// The files of the machine, with open documents replacing the stored content.

internal import Files
internal import Synchronization

/// A file system that caches what it reads, and shows open documents instead of their files.
///
/// Between two calls of `forget()`, each file and folder is read only once, so that a project can be read
/// again after every keystroke.
final class DocumentFiles: FileSystem, ContentsKeeper {
    private struct State: Sendable {
        var documents: [String: [UInt8]] = [:]
        var contents: [String: Result<[UInt8], FileError>] = [:]
        var names: [String: Result<[String], FileError>] = [:]
        var kinds: [String: Result<FileKind, FileError>] = [:]
        var links: [String: Bool] = [:]
    }

    private let base: any FileSystem
    private let state = Mutex(State())

    init(_ base: any FileSystem) { self.base = base }

    /// Drops the cached files, but not the documents.
    func forget() {
        state.withLock { $0 = State(documents: $0.documents) }
    }

    /// Shows a document instead of a file; `nil` ends that.
    func setDocument(_ bytes: [UInt8]?, at path: String) {
        state.withLock { $0.documents[path] = bytes }
    }

    /// The bytes of the stored file, whether or not it is open; `nil` if it cannot be read.
    func storedContents(of path: String) -> [UInt8]? {
        if let known = state.withLock({ $0.contents[path] }) { return try? known.get() }
        let read = Self.result { () throws(FileError) in
            try base.contents(ofRegularFile: path, limit: Self.sizeLimit)
        }
        state.withLock { $0.contents[path] = read }
        return try? read.get()
    }

    /// The largest file that is read, in bytes.
    private static let sizeLimit = 256 << 20

    func cachedContents(of path: String) -> [UInt8]? {
        state.withLock { $0.documents[path] } ?? storedContents(of: path)
    }

    // MARK: FileSystem

    func kind(of path: String) throws(FileError) -> FileKind {
        if state.withLock({ $0.documents[path] != nil }) { return .file }
        if let known = state.withLock({ $0.kinds[path] }) { return try known.get() }
        let read = Self.result { () throws(FileError) in try base.kind(of: path) }
        state.withLock { $0.kinds[path] = read }
        return try read.get()
    }

    func names(inFolder path: String) throws(FileError) -> [String] {
        let known = state.withLock { $0.names[path] }
        let read = known ?? Self.result { () throws(FileError) in try base.names(inFolder: path) }
        if known == nil { state.withLock { $0.names[path] = read } }
        let names = try read.get()
        // Documents that were never saved have no file yet.
        let added = state.withLock { state in
            state.documents.keys.compactMap { document -> String? in
                let (folder, name) = PathName.split(document)
                return folder == path && !names.contains(name) ? name : nil
            }
        }
        return added.isEmpty ? names : (names + added).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    func open(_ path: String) throws(FileError) -> any FileStream {
        guard let document = state.withLock({ $0.documents[path] }) else { return try base.open(path) }
        return DocumentStream(document)
    }

    func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
        try base.replace(path, with: bytes)
    }

    func makeFolder(_ path: String) throws(FileError) { try base.makeFolder(path) }

    func isSymbolicLink(_ path: String) -> Bool {
        if let known = state.withLock({ $0.links[path] }) { return known }
        let isLink = base.isSymbolicLink(path)
        state.withLock { $0.links[path] = isLink }
        return isLink
    }

    func realPath(of path: String) throws(FileError) -> String { try base.realPath(of: path) }

    private static func result<Value>(_ body: () throws(FileError) -> Value) -> Result<Value, FileError> {
        do throws(FileError) { return .success(try body()) } catch { return .failure(error) }
    }
}

/// The text of a document, read as a file.
private final class DocumentStream: FileStream {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var size: Int? { rest.count }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
        let count = min(buffer.count, rest.count)
        buffer.copyBytes(from: rest.prefix(count))
        rest = rest.dropFirst(count)
        return count
    }
}
