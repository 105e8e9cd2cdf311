// How many connections does the system let one process have?

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The files that this process may have open.
enum OpenFiles {
    /// Files that are no connections: the store, indexes, the log.
    private static let reserve = 500

    /// Asks the system for as many as it allows.
    ///
    /// - Returns: how many of them may be connections.
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
