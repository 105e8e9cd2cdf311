// The server follows the protocol, survives violations of it, and finds the same as a fresh check of the same
// texts.

import Files
import JSON
import Localization
import ProgramSupport
import SearchTesting
import Testing
import TranslationTools

@testable import LanguageServer
@testable import lstrings

@Suite struct LanguageServerTests {
    private static let english = ServedTexts.english
    private static let polish = """
        "Open" = "Otwórz";
        "Copy %1$@ to %2$@" = "Kopiuj 😀 %1$@";
        "Files: %ld|==|plural.one" = "%ld plik";
        "Files: %ld|==|plural.other" = "%ld pliku";

        """
    private static let catalog = """
        {
          "sourceLanguage" : "en",
          "strings" : {
            "Hi %@" : {
              "localizations" : {
                "de" : { "stringUnit" : { "state" : "translated", "value" : "Hallo %d" } }
              }
            }
          },
          "version" : "1.0"
        }
        """
    private static let po = """
        msgid ""
        msgstr "Language: de\\nContent-Type: text/plain; charset=UTF-8\\n"

        #, objc-format
        msgid "Hello %@"
        msgstr "Hallo"

        """

    private var files: InMemoryFileSystem {
        InMemoryFileSystem([
            "/w/Texts/en.lproj/Localizable.strings": Self.english,
            "/w/Texts/pl.lproj/Localizable.strings": Self.polish,
            "/w/Texts/de.lproj/Localizable.strings": Self.english, "/w/Shop.xcstrings": Self.catalog,
            "/w/po/de.po": Self.po,
        ])
    }

    /// The findings of `lstrings check` in files, as check, line and severity, by path.
    private func check(_ files: InMemoryFileSystem) async throws -> [String: [String]] {
        let context = ToolContext(.current, fileSystem: files)
        var loader = ProjectLoader(context: context, sourceLocale: LocaleIdentifier("en")!)
        loader.acceptsFormats = true
        var lines: [String: [String]] = [:]
        for loaded in try await loader.load(["/w"]) {
            for finding in CheckRunner(project: loaded.project).findings() {
                let line = finding.position.map { "\($0.line):\($0.column)" } ?? "1:1"
                lines[finding.path, default: []].append(
                    "\(line) \(finding.check) \(context.texts.message(for: finding))")
            }
        }
        return lines.mapValues { $0.sorted() }
    }

    /// The same for diagnostics, with columns converted to Unicode scalars.
    private func lines(_ conversation: Conversation, _ texts: [String: String]) -> [String: [String]] {
        var lines: [String: [String]] = [:]
        for (path, diagnostics) in conversation.diagnostics {
            let text = LineText(
                texts[path] ?? String(decoding: conversation.files.bytes(of: path) ?? [], as: UTF8.self))
            for diagnostic in diagnostics {
                guard let start = TextPosition(diagnostic["range"]?["start"]) else { continue }
                let offset = text.offset(of: start, .utf16)
                let column = text[text.line(start.line).lowerBound..<offset].unicodeScalars.count
                lines[path, default: []].append(
                    "\(start.line + 1):\(column + 1) \(diagnostic["code"]?.string ?? "") \(diagnostic["message"]?.string ?? "")"
                )
            }
        }
        return lines.mapValues { $0.sorted() }
    }

    @Test func allFilesOfTheFolderHaveTheirFindings() async throws {
        let conversation = await Conversation.hold(files, [[Conversation.initialize], Conversation.farewell])
        let expected = try await check(files)
        #expect(expected.count == 3)
        #expect(lines(conversation, [:]) == expected)
        #expect(conversation.isClean)
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func diagnosticsAfterEditsAreThoseOfAFreshCheck(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let files = files
        let paths = [
            "/w/Texts/en.lproj/Localizable.strings", "/w/Texts/pl.lproj/Localizable.strings",
            "/w/Shop.xcstrings",
            "/w/po/de.po",
        ]
        let pieces = [
            "\"", ";", "%", "%ld", "%@", "\n", "ä😀", "|==|plural.few", "}", "x", "", "", "", "Open", "\\",
        ]
        var documents: [String: OpenDocument] = [:]
        var batches = [[Conversation.initialize]]
        for path in paths {
            let text = String(decoding: files.bytes(of: path) ?? [], as: UTF8.self)
            documents[path] = OpenDocument(
                uri: DocumentURI.uri(path), path: path, version: 1, text: text, stored: nil)
            batches.append([Conversation.open(path, text)])
        }
        for version in 2...25 {
            let path = paths.randomElement(using: &generator)!
            let text = documents[path]!.text
            let ends = (0..<2).map { _ in Int.random(in: 0...text.utf8.count, using: &generator) }.sorted()
            let range = ends[0]..<min(ends[1], ends[0] + 12)
            let change: JSON = [
                "range": TextRange(text, range, .utf16).json,
                "text": .string(pieces.randomElement(using: &generator)!),
            ]
            _ = documents[path]!.change([change], version: version, .utf16)
            batches.append([Conversation.change(path, version: version, [change])])
        }
        let conversation = await Conversation.hold(files, batches + [Conversation.farewell])
        for (path, document) in documents { files.set(path, document.text.utf8) }
        let texts = documents.mapValues(\.text.string)
        #expect(lines(conversation, texts) == (try await check(files)))
    }

    @Test func aChangeOfTheSourceIsCheckedInAllLanguages() async throws {
        let path = "/w/Texts/en.lproj/Localizable.strings"
        let new = Self.english.replacing("= \"Open\"", with: "= \"Open %@\"") + "\"Close\" = \"Close\";\n"
        let conversation = await Conversation.hold(
            files,
            [
                [Conversation.initialize], [Conversation.open(path, Self.english)],
                [Conversation.change(path, version: 2, [["text": .string(new)]])], Conversation.farewell,
            ])
        for locale in ["de", "pl"] {
            let found = conversation.diagnostics["/w/Texts/\(locale).lproj/Localizable.strings"] ?? []
            #expect(found.contains { $0["code"]?.string == "missing-argument" })
        }
        // What no language has is said once.
        let ofSource = conversation.diagnostics[path] ?? []
        #expect(ofSource.count { $0["code"]?.string == "missing-key" } == 1)
    }

    private static func intents(_ texts: String...) -> String {
        let members = texts.map {
            "<dict><key>INIntentTitle</key><string>\($0)</string>"
                + "<key>INIntentTitleID</key><string>\($0)ID</string></dict>"
        }
        return "<plist version=\"1.0\"><dict><key>INIntents</key><array>" + members.joined()
            + "</array></dict></plist>"
    }

    /// The texts of an intent definition alone, and those that a `.strings` file beside it lacks.
    @Test(arguments: [
        (nil, "/w/App/de.lproj/Intents.strings"),
        ("\"openID\" = \"open\";", "/w/App/en.lproj/Intents.strings"),
    ])
    func aChangeOfAnIntentDefinitionIsCheckedInItsTable(source: String?, path: String) async throws {
        let definition = "/w/App/Base.lproj/Intents.intentdefinition"
        let files = InMemoryFileSystem([
            definition: Self.intents("open"),
            "/w/App/de.lproj/Intents.strings": "\"openID\" = \"öffnen\";\n\"closeID\" = \"schließen\";",
        ])
        if let source { files.set("/w/App/en.lproj/Intents.strings", Array(source.utf8)) }
        let new = Self.intents("open", "close", "save")
        let conversation = await Conversation.hold(
            files,
            [
                [Conversation.initialize], [Conversation.open(definition, Self.intents("open"))],
                [Conversation.change(definition, version: 2, [["text": .string(new)]])],
                Conversation.farewell,
            ])
        files.set(definition, Array(new.utf8))
        let expected = try await check(files)
        #expect(expected[path]?.contains { $0.contains(" missing-key ") } == true)
        #expect(lines(conversation, [:]) == expected)
    }

    @Test func theClientIsAskedToWatchWhatIsRead() async {
        let capabilities: JSON = ["workspace": ["didChangeWatchedFiles": ["dynamicRegistration": true]]]
        let conversation = await Conversation.hold(
            files,
            [
                [
                    Conversation.request(
                        0, "initialize", ["rootUri": "file:///w", "capabilities": capabilities]),
                    Conversation.notification("initialized"),
                ], Conversation.farewell,
            ])
        let request = conversation.responses.first { $0["method"]?.string == "client/registerCapability" }
        let watchers = request?["params"]?["registrations"]?.elements?.first?["registerOptions"]?["watchers"]
        let patterns = (watchers?.elements ?? []).compactMap { $0["globPattern"]?.string }
        let names = patterns.flatMap { $0.split { "{},*/.".contains($0) }.map(String.init) }
        for name in ["strings", "arb", "intentdefinition", "properties", "swift", "json", "pbxproj"] {
            #expect(names.contains(name), "\(name)")
        }
    }

    @Test func dataOfOtherProgramsConcernsNoProject() {
        #expect(WatchedFiles.concernsProjects("/w/Texts/pl.lproj/Localizable.strings"))
        #expect(WatchedFiles.concernsProjects("/w/Texts"))
        #expect(WatchedFiles.concernsProjects("/w/locales/de.json"))
        #expect(!WatchedFiles.concernsProjects("/w/package.json"))
        #expect(!WatchedFiles.concernsProjects("/w/site/index.html"))
    }

    @Test func aFileThatVanishesLosesItsFindings() async throws {
        let path = "/w/Texts/pl.lproj/Localizable.strings"
        let files = files
        let conversation = await Conversation.hold(
            files,
            [
                [Conversation.initialize], [Conversation.open(path, "\"Open\" = ")],
                [
                    Conversation.notification(
                        "textDocument/didClose", ["textDocument": ["uri": .string(DocumentURI.uri(path))]])
                ], Conversation.farewell,
            ])
        #expect(lines(conversation, [:]) == (try await check(files)))
        files.fail(path, code: 2)
        let again = await Conversation.hold(files, [[Conversation.initialize], Conversation.farewell])
        #expect(again.diagnostics[path] == nil)
        #expect(again.responses.contains { $0["method"]?.string == "window/logMessage" })
    }

    @Test func aDocumentOutsideOfTheFolderIsCheckedAlone() async throws {
        let path = "/elsewhere/po/de.po"
        let conversation = await Conversation.hold(
            files, [[Conversation.initialize], [Conversation.open(path, Self.po)], Conversation.farewell])
        #expect(conversation.diagnostics[path]?.first?["code"]?.string == "missing-argument")
    }

    @Test func nothingThatAClientSendsEndsTheServer() async throws {
        let path = "/w/Texts/en.lproj/Localizable.strings"
        let odd: [JSON] = [
            Conversation.request(1, "no/suchMethod"), Conversation.notification("no/suchNotification"),
            Conversation.notification(
                "textDocument/didChange", ["textDocument": 7, "contentChanges": [[:], 3]]),
            Conversation.change(path, version: 9, [["text": "x"]]), Conversation.open(path, "\"a\" = \"b\";"),
            Conversation.change(
                path, version: 2,
                [
                    [
                        "range": [
                            "start": ["line": -5, "character": -9], "end": ["line": 999, "character": 999],
                        ], "text": "\"",
                    ],
                    ["range": "x", "text": "y"], ["range": ["start": [:]]],
                ]),
            Conversation.request(2, "textDocument/hover"),
            Conversation.request(3, "textDocument/hover", Conversation.place("/none", 0, 0)),
            Conversation.request(4, "textDocument/hover", Conversation.place(path, 70, 70)),
            Conversation.open("untitled", "x"), [1, 2], "text", .null, ["id": 5], ["method": 1],
            Conversation.request(6, "initialize"), ["id": 1, "result": .null],
        ]
        let broken = Array("Content-Length: 5\r\n\r\n{\"a\":".utf8) + MessageFraming.framed([0xFF, 0xFE])
        let conversation = await Conversation.hold(
            files,
            bytes: [
                MessageFraming.framed(Conversation.request(7, "textDocument/hover")),
                MessageFraming.framed(Conversation.initialize), broken,
                odd.flatMap { MessageFraming.framed($0) },
                MessageFraming.framed(Conversation.request(999, "shutdown"))
                    + MessageFraming.framed(Conversation.request(8, "textDocument/hover"))
                    + MessageFraming.framed(Conversation.notification("exit")),
            ])
        #expect(conversation.isClean)
        #expect(conversation.error(7) == -32_002)
        #expect(conversation.error(.null) == -32_700)
        #expect(conversation.error(1) == -32_601)
        #expect(conversation.error(2) == -32_602)
        #expect(conversation.error(6) == -32_600)
        #expect(conversation.error(8) == -32_600)
        #expect(conversation.error(3) == nil)
        #expect(conversation.error(4) == nil)
    }

    @Test func aCancelledRequestEndsWithAnError() async throws {
        let conversation = await Conversation.hold(
            files,
            [
                [Conversation.initialize],
                [
                    Conversation.request(1, "textDocument/hover", Conversation.place("/w/po/de.po", 5, 9)),
                    Conversation.notification("$/cancelRequest", ["id": 1]),
                    Conversation.request(2, "textDocument/hover", Conversation.place("/w/po/de.po", 5, 9)),
                ], Conversation.farewell,
            ])
        #expect(conversation.error(1) == -32_800)
        #expect(conversation.result(2) != nil)
    }

    @Test func aClientThatLeavesWithoutAWordIsNoError() async {
        let conversation = await Conversation.hold(files, [[Conversation.initialize]])
        #expect(!conversation.isClean)
    }
}
