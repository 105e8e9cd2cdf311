// The processor time of threads, and the time of day.

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The time of day.
public enum SystemTime {
    /// The microseconds since the beginning of 1970 in UTC, without leap seconds.
    public static var microseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }
}

/// Processor time, which does not pass while a thread waits.
public enum ProcessorTime {
    /// The processor time that the calling thread has used since it began.
    public static var ofThread: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
