// Does a file's name tell its format, however it is spelled?

import Testing

@testable import lstrings

@Suite struct ExchangeFormatTests {
    @Test(arguments: [
        ("de.po", ExchangeFormat.po), ("shop.pot", .pot), ("de/LC_MESSAGES/shop.mo", .mo), ("de.gmo", .mo),
        ("de.xliff", .xliff), ("de.XLF", .xliff), ("a/de.lproj/Localizable.stringsdict", .stringsdict),
        ("Localizable.xcstrings", .xcstrings), ("a.b.PO", .po),
    ])
    func theEndOfANameTellsTheFormat(path: String, format: ExchangeFormat) {
        #expect(ExchangeFormat(path: path) == format)
    }

    @Test(arguments: ["", "po", "de.strings", "de.po.bak", "de.po/x", "de.", "/"])
    func otherNamesTellNone(path: String) {
        #expect(ExchangeFormat(path: path) == nil)
    }
}
