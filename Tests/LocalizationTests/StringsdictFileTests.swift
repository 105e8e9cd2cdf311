// `.stringsdict` files as programs read them: forms, counts, devices, widths, and damaged files.

import Files
import Localization
import Testing

@Suite struct StringsdictFileTests {
    private static func plist(_ entries: String) -> [UInt8] {
        Array(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <!-- made by hand -->
            <plist version="1.0">
            <dict>
            \(entries)
            </dict>
            </plist>

            """.utf8)
    }

    private static func rule(_ name: String, _ forms: [(String, String)]) -> String {
        "<key>\(name)</key><dict><key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>"
            + "<key>NSStringFormatValueTypeKey</key><string>ld</string>"
            + forms.map { "<key>\($0.0)</key><string>\($0.1)</string>" }.joined() + "</dict>"
    }

    private static func entry(_ key: String, _ format: String, _ rules: String...) -> String {
        "<key>\(key)</key><dict><key>NSStringLocalizedFormatKey</key><string>\(format)</string>"
            + rules.joined() + "</dict>\n"
    }

    private static let items = entry(
        "items", "%#@count@", rule("count", [("one", "%ld Ding"), ("other", "%ld Dinge &amp; mehr")]))

    /// A localizer of one `.stringsdict` in German.
    private func localizer(_ entries: String) throws -> Localizer {
        let file = StringsdictFile(Self.plist(entries))
        #expect(file.diagnostics.isEmpty)
        let german = try #require(LocaleIdentifier("de"))
        return Localizer([MessageCatalog(locale: german, messages: file.messages)])
    }

    @Test func theNumberSelectsAForm() throws {
        let texts = try localizer(Self.items)
        #expect(texts("items", 1) == "1 Ding")
        #expect(texts("items", 3) == "3 Dinge & mehr")
    }

    @Test func eachOfSeveralCountsSelectsItsForm() throws {
        let texts = try localizer(
            Self.entry(
                "found", "%1$#@files@ in %2$#@folders@.",
                Self.rule("files", [("one", "%1$ld Datei"), ("other", "%1$ld Dateien")]),
                // Without a number, a specifier is that of the rule's own count.
                Self.rule("folders", [("one", "einem Ordner"), ("other", "%ld Ordnern")])))
        #expect(texts("found", 1, 1) == "1 Datei in einem Ordner.")
        #expect(texts("found", 2, 1) == "2 Dateien in einem Ordner.")
        #expect(texts("found", 1, 7) == "1 Datei in 7 Ordnern.")
    }

    @Test func oneCountMayBeWithinAnother() throws {
        let texts = try localizer(
            Self.entry(
                "nested", "%#@files@",
                Self.rule("files", [("zero", "nichts"), ("other", "%ld Dateien in %2$#@folders@")]),
                Self.rule("folders", [("one", "%ld Ordner"), ("other", "%ld Ordnern")])))
        #expect(texts("nested", 0, 5) == "nichts")
        #expect(texts("nested", 3, 1) == "3 Dateien in 1 Ordner")
    }

    private static let tap = """
        <key>tap</key><dict><key>NSStringDeviceSpecificRuleType</key><dict>
        <key>mac</key><string>Klicken</string>
        <key>applewatch</key><dict><key>NSStringLocalizedFormatKey</key><string>%#@n@</string>
        \(rule("n", [("one", "Tipp"), ("other", "%ld Tipps")]))</dict>
        <key>other</key><string>Tippen</string></dict></dict>
        """

    @Test func theContextChoosesTheDevice() throws {
        let texts = try localizer(Self.tap)
        #expect(texts("tap") == "Tippen")
        #expect(texts.showing(in: PresentationContext(device: "mac"))("tap") == "Klicken")
        #expect(texts.showing(in: PresentationContext(device: "iphone"))("tap") == "Tippen")
        let watch = texts.showing(in: PresentationContext(device: "applewatch"))
        #expect(watch("tap", 1) == "Tipp")
        #expect(watch("tap", 2) == "2 Tipps")
    }

    @Test func withoutATextForTheDeviceTheNextLanguageShows() throws {
        let entry = """
            <key>tap</key><dict><key>NSStringDeviceSpecificRuleType</key><dict>
            <key>mac</key><string>Klicken</string></dict></dict>
            """
        let texts = try localizer(entry)
        #expect(texts.fittingText(for: "tap") == nil)
        #expect(texts.showing(in: PresentationContext(device: "mac"))("tap") == "Klicken")
    }

    @Test(arguments: [
        (nil, "Greetings"), (0, "Hi"), (1, "Hi"), (2, "Hi"), (22, "Hello"), (52, "Hello"), (53, "Greetings"),
    ])
    func theWidestTextThatFitsIsShown(width: Int?, expected: String) throws {
        let texts = try localizer(
            """
            <key>hello</key><dict><key>NSStringVariableWidthRuleType</key><dict><key>1</key><string>Hi</string>
            <key>53</key><string>Greetings</string><key>22</key><string>Hello</string></dict></dict>
            """)
        #expect(texts.showing(in: PresentationContext(width: width))("hello") == expected)
    }

    @Test func bothFilesOfATableAreRead() throws {
        let files = InMemoryFileSystem([
            "texts/de.lproj/Shop.strings": "\"buy\" = \"Kaufen\";\n\"items\" = \"%ld Sachen\";",
            "texts/de.lproj/Shop.stringsdict": String(decoding: Self.plist(Self.items), as: UTF8.self),
            "texts/en.lproj/Shop.stringsdict":
                "<plist><dict><key>buy</key><string>Buy</string></dict></plist>",
        ])
        let (german, english) = (try #require(LocaleIdentifier("de")), LocaleIdentifier.english)
        let reading = try LocalizationReader(fileSystem: files).read(
            folder: "texts", locales: [german, english], tables: ["Shop"])
        #expect(reading.findings.isEmpty && reading.failures.isEmpty)
        let texts = Localizer(chain: [german, english], tables: reading.tables)
        #expect(texts("buy", table: "Shop") == "Kaufen")
        // Only the text that varies counts.
        #expect(texts("items", 1, table: "Shop") == "1 Ding")
        #expect(reading.tables[english]?["Shop"]?["buy"]?.text == "Buy")
        #expect(reading.files[german]?["Shop"] == "texts/de.lproj/Shop.strings")
    }

    // MARK: Damage

    private func kinds(_ bytes: [UInt8]) -> [String] { StringsdictFile(bytes).diagnostics.map(\.messageKey) }

    @Test func aWrongEntryIsNamedAndTheOthersAreRead() {
        let file = StringsdictFile(
            Self.plist(
                "<key>bad</key><integer>7</integer>\n" + Self.items
                    + Self.entry("no rule", "%#@x@", "<key>x</key><dict/>")))
        #expect(file.messages.map(\.key) == ["items"])
        #expect(
            file.diagnostics.map(\.messageKey) == ["Stringsdict.UnexpectedValue", "Stringsdict.MissingOther"])
        #expect(file.diagnostics.first?.position?.line == 6)
        #expect(kinds(Self.plist(Self.items + Self.items)) == ["Stringsdict.DuplicateKey"])
    }

    @Test func whatPrecedesABreakIsRead() {
        let whole = Self.plist(Self.items + Self.tap)
        let file = StringsdictFile(Array(whole.dropLast(60)))
        #expect(file.messages.map(\.key) == ["items"])
        #expect(file.diagnostics.map(\.messageKey) == ["Stringsdict.Damaged"])
    }

    @Test(arguments: [
        "", "plain text", "<plist/>", "<html></html>", "bplist00", "<plist><dict><key>a</key></dict></plist>",
        "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><dict></dict></plist>",
        "<plist><dict><key>a</key><string>&unknown;</string></dict></plist>",
        "<plist><dict><key>a</key><string>&#xD800;</string></dict></plist>",
        "<plist><dict><key>a</key><string>x</key></dict></plist>",
    ])
    func whatIsNoPropertyListIsNamed(text: String) {
        let file = StringsdictFile(Array(text.utf8))
        #expect(file.messages.isEmpty)
        #expect(file.diagnostics.count == 1)
    }

    @Test func depthAndNumberOfFindingsAreLimited() {
        let deep = String(repeating: "<dict><key>a</key>", count: 100_000)
        #expect(kinds(Array("<plist>\(deep)".utf8)) == ["Stringsdict.Damaged"])
        let many = kinds(Self.plist(String(repeating: "<key>a</key><true/>", count: 20_000)))
        #expect(many.count <= 10_001)
        #expect(many.last == "FurtherFindings: %ld")
    }

    @Test func aTruncatedFileNeverCrashes() {
        let whole = Self.plist(Self.items + Self.tap)
        for length in 0..<whole.count { _ = StringsdictFile(Array(whole.prefix(length))) }
    }

    @Test func entitiesReferencesAndCDATAAreText() throws {
        let texts = try localizer(
            "<key>a &lt; b</key><string>&quot;x&quot; &#228; &#xe4; <![CDATA[<b>&amp;]]><!-- no --> y</string>"
        )
        #expect(texts("a < b") == "\"x\" ä ä <b>&amp; y")
    }
}
