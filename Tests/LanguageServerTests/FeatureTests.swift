// Information, completions and edits that the server offers at a position in a document.

import Files
import JSON
import Localization
import Testing
import TranslationTools

@testable import LanguageServer

@Suite struct FeatureTests: AskingSuite {
    private static let english = ServedTexts.english
    private static let polish = ServedTexts.polish
    private static let sources = ServedTexts.sources
    private static let en = ServedTexts.en
    private static let pl = ServedTexts.pl
    private static let swift = ServedTexts.swift

    private var files: InMemoryFileSystem { ServedTexts.files }

    /// Locations as `name:line`, lines from 0.
    private func places(_ json: JSON) -> [String] {
        (json.elements ?? []).map { place in
            let name = place["uri"]?.string?.split(separator: "/").suffix(2).joined(separator: "/") ?? ""
            return "\(name):\(place["range"]?["start"]?["line"]?.integer ?? -1)"
        }
    }

    // MARK: Reading

    @Test func hoverTellsSourceCommentNumbersAndUses() async throws {
        let open = try await ask("textDocument/hover", Conversation.place(Self.pl, 0, 14))
        let words = try #require(open["contents"]?["value"]?.string)
        for part in ["`Open` · Localizable · pl", "> Open", "A button.", "`Sources/Main.swift:2`"] {
            #expect(words.contains(part), "\(words)")
        }
        #expect(!words.contains(":3"))
        let files = try await ask("textDocument/hover", Conversation.place(Self.pl, 6, 2))
        let counts = try #require(files["contents"]?["value"]?.string)
        for part in ["> `plural.one` %ld file", "`few` 2, 3, 4, 22", "`many` 0, 5, 6, 7"] {
            #expect(counts.contains(part), "\(counts)")
        }
    }

    @Test func definitionLeadsToTheSourceTextAndThenToItsUse() async throws {
        #expect(
            places(try await ask("textDocument/definition", Conversation.place(Self.pl, 0, 3)))
                == ["en.lproj/Localizable.strings:1"])
        #expect(
            places(try await ask("textDocument/definition", Conversation.place(Self.en, 1, 3)))
                == ["Sources/Main.swift:1"])
        #expect(
            places(try await ask("textDocument/definition", Conversation.place(Self.swift, 1, 33)))
                == ["en.lproj/Localizable.strings:1"])
        #expect(try await ask("textDocument/definition", Conversation.place(Self.swift, 0, 5)) == .null)
    }

    @Test func referencesAreAllLanguagesAndUses() async throws {
        let found = places(try await ask("textDocument/references", Conversation.place(Self.pl, 2, 3)))
        #expect(
            Set(found) == [
                "en.lproj/Localizable.strings:3", "pl.lproj/Localizable.strings:2", "Sources/Main.swift:2",
            ])
    }

    @Test func symbolsAreMessagesWithTheirForms() async throws {
        let params = Conversation.place(Self.pl, 0, 0)
        let symbols = try #require(try await ask("textDocument/documentSymbol", params).elements)
        #expect(symbols.compactMap { $0["name"]?.string } == ["Open", "Copy %1$@ to %2$@", "Files: %ld"])
        #expect(symbols[0]["detail"]?.string == "Otwórz")
        #expect(
            symbols[2]["children"]?.elements?.compactMap { $0["name"]?.string } == [
                "plural.one", "plural.other",
            ])
    }

    // MARK: Writing

    @Test func completionOffersWhatTheLanguageLacks() async throws {
        let text = Self.polish + "\n\"Ne"
        let english = Self.english + "\"New \\\"one\\\"\" = \"New\";\n"
        let files = files
        files.set(Self.en, Array(english.utf8))
        files.set(Self.pl, Array(text.utf8))
        let items =
            try await ask("textDocument/completion", Conversation.place(Self.pl, 8, 3), files).elements ?? []
        let edits = items.map { applying([$0["textEdit"] ?? .null], to: text) }
        #expect(edits.contains(Self.polish + "\n\"New \\\"one\\\"\" = \"New\";"))
        let forms =
            "\"Files: %ld|==|plural.few\" = \"%ld files\";\n\"Files: %ld|==|plural.many\" = \"%ld files\";"
        #expect(edits.contains(Self.polish + "\n" + forms))
        #expect(edits.count == 2)
    }

    @Test func completionOffersTheSpecifiersOfTheSource() async throws {
        let text = "\"Copy %1$@ to %2$@\" = \"Kopiuj %1"
        let files = files
        files.set(Self.pl, Array(text.utf8))
        let items =
            try await ask("textDocument/completion", Conversation.place(Self.pl, 0, 32), files).elements ?? []
        #expect(items.compactMap { $0["label"]?.string } == ["%1$@", "%2$@"])
        #expect(
            applying([items[1]["textEdit"] ?? .null], to: text) == "\"Copy %1$@ to %2$@\" = \"Kopiuj %2$@")
    }

    @Test func actionsOnStringsFilesChangeOneMessage() async throws {
        let forms = try await acting("few", Self.pl, line: 7)
        #expect(
            forms
                == Self.polish.replacing(
                    "\"Files: %ld|==|plural.other\"",
                    with: """
                        "Files: %ld|==|plural.few" = "%ld pliku";
                        "Files: %ld|==|plural.many" = "%ld pliku";
                        "Files: %ld|==|plural.other"
                        """))
        #expect(
            try await acting("%1$@", Self.pl, line: 2)
                == Self.polish.replacing("Kopiuj %1$ld", with: "Kopiuj %1$@"))
        #expect(
            try await acting("fuzzy", Self.pl, line: 2)
                == Self.polish.replacing("/* Flag: fuzzy */\n", with: ""))
        #expect(
            try await acting("argument-type", Self.pl, line: 2)
                == Self.polish.replacing("\"Copy %1", with: "/* lint:ignore argument-type */\n\"Copy %1"))
    }

    /// Whatever the syntax is.
    @Test func aChangedPlaceholderIsReplaced() async throws {
        let files = InMemoryFileSystem([
            Self.en: "\"a\" = \"Hi {name}\";\n\"b\" = \"At %@\";\n",
            Self.pl: "\"a\" = \"Witaj {imie}\";\n\"b\" = \"Na % @\";\n",
        ])
        #expect(
            try await acting("{name}", Self.pl, line: 0, files)
                == "\"a\" = \"Witaj {name}\";\n\"b\" = \"Na % @\";\n")
        #expect(
            try await acting("%@", Self.pl, line: 1, files)
                == "\"a\" = \"Witaj {imie}\";\n\"b\" = \"Na %@\";\n")
    }

    @Test func aRenamedKeyIsRenamedInAllLanguagesAndCalls() async throws {
        let files = files
        func rename(_ path: String, _ line: Int, _ name: String) async throws -> [String: String] {
            var params = Conversation.place(path, line, 3)
            params["newName"] = .string(name)
            return applying(try await ask("textDocument/rename", params, files), to: files)
        }
        let open = try await rename(Self.pl, 0, "a \"b\"")
        #expect(
            open == [
                Self.en: Self.english.replacing("\"Open\" =", with: "\"a \\\"b\\\"\" ="),
                Self.pl: Self.polish.replacing("\"Open\"  =", with: "\"a \\\"b\\\"\"  ="),
                Self.swift: Self.sources.replacing("String(\"Open\"", with: "String(\"a \\\"b\\\"\""),
            ])
        let counts = try await rename(Self.en, 4, "n")
        #expect(counts[Self.pl] == Self.polish.replacing("\"Files: %ld|", with: "\"n|"))
        #expect(try await rename(Self.en, 4, "Open") == [:])
    }

    @Test func formattingTouchesWhiteSpaceAlone() async throws {
        let params = Conversation.place(Self.pl, 0, 0)
        let formatted = applying(try await ask("textDocument/formatting", params), to: Self.polish)
        #expect(
            formatted == Self.polish.replacing("\"Open\"  =  \"Otwórz\" ;", with: "\"Open\" = \"Otwórz\";")
                .replacing("\n\n\n\n", with: "\n\n") + "\n")
        let again = files
        again.set(Self.pl, Array(formatted.utf8))
        #expect(try await ask("textDocument/formatting", params, again) == [])
    }
}
