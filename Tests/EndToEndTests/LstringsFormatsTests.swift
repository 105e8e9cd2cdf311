// `lstrings` with files of other formats, without conversion: PO, XLIFF, string catalogs, Android's
// resources.

import TestSupport
import Testing

@Suite struct LstringsFormatsTests {
    private static let template = """
        msgid ""
        msgstr "Content-Type: text/plain; charset=UTF-8\\n"

        msgctxt "menu"
        msgid "Open"
        msgstr ""

        msgctxt "menu"
        msgid "Close"
        msgstr ""
        """
    private static let german = """
        msgid ""
        msgstr "Language: de\\nContent-Type: text/plain; charset=UTF-8\\n"

        msgctxt "menu"
        msgid "Open"
        msgstr "Öffnen"

        """
    private static let memory = """
        msgid ""
        msgstr "Language: de\\nContent-Type: text/plain; charset=UTF-8\\n"

        msgid "Close"
        msgstr "Schließen"
        """
    private static let catalog = """
        {
          "sourceLanguage" : "en",
          "strings" : {
            "Close" : {

            },
            "Files: %lld" : {
              "localizations" : {
                "de" : {
                  "variations" : {
                    "plural" : {
                      "other" : {
                        "stringUnit" : {
                          "state" : "translated",
                          "value" : "%lld Dateien"
                        }
                      }
                    }
                  }
                },
                "en" : {
                  "variations" : {
                    "plural" : {
                      "one" : {
                        "stringUnit" : {
                          "state" : "translated",
                          "value" : "%lld file"
                        }
                      },
                      "other" : {
                        "stringUnit" : {
                          "state" : "translated",
                          "value" : "%lld files"
                        }
                      }
                    }
                  }
                }
              }
            }
          },
          "version" : "1.0"
        }
        """
    private static let xliff = """
        <?xml version="1.0" encoding="UTF-8"?>
        <xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
          <file original="src/app.js" source-language="en" target-language="de" datatype="plaintext">
            <body>
              <trans-unit id="close">
                <source>Close</source>
              </trans-unit>
            </body>
          </file>
        </xliff>
        """
    private static let android = "<resources>\n    <string name=\"title\">Shop %s</string>\n</resources>\n"

    @Test func filesOfGettextFollowTheirTemplate() throws {
        let files = ["po/app.pot": Self.template, "po/de.po": Self.german, "memory.po": Self.memory]
        try withFiles(files) { (folder) throws in
            #expect(try lstrings("check --select duplicate-key po", in: folder).status == 0)
            let run = try lstrings("sync po -l de -l pl --memory memory.po", in: folder)
            #expect(run.status == 0)
            #expect(run.errorLines.contains("3 messages changed in 2 files."))
            let german = try contents(of: folder + "/po/de.po")
            #expect(german.hasPrefix(Self.german))
            #expect(german.contains("#, fuzzy\nmsgctxt \"menu\"\nmsgid \"Close\"\nmsgstr \"Schließen\"\n"))
            let polish = try contents(of: folder + "/po/pl.po")
            #expect(polish.contains("nplurals=3"))
            #expect(try lstrings("sync po", in: folder).errors == "Nothing to change.\n")
            #expect(try lstrings("pseudo po", in: folder).status == 0)
            #expect(try contents(of: folder + "/po/en_XA.po").contains("msgstr \"[Ö"))
        }
        try withFiles(["po/de.po": Self.german]) { (folder) throws in
            let run = try lstrings("sync po", in: folder)
            #expect(run.status == 2)
            #expect(run.errorLines.first?.hasPrefix("lstrings: po/de.po: there is no template") == true)
        }
    }

    @Test func catalogsAndXLIFFGetFormsAndSuggestions() throws {
        let files = ["a/Shop.xcstrings": Self.catalog, "b/de.xliff": Self.xliff, "memory.po": Self.memory]
        try withFiles(files) { (folder) throws in
            let run = try lstrings("sync a b -l de --memory memory.po", in: folder)
            #expect(run.status == 0, "\(run.errors)")
            let catalog = try contents(of: folder + "/a/Shop.xcstrings")
            // A form that the language needs gets the text of another one, and existing text stays.
            let form = "\"value\" : \"%lld Dateien\""
            #expect(catalog.components(of: form) == 3)
            #expect(catalog.components(of: "\"state\" : \"needs_review\"") == 3)
            #expect(catalog.contains("\"value\" : \"Schließen\""))
            let xliff = try contents(of: folder + "/b/de.xliff")
            #expect(
                xliff.contains(
                    "<source>Close</source>\n        <target state=\"needs-review-l10n\">Schließen</target>"
                ))
            #expect(
                try lstrings("sync a b -l de --memory memory.po", in: folder).errors.contains(
                    "Nothing to change."))
        }
    }

    @Test func pseudoLocalesAreWrittenWhereEachFormatHasThem() throws {
        let files = [
            "a/Shop.xcstrings": Self.catalog, "b/de.xliff": Self.xliff,
            "c/values/strings.xml": Self.android,
        ]
        try withFiles(files) { (folder) throws in
            let run = try lstrings("pseudo -l en_XA a b c", in: folder)
            #expect(run.status == 0, "\(run.errors)")
            #expect(try contents(of: folder + "/a/Shop.xcstrings").contains("\"en-XA\" : {"))
            #expect(try contents(of: folder + "/b/en-XA.xliff").contains("target-language=\"en-XA\""))
            let android = try contents(of: folder + "/c/values-en-rXA/strings.xml")
            #expect(android.contains("<string name=\"title\">[Š") && android.contains("%s"))
            #expect(try lstrings("check --select missing-argument a b c", in: folder).status == 0)
            #expect(try lstrings("pseudo -l en_XA a b c", in: folder).errors == "Nothing to change.\n")
        }
    }

    @Test func entriesOfEachFormatAreDumpedAndExported() throws {
        let files = [
            "po/de.po": Self.german, "Shop.xcstrings": Self.catalog, "de.xliff": Self.xliff,
            "values/strings.xml": Self.android,
        ]
        try withFiles(files) { (folder) throws in
            for (file, part) in [
                ("po/de.po", #""locale":"de","key":"menu","value":"Öffnen""#),
                ("Shop.xcstrings", #""key":"Files: %lld|==|plural.other","value":"%lld Dateien""#),
                ("values/strings.xml", #""locale":"en","key":"title","value":"Shop %s""#),
            ] {
                let run = try lstrings(["dump", file], in: folder)
                #expect(run.status == 0)
                #expect(run.output.contains(part), "\(run.output)")
            }
            #expect(try lstrings("export --to docx -o x Shop.xcstrings", in: folder).status == 2)
            #expect(try lstrings("export --to strings -l de -o x Shop.xcstrings", in: folder).status == 0)
            #expect(
                try contents(of: folder + "/x/de.lproj/Shop.strings").contains(
                    "\"Files: %lld|==|plural.other\" = \"%lld Dateien\";"))
            let run = try lstrings("export --to po -l de -o out Shop.xcstrings", in: folder)
            #expect(run.status == 0)
            #expect(try contents(of: folder + "/out/de.po").contains("msgstr[1] \"%lld Dateien\""))
        }
    }

    @Test func usesOfTextsAreComparedWithPOFilesWithoutATemplate() throws {
        let program = "int main() { puts(_(\"Open\")); puts(_(\"Opne\")); }"
        let german =
            Self.german.replacing("msgctxt \"menu\"\n", with: "")
            + "\nmsgid \"Unused\"\nmsgstr \"Unbenutzt\"\n"
        try withFiles(["po/de.po": german, "src/main.c": program]) { (folder) throws in
            let checks = "check po --select unused-key,undeclared-key --sources src"
            let run = try lstrings(checks, in: folder)
            #expect(run.lines.count == 3)
            #expect(run.output.contains("“Unused”") && run.output.contains("“Opne”"))
            // Known findings stay known if the sources are not read.
            #expect(try lstrings(checks + " --baseline known --write-baseline", in: folder).status == 0)
            #expect(try lstrings(checks + " --baseline known", in: folder).lines.count == 2)
            let without = try lstrings("check po --baseline known", in: folder)
            #expect(without.status == 0 && !without.output.contains("no longer occurs"), "\(without.output)")
        }
    }

    /// A broken file is reported with its line and stays unchanged, whatever the command is.
    @Test(arguments: ["sync", "pseudo", "translate --command cat", "export --to po -o out", "stats"])
    func brokenFilesAreNamedAndStay(command: String) throws {
        let files = [
            "a/Shop.xcstrings": "{ \"sourceLanguage\": \"en\", \"strings\": {\n",
            "b/de.xliff": "<xliff version=\"1.2\"><file original=\"a\" source-language=\"en\"\n",
        ]
        try withFiles(files) { (folder) throws in
            for (name, text) in files {
                let path = String(name.prefix(1))
                let run = try lstrings(command + " " + path, in: folder)
                #expect(run.status == 2, "\(run.output)")
                #expect(run.errorLines.first?.hasPrefix("lstrings: \(name):2: ") == true, "\(run.errors)")
                #expect(try names(inFolder: folder + "/" + path).count == 1)
                #expect(try contents(of: folder + "/" + name) == text)
            }
        }
    }

    @Test func theEarlierProjectIsOnlyRead() throws {
        let files = [
            "before/en.lproj/T.strings": "\"a\" = \"A\";\n", "now/en.lproj/T.strings": "\"a\" = \"B\";\n",
            "now/de.lproj/T.strings": "\"a\" = \"Ä\";\n",
        ]
        try withFiles(files) { (folder) throws in
            #expect(try lstrings("sync --previous before -l de now", in: folder).status == 0)
            #expect(try names(inFolder: folder + "/before") == ["en.lproj"])
            #expect(try contents(of: folder + "/now/de.lproj/T.strings").contains("/* Previous: \"A\" */"))
        }
    }

    @Test(arguments: [
        ("locales/de", ["../../locales/de/common.json"]), ("App/de.lproj", ["../de.lproj/App.strings"]),
    ])
    func aFolderOfOneLanguageIsCheckedFromWithin(current: String, paths: [String]) throws {
        let files = [
            "locales/en/common.json": #"{"a":"A","b":"B"}"#, "locales/de/common.json": #"{"a":"Ä"}"#,
            "locales/fr/common.json": "{}",
            "App/en.lproj/App.strings": "a = A;\nb = B;\n", "App/de.lproj/App.strings": "a = \"Ä\";\n",
        ]
        try withFiles(files) { (folder) throws in
            let run = try lstrings("check --format json", in: folder + "/" + current)
            let findings = try run.json.elements
            #expect(findings.map { $0["check"]?.text } == ["missing-key"])
            #expect(findings.map { $0["file"]?.text } == paths)
        }
    }

    @Test func staleKeysOfStringCatalogsAreNotes() throws {
        let catalog = #"""
            {"sourceLanguage": "en", "version": "1.0", "strings": {
              "Kept": {"localizations": {"de": {"stringUnit": {"state": "translated", "value": "Da"}}}},
              "Old": {"extractionState": "stale", "localizations":
                {"de": {"stringUnit": {"state": "translated", "value": "Alt"}}}}
            }}
            """#
        try withFiles(["App.xcstrings": catalog]) { (folder) throws in
            let run = try lstrings("check --format json", in: folder)
            let findings = try run.json.elements
            #expect(run.status == 0)
            #expect(findings.map { $0["check"]?.text } == ["obsolete-key"])
            #expect(findings.first?["severity"]?.text == "note" && findings.first?["key"]?.text == "Old")
            #expect(findings.first?["message"]?.text?.contains("stale") == true)
        }
    }
}

extension String {
    /// The number of parts between the occurrences of a text.
    fileprivate func components(of text: String) -> Int {
        split(separator: text, omittingEmptySubsequences: false).count
    }
}
