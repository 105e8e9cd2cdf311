// Points in time, as catalogs spell them in ISO 8601.

internal import Support

/// A point in time, to the microsecond.
public struct Instant: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The microseconds since the beginning of 1970 in UTC, without leap seconds.
    public let microseconds: Int64

    /// A point in time by its microseconds since the beginning of 1970 in UTC.
    public init(microseconds: Int64) { self.microseconds = microseconds }

    /// The time of the system.
    public static var now: Instant { Instant(microseconds: SystemTime.microseconds) }

    private static let second: Int64 = 1_000_000
    private static let day: Int64 = 86_400 * second

    /// Reads a day, `2026-01-31`, or an instant, `2026-01-31T18:30:00+01:00`, in ISO 8601 (extended format).
    ///
    /// A day is its beginning in UTC. Seconds and their decimals, up to six, may be missing; so may
    /// the offset from UTC, or it is `Z`.
    ///
    /// - Returns: `nil` where the text is neither, or names a day or a time that does not exist.
    public init?(_ text: some StringProtocol) {
        var reader = DigitReader(text.utf8)
        guard let year = reader.number(4), reader.pass("-"), let month = reader.number(2), reader.pass("-"),
            let day = reader.number(2), let days = Self.days(year: year, month: month, day: day)
        else { return nil }
        var time: Int64 = 0
        if !reader.isAtEnd {
            guard reader.pass("T") || reader.pass("t"), let read = Self.time(&reader) else { return nil }
            time = read
        }
        guard reader.isAtEnd else { return nil }
        microseconds = Int64(days) * Self.day + time
    }

    /// The time of a day in microseconds, less the offset from UTC.
    private static func time(_ reader: inout DigitReader) -> Int64? {
        guard let hour = reader.number(2), hour < 24, reader.pass(":"), let minute = reader.number(2),
            minute < 60
        else { return nil }
        var time = Int64(hour * 3_600 + minute * 60) * second
        if reader.pass(":") {
            guard let seconds = reader.number(2), seconds < 60 else { return nil }
            time += Int64(seconds) * second
            if reader.pass(".") {
                guard let fraction = reader.fraction() else { return nil }
                time += fraction
            }
        }
        if reader.isAtEnd || reader.pass("Z") || reader.pass("z") { return time }
        let isNegative = reader.pass("-")
        guard isNegative || reader.pass("+"), let hours = reader.number(2), hours < 24 else { return nil }
        _ = reader.pass(":")
        guard let minutes = reader.number(2), minutes < 60 else { return nil }
        let offset = Int64(hours * 3_600 + minutes * 60) * second
        return isNegative ? time + offset : time - offset
    }

    /// The days since 1970 in the Gregorian calendar; `nil` for a day that does not exist.
    private static func days(year: Int, month: Int, day: Int) -> Int? {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...12).contains(month), day >= 1, day <= lengths[month - 1] else { return nil }
        // Years begin in March, so that the leap day is the last.
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Whether it is the beginning of a day in UTC.
    public var isDay: Bool { microseconds % Self.day == 0 }

    /// The beginning of its day in UTC.
    public var startOfDay: Instant {
        let rest = microseconds % Self.day
        return Instant(microseconds: microseconds - (rest < 0 ? rest + Self.day : rest))
    }

    /// Orders by time.
    public static func < (left: Instant, right: Instant) -> Bool { left.microseconds < right.microseconds }

    /// The instant in ISO 8601 in UTC: `2026-01-31` if it is the beginning of a
    /// day, else `2026-01-31T17:30:00Z`.
    public var description: String {
        var (days, time) = microseconds.quotientAndRemainder(dividingBy: Self.day)
        if time < 0 { (days, time) = (days - 1, time + Self.day) }
        let shifted = Int(days) + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let date = "\(Self.digits(year, 4))-\(Self.digits(month, 2))-\(Self.digits(day, 2))"
        guard !isDay else { return date }
        let (seconds, fraction) = (Int(time / Self.second), Int(time % Self.second))
        let clock = [seconds / 3_600, seconds / 60 % 60, seconds % 60].map { Self.digits($0, 2) }
        var decimals = fraction == 0 ? "" : "." + Self.digits(fraction, 6)
        while !decimals.isEmpty, decimals.hasSuffix("0") { decimals.removeLast() }
        return "\(date)T\(clock.joined(separator: ":"))\(decimals)Z"
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    }
}

/// Reads numbers of a fixed number of digits.
private struct DigitReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: some Sequence<UInt8>) { rest = Array(bytes)[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func pass(_ sign: Unicode.Scalar) -> Bool {
        guard let first = rest.first, first == UInt8(ascii: sign) else { return false }
        rest.removeFirst()
        return true
    }

    mutating func number(_ count: Int) -> Int? {
        guard rest.count >= count, rest.prefix(count).allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        defer { rest.removeFirst(count) }
        return rest.prefix(count).reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// Up to six decimals, as a number of millionths.
    mutating func fraction() -> Int64? {
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        guard (1...6).contains(digits.count) else { return nil }
        rest.removeFirst(digits.count)
        let number = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - 0x30) }
        return (digits.count..<6).reduce(number) { number, _ in number * 10 }
    }
}
