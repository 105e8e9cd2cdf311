// The text of numbers in C's formats (`%d`, `%x`, `%f`, `%e`, `%g`, `%a`), before localization.

/// A number in ASCII, divided into the parts that padding and localization treat differently.
struct NumberText: Equatable {
    /// `-`, `+`, a space or nothing.
    var sign = ""
    /// `0x` or nothing.
    var prefix = ""
    /// The digits, the decimal point and the exponent.
    var body: String
    /// The format of the body.
    var shape = Shape.decimal

    enum Shape {
        /// Decimal digits, possibly with a decimal point.
        case decimal
        /// A decimal number with an exponent.
        case scientific
        /// Hexadecimal or octal digits.
        case technical
        /// `inf` or `nan`.
        case nonFinite
    }

    /// An integer of up to 64 bits, given by sign and magnitude.
    init(
        isNegative: Bool, magnitude: UInt64, conversion: FormatSpecifier.Conversion,
        length: FormatSpecifier.Length?, flags: FormatSpecifier.Flags, precision: Int?
    ) {
        switch conversion {
        case .x, .X, .o, .p:
            let bits = isNegative ? Self.twosComplement(of: magnitude, length: length) : magnitude
            body = String(bits, radix: conversion == .o ? 8 : 16, uppercase: conversion == .X)
            shape = .technical
            if conversion == .p || (conversion != .o && flags.contains(.alternate) && bits != 0) {
                prefix = conversion == .X ? "0X" : "0x"
            }
        default:
            body = String(magnitude)
            sign = Self.sign(isNegative, flags)
        }
        if let precision {
            if precision == 0, magnitude == 0 { body = "" }
            body = String(repeating: "0", count: max(0, precision - body.utf8.count)) + body
        }
        if conversion == .o, flags.contains(.alternate), !body.hasPrefix("0") { body = "0" + body }
    }

    /// A floating-point number.
    init(
        _ number: Double, conversion: FormatSpecifier.Conversion, flags: FormatSpecifier.Flags,
        precision: Int?
    ) {
        body = ""
        sign = Self.sign(number.sign == .minus && !number.isNaN, flags)
        guard number.isFinite else {
            body = number.isNaN ? "nan" : "inf"
            if conversion.isUppercase { body = body.uppercased() }
            shape = .nonFinite
            return
        }
        let keepsPoint = flags.contains(.alternate)
        switch conversion {
        case .a, .A:
            shape = .technical
            prefix = conversion == .A ? "0X" : "0x"
            body = Self.hexadecimal(number, precision: precision, keepsPoint: keepsPoint)
        case .e, .E:
            shape = .scientific
            body = Self.scientific(ExactDecimal(number), precision ?? 6, keepsPoint: keepsPoint)
        case .g, .G:
            let significant = precision == 0 ? 1 : precision ?? 6
            var decimal = ExactDecimal(number)
            decimal.round(toSignificantDigits: significant)
            let exponent = decimal.digits.isEmpty ? 0 : decimal.pointPosition - 1
            shape = exponent >= -4 && exponent < significant ? .decimal : .scientific
            body =
                shape == .decimal
                ? Self.fixed(decimal, significant - 1 - exponent, keepsPoint: keepsPoint)
                : Self.scientific(decimal, significant - 1, keepsPoint: keepsPoint)
            if !keepsPoint { body = Self.withoutTrailingZeros(body) }
        default:
            body = Self.fixed(ExactDecimal(number), precision ?? 6, keepsPoint: keepsPoint)
        }
        if conversion.isUppercase { body = body.uppercased() }
    }

    private static func sign(_ isNegative: Bool, _ flags: FormatSpecifier.Flags) -> String {
        isNegative ? "-" : flags.contains(.sign) ? "+" : flags.contains(.space) ? " " : ""
    }

    /// A negative integer as C shows it in hexadecimal: in the width of its length modifier,
    /// or in 64 bits if it does not fit.
    private static func twosComplement(of magnitude: UInt64, length: FormatSpecifier.Length?) -> UInt64 {
        let width: UInt64 =
            switch length {
            case .hh: 8
            case .h: 16
            case nil: 32
            default: 64
            }
        let bits = 0 &- magnitude
        return width < 64 && magnitude <= 1 << (width - 1) ? bits & (1 << width - 1) : bits
    }

    private static func fixed(_ decimal: ExactDecimal, _ precision: Int, keepsPoint: Bool) -> String {
        var decimal = decimal
        decimal.round(toFractionDigits: precision)
        var text: [UInt8] = []
        for place in stride(from: max(decimal.pointPosition, 1) - 1, through: 0, by: -1) {
            text.append(0x30 + decimal.digit(at: place))
        }
        if precision > 0 || keepsPoint { text.append(0x2E) }
        for place in 0..<max(precision, 0) { text.append(0x30 + decimal.digit(at: -1 - place)) }
        return String(decoding: text, as: UTF8.self)
    }

    private static func scientific(_ decimal: ExactDecimal, _ precision: Int, keepsPoint: Bool) -> String {
        var decimal = decimal
        decimal.round(toSignificantDigits: precision + 1)
        let exponent = decimal.digits.isEmpty ? 0 : decimal.pointPosition - 1
        var text = [0x30 + decimal.digit(at: exponent)]
        if precision > 0 || keepsPoint { text.append(0x2E) }
        for place in 0..<precision { text.append(0x30 + decimal.digit(at: exponent - 1 - place)) }
        let digits = String(abs(exponent))
        return String(decoding: text, as: UTF8.self) + (exponent < 0 ? "e-" : "e+")
            + (digits.utf8.count < 2 ? "0" + digits : digits)
    }

    private static func withoutTrailingZeros(_ text: String) -> String {
        let mantissa = text.prefix { $0 != "e" }
        guard mantissa.contains(".") else { return text }
        var kept = mantissa
        while kept.last == "0" { kept.removeLast() }
        if kept.last == "." { kept.removeLast() }
        return String(kept + text[mantissa.endIndex...])
    }

    /// `1.8p+3`, without `0x`; subnormal numbers begin with 0, as glibc writes them.
    private static func hexadecimal(_ number: Double, precision: Int?, keepsPoint: Bool) -> String {
        let isNormal = number.exponentBitPattern != 0
        let exponent = number == 0 ? 0 : isNormal ? Int(number.exponentBitPattern) - 1023 : -1022
        var significand = number.significandBitPattern | (isNormal ? 1 << 52 : 0)
        if let precision, precision < 13 {
            let shift = UInt64(52 - 4 * precision)
            let rest = significand & (1 << shift - 1)
            let half: UInt64 = 1 << (shift - 1)
            significand >>= shift
            if rest > half || (rest == half && significand & 1 == 1) { significand += 1 }
            significand <<= shift
        }
        var digits = String(significand & (1 << 52 - 1), radix: 16)
        digits = String(repeating: "0", count: 13 - digits.utf8.count) + digits
        if let precision {
            digits =
                precision <= 13
                ? String(digits.prefix(precision)) : digits + String(repeating: "0", count: precision - 13)
        } else {
            while digits.last == "0" { digits.removeLast() }
        }
        let point = digits.isEmpty && !keepsPoint ? "" : "."
        return "\(significand >> 52)\(point)\(digits)p\(exponent < 0 ? "-" : "+")\(abs(exponent))"
    }
}

extension FormatSpecifier.Conversion {
    /// Whether letters in the number are upper case.
    fileprivate var isUppercase: Bool { self == .F || self == .E || self == .G || self == .A }
}
