// Code actions and renaming in PO files, XLIFF files, string catalogs and Android's resources.

import Files
import JSON
import Localization
import Testing

@testable import LanguageServer

@Suite struct FormatFeatureTests: AskingSuite {
    @Test func actionsOnPOFiles() async throws {
        let po = """
            msgid ""
            msgstr "Language: de\\nContent-Type: text/plain; charset=UTF-8\\n"

            # note
            #, fuzzy, objc-format
            #| msgid "Hello"
            msgid "Hello %@"
            msgstr "Hallo %d"
            """
        let path = "/w/po/de.po"
        let files = InMemoryFileSystem([path: po])
        #expect(
            try await acting("fuzzy", path, line: 7, files)
                == po.replacing("fuzzy, ", with: "").replacing("#| msgid \"Hello\"\n", with: ""))
        #expect(try await acting("%@", path, line: 7, files) == po.replacing("Hallo %d", with: "Hallo %@"))
        #expect(
            try await acting("argument-type", path, line: 7, files)
                == po.replacing("#, fuzzy", with: "#. lint:ignore argument-type\n#, fuzzy"))
    }

    /// GNU gettext 1.0 writes `fuzzy` on one line, and the flags that stay with a message on another.
    @Test func theLineOfStickyFlagsIsKept() async throws {
        let po = """
            msgid ""
            msgstr "Language: de\\nContent-Type: text/plain; charset=UTF-8\\n"

            #, fuzzy
            #= c-format, range: 0..10
            #| msgctxt "old"
            #| msgid "Hello"
            msgctxt "new"
            msgid "Hello %s"
            msgstr "Hallo %s"
            """
        let path = "/w/po/de.po"
        let cleared = try await acting("fuzzy", path, line: 9, InMemoryFileSystem([path: po]))
        #expect(
            cleared
                == po.replacing("#, fuzzy\n", with: "").replacing(
                    "#| msgctxt \"old\"\n#| msgid \"Hello\"\n", with: ""))
    }

    @Test func actionsOnCatalogs() async throws {
        let catalog = """
            {
              "sourceLanguage" : "en",
              "strings" : {
                "Files: %lld" : {
                  "localizations" : {
                    "pl" : {
                      "variations" : {
                        "plural" : {
                          "one" : {
                            "stringUnit" : {
                              "state" : "needs_review",
                              "value" : "%lld plik"
                            }
                          },
                          "other" : {
                            "stringUnit" : {
                              "state" : "translated",
                              "value" : "%lld pliku"
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
        let path = "/w/Shop.xcstrings"
        let files = InMemoryFileSystem([path: catalog])
        let forms = try await acting("few", path, line: 17, files)
        files.set(path, Array(forms.utf8))
        let after = await Conversation.hold(files, [[Conversation.initialize], Conversation.farewell])
        #expect(after.diagnostics[path]?.contains { $0["code"]?.string == "missing-plural-category" } != true)
        #expect(forms.contains("\"few\" : {\n"))
        files.set(path, Array(catalog.utf8))
        #expect(
            try await acting("fuzzy", path, line: 11, files)
                == catalog.replacing("needs_review", with: "translated"))
    }

    @Test(arguments: ["\n", "\r\n"])
    func formsThatTheHeaderDemandsAreAddedToPOFiles(lineBreak: String) async throws {
        let po = """
            msgid ""
            msgstr ""
            "Language: pl\\n"
            "Content-Type: text/plain; charset=UTF-8\\n"
            "Plural-Forms: nplurals=3; plural=n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2;\\n"

            msgid "%d file"
            msgid_plural "%d files"
            msgstr[0] ""
            "%d plik"

            msgid "%d folder"
            msgid_plural "%d folders"
            msgstr[0] "%d folder"
            msgstr[2] "%d folder\u{f3}w"

            """.replacing("\n", with: lineBreak)
        let path = "/w/po/pl.po"
        let files = InMemoryFileSystem([path: po])
        let forms = "\(lineBreak)msgstr[1] \"\"\(lineBreak)msgstr[2] \"\""
        #expect(
            try await acting("msgstr[1], msgstr[2]", path, line: 6, files)
                == po.replacing("\"%d plik\"", with: "\"%d plik\"" + forms))
        // The position of the other message is unknown.
        let params: JSON = [
            "textDocument": ["uri": .string(DocumentURI.uri(path))],
            "range": [
                "start": ["line": 11, "character": 0], "end": ["line": 11, "character": 3],
            ], "context": ["diagnostics": []],
        ]
        let actions = try await ask("textDocument/codeAction", params, files).elements ?? []
        #expect(!actions.contains { $0["title"]?.string?.contains("msgstr") == true })
    }

    @Test func missingFormsAreAddedToPOAndXLIFFFiles() async throws {
        let po = """
            msgid ""
            msgstr ""
            "Language: de\\n"
            "Content-Type: text/plain; charset=UTF-8\\n"
            "Plural-Forms: nplurals=2; plural=n != 1;\\n"

            #, c-format
            msgid "%d file"
            msgid_plural "%d files"
            msgstr[0] ""
            msgstr[1] "%d \\"Dateien\\""
            """
        let path = "/w/po/de.po"
        #expect(
            try await acting("one", path, line: 10, InMemoryFileSystem([path: po]))
                == po.replacing("msgstr[0] \"\"", with: "msgstr[0] \"%d \\\"Dateien\\\"\""))
        let xliff = """
            <xliff version="2.0" srcLang="en" trgLang="pl" xmlns="urn:oasis:names:tc:xliff:document:2.0">
              <file id="f1" original="en.lproj/Localizable.strings">
                <unit id="u1" name="Files: %ld|==|plural.other">
                  <segment state="translated">
                    <source>%ld files</source>
                    <target>%ld pliku</target>
                  </segment>
                </unit>
              </file>
            </xliff>
            """
        let changed = try await acting(
            "few", "/w/pl.xliff", line: 5, InMemoryFileSystem(["/w/pl.xliff": xliff]))
        for unit in ["name=\"Files: %ld|==|plural.few\"", "<unit id=\"u1\""] {
            #expect(changed.contains(unit))
        }
        let identifiers = changed.matches(of: /<unit id="([^"]*)"/).map(\.output.1)
        #expect(Set(identifiers).count == identifiers.count && identifiers.count > 1)
    }

    /// The files after a message was renamed.
    private func renaming(_ path: String, line: Int, _ name: String, _ files: InMemoryFileSystem) async throws
        -> [String: String]
    {
        var params = Conversation.place(path, line, 8)
        params["newName"] = .string(name)
        return applying(try await ask("textDocument/rename", params, files), to: files)
    }

    @Test func aMessageOfPOFilesIsRenamedInAllOfThem() async throws {
        let header = "msgid \"\"\nmsgstr \"Language: de\\nContent-Type: text/plain; charset=UTF-8\\n\"\n"
        let template =
            "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n\nmsgid \"Open\"\nmsgstr \"\"\n"
        let german = header + "\nmsgid \"\"\n\"Open\"\nmsgstr \"Öffnen\"\n"
        let files = InMemoryFileSystem(["/w/po/de.po": german, "/w/po/app.pot": template])
        #expect(
            try await renaming("/w/po/de.po", line: 3, "Open …", files) == [
                "/w/po/de.po": german.replacing("msgid \"\"\n\"Open\"", with: "msgid \"Open …\""),
                "/w/po/app.pot": template.replacing("\"Open\"", with: "\"Open …\""),
            ])
    }

    @Test func aMessageOfAndroidIsRenamedInAllLanguages() async throws {
        let english =
            "<resources>\n    <!-- name=\"title\" -->\n    <string name=\"title\">Shop</string>\n</resources>\n"
        let german = "<resources>\n    <string name='title'>Laden</string>\n</resources>\n"
        let paths = ["/w/res/values/strings.xml", "/w/res/values-de/strings.xml"]
        let files = InMemoryFileSystem([paths[0]: english, paths[1]: german])
        #expect(
            try await renaming(paths[0], line: 2, "shop_title", files) == [
                paths[0]: english.replacing("<string name=\"title\"", with: "<string name=\"shop_title\""),
                paths[1]: german.replacing("title", with: "shop_title"),
            ])
        #expect(try await renaming(paths[0], line: 2, "Shop title", files) == [:])
    }

    @Test func allFormsOfAnXLIFFMessageAreRenamed() async throws {
        let xliff = """
            <xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
              <file original="en.lproj/Localizable.strings" source-language="en" target-language="de">
                <body>
                  <trans-unit id="A &amp; B: %ld|==|plural.one"><source>%ld file</source></trans-unit>
                  <trans-unit id="A &amp; B: %ld|==|plural.other"><source>%ld files</source></trans-unit>
                  <trans-unit id="B: %ld"><source>%ld</source></trans-unit>
                </body>
              </file>
            </xliff>
            """
        let files = InMemoryFileSystem(["/w/de.xliff": xliff])
        #expect(
            try await renaming("/w/de.xliff", line: 3, "A < C", files)
                == ["/w/de.xliff": xliff.replacing("A &amp; B: %ld", with: "A &lt; C")])
    }
}
