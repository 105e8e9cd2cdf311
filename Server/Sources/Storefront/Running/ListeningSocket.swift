// The sockets of listeners. They are bound before anything else starts, so that a server that cannot listen
// exits at once.

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
internal import Synchronization

/// A socket that is bound to an address. It is closed at the end, unless a server has taken it over.
///
/// A network socket refuses connections until ``listen()``: while the store is being read, load balancers use
/// other servers.
final class ListeningSocket: Sendable {
    /// The address, with the port in use.
    let address: ListeningAddress
    private let descriptor: Mutex<Int32?>

    /// The number of connections that wait until the server accepts them.
    private static let backlog: Int32 = 4_096

    /// Binds a socket.
    ///
    /// A socket in the file system is not taken from a running server; one that a dead server left is
    /// replaced.
    ///
    /// - Throws: `StorefrontError.notListening`.
    init(_ address: ListeningAddress) throws(StorefrontError) {
        do throws(Fault) {
            switch address {
            case .host(let host, let port):
                let socket = try Self.bound(host, port)
                descriptor = Mutex(socket)
                self.address = .host(host, port: port == 0 ? Self.port(of: socket) : port)
            case .socket(let path):
                descriptor = Mutex(try Self.bound(path))
                self.address = address
            }
        } catch {
            throw .notListening(address, reason: error.reason)
        }
    }

    deinit { if let socket = descriptor.withLock({ $0 }) { close(socket) } }

    /// Accepts connections from now on; they wait for the server.
    ///
    /// - Throws: `StorefrontError.notListening`, for example if another process listens there already.
    func listen() throws(StorefrontError) {
        let code: Int32? = descriptor.withLock { socket in
            guard let socket else { return nil }
            return Self.listen(socket) ? nil : errno
        }
        if let code { throw .notListening(address, reason: Fault(code).reason) }
    }

    /// Hands the socket over to a server, which must close it.
    func take() -> Int32? { descriptor.withLock { $0.take() } }

    /// Restores the length of the queue, which servers reset to their default.
    static func restoreBacklog(of socket: Int32) { _ = listen(socket) }

    private static func listen(_ socket: Int32) -> Bool { systemListen(socket, backlog) == 0 }

    // MARK: Binding

    /// Why a socket cannot be bound: the system's message.
    private struct Fault: Error {
        let reason: String

        init(reason: String) { self.reason = reason }
        init(_ code: Int32) { reason = String(cString: strerror(code)) }
    }

    private static func bound(_ host: String, _ port: Int) throws(Fault) -> Int32 {
        var hints = addrinfo()
        hints.ai_socktype = streamType
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        // A name that ends in a number is an address; otherwise a name server would be queried for seconds
        // about `999.0.0.1`.
        if host.contains(":") || host.split(separator: ".").last?.allSatisfy(\.isNumber) == true {
            hints.ai_flags |= AI_NUMERICHOST
        }
        var found: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, String(port), &hints, &found)
        guard code == 0, let first = found?.pointee else {
            throw Fault(
                reason: code == EAI_SYSTEM ? Fault(errno).reason : String(cString: gai_strerror(code)))
        }
        defer { freeaddrinfo(found) }
        return try bound(first.ai_family, first.ai_addr, first.ai_addrlen)
    }

    private static func bound(
        _ family: Int32, _ address: UnsafePointer<sockaddr>?, _ length: socklen_t
    ) throws(Fault) -> Int32 {
        let socket = socket(family, streamType | closesOnExecution, 0)
        guard socket >= 0 else { throw Fault(errno) }
        // Connections of a server that has just ended may still be closing.
        var reuses: Int32 = 1
        if family != AF_UNIX {
            setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &reuses, socklen_t(MemoryLayout<Int32>.size))
        }
        guard bind(socket, address, length) == 0 else {
            let code = errno
            close(socket)
            throw Fault(code)
        }
        return socket
    }

    /// The port that the system has chosen.
    private static func port(of socket: Int32) -> Int {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(socket, $0, &length) }
            // Both address families have the port at the same offset.
            return pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                Int(UInt16(bigEndian: $0.pointee.sin_port))
            }
        }
    }

    // MARK: Sockets in the file system

    /// How often, and how long each time, a server waits for another one that binds a socket in the same
    /// folder.
    private static let patience = 50
    private static let pause: useconds_t = 10_000

    private static func bound(_ path: String) throws(Fault) -> Int32 {
        // Two servers that start together must not both find a dead server's socket and replace each other's.
        let lock = try lockedFolder(of: path)
        defer { close(lock) }
        try makeRoom(at: path)
        let socket = try withAddress(of: path) { address, length throws(Fault) in
            try bound(AF_UNIX, address, length)
        }
        // Listens at once, since the next server would take the socket for a dead server's.
        guard listen(socket) else {
            let code = errno
            close(socket)
            throw Fault(code)
        }
        return socket
    }

    /// The folder of a path, locked until its descriptor is closed.
    private static func lockedFolder(of path: String) throws(Fault) -> Int32 {
        let end = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let folder = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Fault(errno) }
        for _ in 0..<patience {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
            guard errno == EWOULDBLOCK || errno == EINTR else { break }
            usleep(pause)
        }
        let code = errno
        close(descriptor)
        throw Fault(code)
    }

    /// Removes the socket of a dead server.
    private static func makeRoom(at path: String) throws(Fault) {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return }
            throw Fault(errno)
        }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw Fault(EEXIST) }
        let probe = socket(AF_UNIX, streamType | closesOnExecution | doesNotBlock, 0)
        guard probe >= 0 else { throw Fault(errno) }
        defer { close(probe) }
        let code = try withAddress(of: path) { address, length in
            connect(probe, address, length) == 0 ? 0 : errno
        }
        switch code {
        case ECONNREFUSED: if unlink(path) != 0, errno != ENOENT { throw Fault(errno) }
        // A full queue belongs to a running server, too.
        case 0, EAGAIN: throw Fault(EADDRINUSE)
        default: throw Fault(code)
        }
    }

    private static func withAddress<Value>(
        of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) throws(Fault) -> Value
    ) throws(Fault) -> Value {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw Fault(ENAMETOOLONG)
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result: Result<Value, Fault> = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                Result { () throws(Fault) in try body(address, socklen_t(MemoryLayout<sockaddr_un>.size)) }
            }
        }
        return try result.get()
    }
}

// The C libraries declare these as different types.
#if canImport(Glibc)
    private let streamType = Int32(SOCK_STREAM.rawValue)
    private let closesOnExecution = Int32(SOCK_CLOEXEC.rawValue)
    private let doesNotBlock = Int32(SOCK_NONBLOCK.rawValue)
#else
    private let streamType = SOCK_STREAM
    private let closesOnExecution = SOCK_CLOEXEC
    private let doesNotBlock = SOCK_NONBLOCK
#endif

/// Calls the system's `listen`, which a method of the same name hides.
private func systemListen(_ socket: Int32, _ backlog: Int32) -> Int32 { listen(socket, backlog) }
