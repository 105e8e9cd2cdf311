// Numbers with units of measurement, as a locale writes them.

internal import CICU

/// An ICU format for numbers with one unit.
package final class UnitFormatter {
    /// How much of a unit's name is written.
    package enum Width: String, CaseIterable, Sendable {
        /// `27 inches`.
        case full = "unit-width-full-name"
        /// `27 in`.
        case short = "unit-width-short"
        /// `27″`.
        case narrow = "unit-width-narrow"
    }

    private let handle: OpaquePointer
    private let locale: String

    /// Opens a format.
    ///
    /// - Parameter unit: CLDR's identifier with the type, such as `length-inch`.
    /// - Throws: `ICUError` where ICU has no such unit, no data or no memory.
    package convenience init(_ unit: String, _ locale: LocaleIdentifier, _ width: Width) throws(ICUError) {
        try self.init(skeleton: "measure-unit/\(unit) \(width.rawValue) group-off latin", locale)
    }

    /// Opens a format of metres as distances on roads: in the unit that the locale's region uses for them
    /// (CLDR's unit preferences for `road`), rounded as these say, with its digits.
    package convenience init(roadDistancesIn locale: LocaleIdentifier) throws(ICUError) {
        try self.init(skeleton: "measure-unit/length-meter usage/road unit-width-short", locale)
    }

    private init(skeleton: String, _ locale: LocaleIdentifier) throws(ICUError) {
        let skeleton = skeleton.utf16Array
        let name = locale.icuIdentifier
        let handle = try checked("unumf_openForSkeletonAndLocale", locale: name) {
            icu_openNumberFormatter(skeleton, Int32(skeleton.count), name, &$0)
        }
        guard let handle else {
            throw ICUError(function: "unumf_openForSkeletonAndLocale", locale: name, status: "no format")
        }
        self.handle = handle
        self.locale = name
    }

    deinit { icu_closeNumberFormatter(handle) }

    /// A number with the unit.
    package func string(from number: Int) throws(ICUError) -> String {
        let units = try filledUTF16("unumf_resultToString", locale: locale) {
            icu_formatInteger(handle, Int64(number), $0, $1, &$2)
        }
        return String(decoding: units, as: UTF16.self)
    }
}
