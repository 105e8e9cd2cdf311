// What work costs this thread, whatever else the machine does.

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The processor time of this thread that some work takes, in nanoseconds: the least of three times.
package func processorTime(of work: () throws -> Void) rethrows -> Int {
    func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
    var least = Int.max
    for _ in 0..<3 {
        let start = now()
        try work()
        least = min(least, now() - start)
    }
    return least
}
