// Tests of parsing formats, and of invalid specifiers.

import Localization
import TestSupport
import Testing

@Suite struct FormatStringTests {
    @Test(arguments: [
        ("%d", FormatSpecifier(conversion: .d, source: "%d", range: 0..<2)),
        ("%ld", FormatSpecifier(length: .l, conversion: .d, source: "%ld", range: 0..<3)),
        ("%lld", FormatSpecifier(length: .ll, conversion: .d, source: "%lld", range: 0..<4)),
        ("%hhX", FormatSpecifier(length: .hh, conversion: .X, source: "%hhX", range: 0..<4)),
        ("%zu", FormatSpecifier(length: .z, conversion: .u, source: "%zu", range: 0..<3)),
        ("%2$@", FormatSpecifier(position: 2, conversion: .object, source: "%2$@", range: 0..<4)),
        (
            "%-+ #0'5.3f",
            FormatSpecifier(
                flags: [.leftJustified, .sign, .space, .alternate, .zeroPadded, .grouped], width: .fixed(5),
                precision: .fixed(3), conversion: .f, source: "%-+ #0'5.3f", range: 0..<11)
        ),
        (
            "%*.*Lg",
            FormatSpecifier(
                width: .argument(position: nil), precision: .argument(position: nil), length: .L,
                conversion: .g, source: "%*.*Lg", range: 0..<6)
        ),
        (
            "%3$*1$.*2$f",
            FormatSpecifier(
                position: 3, width: .argument(position: 1), precision: .argument(position: 2),
                conversion: .f, source: "%3$*1$.*2$f", range: 0..<11)
        ),
        ("%.s", FormatSpecifier(precision: .fixed(0), conversion: .s, source: "%.s", range: 0..<3)),
    ])
    func readsSpecifier(format: String, specifier: FormatSpecifier) {
        #expect(FormatString(format).segments == [.specifier(specifier)])
    }

    @Test func readsEachConversion() {
        for conversion in FormatSpecifier.Conversion.allCases {
            #expect(FormatString("a%" + conversion.rawValue).specifiers.map(\.conversion) == [conversion])
        }
        for length in FormatSpecifier.Length.allCases {
            #expect(FormatString("%\(length.rawValue)d").specifiers.map(\.length) == [length])
        }
    }

    @Test func readsSubstitutions() {
        let format = FormatString("%1$#@files@ in %#@folders@")
        #expect(format.substitutions.map(\.name) == ["files", "folders"])
        #expect(format.substitutions.map(\.position) == [1, nil])
        #expect(
            FormatString("%arg file", isSubstitution: true).segments == [.countedArgument, .literal(" file")])
        #expect(FormatString("%arg").specifiers.map(\.conversion) == [.a])
    }

    @Test(arguments: [
        ("100%", [FormatProblem.Kind.strayPercent]), ("% ", [.strayPercent]), ("50% von", [.strayPercent]),
        ("%y", [.invalidSpecifier]), ("%n", [.writesToMemory]), ("%1$d %d", [.mixedPositions]),
        ("%0$d", [.zeroPosition]), ("100% of", [.spaceFlag]),
        ("％@ und ％ld", [.fullWidthPercent, .fullWidthPercent]),
        ("%99999999999999999999d", [.strayPercent]), ("%#@", []), ("%#@a b@", []),
        ("%%", []), ("100％", []), ("100％です", []), ("％ of", []), ("50%% of", []), ("%1$@ %2$d", []),
    ])
    func findsProblems(format: String, kinds: [FormatProblem.Kind]) {
        let parsed = FormatString(format)
        #expect(parsed.problems.map(\.kind) == kinds)
        for problem in parsed.problems {
            let utf8 = Array(format.utf8)[problem.range]
            #expect(String(decoding: utf8, as: UTF8.self) == problem.source)
        }
    }

    @Test(arguments: ["100%", "50% von", "a%yb", "%n", "％@", "%", "%#@", "%1$", "%-", "%l", "%.", "%*"])
    func showsWhatIsNoSpecifierAsItIs(format: String) {
        #expect(MessageFormatter(LocaleIdentifier("en")!).format(FormatString(format)).text == format)
    }

    @Test func listsWhatEachArgumentMustBe() {
        let format = FormatString("%2$@ %1$ld %2$d %3$*4$f")
        #expect(
            format.argumentClasses == [
                1: [.integer], 2: [.object, .integer], 3: [.floatingPoint], 4: [.integer],
            ])
        #expect(FormatString("%*d %s").argumentClasses == [1: [.integer], 2: [.integer], 3: [.string]])
    }

    @Test func survivesAnyText() {
        var generator = SeededGenerator(seed: 11)
        let pieces = [
            "%", "$", "1", "*", ".", "#@", "@", "ld", "l", "0", "-", " ", "％", "x", "arg", "9999", "ä",
        ]
        for _ in 0..<5000 {
            let text = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
                pieces.randomElement(using: &generator)!
            }.joined()
            let format = FormatString(text, isSubstitution: Bool.random(using: &generator))
            // The segments together are the whole text except the second sign of each `%%`.
            let shown = format.segments.map { segment in
                switch segment {
                case .literal(let text): text
                case .specifier(let specifier): specifier.source
                case .substitution(let substitution): substitution.source
                case .countedArgument: "%arg"
                }
            }.joined()
            #expect(shown.replacing("%", with: "") == text.replacing("%", with: ""))
            _ = MessageFormatter(LocaleIdentifier("en")!).format(format, 1, "x", 2.5)
        }
    }

    @Test func aReferenceMayBeNumberedWithoutADollarSign() {
        let format: FormatString = "%1#@count@ of %2$#@total@"
        #expect(format.substitutions.map(\.name) == ["count", "total"])
        #expect(format.substitutions.map(\.position) == [1, 2])
        #expect(format.substitutions.map(\.source) == ["%1#@count@", "%2$#@total@"])
        #expect(format.problems == [])
        // A width without a name is a width.
        #expect((FormatString("%5d").specifiers.first?.width) == .fixed(5))
    }

    @Test func aHyphenWithoutAWidthIsProbablyText() {
        #expect(FormatString("50%-a").problems.map(\.kind) == [.hyphenFlag])
        #expect(FormatString("%-10d").problems == [])
        #expect(FormatString("%-d").problems == [])
    }
}
