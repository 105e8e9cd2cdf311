// Dates and times in a locale's format.

internal import CICU

/// An ICU date format of a locale, in the locale's calendar.
///
/// `Sendable`: ICU formats with a `const UDateFormat`; all settings are made in the initializer.
package final class DateFormatter: Sendable {
    private nonisolated(unsafe) let handle: OpaquePointer
    private let locale: String

    /// Opens a format of dates of medium length, in UTC.
    ///
    /// - Parameter hasTime: whether to show hours and minutes besides the day.
    /// - Throws: `ICUError` if ICU has no data or no memory.
    package init(_ locale: LocaleIdentifier, hasTime: Bool) throws(ICUError) {
        let name = locale.icuIdentifier
        let handle = try checked("udat_open", locale: name) { icu_openDateFormat(hasTime ? 1 : 0, name, &$0) }
        guard let handle else { throw ICUError(function: "udat_open", locale: name, status: "no format") }
        self.handle = handle
        self.locale = name
    }

    /// Opens a format of some fields.
    ///
    /// - Parameters:
    ///   - skeleton: the fields (UTS #35, "Date Field Symbols"), such as `yMMMd`; `j` is the hour in the
    ///     locale's 12- or 24-hour cycle.
    ///   - timeZone: the zone in which times are shown, such as `Europe/Paris`.
    /// - Throws: `ICUError` if ICU has no data or no memory.
    package init(_ locale: LocaleIdentifier, skeleton: String, timeZone: String) throws(ICUError) {
        let name = locale.icuIdentifier
        let (skeleton, zone) = (skeleton.utf16Array, timeZone.utf16Array)
        let handle = try checked("udat_open", locale: name) {
            icu_openDateSkeleton(skeleton, Int32(skeleton.count), name, zone, Int32(zone.count), &$0)
        }
        guard let handle else { throw ICUError(function: "udat_open", locale: name, status: "no format") }
        self.handle = handle
        self.locale = name
    }

    deinit { icu_closeDateFormat(handle) }

    /// Formats a point in time, in milliseconds since the beginning of 1970 in UTC.
    package func string(fromMilliseconds milliseconds: Double) throws(ICUError) -> String {
        let units = try filledUTF16("udat_format", locale: locale) {
            icu_formatDate(handle, milliseconds, $0, $1, &$2)
        }
        return String(decoding: units, as: UTF16.self)
    }
}

/// The time zones that ICU knows.
package enum TimeZones {
    /// The offset of a zone from UTC at the time that its clocks show, in milliseconds.
    ///
    /// - Parameter localMilliseconds: the time that the clocks show, as if it were UTC.
    /// - Throws: `ICUError` for a zone that ICU does not know.
    package static func offset(
        of zone: String, atLocalMilliseconds localMilliseconds: Double
    ) throws(ICUError) -> Double {
        let units = zone.utf16Array
        return Double(
            try checked("ucal_getTimeZoneOffsetFromLocal") {
                icu_timeZoneOffset(units, Int32(units.count), localMilliseconds, &$0)
            })
    }
}
