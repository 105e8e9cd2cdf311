// Where do tests keep files? In a fresh folder each, removed behind it. Made with the C library's calls, because
// Foundation and the ICU that this package uses cannot meet in one module.

import Storage
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Runs a test with the path of a fresh folder.
func withTemporaryFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array((parent + "/StorageTests-XXXXXX").utf8CString)
    let made = mkdtemp(&template).map { String(cString: $0) }
    let folder = try #require(made)
    defer { remove(folder) }
    return try body(folder)
}

private func remove(_ path: String) {
    var status = stat()
    if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
        for name in (try? LocalFileSystem().names(inFolder: path)) ?? [] { remove(path + "/" + name) }
        rmdir(path)
    } else {
        unlink(path)
    }
}

/// Makes a file, by other means than those under test.
func makeFile(_ path: String, _ text: String) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    #expect(file >= 0)
    #expect(text.withCString { write(file, $0, strlen($0)) } == text.utf8.count)
    close(file)
}

/// What a file holds.
func contents(of path: String) throws -> String {
    String(decoding: try LocalFileSystem().contents(of: path), as: UTF8.self)
}

/// Makes a symbolic link.
func link(_ path: String, to destination: String) { #expect(symlink(destination, path) == 0) }

/// Whether a path is a symbolic link.
func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
}

/// Makes a folder.
func makeFolder(_ path: String) { #expect(mkdir(path, 0o700) == 0) }

/// Makes a pipe with a name.
func makePipe(_ path: String) { #expect(mkfifo(path, 0o600) == 0) }

/// Changes a file's permissions.
func setPermissions(_ permissions: UInt32, of path: String) { #expect(chmod(path, permissions) == 0) }

/// A file's permissions.
func permissions(of path: String) -> UInt32 {
    var status = stat()
    #expect(stat(path, &status) == 0)
    return status.st_mode & 0o7777
}

/// Writes text into a pipe from a thread of its own, for both ends wait for each other.
func feed(_ text: String, into path: String) {
    let context = Unmanaged.passRetained(Feed(text: text, path: path)).toOpaque()
    var thread = pthread_t()
    let result = pthread_create(
        &thread, nil,
        { context in
            let feed = Unmanaged<Feed>.fromOpaque(context!).takeRetainedValue()
            let file = open(feed.path, O_WRONLY)
            _ = feed.text.withCString { write(file, $0, strlen($0)) }
            close(file)
            return nil
        }, context)
    #expect(result == 0)
    pthread_detach(thread)
}

private final class Feed {
    let text: String
    let path: String

    init(text: String, path: String) {
        self.text = text
        self.path = path
    }
}
