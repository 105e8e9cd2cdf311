// Shared by the tests of the language server: a project in two languages, and requests about it.

import Files
import JSON
import Localization
import Testing

@testable import LanguageServer

/// A project of `.strings` files and a source in the folder `/w`.
enum ServedTexts {
    static let english = """
        /* A button. */
        "Open" = "Open";
        /* max-length: 12 */
        "Copy %1$@ to %2$@" = "Copy %1$@ to %2$@";
        "Files: %ld|==|plural.one" = "%ld file";
        "Files: %ld|==|plural.other" = "%ld files";

        """
    static let polish = """
        "Open"  =  "Otwórz" ;
        /* Flag: fuzzy */
        "Copy %1$@ to %2$@" = "Kopiuj %1$ld do %2$@";



        "Files: %ld|==|plural.one" = "%ld plik";
        "Files: %ld|==|plural.other" = "%ld pliku";
        """
    static let sources = """
        // "Open"
        let title = NSLocalizedString("Open", comment: "")
        print("Open", "Open \\(String(localized: "Copy %1$@ to %2$@"))")
        """
    static let en = "/w/Texts/en.lproj/Localizable.strings"
    static let pl = "/w/Texts/pl.lproj/Localizable.strings"
    static let swift = "/w/Sources/Main.swift"

    static var files: InMemoryFileSystem {
        InMemoryFileSystem([en: english, pl: polish, swift: sources])
    }
}

/// A suite that sends requests to a server, and applies the edits of its responses to files.
protocol AskingSuite {}

extension AskingSuite {
    /// The result of one request.
    func ask(_ method: String, _ params: JSON, _ files: InMemoryFileSystem? = nil) async throws
        -> JSON
    {
        let conversation = await Conversation.hold(
            files ?? ServedTexts.files,
            [[Conversation.initialize], [Conversation.request(1, method, params)], Conversation.farewell])
        return try #require(conversation.responses.first { $0["id"]?.integer == 1 })["result"] ?? .null
    }

    /// The contents of the files after a change of the workspace.
    func applying(_ edit: JSON?, to files: InMemoryFileSystem) -> [String: String] {
        var texts: [String: String] = [:]
        for change in edit?["changes"]?.members ?? [] {
            guard let path = DocumentURI.path(change.name) else { continue }
            texts[path] = applying(
                change.value, to: String(decoding: files.bytes(of: path) ?? [], as: UTF8.self))
        }
        return texts
    }

    func applying(_ edits: JSON, to string: String) -> String {
        var text = LineText(string)
        for edit in (edits.elements ?? []).reversed() {
            guard let range = edit["range"].flatMap(TextRange.init) else { continue }
            text.replace(
                text.offset(of: range.start, .utf16)..<text.offset(of: range.end, .utf16),
                with: edit["newText"]?.string ?? "")
        }
        return text.string
    }

    /// The file after the code action whose title contains a text.
    func acting(
        _ title: String, _ path: String, line: Int, _ files: InMemoryFileSystem? = nil
    ) async throws -> String {
        let files = files ?? ServedTexts.files
        let range = TextRange(
            start: TextPosition(line: line, character: 0), end: TextPosition(line: line, character: 0))
        let params: JSON = [
            "textDocument": ["uri": .string(DocumentURI.uri(path))], "range": range.json,
            "context": ["diagnostics": []],
        ]
        let actions = try await ask("textDocument/codeAction", params, files).elements ?? []
        let action = try #require(
            actions.first { $0["title"]?.string?.contains(title) == true },
            "\(actions.compactMap { $0["title"]?.string })")
        return try #require(applying(action["edit"], to: files)[path])
    }
}
