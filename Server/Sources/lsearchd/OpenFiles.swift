// The system's limit of open files, which limits connections.

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The limit of open files of this process.
enum OpenFiles {
    /// Open files besides connections: the store, indexes, the log.
    private static let reserve = 500

    /// Raises the limit as far as the system allows.
    ///
    /// - Returns: the number of connections that the limit permits.
    static func raiseLimit() -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return .max }
        if limit.rlim_cur < limit.rlim_max {
            let old = limit.rlim_cur
            limit.rlim_cur = limit.rlim_max
            if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) != 0 { limit.rlim_cur = old }
        }
        return max(100, Int(clamping: limit.rlim_cur) - reserve)
    }
}
