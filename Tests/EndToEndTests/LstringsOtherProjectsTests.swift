// `lstrings` on cases from other projects: its findings are right, and it reports no false ones.

import TestSupport
import Testing

@Suite struct LstringsOtherProjectsTests {
    /// The findings of a check, one per line.
    private func findings(_ files: [String: String]) throws -> [String] {
        try withFiles(files) { (folder) throws in
            try lstrings("check .", in: folder).lines.filter { $0.hasSuffix("]") }
        }
    }

    private func bundles(_ source: String, _ translation: String, _ locale: String = "de") -> [String: String]
    {
        [
            "l10n/app_en.arb": "{\"@@locale\": \"en\", \"k\": \"\(source)\"}",
            "l10n/app_\(locale).arb": "{\"@@locale\": \"\(locale)\", \"k\": \"\(translation)\"}",
        ]
    }

    // MARK: Source texts

    @Test func sourceTextsOfAnotherSourceSetAreComparedWith() throws {
        let found = try findings([
            "src/viewer/texts/T_en.properties": "k={0} files\n",
            "src/editor/texts/T_de.properties": "k=Dateien\n",
        ])
        #expect(found.count == 1 && found[0].hasPrefix("src/editor/texts/T_de.properties:1:3: "))
    }

    /// The source texts may be in a library. If there is no other table, the source language must be another
    /// one.
    @Test func aTableWithoutSourceTextsBesideOthersIsANote() throws {
        let library = ["lib/M_de.properties": "k=x\n", "lib/M_fr.properties": "k=y\n"]
        let own = ["app/T.properties": "a=A\n", "app/T_de.properties": "a=Ä\n"]
        let found = try findings(library.merging(own) { $1 })
        #expect(found.count == 1 && found[0].hasPrefix("lib/M_de.properties: note: "), "\(found)")
        #expect(try findings(library).map { $0.contains(": error: ") } == [true])
    }

    @Test func testDataIsNotReadBesideTheProgramsOwnFiles() throws {
        let tested = [
            "src/test/resources/T.properties": "k=%d\n", "src/test/resources/T_de.properties": "k=%s\n",
        ]
        let own = ["src/main/resources/T.properties": "k=A\n", "src/main/resources/T_de.properties": "k=Ä\n"]
        #expect(try findings(own.merging(tested) { $1 }) == [])
        #expect(try findings(tested).count == 1)
        try withFiles(own.merging(tested) { $1 }) { (folder) throws in
            #expect(try lstrings("check src/test", in: folder).output.contains("[argument-type]"))
        }
    }

    // MARK: MessageFormat

    @Test func aSourceWithoutOtherIsAnErrorOfTheSourceAlone() throws {
        let found = try findings(
            bundles("{n, plural, one{1 file}}", "{n, plural, one{1 Datei} other{{n} Dateien}}"))
        #expect(found.count == 1 && found[0].hasPrefix("l10n/app_en.arb") && found[0].contains(": error: "))
    }

    /// The source has a text for exactly 1, the translation has forms that apply to more numbers.
    @Test func aFormWithoutItsNumberIsOneFinding() throws {
        let found = try findings(
            bundles(
                "{n, plural, =1{You and 1 other} other{You and {n} others}}",
                "{n, plural, one{Vi in 1 oseba} two{Vi in 2 osebi} few{Vi in {n} osebe} other{Vi in {n} drugih}}",
                "sl"))
        #expect(found.count == 2 && found.allSatisfy { $0.hasSuffix("[omitted-number]") }, "\(found)")
    }

    @Test func choicesOfWordsAreNotTranslated() throws {
        let source = "{g, select, male{his} female{her} other{their}}"
        let wrong = try findings(bundles(source, "{g, select, mann{sein} female{ihr} other{deren}}"))
        #expect(wrong.count == 1 && wrong[0].contains("mann") && wrong[0].hasSuffix("[invalid-format]"))
        #expect(try findings(bundles(source, "{g, select, female{ihr} other{sein}}")) == [])
    }

    /// Latvian has a form for zero, and a text for exactly 0 may be beside it.
    @Test func zeroAndItsFormMayBothBeThere() throws {
        let found = try findings(
            bundles(
                "{n, plural, =0{none} one{{n} file} other{{n} files}}",
                "{n, plural, =0{nav} zero{{n} failu} one{{n} fails} other{{n} faili}}", "lv"))
        #expect(found == [])
    }

    @Test func theTemplateOfFlutterHasTheSourceTexts() throws {
        let files = [
            "l10n.yaml": "arb-dir: lib/l10n\ntemplate-arb-file: app_de.arb # ours\n",
            "lib/l10n/app_de.arb": "{\"@@locale\": \"de\", \"a\": \"Apfel\", \"b\": \"Brot\"}",
            "lib/l10n/app_en.arb": "{\"@@locale\": \"en\", \"a\": \"Apple\"}",
        ]
        let found = try findings(files)
        #expect(found.count == 1 && found[0].hasSuffix("[missing-key]") && found[0].contains("app_en.arb"))
        // Without the settings English is the source.
        let others = try findings(files.filter { $0.key != "l10n.yaml" })
        #expect(others.count == 1 && others[0].hasSuffix("[obsolete-key]"))
    }

    // MARK: JSON, Android, XLIFF, PO

    @Test func aFileWithoutAPlaceIsToldWhereToGo() throws {
        try withFiles(["en.json": "{\"a\": \"A\"}", "locales/de.json": "{}", "notes.txt": "a"]) { folder in
            let run = try lstrings("check en.json", in: folder)
            #expect(run.status == 2 && run.errors.contains("in a folder such as locales or i18n"))
            #expect(try lstrings("check notes.txt", in: folder).errors.contains("is not a .strings file"))
            #expect(try lstrings("check locales/de.json", in: folder).status == 0)
        }
    }

    @Test func textsWithinTextsAreCompared() throws {
        func files(_ text: String) -> [String: String] {
            [
                "locales/en/a.json": "{\"a\": \"See $t(b) and {{x}}\", \"b\": \"B\"}",
                "locales/de/a.json": "{\"a\": \"\(text)\", \"b\": \"Be\"}",
            ]
        }
        #expect(try findings(files("Siehe $t(c) und {{x}}")).contains { $0.contains("$t(b)") })
        #expect(try findings(files("{{x}} und $t(b) ansehen")) == [])
    }

    @Test func variablesOfBrowsersExtensionsAreCompared() throws {
        func file(_ text: String) -> String {
            "{\"a\": {\"message\": \"\(text)\", \"placeholders\": {\"name\": {\"content\": \"$1\"}}}}"
        }
        func files(_ text: String) -> [String: String] {
            ["_locales/en/messages.json": file("Hi $NAME$"), "_locales/fr/messages.json": file(text)]
        }
        #expect(try findings(files("Salut $NOM$")).contains { $0.contains("$NOM$") })
        #expect(try findings(files("Salut $name$")) == [])
    }

    /// A browser refuses an extension whose messages do not define the names that they show.
    @Test func newMessagesOfBrowsersExtensionsHaveTheirDefinitions() throws {
        let files = [
            "_locales/en/messages.json": """
            {
              "open": { "message": "Open", "description": "Button" },
              "bye": { "message": "Bye, $USER$", "placeholders": { "user": { "content": "$1", "example": "Ann" } } }
            }

            """,
            "_locales/de/messages.json": """
            {
              "open": { "message": "Öffnen" }
            }

            """,
            "in/de.po": #"""
            msgid ""
            msgstr ""
            "Language: de\n"
            "Content-Type: text/plain; charset=UTF-8\n"

            msgctxt "bye"
            msgid "Bye, $USER$"
            msgstr "Tschüss, $USER$"

            """#,
        ]
        try withFiles(files) { folder throws in
            let run = try lstrings("import in/de.po --into _locales", in: folder)
            #expect(run.status == 0, "\(run.errors)")
            #expect(
                try contents(of: folder + "/_locales/de/messages.json") == """
                    {
                      "open": { "message": "Öffnen" },
                      "bye": {
                        "message": "Tschüss, $USER$",
                        "placeholders": {
                          "user": {
                            "content": "$1",
                            "example": "Ann"
                          }
                        }
                      }
                    }

                    """)
            #expect(try lstrings("check _locales", in: folder).output.contains("No problems"))
        }
    }

    private func resources(_ elements: String) -> [String: String] {
        let text = "<resources>\(elements)</resources>"
        return ["res/values/strings.xml": text, "res/values-nb/strings.xml": text]
    }

    @Test func textsForProductsAreNoRepetitions() throws {
        let products = """
            <string name="a" product="tablet">Your tablet 1</string>
            <string name="a" product="default">Your phone 1</string>
            """
        let files = resources(products)
        #expect(try !findings(files).contains { $0.hasSuffix("[duplicate-key]") })
        // A change of the message changes the text for all other devices.
        try withFiles(
            files.merging([
                "in/values-nb/strings.xml":
                    "<resources><string name=\"a\">Telefonen din 1</string></resources>"
            ]) { $1 }
        ) {
            (folder) throws in
            _ = try lstrings("import in/values-nb/strings.xml --into res -l nb", in: folder)
            let text = try ProjectFolder(path: folder).text("res/values-nb/strings.xml")
            #expect(text.contains(">Your tablet 1<") && text.contains(">Telefonen din 1<"))
        }
    }

    @Test(arguments: [("my key", true), ("1st", true), ("my_key.2", false), ("größe", false), ("a-b", false)])
    func namesThatAndroidRefusesAreErrors(name: String, isRefused: Bool) throws {
        let found = try findings(resources("<string name=\"\(name)\">12</string>"))
        #expect(found.contains { $0.contains(": error: ") && $0.contains("“\(name)”") } == isRefused)
    }

    @Test func theNameOfAnXLIFFFileMayTellItsLanguage() throws {
        let text = """
            <xliff version="1.2"><file source-language="en" original="m"><body><trans-unit id="a">
            <source>Number %d</source><target>Nombre %s</target></trans-unit></body></file></xliff>
            """
        #expect(try findings(["m.fr.xlf": text]).contains { $0.hasSuffix("[argument-type]") })
    }

    @Test func theRuleOfATemplateIsNoneForTranslations() throws {
        let text = """
            msgid ""
            msgstr "Language: pl\\nContent-Type: text/plain; charset=UTF-8\\n"
            "Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\\n"

            msgid "%d file"
            msgid_plural "%d files"
            msgstr[0] "\("%d plik")"
            msgstr[1] "%d pliki"

            """
        #expect(try findings(["pl.po": text]).contains { $0.contains(": error: ") })
        let open = text.replacing("%d plik\"", with: "\"").replacing("%d pliki", with: "")
        #expect(try !findings(["pl.po": open]).contains { $0.contains(": error: ") })
    }

    /// As for msgfmt, a form that applies to only one of the program's numbers need not show it.
    @Test(arguments: [(", range: 0..1", 0), ("", 1), (", range: 0..9", 1)])
    func aFormForOneNumberOfARangeNeedNotShowIt(range: String, count: Int) throws {
        let text = """
            msgid ""
            msgstr "Language: de\\nContent-Type: text/plain; charset=UTF-8\\n"
            "Plural-Forms: nplurals=2; plural=(n != 1);\\n"

            #, c-format\(range)
            msgid "%d file"
            msgid_plural "%d files"
            msgstr[0] "eine Datei"
            msgstr[1] "keine Datei"

            """
        let found = try findings(["de.po": text])
        #expect(found.filter { $0.hasSuffix("[missing-argument]") }.count == count)
    }

    @Test func questionsOfJapaneseMayEndInAFullStop() throws {
        func files(_ text: String) -> [String: String] {
            ["en.lproj/L.strings": "\"a\" = \"Delete it?\";", "ja.lproj/L.strings": "\"a\" = \"\(text)\";"]
        }
        #expect(try findings(files("削除しますか。")) == [])
        #expect(try findings(files("削除します。")).contains { $0.hasSuffix("[end-punctuation]") })
    }

    // MARK: Pseudo-localization

    private func pseudo(_ files: [String: String], _ path: String) throws -> String {
        try withFiles(files) { (folder) throws in
            _ = try lstrings("pseudo . -l en_XA", in: folder)
            return try ProjectFolder(path: folder).text(path)
        }
    }

    @Test func branchesAreTexts() throws {
        let text = try pseudo(
            ["l10n/app_en.arb": "{\"k\": \"{n, plural, one{{n} file} other{{n} files}} of {name}\"}"],
            "l10n/app_en_XA.arb")
        #expect(text.contains("{n, plural, one{{n} ƒîļé} other{{n} ƒîļéš}}") && text.contains("{name}"))
    }

    @Test func tagsThatAreWrittenWithReferencesStay() throws {
        let text = try pseudo(
            [
                "res/values/strings.xml":
                    "<resources><string name=\"a\">A &lt;b>big&lt;/b> dog &lt; cat</string></resources>"
            ],
            "res/values-en-rXA/strings.xml")
        #expect(
            text.contains("&lt;b&gt;") && text.contains("&lt;/b&gt;") && !text.contains("big")
                && !text.contains("cat"))
    }

    /// A new file of Qt has the contexts of the others, or the program finds nothing.
    @Test func newFilesOfQtHaveContexts() throws {
        let german = """
            <?xml version="1.0" encoding="utf-8"?>
            <!DOCTYPE TS>
            <TS version="2.1" language="de"><context><name>Main</name><message><source>Open</source>
            <translation>Öffnen</translation></message><message><source>Open</source><comment>door</comment>
            <translation>Aufmachen</translation></message></context><context><name>Side</name><message>
            <source>Close</source><translation>Zu</translation></message></context></TS>
            """
        let text = try pseudo(["app_de.ts": german], "app_en_XA.ts")
        #expect(!text.contains(" id=") && text.contains("<comment>door</comment>"))
        #expect(
            text.components(of: "<name>") == ["Main", "Side"]
                && text.components(of: "<source>") == ["Open", "Open", "Close"])
    }
}

extension String {
    /// The texts after each occurrence of a tag, up to the next one.
    fileprivate func components(of tag: String) -> [String] {
        split(separator: tag, omittingEmptySubsequences: false).dropFirst().map {
            String($0.prefix { $0 != "<" })
        }
    }
}
