// Which calls of the C library are made, and under which names? All of them are here; no other file imports it.

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The error numbers that this library tells apart or answers itself.
enum ErrorNumber {
    static let missing = ENOENT
    static let notFolder = ENOTDIR
    static let isFolder = EISDIR
    static let exists = EEXIST
    static let notSupported = EOPNOTSUPP
    static let tooLarge = EFBIG
    static let notPermitted = EACCES
}

extension FileError {
    /// An error with the system's words for it.
    public init(path: String, code: Int32) {
        let words = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            strerror_r(code, buffer.baseAddress!, buffer.count) == 0
                ? String(cString: buffer.baseAddress!) : nil
        }
        self.init(path: path, code: code, message: words ?? "error \(code)")
    }

    /// The error of the call that failed just now.
    fileprivate static func last(_ path: String) -> FileError { FileError(path: path, code: errno) }
}

/// Calls again what a signal interrupted.
private func uninterrupted<Value: FixedWidthInteger>(_ call: () -> Value) -> Value {
    while true {
        let result = call()
        if result != -1 || errno != EINTR { return result }
    }
}

/// An open file, closed with the last reference to it.
final class FileDescriptor {
    let number: Int32
    let path: String
    let kind: FileKind
    /// The size of a regular file.
    let size: Int?

    private init(number: Int32, path: String) throws(FileError) {
        var status = stat()
        guard fstat(number, &status) == 0 else {
            let error = FileError.last(path)
            _ = close(number)
            throw error
        }
        self.number = number
        self.path = path
        kind = FileKind(mode: status.st_mode)
        size = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    }

    deinit { _ = close(number) }

    static func opened(forReading path: String) throws(FileError) -> FileDescriptor {
        let number = uninterrupted { open(path, O_RDONLY | O_CLOEXEC) }
        guard number >= 0 else { throw .last(path) }
        return try FileDescriptor(number: number, path: path)
    }

    /// Makes a file that must not exist yet.
    static func created(_ path: String, permissions: UInt32) throws(FileError) -> FileDescriptor {
        let number = uninterrupted {
            open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(permissions))
        }
        guard number >= 0 else { throw .last(path) }
        return try FileDescriptor(number: number, path: path)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
        guard let base = buffer.baseAddress, buffer.count > 0 else { return 0 }
        #if canImport(Glibc)
            let count = uninterrupted { Glibc.read(number, base, buffer.count) }
        #else
            let count = uninterrupted { Musl.read(number, base, buffer.count) }
        #endif
        guard count >= 0 else { throw .last(path) }
        return count
    }

    func write(_ bytes: [UInt8]) throws(FileError) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
                #if canImport(Glibc)
                    return uninterrupted { Glibc.write(number, rest.baseAddress, rest.count) }
                #else
                    return uninterrupted { Musl.write(number, rest.baseAddress, rest.count) }
                #endif
            }
            guard count >= 0 else { throw .last(path) }
            written += count
        }
    }

    func changePermissions(_ permissions: UInt32) throws(FileError) {
        guard fchmod(number, mode_t(permissions)) == 0 else { throw .last(path) }
    }

    func synchronize() throws(FileError) {
        guard uninterrupted({ fsync(number) }) == 0 else { throw .last(path) }
    }
}

extension FileKind {
    fileprivate init(mode: mode_t) {
        switch mode & S_IFMT {
        case S_IFREG, S_IFIFO: self = .file
        case S_IFDIR: self = .folder
        default: self = .other
        }
    }
}

/// The calls that take a path.
enum SystemCalls {
    /// Kind and permission bits of what stands at a path, symbolic links followed.
    static func status(of path: String) throws(FileError) -> (kind: FileKind, permissions: UInt32) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw .last(path) }
        return (FileKind(mode: status.st_mode), UInt32(status.st_mode & 0o7777))
    }

    static func names(inFolder path: String) throws(FileError) -> [String] {
        guard let folder = opendir(path) else { throw .last(path) }
        defer { closedir(folder) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(folder) else {
                guard errno == 0 else { throw .last(path) }
                return names
            }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
    }

    /// Where a path leads when all symbolic links are followed.
    static func resolved(_ path: String) throws(FileError) -> String {
        guard let resolved = realpath(path, nil) else { throw .last(path) }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    static func rename(_ path: String, to target: String) throws(FileError) {
        #if canImport(Glibc)
            let result = Glibc.rename(path, target)
        #else
            let result = Musl.rename(path, target)
        #endif
        guard result == 0 else { throw .last(target) }
    }

    /// Makes one folder; one that another process made meanwhile is as good.
    static func makeFolder(_ path: String) throws(FileError) {
        guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw .last(path) }
    }

    static func isSymbolicLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    static func remove(_ path: String) { _ = unlink(path) }

    static var processIdentifier: Int32 { getpid() }
}

/// The C library's searches, which run at memory speed.
enum ByteSearch {
    /// Where a byte stands first; `nil` where it does not.
    @inline(__always)
    static func first(
        _ byte: UInt8, in bytes: UnsafePointer<UInt8>, count: Int
    ) -> Int? {
        guard count > 0, let found = memchr(bytes, Int32(byte), count) else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(bytes)
    }
}
