// The processor time that work takes in this thread, whatever else the machine does.

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The processor times of this thread that a smaller and a larger piece of work take, in nanoseconds: each is
/// the least of three.
///
/// If the larger piece takes at least a millisecond and at least `limit` times the smaller one's time, both
/// are measured again, up to five times: other processes empty the caches of the processor, which costs a
/// large piece more.
package func processorTimes(
    of smaller: () -> Void, and larger: () -> Void, below limit: Int
) -> (smaller: Int, larger: Int) {
    func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
    func time(of work: () -> Void) -> Int {
        (0..<3).map { _ in
            let start = now()
            work()
            return now() - start
        }.min()!
    }
    var times = (smaller: Int.max, larger: Int.max)
    for _ in 0..<5 {
        times = (time(of: smaller), time(of: larger))
        if times.larger < limit * max(times.smaller, 1_000_000) { break }
    }
    return times
}
