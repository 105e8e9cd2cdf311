// Faults that `lstrings check` reports once for a file of source texts, and the same fault in several
// formats.

import TestSupport
import Testing

@Suite struct LstringsSourceFaultsTests {
    /// The findings of a check, one per line.
    private func findings(_ words: String, _ files: [String: String]) throws -> [String] {
        try withFiles(files) { (folder) throws in
            try lstrings("check " + words, in: folder).lines.filter { $0.hasSuffix("]") }
        }
    }

    private func strings(_ keys: String...) -> String {
        keys.map { "\"\($0)\" = \"Text \($0)\";\n" }.joined()
    }

    /// If an old source lacks a message, removing it from each translation would do harm.
    @Test func anIncompleteSourceIsReportedOnce() throws {
        let files = [
            "en.lproj/A.strings": strings("a"), "de.lproj/A.strings": strings("a", "b", "c"),
            "fr.lproj/A.strings": strings("a", "b", "c"), "pl.lproj/A.strings": strings("a", "b", "d"),
        ]
        let found = try findings("--select obsolete-key .", files).filter { $0.hasSuffix("[obsolete-key]") }
        #expect(found.count == 2)
        #expect(
            found.contains { $0.hasPrefix("en.lproj/A.strings: ") && $0.contains("number: 2; “b” is in 3") })
        #expect(found.contains { $0.hasPrefix("pl.lproj/A.strings:3") && $0.contains("“d”") })
        let silenced = files.merging([
            "en.lproj/A.strings": "/* lint:ignore-file obsolete-key */\n" + strings("a")
        ]) {
            $1
        }
        #expect(try findings(".", silenced).count { $0.hasSuffix("[obsolete-key]") } == 1)
    }

    private func resources(_ names: String...) -> String {
        "<resources>" + names.map { "<string name=\"\($0)\">Text \($0)</string>" }.joined() + "</resources>"
    }

    /// Such a file is new, or its texts are for only one language.
    @Test func aFileThatNobodyTranslatesIsReportedOnce() throws {
        let files = [
            "res/values/strings.xml": resources("a", "b"), "res/values/case.xml": resources("x", "y"),
            "res/values-de/strings.xml": resources("a"), "res/values-fr/strings.xml": resources("a", "b"),
        ]
        let found = try findings("res", files).filter { $0.hasSuffix("[missing-key]") }
        #expect(found.count == 2)
        #expect(
            found.contains {
                $0.hasPrefix("res/values/case.xml: note: ") && $0.contains("messages: 2, locales: 2")
            }
        )
        #expect(found.contains { $0.hasPrefix("res/values-de/strings.xml") && $0.contains("“b”") })
        let begun = files.merging(["res/values-de/case.xml": resources("x")]) { $1 }
        // `y` is in none, `x` and `b` are in one of two.
        let others = try findings("res", begun).filter { $0.hasSuffix("[missing-key]") }
        #expect(others.count == 3, "\(others)")
        #expect(others.contains { $0.hasPrefix("res/values/case.xml:1:") && $0.contains("locales: 2") })
        // Who checks one language is told of all that it lacks.
        let german = try findings("res/values-de", begun).filter { $0.hasSuffix("[missing-key]") }
        #expect(german.count == 2 && german.allSatisfy { $0.hasPrefix("res/values-de/") }, "\(german)")
    }

    /// Names of settings are the same in every language, unless a translation has another text.
    @Test(arguments: [
        ("delete_media", "delete_all", 0), ("noSorting", "delete_all", 0), ("delete_media", "Delete", 1),
        ("delete media", "iPhone", 1), ("Delete_media", "delete_", 1),
    ])
    func aFileOfNamesNeedsNoTranslation(first: String, second: String, count: Int) throws {
        func settings(_ text: String) -> String {
            "<string name=\"k1\">\(first)</string><string name=\"k2\">\(text)</string>"
        }
        let files = [
            "res/values/strings.xml": resources("a"), "res/values-de/strings.xml": resources("a"),
            "res/values-fr/strings.xml": resources("a"),
            "res/values/keys.xml": "<resources>\(settings(second))</resources>",
        ]
        let found = try findings("res", files).filter { $0.hasSuffix("[missing-key]") }
        #expect(found.count == count, "\(found)")
        let translated = files.merging([
            "res/values-de/keys.xml": "<resources>\(settings("etwas"))</resources>"
        ]) { $1 }
        let others = try findings("res", translated).filter { $0.hasSuffix("[missing-key]") }
        #expect(others.contains { $0.hasPrefix("res/values-fr") && $0.contains("“k2”") }, "\(others)")
    }

    private func catalog(_ key: String, _ localizations: String) -> String {
        """
        {"sourceLanguage":"en","strings":{"\(key)":{"localizations":{\(localizations)}}},"version":"1.0"}
        """
    }

    @Test func aKeyOfACatalogThatNoLanguageHasIsReportedOnce() throws {
        let german = "\"de\":{\"stringUnit\":{\"state\":\"translated\",\"value\":\"A\"}}"
        let french = german.replacing("de", with: "fr")
        let files = [
            "A.xcstrings": """
            {
              "sourceLanguage" : "en",
              "strings" : {
                "Open" : { "localizations" : { \(german), \(french) } },
                "Close" : { },
                "Save" : { "localizations" : { \(french) } }
              },
              "version" : "1.0"
            }
            """
        ]
        let found = try findings("A.xcstrings", files).filter { $0.hasSuffix("[missing-key]") }
        #expect(found.count == 2, "\(found)")
        #expect(found.contains { $0.hasPrefix("A.xcstrings:5:") && $0.contains("(locales: 2)") })
        #expect(found.contains { $0.contains("de: there is no translation of “Save”") })
    }

    /// The name of an app is usually the same in all languages, and a catalog is one file for all of them.
    @Test(arguments: [("CFBundleName", 0), ("NSCameraUsageDescription", 1)])
    func aCatalogThatLacksALanguageIsNoMissingFile(key: String, count: Int) throws {
        let files = [
            "App/InfoPlist.xcstrings": catalog(
                key, "\"en\":{\"stringUnit\":{\"state\":\"translated\",\"value\":\"Shop\"}}"),
            "App/Localizable.xcstrings": catalog(
                "a", "\"de\":{\"stringUnit\":{\"state\":\"translated\",\"value\":\"A\"}}"),
        ]
        let found = try findings("App", files).filter { $0.hasSuffix("[missing-table]") }
        #expect(found.count == count)
        #expect(found.allSatisfy { $0.contains("has no translations for the locale de") })
    }

    @Test(arguments: [
        (["iphone", "ipad", "mac"], "mac", 0), (["iphone", "ipad", "mac"], "applewatch", 1),
        (["iphone", "mac"], "mac", 1),
    ])
    func textsForAllDevicesOfTheAppAreComplete(devices: [String], elsewhere: String, count: Int) throws {
        func variations(_ devices: [String]) -> String {
            let texts = devices.map {
                "\"\($0)\":{\"stringUnit\":{\"state\":\"translated\",\"value\":\"For \($0)\"}}"
            }
            return "\"en\":{\"variations\":{\"device\":{\(texts.joined(separator: ","))}}}"
        }
        let other = "\"b\":{\"localizations\":{\(variations([elsewhere, "other"]))}}"
        let files = [
            "A.xcstrings": """
            {"sourceLanguage":"en","strings":{"a":{"localizations":{\(variations(devices))}},\(other)},"version":"1.0"}
            """
        ]
        let found = try findings("A.xcstrings", files).filter { $0.hasSuffix("[missing-other]") }
        #expect(found.count == count)
    }

    /// GNU msgfmt rejects such a translation only in its own files.
    @Test func aLostArgumentMattersTheSameInAppleFormats() throws {
        let files = [
            "A.xcstrings": catalog(
                "Made by %@", "\"de\":{\"stringUnit\":{\"state\":\"translated\",\"value\":\"Danke\"}}"),
            "de.xliff": """
            <xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="A.xcstrings"
            source-language="en" target-language="de" datatype="plaintext"><body><trans-unit id="a">
            <source>Made by %@</source><target>Danke</target></trans-unit></body></file></xliff>
            """,
        ]
        for path in files.keys {
            let found = try findings(path, files).filter { $0.hasSuffix("[missing-argument]") }
            #expect(found.count == 1 && found.allSatisfy { $0.contains("warning") }, "\(path) \(found)")
        }
    }

    /// Java's `%s` also shows a number, but `%d` shows no text.
    @Test(arguments: [("%1$d", "%1$s", "warning"), ("%1$s", "%1$d", "error")])
    func aTextSpecifierOfJavaTakesAnything(source: String, text: String, severity: String) throws {
        func file(_ text: String) -> String { "<resources><string name=\"a\">\(text)</string></resources>" }
        let files = [
            "res/values/strings.xml": file(source + " left"),
            "res/values-de/strings.xml": file("noch " + text),
        ]
        let found = try findings("res", files).filter { $0.hasSuffix("[argument-type]") }
        #expect(found.count == 1 && found.allSatisfy { $0.contains(severity) })
    }
}
