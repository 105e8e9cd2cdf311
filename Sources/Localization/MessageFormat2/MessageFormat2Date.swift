// Dates and times as messages of MessageFormat 2 have them.

internal import ICU

/// A date or a time of a clock, as texts have it: `2006-01-02`, `2006-01-02T15:04:06+01:00`.
package struct MessageFormat2Date: Sendable, Hashable {
    /// The text.
    package let source: String
    /// What clocks and calendars show, as milliseconds from 1970 if that were UTC.
    let localMilliseconds: Double
    /// The clocks' time zone, as ICU has it: `GMT+01:00`; `nil` where the text has none.
    let zone: String?

    /// Reads a date, or a date with a time (UTS #35, Part 9, "Date and Time Operands").
    ///
    /// - Returns: `nil` for other texts, and for days that no calendar has.
    package init?(_ text: String) {
        var rest = Substring(text).utf8
        func number(_ count: Int, _ range: ClosedRange<Int>) -> Int? {
            let digits = rest.prefix(count)
            guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }),
                let value = Int(Substring(digits)), range.contains(value)
            else { return nil }
            rest = rest.dropFirst(count)
            return value
        }
        func skip(_ byte: UInt8) -> Bool {
            guard rest.first == byte else { return false }
            rest = rest.dropFirst()
            return true
        }
        guard let year = number(4, 1...9999), skip(0x2D), let month = number(2, 1...12), skip(0x2D),
            let day = number(2, 1...Self.days(in: month, of: year))
        else { return nil }
        var seconds = Self.daysSince1970(year, month, day) * 86_400
        var fraction = 0.0
        var zone: String?
        if skip(0x54) {
            guard let hour = number(2, 0...23), skip(0x3A), let minute = number(2, 0...59), skip(0x3A),
                let second = number(2, 0...59)
            else { return nil }
            seconds += (hour * 60 + minute) * 60 + second
            if skip(0x2E) {
                let digits = rest.prefix { (0x30...0x39).contains($0) }
                guard (1...3).contains(digits.count), let value = Double("0." + String(Substring(digits)))
                else { return nil }
                fraction = (value * 1000).rounded()
                rest = rest.dropFirst(digits.count)
            }
            if !rest.isEmpty {
                zone = Self.zone(String(Substring(rest)))
                guard zone != nil else { return nil }
                rest = rest.suffix(0)
            }
        }
        guard rest.isEmpty else { return nil }
        source = text
        localMilliseconds = Double(seconds) * 1000 + fraction
        self.zone = zone
    }

    /// `Z` or an offset from UTC (`+01:00`) as ICU names it; `nil` for other texts.
    static func zone(_ text: String) -> String? {
        if text == "Z" { return "UTC" }
        let bytes = Array(text.utf8)
        guard bytes.count == 6, bytes[0] == 0x2B || bytes[0] == 0x2D, bytes[3] == 0x3A,
            let hour = Int(String(decoding: bytes[1...2], as: UTF8.self)), (0...14).contains(hour),
            let minute = Int(String(decoding: bytes[4...5], as: UTF8.self)), (0...59).contains(minute),
            hour < 14 || minute == 0, bytes[1] != 0x2B, bytes[1] != 0x2D, bytes[4] != 0x2B, bytes[4] != 0x2D
        else { return nil }
        return "GMT" + text
    }

    private static func days(in month: Int, of year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    /// The days from 1 January 1970 to one of the Gregorian calendar.
    private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
        // Years begin in March, so that the leap day is their last.
        let year = month > 2 ? year : year - 1
        let month = (month + 9) % 12
        let days = year * 365 + year / 4 - year / 100 + year / 400 + (month * 153 + 2) / 5 + day - 1
        return days - 719_468
    }
}

/// The functions of UTS #35, Part 9, "Date and Time Value Formatting", which are a draft in LDML 48.
enum MessageFormat2Dates {
    static let functions: [String: MessageFormat2Function] = [
        "datetime": datetime, "date": date, "time": time,
    ]

    private static func datetime(
        _ call: inout MessageFormat2Call
    ) throws(MessageFormat2Fault.Kind) -> MessageFormat2Value {
        let date = try operand(call)
        let fields = dateFields(&call, "dateFields", length: "dateLength")
        return try value(date, fields + timeFields(&call, "timePrecision"), &call)
    }

    private static func date(
        _ call: inout MessageFormat2Call
    ) throws(MessageFormat2Fault.Kind) -> MessageFormat2Value {
        let date = try operand(call)
        return try value(date, dateFields(&call, "fields", length: "length"), &call)
    }

    private static func time(
        _ call: inout MessageFormat2Call
    ) throws(MessageFormat2Fault.Kind) -> MessageFormat2Value {
        let date = try operand(call)
        return try value(date, timeFields(&call, "precision"), &call)
    }

    private static func operand(
        _ call: MessageFormat2Call
    ) throws(MessageFormat2Fault.Kind) -> MessageFormat2Date {
        switch call.operand?.content {
        case .date(let date): return date
        case .text(let text):
            guard let date = MessageFormat2Date(text) else { throw .badOperand }
            return date
        case .number, nil: throw .badOperand
        }
    }

    /// ICU's letters for the fields of a date.
    private static func dateFields(_ call: inout MessageFormat2Call, _ name: String, length: String) -> String
    {
        let known = [
            "weekday", "day-weekday", "month-day", "month-day-weekday", "year-month-day",
            "year-month-day-weekday",
        ]
        let fields = call.choice(name, of: known, mustBeLiteral: true) ?? "year-month-day"
        let length = call.choice(length, of: ["long", "medium", "short"], mustBeLiteral: true) ?? "medium"
        return fields.split(separator: "-").map { field in
            switch (field, length) {
            case ("year", "short"): "yy"
            case ("year", _): "y"
            case ("month", "long"): "MMMM"
            case ("month", "medium"): "MMM"
            case ("month", _): "M"
            case ("weekday", "long"): "EEEE"
            case ("weekday", _): "EEE"
            default: "d"
            }
        }.joined()
    }

    /// ICU's letters for the fields of a time.
    private static func timeFields(_ call: inout MessageFormat2Call, _ name: String) -> String {
        let hour =
            switch call.choice("hour12", of: ["true", "false"]) {
            case "true": "h"
            case "false": "H"
            default: "j"
            }
        let zone =
            switch call.choice("timeZoneStyle", of: ["long", "short"], mustBeLiteral: true) {
            case "long": "zzzz"
            case "short": "z"
            default: ""
            }
        return switch call.choice(name, of: ["hour", "minute", "second"], mustBeLiteral: true) {
        case "hour": hour + zone
        case "second": hour + "mmss" + zone
        default: hour + "mm" + zone
        }
    }

    private static func value(
        _ date: MessageFormat2Date, _ skeleton: String, _ call: inout MessageFormat2Call
    ) throws(MessageFormat2Fault.Kind) -> MessageFormat2Value {
        var options = (call.operand?.options ?? [:]).filter { overrides.contains($0.key) }
        for (name, value) in call.options where overrides.contains(name) { options[name] = value }
        if let calendar = options["calendar"]?.text, !isCalendar(calendar) {
            call.problems.append(.badOption)
            options["calendar"] = nil
        }
        // Clocks without a zone show the same everywhere.
        var zone = date.zone ?? "UTC"
        var milliseconds = try instant(of: date, in: zone)
        if let requested = options["timeZone"]?.text {
            if requested == "input" {
                if date.zone == nil { throw .badOperand }
            } else {
                zone = requested == "UTC" ? requested : MessageFormat2Date.zone(requested) ?? requested
                // Also finds out whether ICU knows the zone.
                let local = try instant(of: date, in: zone)
                if date.zone == nil { milliseconds = local }
            }
        }
        let (conventions, calendar, shownZone, time) =
            (call.conventions, options["calendar"]?.text, zone, milliseconds)
        var value = MessageFormat2Value(.date(date), direction: conventions.direction) {
            () throws(MessageFormat2Fault.Kind) -> String in
            let format = try conventions.dateFormat(skeleton, zone: shownZone, calendar: calendar)
            do { return try format.string(fromMilliseconds: time) } catch { throw .unsupportedOperation }
        }
        value.options = options
        return value
    }

    /// Options that other functions for dates take over from an operand.
    private static let overrides: Set<String> = ["timeZone", "calendar", "hour12"]

    /// The point in time at which clocks of a zone show a date.
    private static func instant(
        of date: MessageFormat2Date, in zone: String
    ) throws(MessageFormat2Fault.Kind) -> Double {
        do {
            return date.localMilliseconds
                - (try TimeZones.offset(of: zone, atLocalMilliseconds: date.localMilliseconds))
        } catch {
            throw .badOption
        }
    }

    /// Whether a text is well-formed as the name of a calendar (UTS #35, `uvalue`).
    private static func isCalendar(_ text: String) -> Bool {
        text.split(separator: "-", omittingEmptySubsequences: false).allSatisfy { part in
            (3...8).contains(part.utf8.count)
                && part.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) }
        }
    }
}
