// Files of every kind for tests, made with the C library, independent of the code under test. Foundation
// cannot be used, because it conflicts with this package's ICU module.

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A failed call to the operating system, which ends the test.
package struct SystemCallFailure: Error, CustomStringConvertible {
    /// The call, its path, and the system's message.
    package let description: String

    package init(_ call: String, _ path: String, code: Int32) {
        description = "\(call) \(path): \(String(cString: strerror(code)))"
    }
}

/// Throws unless a call succeeded.
func check(_ isDone: Bool, _ call: String, _ path: String) throws {
    if !isDone { throw SystemCallFailure(call, path, code: errno) }
}

/// The folder of this package's sources.
package let packageFolder: String = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

/// Makes a file with these bytes.
package func makeFile(_ path: String, _ bytes: [UInt8]) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    try check(file >= 0, "open", path)
    defer { close(file) }
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        try check(count > 0, "write", path)
        rest = rest.dropFirst(count)
    }
}

/// Makes a file with a text in UTF-8.
package func makeFile(_ path: String, _ text: String) throws { try makeFile(path, Array(text.utf8)) }

/// Sets a file's size in place: removes its end, or adds zero bytes, which take no space on the disk.
package func resizeFile(_ path: String, to size: Int) throws {
    try check(truncate(path, size) == 0, "truncate", path)
}

/// All bytes of a file.
package func bytes(of path: String) throws -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    try check(file >= 0, "open", path)
    defer { close(file) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = read(file, &block, block.count)
        try check(count >= 0, "read", path)
        if count == 0 { return bytes }
        bytes += block[..<count]
    }
}

/// The content of a file, as text.
package func contents(of path: String) throws -> String {
    String(decoding: try bytes(of: path), as: UTF8.self)
}

/// The names in a folder, sorted, without hidden ones.
package func names(inFolder path: String) throws -> [String] {
    try entries(path).filter { !$0.hasPrefix(".") }.sorted()
}

/// All names in a folder, sorted.
package func allNames(inFolder path: String) throws -> [String] { try entries(path).sorted() }

/// Makes a folder.
package func makeFolder(_ path: String) throws { try check(mkdir(path, 0o700) == 0, "mkdir", path) }

/// Makes a symbolic link.
package func link(_ path: String, to destination: String) throws {
    try check(symlink(destination, path) == 0, "symlink", path)
}

/// Whether a path is a symbolic link.
package func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
}

/// Changes a file's permissions.
package func setPermissions(_ permissions: UInt32, of path: String) throws {
    try check(chmod(path, permissions) == 0, "chmod", path)
}

/// Moves a file or a folder.
package func rename(_ path: String, to target: String) throws {
    #if canImport(Glibc)
        try check(Glibc.rename(path, target) == 0, "rename", path)
    #else
        try check(Musl.rename(path, target) == 0, "rename", path)
    #endif
}

/// Whether anything exists at a path.
package func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
}

/// Sets a file's modification time to some time ago.
package func setModificationTime(of path: String, secondsAgo seconds: Int) throws {
    let past = timespec(tv_sec: time(nil) - seconds, tv_nsec: 0)
    try check(utimensat(AT_FDCWD, path, [past, past], 0) == 0, "utimensat", path)
}

/// A file's permissions.
package func permissions(of path: String) throws -> UInt32 {
    var status = stat()
    try check(stat(path, &status) == 0, "stat", path)
    return status.st_mode & 0o7777
}

/// Makes a named pipe without a writer.
package func makePipe(_ path: String) throws { try check(mkfifo(path, 0o600) == 0, "mkfifo", path) }

/// Makes a named pipe, and writes a text into it from another thread, because both ends wait for each other.
/// A reader may close it before reading.
package func makePipe(_ path: String, holding text: String) throws {
    try makePipe(path)
    let context = Unmanaged.passRetained(Feed(text: text, path: path)).toOpaque()
    var thread = pthread_t()
    let code = pthread_create(
        &thread, nil,
        { context in
            let feed = Unmanaged<Feed>.fromOpaque(context!).takeRetainedValue()
            // If the reader has closed the pipe, let the write fail instead of ending
            // the process with all its tests.
            var closedPipe = sigset_t()
            sigemptyset(&closedPipe)
            sigaddset(&closedPipe, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &closedPipe, nil)
            let file = open(feed.path, O_WRONLY | O_CLOEXEC)
            _ = feed.text.withCString { write(file, $0, strlen($0)) }
            close(file)
            return nil
        }, context)
    if code != 0 { throw SystemCallFailure("pthread_create", path, code: code) }
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

/// All names in a folder except `.` and `..`.
private func entries(_ path: String) throws -> [String] {
    guard let folder = opendir(path) else { throw SystemCallFailure("opendir", path, code: errno) }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { names.append(name) }
    }
    return names
}

/// Removes a file, or a folder with its content.
package func remove(_ path: String) {
    var status = stat()
    if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
        for name in (try? entries(path)) ?? [] { remove(path + "/" + name) }
        rmdir(path)
    } else {
        unlink(path)
    }
}
