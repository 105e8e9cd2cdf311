// `lstrings check` finds in each format the mistakes that the format's own tools reject, and finds the
// projects by itself.

import TestSupport
import Testing

@Suite struct LstringsCheckGapsTests {
    @Test func catalogsInFoldersOfALanguageAreChecked() throws {
        let catalog = """
            {"sourceLanguage":"en","strings":{"a.text":{"localizations":{
            "de":{"stringUnit":{"state":"translated","value":"%d"}},
            "en":{"stringUnit":{"state":"translated","value":"A"}}}}},"version":"1.0"}
            """
        try withFiles(["App/mul.lproj/Main.xcstrings": catalog, "App/de.lproj/A.strings": ""]) {
            folder throws in
            let run = try lstrings(["check", "App", "--format", "json"], in: folder)
            let files = try JSON(run.output).elements.compactMap { $0["file"]?.text }
            #expect(files.contains("App/mul.lproj/Main.xcstrings"), "\(run.errors)")
        }
    }

    private static let header = """
        msgid ""
        msgstr "Language: de\\nContent-Type: text/plain; charset=UTF-8\\n"


        """

    /// The findings of a check, one per line.
    private func findings(_ words: String, _ files: [String: String]) throws -> [String] {
        try withFiles(files) { (folder) throws in
            try lstrings("check " + words, in: folder).lines.filter { $0.hasSuffix("]") }
        }
    }

    private func xliff(_ source: String, _ target: String) -> String {
        """
        <xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="a" source-language="en"
        target-language="de" datatype="plaintext"><body><trans-unit id="a"><source>\(source)</source>
        <target>\(target)</target></trans-unit></body></file></xliff>
        """
    }

    private func resources(_ text: String) -> String {
        "<resources><string name=\"a\">\(text)</string></resources>"
    }

    @Test func aTranslationThatTheTemplateLacksIsComparedWithItsOwnText() throws {
        let files = [
            "po/app.pot":
                "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n\nmsgid \"Hi\"\nmsgstr \"\"\n",
            "po/de.po": Self.header
                + "msgid \"Hi\"\nmsgstr \"Ho\"\n\n#, c-format\nmsgid \"Of %s\"\nmsgstr \"Von %d\"\n",
        ]
        #expect(try findings("po", files).contains { $0.hasSuffix("[argument-type]") })
    }

    @Test(arguments: ["Hallo %s", "Hallo %1$s!"])
    func aPlaceholderThatTheSourceLacksIsAnError(text: String) throws {
        let android = [
            "res/values/strings.xml": resources("Hi"), "res/values-de/strings.xml": resources(text),
        ]
        #expect(try findings("res", android).contains { $0.hasSuffix("[extra-argument]") })
        let found = try findings("de.xliff", ["de.xliff": xliff("Hi", text)])
        #expect(found.contains { $0.contains("error") && $0.hasSuffix("[extra-argument]") })
    }

    /// Percent signs of addresses and of prose are not specifiers.
    @Test(arguments: ["50 % sicher", "100%ig", "a%C3%A9b", "%20d", "100%d", "%%s"])
    func textBesideAPercentSignIsNoPlaceholder(text: String) throws {
        let android = [
            "res/values/strings.xml": resources("Hi"), "res/values-de/strings.xml": resources(text),
        ]
        #expect(try !findings("res", android).contains { $0.contains("-argument]") })
        #expect(
            try !findings("de.xliff", ["de.xliff": xliff("Hi", text)]).contains { $0.contains("-argument]") })
    }

    @Test(arguments: [("\\u12", true), ("\\u00e9", false), ("\\u+123", true)])
    func anEscapeOfAndroidHasFourDigits(text: String, isWrong: Bool) throws {
        let files = ["res/values/strings.xml": resources("Hi"), "res/values-de/strings.xml": resources(text)]
        #expect(try findings("res", files).contains { $0.hasSuffix("[invalid-escape]") } == isWrong)
    }

    @Test func aTemplateNeedsNoHeader() throws {
        #expect(try findings("a.pot", ["a.pot": "msgid \"Hi\"\nmsgstr \"\"\n"]) == [])
    }

    @Test func anEntryThatIsThereTwiceIsReportedOnce() throws {
        let entry = "msgid \"Bye\"\nmsgstr \"Ade\"\n\n"
        let found = try findings("de.po", ["de.po": Self.header + entry + entry])
        #expect(found.count { $0.hasSuffix("[duplicate-key]") } == 1)
    }

    @Test func findingsOfAStringCatalogNameTheirLanguage() throws {
        let catalog = """
            { "sourceLanguage" : "en", "version" : "1.0", "strings" : {
              "Old" : { "extractionState" : "stale", "localizations" : {
                "en" : { "stringUnit" : { "state" : "translated", "value" : "Old" } } } },
              "Hi %@" : { "localizations" : { "de" : { "stringUnit" : { "state" : "translated", "value" : "Ho" } } } }
            } }
            """
        let files = ["a.xcstrings": catalog]
        let found = try findings("a.xcstrings", files)
        #expect(found.contains { $0.contains(": de: ") && $0.hasSuffix("[missing-argument]") })
        #expect(found.contains { $0.contains("remove the message") && $0.hasSuffix("[obsolete-key]") })
        try withFiles(files) { (folder) throws in
            let annotations = try lstrings("check --format github a.xcstrings", in: folder).output
            #expect(annotations.contains("title=missing-argument::de: "))
        }
    }

    @Test func projectsBelowTheFolderAreFound() throws {
        let files = [
            "App/en.lproj/A.strings": "\"a\" = \"%@\";\n", "App/de.lproj/A.strings": "\"a\" = \"b\";\n",
            "po/de.po": Self.header + "#, c-format\nmsgid \"Of %s\"\nmsgstr \"Von %d\"\n",
        ]
        let found = try findings("", files)
        #expect(found.contains { $0.contains("App/de.lproj/A.strings") })
        #expect(found.contains { $0.contains("po/de.po") })
    }

    /// A message is reported in the file that has it. It is not reported if its text or its file stays
    /// unchanged.
    @Test func aMissingMessageOfAndroidIsThatOfItsOwnFile() throws {
        func resources(_ names: [String: String]) -> String {
            "<resources>\n"
                + names.sorted { $0.key < $1.key }.map { "<string name=\"\($0.key)\">\($0.value)</string>\n" }
                .joined()
                + "</resources>\n"
        }
        let files = [
            "res/values/01-core.xml": resources(["a": "One", "b": "Two"]),
            "res/values/02-more.xml": resources(["c": "Three", "version": "1.0"]),
            "res/values/12-dont-translate.xml": resources(["d": "Four"]),
            "res/values-de/01-core.xml": resources(["a": "Eins", "b": "Zwei"]),
        ]
        try withFiles(files) { (folder) throws in
            let run = try lstrings("check --format json res", in: folder)
            #expect(run.output.contains("\"related\":{\"file\":\"res/values/02-more.xml\",\"line\":2"))
            #expect(run.output.ranges(of: "missing-key").count == 1)
        }
    }

    @Test func eachOptionForSourcesTakesOnePath() throws {
        let files = [
            "en.lproj/Localizable.strings": "\"a\" = \"A\";\n",
            "App.swift": "NSLocalizedString(\"a\", comment: \"\"); NSLocalizedString(\"b\", comment: \"\")",
        ]
        let found = try findings("--select undeclared-key --sources App.swift .", files)
        #expect(found.count == 1)
    }
}
