// Numbers and prices in a locale's format.

internal import CICU

/// An ICU number format of a locale.
///
/// `Sendable`: ICU formats with a `const UNumberFormat`; all settings are made in the initializer.
package final class NumberFormatter: Sendable {
    /// The kind of number.
    package enum Style: Hashable, Sendable {
        case decimal
        /// An ISO 4217 code, such as `EUR`.
        case currency(String)
    }

    /// The signs of a locale's decimal numbers.
    package struct Symbols: Hashable, Sendable {
        /// The sign before the decimals, such as `,`.
        package let decimalSeparator: String
        /// The sign between groups of digits, such as `.` or a no-break space; empty if there is none.
        package let groupingSeparator: String
        /// The sign of negative numbers.
        package let minusSign: String
        /// The digit zero of the locale's numbering system.
        package let zeroDigit: String

        package init(
            decimalSeparator: String, groupingSeparator: String, minusSign: String, zeroDigit: String
        ) {
            self.decimalSeparator = decimalSeparator
            self.groupingSeparator = groupingSeparator
            self.minusSign = minusSign
            self.zeroDigit = zeroDigit
        }
    }

    nonisolated(unsafe) let handle: OpaquePointer
    private let locale: String

    /// Opens a format.
    ///
    /// - Parameters:
    ///   - fractionDigits: the least and the greatest number of decimals; the style's own if `nil`.
    ///   - usesGrouping: whether digits are grouped.
    /// - Throws: `ICUError` if ICU has no data or no memory, or rejects the currency code. Keywords that ICU
    ///   rejects, such as an unknown numbering system, are ignored, all of them.
    package init(
        _ locale: LocaleIdentifier, style: Style = .decimal, fractionDigits: ClosedRange<Int>? = nil,
        usesGrouping: Bool = true
    ) throws(ICUError) {
        let (name, handle) = try Self.open(locale, style)
        self.handle = handle
        self.locale = name
        if let fractionDigits {
            icu_setNumberAttribute(handle, ICU_UNUM_MAX_FRACTION_DIGITS, Int32(fractionDigits.upperBound))
            icu_setNumberAttribute(handle, ICU_UNUM_MIN_FRACTION_DIGITS, Int32(fractionDigits.lowerBound))
        }
        // Spanish and Polish write 1234 but 12 345: use the locale's own minimum number of grouped digits.
        icu_setNumberAttribute(
            handle, ICU_UNUM_MINIMUM_GROUPING_DIGITS, ICU_UNUM_MINIMUM_GROUPING_DIGITS_AUTO)
        if !usesGrouping { icu_setNumberAttribute(handle, ICU_UNUM_GROUPING_USED, 0) }
    }

    /// Opens a format of a style; without the locale's keywords if ICU rejects it with them.
    private static func open(
        _ locale: LocaleIdentifier, _ style: Style
    ) throws(ICUError) -> (name: String, handle: OpaquePointer) {
        do throws(ICUError) {
            let name = locale.icuIdentifier
            return (name, try open(name, style))
        } catch {
            if locale.keywords.isEmpty { throw error }
            let name = locale.base.icuIdentifier
            return (name, try open(name, style))
        }
    }

    private static func open(_ name: String, _ style: Style) throws(ICUError) -> OpaquePointer {
        let handle = try checked("unum_open", locale: name) {
            icu_openNumberFormat(style == .decimal ? ICU_UNUM_DECIMAL : ICU_UNUM_CURRENCY, name, &$0)
        }
        guard let handle else { throw ICUError(function: "unum_open", locale: name, status: "no format") }
        guard case .currency(let code) = style else { return handle }
        let units = code.utf16Array
        do throws(ICUError) {
            try checked("unum_setTextAttribute", locale: name) {
                icu_setNumberText(handle, ICU_UNUM_CURRENCY_CODE, units, Int32(units.count), &$0)
            }
            return handle
        } catch {
            icu_closeNumberFormat(handle)
            throw error
        }
    }

    deinit { icu_closeNumberFormat(handle) }

    /// Formats a decimal number given in ASCII (`-1234.50`), exactly, without floating point.
    package func string(from decimal: String) throws(ICUError) -> String {
        let digits = decimal.utf8.map { CChar(bitPattern: $0) }
        let units = try filledUTF16("unum_formatDecimal", locale: locale) {
            icu_formatDecimal(handle, digits, Int32(digits.count), $0, $1, &$2)
        }
        return String(decoding: units, as: UTF16.self)
    }

    /// The signs of this locale's default numbering system.
    package var symbols: Symbols {
        Symbols(
            decimalSeparator: symbol(ICU_UNUM_DECIMAL_SEPARATOR_SYMBOL) ?? ".",
            groupingSeparator: symbol(ICU_UNUM_GROUPING_SEPARATOR_SYMBOL) ?? "",
            minusSign: symbol(ICU_UNUM_MINUS_SIGN_SYMBOL) ?? "-",
            zeroDigit: symbol(ICU_UNUM_ZERO_DIGIT_SYMBOL) ?? "0")
    }

    private func symbol(_ which: Int32) -> String? {
        let units = try? filledUTF16("unum_getSymbol", locale: locale, capacity: 16) {
            icu_numberSymbol(handle, which, $0, $1, &$2)
        }
        return units.map { String(decoding: $0, as: UTF16.self) }
    }
}
