// The calls of the C library. No other file of this target imports it.

internal import Support

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The error numbers that this library distinguishes or throws.
package enum ErrorNumber {
    package static let missing = ENOENT
    package static let notFolder = ENOTDIR
    package static let isFolder = EISDIR
    package static let exists = EEXIST
    package static let notSupported = EOPNOTSUPP
    package static let tooLarge = EFBIG
    package static let notPermitted = EACCES
    package static let unreliable = EIO
    package static let noWriter = EPIPE
    /// As openat2(2) reports a path that leaves its folder.
    package static let leadsOut = EXDEV
}

extension FileError {
    /// Creates an error with the system's message.
    public init(path: String, code: Int32) {
        let words = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            strerror_r(code, buffer.baseAddress!, buffer.count) == 0
                ? String(cString: buffer.baseAddress!) : nil
        }
        self.init(path: path, code: code, message: words ?? "error \(code)")
    }

    /// The error of the last failed call.
    fileprivate static func last(_ path: String) -> FileError { FileError(path: path, code: errno) }
}

/// The metadata of a file.
package struct FileStatus: Hashable, Sendable {
    package let kind: FileKind
    package let permissions: UInt32
    /// In bytes.
    package let size: Int
    /// When the content last changed. Programs can set this time. All times are in nanoseconds since 1970.
    package let modified: Int
    /// When content or metadata last changed, by the system's clock.
    package let changed: Int
    package let inode: UInt64
    package let device: UInt64
    /// The user id of the owner.
    package let owner: UInt32

    fileprivate init(_ status: stat) {
        kind = FileKind(mode: status.st_mode)
        permissions = UInt32(status.st_mode & 0o7777)
        size = Int(status.st_size)
        modified = status.st_mtim.nanoseconds
        changed = status.st_ctim.nanoseconds
        inode = UInt64(status.st_ino)
        device = UInt64(status.st_dev)
        owner = UInt32(status.st_uid)
    }
}

extension FileStatus {
    /// Whether it is a regular file, which can be read twice.
    package var isRegular: Bool { kind == .file }

    /// Whether only the user and the superuser can change it.
    package var isPrivate: Bool { isOwned && permissions & 0o022 == 0 }

    /// Whether only the user and the superuser can change or replace the user's files in this folder.
    package var keepsFilesPrivate: Bool { isPrivate || isOwned && permissions & UInt32(S_ISVTX) != 0 }

    private var isOwned: Bool { owner == geteuid() || owner == 0 }
}

extension timespec {
    /// Nanoseconds since 1970. Times before 1906 and after 2191 are clamped, so that the difference of any
    /// two fits into a number.
    fileprivate var nanoseconds: Int {
        min(max(Int(tv_sec), -2_000_000_000), 7_000_000_000) * 1_000_000_000 + Int(tv_nsec)
    }
}

/// Repeats a call that a signal interrupted.
private func uninterrupted<Value: FixedWidthInteger>(_ call: () -> Value) -> Value {
    while true {
        let result = call()
        if result != -1 || errno != EINTR { return result }
    }
}

/// An open file, closed when the object is released.
package final class FileDescriptor: Sendable {
    package let number: Int32
    package let path: String
    /// The metadata at opening.
    package let status: FileStatus

    package var kind: FileKind { status.kind }
    /// The size in bytes; `nil` if it is not a regular file.
    package var size: Int? { status.isRegular ? status.size : nil }

    private init(number: Int32, path: String) throws(FileError) {
        var status = stat()
        guard fstat(number, &status) == 0 else {
            let error = FileError.last(path)
            _ = close(number)
            throw error
        }
        self.number = number
        self.path = path
        self.status = FileStatus(status)
    }

    deinit { _ = close(number) }

    /// The standard input of this process, under another number.
    package static func standardInput() throws(FileError) -> FileDescriptor {
        let number = fcntl(0, F_DUPFD_CLOEXEC, 3)
        guard number >= 0 else { throw .last("/dev/stdin") }
        return try FileDescriptor(number: number, path: "/dev/stdin")
    }

    /// Opens a file. It does not wait until a process opens a pipe for writing.
    package static func opened(forReading path: String) throws(FileError) -> FileDescriptor {
        let number = uninterrupted { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
        guard number >= 0 else { throw .last(path) }
        return try FileDescriptor(number: number, path: path)
    }

    /// Opens a file that this library has written for this user.
    ///
    /// - Throws: `FileError`, also if it is a symbolic link, or if others own it or can write into it.
    package static func opened(forReadingOwn path: String) throws(FileError) -> FileDescriptor {
        let number = uninterrupted { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW) }
        guard number >= 0 else { throw .last(path) }
        let descriptor = try FileDescriptor(number: number, path: path)
        guard descriptor.status.isPrivate else { throw FileError(path: path, code: ErrorNumber.notPermitted) }
        return descriptor
    }

    /// Opens or creates a file for locking. It is not a symbolic link.
    package static func opened(forLocking path: String) throws(FileError) -> FileDescriptor {
        let number = uninterrupted { open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode_t(0o600)) }
        guard number >= 0 else { throw .last(path) }
        return try FileDescriptor(number: number, path: path)
    }

    /// Creates a file that must not exist.
    package static func created(_ path: String, permissions: UInt32) throws(FileError) -> FileDescriptor {
        let number = uninterrupted {
            open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(permissions))
        }
        guard number >= 0 else { throw .last(path) }
        return try FileDescriptor(number: number, path: path)
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
        guard let base = buffer.baseAddress, buffer.count > 0 else { return 0 }
        #if canImport(Glibc)
            let count = uninterrupted { Glibc.read(number, base, buffer.count) }
        #else
            let count = uninterrupted { Musl.read(number, base, buffer.count) }
        #endif
        guard count >= 0 else { throw .last(path) }
        return count
    }

    /// Reads the available bytes of a pipe.
    ///
    /// - Returns: 0 if no process has it open for writing; `nil` if one has, and has written nothing.
    package func readAvailable(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int? {
        do throws(FileError) {
            return try read(into: buffer)
        } catch {
            if error.code == EAGAIN { return nil }
            throw error
        }
    }

    /// Waits until a pipe has bytes or its last writer closed it.
    ///
    /// - Parameter milliseconds: the longest wait; -1 waits forever.
    /// - Returns: whether there are bytes or the end to read.
    @discardableResult
    package func awaitInput(milliseconds: Int32 = -1) -> Bool {
        var awaited = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        return uninterrupted { poll(&awaited, 1, milliseconds) } > 0
    }

    /// All bytes of a regular file, up to its size at opening.
    package func contents(limit: Int) throws(FileError) -> [UInt8] {
        guard let size, size <= limit else { throw FileError(path: path, code: ErrorNumber.tooLarge) }
        var bytes = [UInt8](repeating: 0, count: size)
        var filled = 0
        while filled < size {
            var span = bytes.mutableSpan
            let count = try span.withUnsafeMutableBytes { buffer throws(FileError) in
                try read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
            }
            if count == 0 { break }
            filled += count
        }
        return Array(bytes[..<filled])
    }

    /// Whether the file has the size and the modification time that it had at opening.
    package var isUnwritten: Bool {
        var status = stat()
        guard fstat(number, &status) == 0 else { return false }
        let now = FileStatus(status)
        return now.size == self.status.size && now.modified == self.status.modified
    }

    package func write(_ bytes: RawSpan) throws(FileError) {
        if let code = writeAll(bytes, to: number) { throw FileError(path: path, code: code) }
    }

    /// Maps the file's first bytes into memory, for reading.
    ///
    /// - Parameter count: at least 1.
    package func map(count: Int) throws(FileError) -> UnsafeRawBufferPointer {
        let address = mmap(nil, count, PROT_READ, MAP_PRIVATE, number, 0)
        guard let address, address != MAP_FAILED else { throw .last(path) }
        return UnsafeRawBufferPointer(start: address, count: count)
    }

    /// Takes the file's lock, which is released with the descriptor, at the latest when the process ends.
    ///
    /// - Returns: false if another process has the lock.
    /// - Throws: `FileError` if the file system does not support locks.
    package func lock() throws(FileError) -> Bool {
        if uninterrupted({ flock(number, LOCK_EX | LOCK_NB) }) == 0 { return true }
        guard errno == EWOULDBLOCK else { throw .last(path) }
        return false
    }

    package func changePermissions(_ permissions: UInt32) throws(FileError) {
        guard fchmod(number, mode_t(permissions)) == 0 else { throw .last(path) }
    }

    package func synchronize() throws(FileError) {
        guard uninterrupted({ fsync(number) }) == 0 else { throw .last(path) }
    }
}

extension FileKind {
    fileprivate init(mode: mode_t) {
        switch mode & S_IFMT {
        case S_IFREG: self = .file
        case S_IFIFO: self = .pipe
        case S_IFDIR: self = .folder
        default: self = .other
        }
    }
}

/// Calls that take a path, and the clock.
package enum SystemCalls {
    /// The metadata of what a path leads to, symbolic links followed.
    package static func status(of path: String) throws(FileError) -> FileStatus {
        var status = stat()
        guard stat(path, &status) == 0 else { throw .last(path) }
        return FileStatus(status)
    }

    /// The metadata of a path, which may be a symbolic link.
    package static func status(ofLink path: String) throws(FileError) -> FileStatus {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw .last(path) }
        return FileStatus(status)
    }

    package static func names(inFolder path: String) throws(FileError) -> [String] {
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

    /// The absolute path with all symbolic links followed.
    package static func resolved(_ path: String) throws(FileError) -> String {
        guard let resolved = realpath(path, nil) else { throw .last(path) }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    package static func rename(_ path: String, to target: String) throws(FileError) {
        #if canImport(Glibc)
            let result = Glibc.rename(path, target)
        #else
            let result = Musl.rename(path, target)
        #endif
        guard result == 0 else { throw .last(target) }
    }

    /// Creates one folder. No error if it exists: another process may have created it meanwhile.
    package static func makeFolder(_ path: String, permissions: UInt32) throws(FileError) {
        guard mkdir(path, mode_t(permissions)) == 0 || errno == EEXIST else { throw .last(path) }
    }

    package static func isSymbolicLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    package static func remove(_ path: String) { _ = unlink(path) }

    /// Removes a folder if it is empty.
    package static func removeFolder(_ path: String) { _ = rmdir(path) }

    /// Sets the modification time to now, to record that a file was used.
    package static func touch(_ path: String) { _ = utimensat(AT_FDCWD, path, nil, 0) }

    package static func unmap(_ bytes: UnsafeRawBufferPointer) {
        _ = munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress!), bytes.count)
    }

    package static var processIdentifier: Int32 { getpid() }

    package static func pause(milliseconds: Int32) { _ = poll(nil, 0, milliseconds) }

    /// Whether a process with this number is running, under any user.
    package static func isRunning(_ process: Int32) -> Bool { kill(process, 0) == 0 || errno == EPERM }

    /// Nanoseconds since 1970, by the clock of file times.
    package static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return time.nanoseconds
    }
}
