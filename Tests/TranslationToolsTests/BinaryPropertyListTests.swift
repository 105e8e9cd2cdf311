// Compiled `.strings` and `.stringsdict` files, as Python's plistlib writes them.

import Localization
import TestSupport
import Testing

@testable import TranslationTools

@Suite struct BinaryPropertyListTests {
    private static func bytes(_ digits: String) -> [UInt8] {
        stride(from: 0, to: digits.count, by: 2).map { place in
            let start = digits.index(digits.startIndex, offsetBy: place)
            return UInt8(digits[start..<digits.index(start, offsetBy: 2)], radix: 16) ?? 0
        }
    }

    private static let strings = bytes(
        "62706c6973743030d3010203040506650047007200f600df0065555469746c65516e6c006e006100ef007600650020201c0078201d002065"
            + "e5672c554c6164656ed107085f101a4e53537472696e674c6f63616c697a6564466f726d61744b6579552523407640080f1a20223b4144"
            + "610000000000000101000000000000000900000000000000000000000000000067")

    private static let stringsdict = bytes(
        "62706c6973743030d10102582564206974656d73d2030405065f101a4e53537472696e674c6f63616c697a6564466f726d61744b65795576"
            + "616c75655925234076616c756540d40708090a0b0c0d0e5f10194e53537472696e67466f726d617453706563547970654b65795f101a4e"
            + "53537472696e67466f726d617456616c7565547970654b6579536f6e65556f746865725f10164e53537472696e67506c7572616c52756c"
            + "655479706551645725642044696e675825642044696e6765080b1419363c464f6b888c92abadb50000000000000101000000000000000f"
            + "000000000000000000000000000000be")

    @Test func compiledStringsAreRead() throws {
        let locale = try #require(LocaleIdentifier("de"))
        let file = LocalizationFile(path: "a.strings", table: "a", locale: locale, bytes: Self.strings)
        #expect(file.strings?.diagnostics.filter { $0.severity > .note } == [])
        #expect(file.catalog["Title"]?.text == "Laden")
        #expect(file.catalog["Größe"]?.text == "naïve “x” 日本")
    }

    @Test func stringsInXMLAreRead() {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict><key>b</key><string>B &amp; b</string><key>a</key><string>"A"</string></dict></plist>
            """
        let file = StringsFile(sourceOrCompiled: Array(text.utf8))
        #expect(file.entries.map(\.key) == ["b", "a"])
        #expect(file.entries.map(\.text) == ["B & b", "\"A\""])
        #expect(file.diagnostics.isEmpty)
        #expect(!StringsFile(sourceOrCompiled: Array(text.dropLast(9).utf8)).diagnostics.isEmpty)
    }

    @Test func compiledPluralFormsAreRead() throws {
        let (english, german) = (try #require(LocaleIdentifier("en")), try #require(LocaleIdentifier("de")))
        let read = Stringsdict.read(Self.stringsdict, name: "T", sourceLocale: english, locale: german)
        #expect(read.findings == [])
        #expect(read.tables[0].units[0].translation?.plural == [.one: "%d Ding", .other: "%d Dinge"])
    }

    @Test func aDamagedFileIsNamedOnceAndKept() throws {
        let locale = try #require(LocaleIdentifier("de"))
        let damaged = Array(Self.strings.dropLast(3))
        let file = LocalizationFile(path: "a.strings", table: "a", locale: locale, bytes: damaged)
        #expect(file.strings?.diagnostics.map(\.messageKey) == ["Strings.PropertyList"])
        #expect(file.strings?.serialized() == damaged)
    }

    @Test(arguments: 0..<2000 as Range<UInt64>) func noDamageCrashes(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let bytes = mutated(seed % 2 == 0 ? Self.strings : Self.stringsdict, using: &generator)
        _ = try? BinaryPropertyList.value(of: bytes)
    }
}
