// Android's resource files: the text that aapt shows, names and folders, and updates in place.

import Localization
import TranslationTools
import Testing

@Suite struct AndroidResourcesTests {
    private static let english = LocaleIdentifier("en")!
    private static let german = LocaleIdentifier("de")!

    private static func read(
        _ contents: String, source: MessageCatalog? = nil
    ) -> (units: [TranslationUnit], findings: [ExchangeDiagnostic]) {
        let xml = "<resources xmlns:xliff=\"urn:oasis:names:tc:xliff:document:1.2\">\(contents)</resources>"
        let (tables, findings) = AndroidResources.read(
            Array(xml.utf8), name: "strings", sourceLocale: english, locale: german, source: source)
        return (tables[0].units, findings)
    }

    private static func table(_ translation: String, source: String) -> TranslationTable {
        TranslationTable(
            name: "strings", source: MessageCatalog(locale: english, strings: StringsFile(text: source)),
            translation: MessageCatalog(locale: german, strings: StringsFile(text: translation)))
    }

    @Test(arguments: [
        ("Don\\'t", "Don't"), ("\"Don't\"", "Don't"), ("  two \n  words ", "two words"),
        ("\"  kept  \"", "  kept  "), ("a\\nb\\tc", "a\nb\tc"), ("\\u00e4\\ud83d\\ude00", "ä😀"),
        ("\\@home", "@home"), ("a &lt;b&gt; &amp; c", "a <b> & c"), ("<![CDATA[<b>x</b>]]>", "<b>x</b>"),
        ("Tap <b>here</b> &amp; go", "Tap <b>here</b> &amp; go"),
        ("Hi <xliff:g id=\"n\">%1$s</xliff:g>!", "Hi %1$s!"), ("", ""), ("\\\\", "\\"), ("a\\u0020", "a "),
    ])
    func aTextIsWhatAndroidShows(xml: String, text: String) {
        let (units, findings) = Self.read("<string name=\"a\">\(xml)</string>")
        #expect(units.map { $0.translation?.text?.source } == [text])
        #expect(findings.isEmpty)
    }

    @Test(arguments: [
        "a", "Don't \"x\"", " edges  and rows ", "@x", "?x", "\n\t\\", "<b>&amp;</b>", "😀\u{A0}\u{2028}",
        "\u{1}", "100% hier", "%d% hoch",
    ])
    func aTextThatIsWrittenIsReadBack(text: String) throws {
        let unit = TranslationUnit(
            key: "a", source: Message(key: "a", text: "a"), translation: Message(key: "a", text: text))
        let table = TranslationTable(
            name: "strings", sourceLocale: Self.english, locale: Self.german, units: [unit])
        let (bytes, findings) = AndroidResources.write(table)
        #expect(findings.isEmpty)
        let back = AndroidResources.read(
            bytes, name: "strings", sourceLocale: Self.english, locale: Self.german)
        #expect(back.findings.isEmpty)
        #expect(back.tables[0].units[0].translation?.text?.source == text)
    }

    /// Each message has a name that follows from its key, even if other keys are added or removed.
    @Test func keysWithTheSameNameComeBackEach() throws {
        let source = #""zoom" = "Zoom"; "Zoom:" = "Zoom by"; "Zoom!" = "Zoom!"; "Days 1[0]" = "Monday";"#
        let translation =
            #""zoom" = "Größe"; "Zoom:" = "Größe in"; "Zoom!" = "Größer!"; "Days 1[0]" = "Montag";"#
        let (bytes, findings) = AndroidResources.write(Self.table(translation, source: source))
        #expect(findings.isEmpty)
        let catalog = MessageCatalog(locale: Self.english, strings: StringsFile(text: source))
        func texts(_ source: MessageCatalog) -> [String: String] {
            let read = AndroidResources.read(
                bytes, name: "strings", sourceLocale: Self.english, locale: Self.german, source: source)
            #expect(read.findings.isEmpty)
            return Dictionary(
                uniqueKeysWithValues: read.tables[0].units.map {
                    ($0.key, $0.translation?.text?.source ?? "")
                })
        }
        #expect(
            texts(catalog)
                == ["zoom": "Größe", "Zoom:": "Größe in", "Zoom!": "Größer!", "Days 1[0]": "Montag"])
        let more = MessageCatalog(
            locale: Self.english, messages: [Message(key: "ZOOM", text: "Zoom")] + catalog.list)
        #expect(texts(more) == texts(catalog))
    }

    @Test func specifiersAreJavasAndBack() throws {
        let source = #"""
            "n %ld" = "%ld of %@";
            "x" = "%1$@ and %2$lu";
            """#
        let table = Self.table(
            #"""
            "n %ld" = "%ld von %@";
            "x" = "%2$lu und %1$@";
            """#, source: source)
        let bytes = AndroidResources.write(table).bytes
        let xml = String(decoding: bytes, as: UTF8.self)
        #expect(xml.contains("<string name=\"n_ld\">%1$d von %2$s</string>"))
        #expect(xml.contains("<string name=\"x\">%2$d und %1$s</string>"))
        let catalog = MessageCatalog(locale: Self.english, strings: StringsFile(text: source))
        let units = AndroidResources.read(
            bytes, name: "strings", sourceLocale: Self.english, locale: Self.german, source: catalog
        ).tables[0].units
        #expect(units.map(\.key) == ["n %ld", "x"])
        #expect(units.map { $0.translation?.text?.source } == ["%ld von %@", "%2$lu und %1$@"])
    }

    @Test func listsReferencesAndFixedTextsAreKnown() {
        let (units, findings) = Self.read(
            """
            <string-array name="days"><item>Mo</item><item>Di</item></string-array>
            <string name="fixed" translatable="false">X</string>
            <string name="other">@string/fixed</string>
            <color name="c">#fff</color>
            """)
        #expect(units.map(\.key) == ["days[0]", "days[1]", "fixed", "other"])
        #expect(units.map(\.isTranslatable) == [true, true, false, false])
        #expect(findings.isEmpty)
    }

    @Test(arguments: [
        ("<string name=\"a\">Don't</string>", "Android.Apostrophe"),
        ("<string>x</string>", "Text.MissingName"),
        ("<string name=\"a\">x</string><string name=\"a\">y</string>", "Text.DuplicateName"),
        ("<plurals name=\"a\"><item quantity=\"1\">x</item></plurals>", "Android.UnknownQuantity"),
        ("<string name=\"a\">&x;</string>", "XML.EntityReference"),
    ])
    func mistakesAreFindings(xml: String, key: String) {
        #expect(Self.read(xml).findings.map(\.messageKey) == [key])
    }

    /// aapt does not read the resources of Compose Multiplatform.
    @Test(arguments: [("app/src/main/res", 1), ("app/src/commonMain/composeResources", 0)])
    func apostrophesAreReportedWhereAaptReadsThem(folder: String, count: Int) {
        let source = TranslationFileSource(
            project: LocalizationProject(sourceLocale: .english, files: []),
            path: folder + "/values-it/strings.xml")
        let xml = "<resources><string name=\"a\">L'icona</string></resources>"
        #expect(AndroidFormat().read(Array(xml.utf8), from: source).findings.count == count)
    }

    @Test(arguments: [
        ("values-de/strings.xml", "de"), ("values-pt-rBR/strings.xml", "pt_BR"),
        ("values-iw/strings.xml", "he"),
        ("values-b+sr+Latn/strings.xml", "sr_Latn"),
    ])
    func theFolderTellsTheLocale(path: String, locale: String) {
        let source = TranslationFileSource(
            project: LocalizationProject(sourceLocale: Self.english, files: []), path: "res/" + path)
        let tables = AndroidFormat().read(Array("<resources/>".utf8), from: source).tables
        #expect(tables.map { $0.locale?.identifier } == [locale])
        #expect(AndroidFormat().place(of: "res/" + path)?.locale?.identifier == locale)
    }

    @Test(arguments: [
        "values-night", "values-car", "values-de-land", "values-v21", "layout", "values-sw600dp",
    ])
    func otherFoldersAreNotTexts(folder: String) {
        #expect(AndroidFormat().place(of: "res/\(folder)/strings.xml") == nil)
    }

    private static let existing = """
        <?xml version="1.0" encoding="utf-8"?>
        <!-- ours -->
        <resources   xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">
          <string name="a"  >Alt</string>  <!-- tail -->
          <string name="b">Tippe <b>hier</b></string>
          <string name="own">Nur hier</string>
          <string name="g">Hallo <xliff:g id="n">%1$s</xliff:g></string>
          <plurals name="n">
            <item quantity="other">%d Dateien</item>
          </plurals>
        </resources>

        """

    @Test func anUpdateChangesWhatIsNewAlone() throws {
        let source = #"""
            "a" = "A";
            "b" = "B";
            "g" = "Hello %1$s";
            "n|==|plural.one" = "%d file";
            "n|==|plural.other" = "%d files";
            "z" = "Z";
            """#
        let table = Self.table(
            #"""
            "a" = "Neu";
            "b" = "Drücke <b>da</b>";
            "g" = "%1$s, hallo";
            "n|==|plural.one" = "%d Datei";
            "n|==|plural.other" = "%d Dateien";
            "z" = "Zett";
            """#, source: source)
        let bytes = try #require(AndroidResources.update(Array(Self.existing.utf8), with: table).bytes)
        let expected = Self.existing
            .replacing(">Alt<", with: ">Neu<")
            .replacing("Tippe <b>hier</b>", with: "Drücke <b>da</b>")
            .replacing(
                "Hallo <xliff:g id=\"n\">%1$s</xliff:g>", with: "<xliff:g id=\"n\">%1$s</xliff:g>, hallo"
            )
            .replacing(
                "%d Dateien</item>\n", with: "%d Dateien</item>\n    <item quantity=\"one\">%d Datei</item>\n"
            )
            .replacing("</resources>", with: "  <string name=\"z\">Zett</string>\n</resources>")
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
        #expect(AndroidResources.update(bytes, with: table).bytes == bytes)
    }

    @Test func theFileOfANewLanguageIsWrittenAsTheSourceIs() throws {
        let source = """
            <resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">
                <string name="bold">This is <b>bold</b></string>
                <string name="name">Hello <xliff:g id="n" example="Bob">%1$s</xliff:g>!</string>
                <string name="html"><![CDATA[<b>Bold</b> & more]]></string>
                <string name="escaped">Use &lt;b&gt;x&lt;/b&gt;</string>
                <plurals name="files"><item quantity="other"><xliff:g id="n">%d</xliff:g> <b>files</b></item></plurals>
                <string-array name="list"><item><![CDATA[<i>x</i>]]></item></string-array>
            </resources>
            """
        let project = LocalizationProject(sourceLocale: Self.english, files: [])
        let file = try #require(
            LocalizationFile.files(
                of: Array(source.utf8), AndroidFormat(),
                from: TranslationFileSource(project: project, path: "res/values/strings.xml"))?.first)
        let texts = #"""
            "bold" = "Das ist <b>fett</b>";
            "name" = "Hallo %1$s, du!";
            "html" = "<b>Fett</b> & <i>mehr</i> 'x'";
            "escaped" = "<b>x</b> verwenden";
            "files|==|plural.one" = "%d <b>Datei</b>";
            "files|==|plural.other" = "%d <b>Dateien</b>";
            "list[0]" = "<i>y</i>";
            """#
        let german = Self.table(texts, source: texts)
        let new = try #require(
            AndroidFormat().applying(
                [TableEdits(setting: german)], to: nil, at: "res/values-de/strings.xml", following: file))
        let contents = String(decoding: new.bytes, as: UTF8.self)
        #expect(
            contents == """
                <?xml version="1.0" encoding="UTF-8"?>
                <resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">
                    <string name="bold">Das ist <b>fett</b></string>
                    <string name="name">Hallo <xliff:g id="n" example="Bob">%1$s</xliff:g>, du!</string>
                    <string name="html"><![CDATA[<b>Fett</b> & <i>mehr</i> \\'x\\']]></string>
                    <string name="escaped">&lt;b&gt;x&lt;/b&gt; verwenden</string>
                    <plurals name="files">
                        <item quantity="one"><xliff:g id="n">%d</xliff:g> <b>Datei</b></item>
                        <item quantity="other"><xliff:g id="n">%d</xliff:g> <b>Dateien</b></item>
                    </plurals>
                    <string-array name="list">
                        <item><![CDATA[<i>y</i>]]></item>
                    </string-array>
                </resources>

                """)
        // A file without the namespace gets no element of that namespace.
        let old = "<resources>\n    <string name=\"bold\">Fett</string>\n</resources>\n"
        let added = try #require(
            AndroidFormat().applying(
                [TableEdits(setting: german)], to: TranslationDocument(Array(old.utf8)),
                at: "res/values-de/strings.xml",
                following: file))
        let text = String(decoding: added.bytes, as: UTF8.self)
        #expect(text.contains("<string name=\"name\">Hallo %1$s, du!</string>"))
        #expect(text.contains("<![CDATA[<i>y</i>]]>"))
    }

    @Test func aFileThatCannotBeReadIsNotChanged() {
        let table = Self.table("\"a\" = \"b\";", source: "\"a\" = \"a\";")
        for text in ["<resources><string name=\"a\">", "<other/>", "", "{}"] {
            let (bytes, findings) = AndroidResources.update(Array(text.utf8), with: table)
            #expect(bytes == nil)
            #expect(!findings.isEmpty)
        }
    }
}
