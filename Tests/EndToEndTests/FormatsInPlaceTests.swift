// `lstrings check`, `stats` and `get` on files of every format, without conversion.

import TestSupport
import Testing

/// The same texts in each format: a plural, a text with an argument that the German translation lacks,
/// and a text without a translation.
@Suite struct FormatsInPlaceTests {
    struct Project: Sendable, CustomTestStringConvertible {
        let name: String
        let files: [String: String]
        /// The file and the line of the translation that lacks its argument.
        let mistake: String
        /// The location of the text without a translation.
        let missing: String
        var testDescription: String { name }
    }

    static let projects = [
        strings, xcstrings, po, xliff, xliff2, stringsdict, android, json, properties, resx, qt, fluent,
    ]

    private static let strings = Project(
        name: "strings",
        files: [
            "en.lproj/App.strings": """
            "hello" = "Hello, %1$s, from %2$s";
            "n|==|plural.one" = "%d file";
            "n|==|plural.other" = "%d files";
            "bye" = "Goodbye";

            """,
            "de.lproj/App.strings": """
            "hello" = "Hallo, %1$s";
            "n|==|plural.one" = "%d Datei";
            "n|==|plural.other" = "%d Dateien";

            """,
        ], mistake: "de.lproj/App.strings:1:", missing: "de.lproj/App.strings:")

    private static let xcstrings = Project(
        name: "xcstrings",
        files: [
            "App.xcstrings": """
            {
              "sourceLanguage" : "en",
              "strings" : {
                "hello" : { "localizations" : {
                  "en" : { "stringUnit" : { "state" : "translated", "value" : "Hello, %1$s, from %2$s" } },
                  "de" : { "stringUnit" : { "state" : "translated", "value" : "Hallo, %1$s" } }
                } },
                "n" : { "localizations" : {
                  "en" : { "variations" : { "plural" : {
                    "one" : { "stringUnit" : { "state" : "translated", "value" : "%d file" } },
                    "other" : { "stringUnit" : { "state" : "translated", "value" : "%d files" } } } } },
                  "de" : { "variations" : { "plural" : {
                    "one" : { "stringUnit" : { "state" : "translated", "value" : "%d Datei" } },
                    "other" : { "stringUnit" : { "state" : "translated", "value" : "%d Dateien" } } } } }
                } },
                "bye" : { "localizations" : {
                  "en" : { "stringUnit" : { "state" : "translated", "value" : "Goodbye" } } } }
              },
              "version" : "1.0"
            }

            """
        ], mistake: "App.xcstrings:6:", missing: "App.xcstrings:16:")

    private static let po = Project(
        name: "po",
        files: [
            "po/de.po": #"""
            msgid ""
            msgstr ""
            "Language: de\n"
            "MIME-Version: 1.0\n"
            "Content-Type: text/plain; charset=UTF-8\n"
            "Plural-Forms: nplurals=2; plural=n != 1;\n"

            msgid "Hello, %1$s, from %2$s"
            msgstr "Hallo, %1$s"

            msgid "%d file"
            msgid_plural "%d files"
            msgstr[0] "%d Datei"
            msgstr[1] "%d Dateien"

            msgid "Goodbye"
            msgstr ""

            """#
        ], mistake: "po/de.po:9:", missing: "po/de.po:16:")

    private static let xliff = Project(
        name: "xliff",
        files: [
            "de.xliff": """
            <?xml version="1.0" encoding="UTF-8"?>
            <xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
              <file original="en.lproj/App.strings" source-language="en" target-language="de" datatype="plaintext">
                <body>
                  <trans-unit id="hello">
                    <source>Hello, %1$s, from %2$s</source>
                    <target>Hallo, %1$s</target>
                  </trans-unit>
                  <trans-unit id="n|==|plural.one"><source>%d file</source><target>%d Datei</target></trans-unit>
                  <trans-unit id="n|==|plural.other"><source>%d files</source><target>%d Dateien</target></trans-unit>
                  <trans-unit id="bye">
                    <source>Goodbye</source>
                  </trans-unit>
                </body>
              </file>
            </xliff>

            """
        ], mistake: "de.xliff:7:", missing: "de.xliff:11:")

    private static let xliff2 = Project(
        name: "xliff2",
        files: [
            "de.xlf": """
            <xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de">
              <file id="f1" original="en.lproj/App.strings">
                <unit id="u1" name="hello">
                  <originalData><data id="d1">%1$s</data><data id="d2">%2$s</data></originalData>
                  <segment state="translated">
                    <source>Hello, <ph id="1" dataRef="d1"/>, from <ph id="2" dataRef="d2"/></source>
                    <target>Hallo, <ph id="1" dataRef="d1"/></target>
                  </segment>
                </unit>
                <unit id="u2" name="n|==|plural.one">
                  <segment><source>%d file</source><target>%d Datei</target></segment>
                </unit>
                <unit id="u3" name="n|==|plural.other">
                  <segment><source>%d files</source><target>%d Dateien</target></segment>
                </unit>
                <unit id="u4" name="bye">
                  <segment><source>Goodbye</source></segment>
                </unit>
              </file>
            </xliff>

            """
        ], mistake: "de.xlf:7:", missing: "de.xlf:16:")

    private static func plurals(_ hello: String, _ one: String, _ other: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0">
        <dict>
          <key>hello</key>
          <string>\(hello)</string>
          <key>n</key>
          <dict>
            <key>NSStringLocalizedFormatKey</key>
            <string>%#@value@</string>
            <key>value</key>
            <dict>
              <key>NSStringFormatSpecTypeKey</key>
              <string>NSStringPluralRuleType</string>
              <key>NSStringFormatValueTypeKey</key>
              <string>d</string>
              <key>one</key>
              <string>\(one)</string>
              <key>other</key>
              <string>\(other)</string>
            </dict>
          </dict>
        </dict>
        </plist>

        """
    }

    private static let stringsdict = Project(
        name: "stringsdict",
        files: [
            "en.lproj/App.stringsdict": plurals("Hello, %1$s, from %2$s", "%d file", "%d files"),
            "de.lproj/App.stringsdict": plurals("Hallo, %1$s", "%d Datei", "%d Dateien"),
            "en.lproj/App.strings": "\"bye\" = \"Goodbye\";\n",
            "de.lproj/App.strings": "\n",
        ], mistake: "de.lproj/App.stringsdict:5:", missing: "de.lproj/App.strings:")

    private static let android = Project(
        name: "android",
        files: [
            "res/values/strings.xml": """
            <resources>
                <string name="hello">Hello, %1$s, from %2$s</string>
                <plurals name="n">
                    <item quantity="one">%d file</item>
                    <item quantity="other">%d files</item>
                </plurals>
                <string name="bye">Goodbye</string>
                <string name="same" translatable="false">X</string>
            </resources>

            """,
            "res/values-de/strings.xml": """
            <resources>
                <string name="hello">Hallo, %1$s</string>
                <plurals name="n">
                    <item quantity="one">%d Datei</item>
                    <item quantity="other">%d Dateien</item>
                </plurals>
            </resources>

            """,
        ], mistake: "res/values-de/strings.xml:2:", missing: "res/values-de/strings.xml:")

    private static let json = Project(
        name: "json",
        files: [
            "locales/en.json": """
            {
              "hello": "Hello, %1$s, from %2$s",
              "n_one": "%d file",
              "n_other": "%d files",
              "bye": "Goodbye"
            }

            """,
            "locales/de.json": """
            {
              "hello": "Hallo, %1$s",
              "n_one": "%d Datei",
              "n_other": "%d Dateien"
            }

            """,
            // Neither is a file of translations.
            "package.json": "{\"name\": \"shop\"}", "data/de.json": "{\"name\": \"Deutschland\"}",
        ], mistake: "locales/de.json:2:", missing: "locales/de.json:")

    @Test(arguments: projects) func oneMistakeIsOneFindingInEveryFormat(project: Project) throws {
        try withFiles(project.files) { (folder) throws in
            let run = try lstrings("check .", in: folder)
            let lines = run.lines.map { String($0) }
            #expect(run.status == 1)
            #expect(lines.count == 3, "\(lines)")
            // The path of a file of all languages does not name the language.
            let language = project.mistake.contains(".xcstrings") ? "de: " : ""
            // To Qt, only the number is a placeholder.
            let argument = project.name == "qt" ? "%2" : "%2$s"
            let text =
                "warning: \(language)the source text has \(argument), the translation does not; add it [missing-argument]"
            #expect(lines.contains { $0.hasPrefix(project.mistake) && $0.hasSuffix(text) }, "\(lines)")
            #expect(
                lines.contains { $0.hasPrefix(project.missing) && $0.hasSuffix("add one [missing-key]") },
                "\(lines)")
        }
    }

    /// The folder's own name determines the format of its files, even if no given path contains the name.
    @Test(arguments: ["check", "check ."]) func aFolderOfTextsIsReadFromInside(words: String) throws {
        try withFiles(Self.json.files) { (folder) throws in
            let run = try lstrings(words, in: folder + "/locales")
            let outside = try lstrings("check locales", in: folder)
            #expect(run.status == 1)
            #expect(run.lines.map { $0.replacing("../", with: "") } == outside.lines.map { String($0) })
        }
    }

    @Test func aFileOfTextsIsReadFromInsideItsFolder() throws {
        try withFiles(Self.json.files) { (folder) throws in
            let run = try lstrings("check de.json", in: folder + "/locales")
            let outside = try lstrings("check locales/de.json", in: folder)
            #expect(run.status == 1)
            #expect(run.lines.map { $0.replacing("../", with: "") } == outside.lines.map { String($0) })
        }
    }

    @Test(arguments: projects) func progressIsCountedInEveryFormat(project: Project) throws {
        try withFiles(project.files) { (folder) throws in
            let rows = try lstrings("stats . --format json", in: folder).json.elements
            let german = try #require(rows.first { $0["locale"]?.text == "de" })
            #expect(german["total"]?.integer == 3)
            #expect(german["translated"]?.integer == 2)
            #expect(german["untranslated"]?.integer == 1)
        }
    }

    @Test(arguments: projects) func textsAreLookedUpInEveryFormat(project: Project) throws {
        let key = project.name == "po" ? "%d file" : "n"
        try withFiles(project.files) { (folder) throws in
            let run = try lstrings(["get", "-p", ".", "-l", "de", key, "3"], in: folder)
            #expect(run.output == "3 Dateien\n")
            #expect(run.status == 0)
        }
    }

    @Test func aNamedFileIsCheckedAlone() throws {
        try withFiles(Self.android.files) { (folder) throws in
            let run = try lstrings("check res/values-de/strings.xml", in: folder)
            #expect(run.status == 1)
            let clean = try lstrings("check res/values/strings.xml", in: folder)
            #expect(clean.output == "No problems found in 1 file.\n")
        }
    }

    @Test(arguments: [
        ("de.po", "msgid \"a\nmsgstr \"b\"\n"), ("App.xcstrings", "{\"strings\" : "),
        ("de.xliff", "<xliff><file>"), ("res/values/strings.xml", "<resources><string name=\"a\">x"),
        ("en.lproj/App.stringsdict", "<plist><dict><key>"),
    ])
    func aBrokenFileIsAFinding(path: String, text: String) throws {
        try withFiles([path: text]) { (folder) throws in
            let run = try lstrings("check .", in: folder)
            #expect(run.status == 1)
            #expect(run.output.contains("\(path):"))
            #expect(run.output.contains("[syntax]"))
        }
    }
}
