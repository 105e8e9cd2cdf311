// Features and diagnostics of the language server for Fluent files.

import Files
import JSON
import Localization
import Testing

@testable import LanguageServer

@Suite struct FluentFeatureTests: AskingSuite {
    static let english = """
        ## Menu

        # $name is the name of a person.
        hello = Hello, { $name }
            .title = Greeting
        files =
            { $count ->
                [one] { $count } file
               *[other] { $count } files
            }

        """
    static let polish = """
        hello = Cześć
            .title = Powitanie
        files =
            { $count ->
                [one] { $count } plik
               *[other] { $count } pliku
            }

        """
    static let en = "/w/l10n/en/app.ftl"
    static let pl = "/w/l10n/pl/app.ftl"
    static var files: InMemoryFileSystem { InMemoryFileSystem([en: english, pl: polish]) }

    @Test func findingsFollowWhatIsTyped() async throws {
        let change: JSON = [
            "range": [
                "start": ["line": 0, "character": 13], "end": ["line": 0, "character": 13],
            ], "text": ", { $name }",
        ]
        let open = await Conversation.hold(
            Self.files,
            [[Conversation.initialize], [Conversation.open(Self.pl, Self.polish)], Conversation.farewell])
        let before = open.diagnostics[Self.pl]?.compactMap { $0["code"]?.string } ?? []
        #expect(
            before.sorted() == ["missing-argument", "missing-plural-category", "missing-plural-category"])
        let missing = open.diagnostics[Self.pl]?.first { $0["code"]?.string == "missing-argument" }
        #expect(missing?["range"]?["start"]?["line"]?.integer == 0)
        let changed = await Conversation.hold(
            Self.files,
            [
                [Conversation.initialize], [Conversation.open(Self.pl, Self.polish)],
                [Conversation.change(Self.pl, version: 2, [change])], Conversation.farewell,
            ])
        let after = changed.diagnostics[Self.pl]?.compactMap { $0["code"]?.string } ?? []
        #expect(Set(after) == ["missing-plural-category"])
    }

    @Test func syntaxErrorsAreShown() async throws {
        let broken = Self.polish + "bye = { $name\nlast = Ostatni\n"
        let open = await Conversation.hold(
            Self.files,
            [[Conversation.initialize], [Conversation.open(Self.pl, broken)], Conversation.farewell])
        let errors = open.diagnostics[Self.pl]?.filter { $0["severity"]?.integer == 1 } ?? []
        #expect(errors.contains { $0["range"]?["start"]?["line"]?.integer == 7 })
    }

    @Test func hoverShowsTheSourceAndItsComment() async throws {
        let hover = try await ask("textDocument/hover", Conversation.place(Self.pl, 0, 2), Self.files)
        let words = try #require(hover["contents"]?["value"]?.string)
        for part in ["`hello` · app · pl", "Hello, { $name }", "$name is the name of a person."] {
            #expect(words.contains(part), "\(words)")
        }
        let attribute = try await ask("textDocument/hover", Conversation.place(Self.pl, 1, 8), Self.files)
        #expect(attribute["contents"]?["value"]?.string?.contains("> Greeting") == true)
        let counts = try await ask("textDocument/hover", Conversation.place(Self.pl, 2, 2), Self.files)
        #expect(counts["contents"]?["value"]?.string?.contains("`few` 2, 3, 4, 22") == true)
    }

    @Test func definitionLeadsToTheSource() async throws {
        let found = try await ask("textDocument/definition", Conversation.place(Self.pl, 2, 2), Self.files)
        let place = found.elements?.first ?? found
        #expect(place["uri"]?.string == DocumentURI.uri(Self.en))
        #expect(place["range"]?["start"]?["line"]?.integer == 7)
    }

    @Test func missingFormsAreAdded() async throws {
        let open = await Conversation.hold(
            Self.files,
            [[Conversation.initialize], [Conversation.open(Self.pl, Self.polish)], Conversation.farewell])
        let missing = open.diagnostics[Self.pl]?.first { $0["code"]?.string == "missing-plural-category" }
        let line = try #require(missing?["range"]?["start"]?["line"]?.integer)
        let changed = try await acting("few", Self.pl, line: Int(line), Self.files)
        #expect(changed.contains("[few] { $count } pliku\n"))
        #expect(
            changed.hasPrefix(
                "hello = Cześć\n    .title = Powitanie\nfiles =\n    { $count ->\n        [one]"))
    }
}
