// Checks choosing for a script without a terminal: options, keys, marks, the preview's command, and what is printed.

import ArgumentParser
import CatalogSearch
import Localization
import ProgramSupport
import SearchInterface
import Testing

@testable import lsearch

@Suite struct PickTests {
    private func options(_ words: String...) throws -> SearchOptions {
        try SearchOptions(
            SearchArguments.parse(SearchArguments.completed(words)), preferredLocales: [.english])
    }

    @Test func theOptionsAreRead() throws {
        #expect(try options("-i").pick == nil)
        let usual = try #require(try options("--pick", "rose").pick)
        #expect(usual.form == .id && usual.part == .screen && usual.terminator == "\n" && !usual.allowsMany)
        #expect(try options("--pick", "--lines").pick?.form == .title)
        #expect(try options("--pick=json", "--lines").pick?.form == .json)
        #expect(try options("--pick", "rose").search.query == "rose")
        #expect(try options("--pick", "--height", "40%").pick?.part == .percent(40))
        #expect(try options("--pick", "--height", "100%").pick?.part == .screen)
        #expect(try options("--pick", "--height=12").pick?.part == .rows(12))
        #expect(try options("--pick", "-q", "a", "b").search.query == "a b")
    }

    @Test(arguments: [
        (["--multi"], "OptionNeeds: %1$@ %2$@"), (["--pick=x"], "UnknownOptionValue: %1$@ %2$@ %3$@"),
        (["--pick", "--height", "0"], "InvalidHeight: %1$@ %2$@"),
        (["--pick", "--height", "101%"], "InvalidHeight: %1$@ %2$@"),
        (["--pick", "--expect", "ctrl-xx"], "UnknownKey: %1$@ %2$@"),
        (["--pick", "--bind", "ctrl-x"], "UnknownKey: %1$@ %2$@"),
        (["--pick", "--bind", "ctrl-x:fly"], "UnknownOptionValue: %1$@ %2$@ %3$@"),
        (["--read0"], "OptionNeeds: %1$@ %2$@"), (["--lines", "-c", "a"], "Conflict: %1$@ %2$@"),
        (["--pick", "--format", "csv"], "Conflict: %1$@ %2$@"),
        (["--pick", "--batch"], "Conflict: %1$@ %2$@"),
    ])
    func wrongOptionsAreRefused(words: [String], key: String) throws {
        let error = #expect(throws: UsageError.self) {
            try SearchOptions(
                SearchArguments.parse(SearchArguments.completed(words)), preferredLocales: [.english])
        }
        #expect(error?.message.key == key)
    }

    @Test(arguments: [
        ("ctrl-k", KeyStroke(key: .character("k"), modifiers: .control)),
        ("Alt-Enter", KeyStroke(key: .enter, modifiers: .alt)), ("f12", KeyStroke(key: .function(12))),
        ("shift-tab", KeyStroke(key: .backTab)), ("btab", KeyStroke(key: .backTab)),
        ("?", KeyStroke(key: .character("?"))),
        ("alt-A", KeyStroke(key: .character("A"), modifiers: .alt)), ("pgup", KeyStroke(key: .pageUp)),
        ("ctrl-alt-a", KeyStroke(key: .character("a"), modifiers: [.control, .alt])),
        ("-", KeyStroke(key: .character("-"))),
        ("ctrl--", KeyStroke(key: .character("-"), modifiers: .control)),
    ])
    func keysHaveNames(name: String, stroke: KeyStroke) { #expect(KeyName(name)?.stroke == stroke) }

    @Test(arguments: ["", "ctrl-", "f0", "f99", "hyper-a", "ab"]) func otherNamesAreNoKeys(name: String) {
        #expect(KeyName(name) == nil)
    }

    @Test func aChoiceHasItsKeys() async throws {
        let sample = try InteractiveSample(arguments: ["--pick=id", "--multi", "--expect", "f9"])
        await sample.settle()
        let hits = sample.search.results.hits
        #expect(sample.search.currentHit?.id == hits[0].id)
        #expect(await sample.handle(.key(.up)) == nil)
        #expect(sample.search.currentRow == 0)
        await sample.handle(.key(.tab), .key(.tab))
        #expect(sample.search.choice.map(\.id) == [hits[0].id, hits[1].id])
        await sample.handle(.key(.backTab))
        #expect(sample.search.choice.map(\.id) == [hits[0].id, hits[1].id, hits[2].id])
        #expect(sample.text.contains("* "))
        #expect(await sample.handle(.key(.enter)) == .finish(.accepted(key: nil)))
        #expect(await sample.handle(.key(.function(9))) == .finish(.accepted(key: KeyName("f9"))))
        for key in [KeyStroke(key: .escape), KeyStroke(key: .character("g"), modifiers: .control)] {
            #expect(await sample.handle(.key(key.key, key.modifiers)) == .finish(.aborted))
        }
        // On other pages Escape goes back.
        #expect(await sample.handle(.key(.function(1)), .key(.escape)) == nil)
    }

    /// A choice made before the newest input is answered is one among its results.
    @Test func aChoiceWaitsForItsResults() async throws {
        let sample = try InteractiveSample(arguments: ["--pick=id"])
        await sample.settle()
        #expect(sample.search.handle(.text("geburtstagskuchen")) == nil)
        #expect(sample.search.handle(.key(.enter)) == nil)
        #expect(sample.search.takePendingChoice() == nil)
        await sample.settle()
        #expect(sample.search.takePendingChoice() == .finish(.accepted(key: nil)))
        #expect(sample.search.choice.map(\.title) == sample.search.results.hits.prefix(1).map(\.title))
        #expect(sample.search.choice.first?.title.contains("Geburtstagskuchen") == true)
    }

    @Test func lettersMayBeBound() async throws {
        let sample = try InteractiveSample(arguments: [
            "--pick=id", "--bind", "j:down,ctrl-x:clear-query+abort",
        ])
        await sample.handle(.text("j"), .text("k"))
        #expect(sample.search.search.searchBar.text == "k" && sample.search.currentRow == 0)
        await sample.handle(.key(.backspace), .text("j"))
        #expect(sample.search.currentRow == 1)
        #expect(await sample.handle(.key(.character("x"), .control)) == .finish(.aborted))
    }

    /// Whatever a record contains is one word of the shell.
    @Test(arguments: ["plain", "it's", "$(rm -rf /)", "a\nb", "'; x '", "\\", ""])
    func wordsAreQuotedForTheShell(text: String) throws {
        let command = ShellCommand("printf %s " + PreviewCommand.quoted(text), environment: [:])
        let run = try #require(command)
        while !run.isFinished { run.read() }
        #expect(String(decoding: run.output, as: UTF8.self) == text)
    }

    @Test func placeholdersAreReplaced() async throws {
        let sample = try InteractiveSample(arguments: ["--pick=id"])
        await sample.settle()
        let hit = sample.search.results.hits[0]
        let preview = PreviewCommand(template: #"a {} {q} {2} {-1} {9} \{} {x} { {id}"#) { _ in
            "one 'two' three"
        }
        #expect(
            preview.command(hit, marked: [], query: "a b")
                == #"a 'one '\''two'\'' three' 'a b' ''\''two'\''' 'three' '' {} {x} { '"# + hit.id + "'")
    }

    @Test func aPreviewShowsTextOnly() {
        let output = "\u{1B}[31mred\u{1B}[0m\tx\r\n\u{1B}]8;;http://a\u{1B}\\link\u{7}\nlast"
        #expect(PreviewPane.lines(Array(output.utf8)) == ["red     x", "link", "last"])
    }

    @Test func linesKeepTheirBytesAndTheirOrder() throws {
        let lines = LineRecords([Array("b rose".utf8), [], [0x61, 0xFF], Array("a rose".utf8)])
        let index = try lines.index(.english)
        #expect(index.recordCount == 3)
        let engine = SearchEngine([index])
        #expect(try engine.matches(SearchRequest("", locale: .english)).records.map(\.id) == ["1", "3", "4"])
        #expect(try engine.matches(SearchRequest("rose", locale: .english)).records.map(\.id) == ["1", "4"])
        // Numbers of lines are not searched.
        #expect(try engine.matches(SearchRequest("3", locale: .english, relax: .never)).total == 0)
        #expect(lines.bytes("3") == [0x61, 0xFF] && lines.bytes("9") == [])
    }
}
