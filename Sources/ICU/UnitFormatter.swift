// Numbers with units of measurement, in a locale's format.

/// An ICU format for numbers with one unit.
package struct UnitFormatter: Sendable {
    /// The length of a unit's name.
    package enum Width: String, CaseIterable, Sendable {
        /// `27 inches`.
        case full = "unit-width-full-name"
        /// `27 in`.
        case short = "unit-width-short"
        /// `27″`.
        case narrow = "unit-width-narrow"
    }

    private let format: SkeletonNumberFormatter

    /// Opens a format.
    ///
    /// - Parameter unit: CLDR's identifier with the type, such as `length-inch`.
    /// - Throws: `ICUError` if ICU has no such unit, no data or no memory.
    package init(_ unit: String, _ locale: LocaleIdentifier, _ width: Width) throws(ICUError) {
        try self.init(skeleton: "measure-unit/\(unit) \(width.rawValue) group-off latin", locale)
    }

    /// Opens a format of metres for distances on roads: in the unit that the locale's region uses for them
    /// (CLDR's unit preferences for `road`), rounded accordingly, with the locale's digits.
    package init(roadDistancesIn locale: LocaleIdentifier) throws(ICUError) {
        try self.init(skeleton: "measure-unit/length-meter usage/road unit-width-short", locale)
    }

    private init(skeleton: String, _ locale: LocaleIdentifier) throws(ICUError) {
        format = try SkeletonNumberFormatter(skeleton, locale)
    }

    package func string(from number: Int) throws(ICUError) -> String {
        try format.string(from: String(number))
    }
}
