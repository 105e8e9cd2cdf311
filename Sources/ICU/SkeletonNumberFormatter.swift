// Numbers formatted by a skeleton, with their plural categories.

internal import CICU

/// An ICU format for decimal numbers that is made from a number skeleton (UTS #35, "Number Skeletons").
///
/// `Sendable`: ICU's number formatters do not change after they are made.
package final class SkeletonNumberFormatter: Sendable {
    private nonisolated(unsafe) let handle: OpaquePointer
    private let locale: String

    /// Opens a format.
    ///
    /// - Parameter skeleton: such as `currency/EUR precision-currency-standard`.
    /// - Throws: `ICUError` if ICU does not understand the skeleton, has no data or no memory.
    package init(_ skeleton: String, _ locale: LocaleIdentifier) throws(ICUError) {
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

    /// Formats a decimal number in ASCII, such as `-1234.50`, exactly.
    package func string(from decimal: String) throws(ICUError) -> String {
        let digits = decimal.utf8.map { CChar(bitPattern: $0) }
        let units = try filledUTF16("unumf_formatDecimal", locale: locale) {
            icu_formatDecimalNumber(handle, digits, Int32(digits.count), $0, $1, &$2)
        }
        return String(decoding: units, as: UTF16.self)
    }

    /// The CLDR keyword of a decimal number as this format shows it: with its decimals, and rounded.
    package func keyword(of decimal: String, _ rules: PluralRules) throws(ICUError) -> String {
        let digits = decimal.utf8.map { CChar(bitPattern: $0) }
        let units = try filledUTF16("uplrules_selectFormatted", locale: locale, capacity: 16) {
            icu_selectDecimalNumber(rules.handle, handle, digits, Int32(digits.count), $0, $1, &$2)
        }
        return String(decoding: units, as: UTF16.self)
    }
}
