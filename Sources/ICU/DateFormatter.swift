// Dates in a locale's format.

internal import CICU

/// An ICU date format of a locale: a date of medium length, in UTC and in the locale's calendar.
///
/// `Sendable`: ICU formats with a `const UDateFormat`; all settings are made in the initializer.
package final class DateFormatter: Sendable {
    private nonisolated(unsafe) let handle: OpaquePointer
    private let locale: String

    /// Opens a format.
    ///
    /// - Parameter hasTime: whether hours and minutes are shown besides the day.
    /// - Throws: `ICUError` where ICU has no data or no memory.
    package init(_ locale: LocaleIdentifier, hasTime: Bool) throws(ICUError) {
        let name = locale.icuIdentifier
        let handle = try checked("udat_open", locale: name) { icu_openDateFormat(hasTime ? 1 : 0, name, &$0) }
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
