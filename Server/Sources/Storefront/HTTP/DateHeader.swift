// The header `Date` (RFC 9110, 5.6.7).

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
internal import Synchronization

/// The header's value for the current time, formatted once a second.
final class DateHeader: Sendable {
    private let latest = Mutex((second: time_t(-1), text: ""))
    private let clock: @Sendable () -> time_t

    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// - Parameter clock: the seconds since 1970.
    init(clock: @escaping @Sendable () -> time_t = { time(nil) }) { self.clock = clock }

    /// Such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    var text: String {
        let now = clock()
        return latest.withLock { latest in
            if latest.second != now { latest = (now, Self.text(now)) }
            return latest.text
        }
    }

    private static func text(_ second: time_t) -> String {
        var second = second
        var parts = tm()
        gmtime_r(&second, &parts)
        func digits(_ number: Int32) -> String { (number < 10 ? "0" : "") + String(number) }
        return "\(days[Int(parts.tm_wday)]), \(digits(parts.tm_mday)) \(months[Int(parts.tm_mon)]) "
            + "\(parts.tm_year + 1_900) \(digits(parts.tm_hour)):\(digits(parts.tm_min)):\(digits(parts.tm_sec)) GMT"
    }
}
