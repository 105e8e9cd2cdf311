// Tests of formatting arguments as in C and for a locale, and of arguments that do not fit.

import Localization
import TestSupport
import Testing

@Suite struct MessageFormatterTests {
    static let plain = MessageFormatter(LocaleIdentifier("en")!, numberStyle: .plain)

    /// The expected texts are from glibc's printf.
    @Test(arguments: [
        ("%d", 42, "42"), ("%5d|", 42, "   42|"), ("%-5d|", 42, "42   |"), ("%05d", -42, "-0042"),
        ("%+d", 42, "+42"), ("% d", 42, " 42"), ("%.3d", 7, "007"), ("%6.3d", -7, "  -007"),
        ("%.0d|", 0, "|"),
        ("%x", 255, "ff"), ("%#X", 255, "0XFF"), ("%#o", 8, "010"), ("%#x", 0, "0"), ("%x", -1, "ffffffff"),
        ("%lx", -1, "ffffffffffffffff"), ("%hhx", -1, "ff"), ("%u", 7, "7"), ("%c", 65, "A"),
        ("%p", 255, "0xff"),
        ("%08x", 48879, "0000beef"), ("%i", Int.min, "-9223372036854775808"), ("%05.1d|", 3, "    3|"),
    ])
    func writesIntegersAsC(format: String, value: Int, text: String) {
        let shown = Self.plain.format(FormatString(format), value)
        #expect(shown.text == text)
        #expect(shown.problems == [])
    }

    @Test(arguments: [
        ("%f", 1.5, "1.500000"), ("%.2f", 2.675, "2.67"), ("%.0f", 0.5, "0"), ("%.0f", 1.5, "2"),
        ("%.0f", 2.5, "2"),
        ("%.1f", 0.25, "0.2"), ("%.1f", 0.35, "0.3"), ("%.3f", 1e-7, "0.000"),
        ("%8.2f|", -3.14159, "   -3.14|"),
        ("%08.2f", -3.14159, "-0003.14"), ("%+.1f", 9.96, "+10.0"), ("%.2f", 999.999, "1000.00"),
        ("%.0f", 1e23, "99999999999999991611392"), ("%#.0f", 3.0, "3."), ("%e", 12345.678, "1.234568e+04"),
        ("%.0e", 9.5, "1e+01"), ("%E", 1e-300, "1.000000E-300"), ("%e", 0.0, "0.000000e+00"),
        ("%g", 100_000.0, "100000"),
        ("%g", 1_000_000.0, "1e+06"), ("%g", 0.0001, "0.0001"), ("%g", 0.00001, "1e-05"),
        ("%#g", 1.0, "1.00000"),
        ("%.3g", 1234.0, "1.23e+03"), ("%g", 0.0, "0"), ("%G", 1e-10, "1E-10"), ("%a", 1.0, "0x1p+0"),
        ("%a", 0.1, "0x1.999999999999ap-4"), ("%.2a", 0.1, "0x1.9ap-4"), ("%.0a", 1.5, "0x2p+0"),
        ("%A", 10.0, "0X1.4P+3"),
        ("%a", 0.0, "0x0p+0"), ("%a", Double.leastNonzeroMagnitude, "0x0.0000000000001p-1022"),
        ("%f", Double.infinity, "inf"),
        ("%F", -Double.infinity, "-INF"), ("%5.1f|", Double.nan, "  nan|"), ("%.1f", -0.0, "-0.0"),
        ("%.20f", 0.1, "0.10000000000000000555"), ("%.1100f", Double.leastNonzeroMagnitude, nil),
    ])
    func writesFloatingPointNumbersAsC(format: String, value: Double, text: String?) {
        let shown = Self.plain.format(FormatString(format), value)
        // A specifier with a precision above 999 is invalid.
        #expect(shown.text == text ?? format)
    }

    @Test func writesTexts() {
        #expect(Self.plain.format("%@, %s!", "Hello", "World").text == "Hello, World!")
        #expect(Self.plain.format("%2$@ %1$@", "a", "b").text == "b a")
        #expect(Self.plain.format("%6@|%-4@|%.2@", "äö", "日", "abc").text == "    äö|日   |ab")
        #expect(Self.plain.format("%@ %@ %@", 3, 2.5, 1e100).text == "3 2.5 1e+100")
        #expect(Self.plain.format("%*d|%-*d|%.*f", 4, 1, 3, 2, 1, 2.55).text == "   1|2  |2.5")
        #expect(Self.plain.format("%*d|", -4, 1).text == "1   |")
        #expect(Self.plain.format("%lu %lu", UInt64.max, Int8(-3)).text == "18446744073709551615 -3")
        #expect(Self.plain.format("%c%C", "x", 0x1F600).text == "x😀")
        #expect(Self.plain.format("100%% of %d", 3).text == "100% of 3")
    }

    @Test(arguments: [
        ("en", "%d", 1_234_567, "1,234,567"), ("de", "%ld", 1_234_567, "1.234.567"), ("en", "%d", 999, "999"),
        ("hi", "%d", 1_234_567, "12,34,567"), ("de_CH", "%d", 1234, "1’234"), ("ar_EG", "%d", 1234, "١٬٢٣٤"),
        ("fa", "%d", 42, "۴۲"), ("ar_EG", "%05d", 42, "٠٠٠٤٢"), ("de", "%05d", 42, "00042"),
        ("de", "%x", 48879, "beef"),
        ("sv", "%d", -5, "−5"), ("de", "%8d|", 1234, "   1.234|"), ("de", "%+d", 1234, "+1.234"),
        ("zh-u-nu-hanidec", "%d", 120, "一二〇"), ("de", "%@", 1234, "1.234"), ("my", "%d", 7, "၇"),
    ])
    func writesIntegersForTheLocale(locale: String, format: String, value: Int, text: String) {
        #expect(MessageFormatter(LocaleIdentifier(locale)!).format(FormatString(format), value).text == text)
    }

    @Test(arguments: [
        ("de", "%.2f", 1234.5, "1.234,50"), ("fr", "%.1f", 0.25, "0,2"), ("ar_EG", "%.1f", 3.5, "٣٫٥"),
        ("de", "%@", 1234.25, "1.234,25"), ("de", "%.1f", -0.5, "-0,5"), ("de", "%e", 1234.5, "1,234500e+03"),
        ("de", "%08.2f", 3.14159, "00003,14"), ("de", "%f", Double.infinity, "∞"), ("de", "%g", 0.5, "0,5"),
        ("de", "%.0f", 1e15, "1.000.000.000.000.000"), ("de", "%a", 1.0, "0x1p+0"),
        ("de", "%@", -Double.infinity, "-∞"),
    ])
    func writesFractionsForTheLocale(locale: String, format: String, value: Double, text: String) {
        #expect(MessageFormatter(LocaleIdentifier(locale)!).format(FormatString(format), value).text == text)
    }

    @Test func groupsInPlainStyleWhereTheFormatAsks() {
        let formatter = MessageFormatter(LocaleIdentifier("de")!, numberStyle: .plain)
        #expect(formatter.format("%'d %d", 1234, 1234).text == "1.234 1234")
    }

    @Test(arguments: [
        ("%d", ["x"] as [FormatValue], "x", ArgumentProblem.Kind.wrongClass(position: 1, expected: .integer)),
        ("%d", [2.5], "2.5", .wrongClass(position: 1, expected: .integer)),
        ("%.1f", [2], "2.0", .wrongClass(position: 1, expected: .floatingPoint)),
        ("%s", [3], "3", .wrongClass(position: 1, expected: .string)),
        ("%c", ["ab"], "ab", .wrongClass(position: 1, expected: .character)),
        ("%d %2$@", [1], "1 %2$@", .missingArgument(position: 2)),
        ("%d", [], "%d", .missingArgument(position: 1)),
        ("%*d", ["x", 1], "1", .wrongClass(position: 1, expected: .integer)),
        ("%#@v@", [1], "%#@v@", .unknownSubstitution(name: "v")),
    ])
    func showsWhatDoesNotFitAndSaysSo(
        format: String, arguments: [FormatValue], text: String, problem: ArgumentProblem.Kind
    ) {
        let shown = Self.plain.format(FormatString(format), arguments: arguments)
        #expect(shown.text == text)
        #expect(shown.problems.map(\.kind) == [problem])
    }

    /// A number parsed from its 17 significant digits, or from its exact decimals, equals the original.
    @Test func writesEveryNumberExactly() {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<3000 {
            let number = Double(bitPattern: generator.next())
            guard number.isFinite else { continue }
            #expect(Double(Self.plain.format("%.16e", number).text) == number)
            #expect(Double(Self.plain.format("%.17g", number).text) == number)
            #expect(Double(Self.plain.format("%a", number).text) == number)
            if number.magnitude > 1e-280 {
                #expect(Double(Self.plain.format("%.300f", number).text) == number)
            }
        }
    }
}
