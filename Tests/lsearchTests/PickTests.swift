// Checks choosing for a script without a terminal: options, keys, marks, the preview's command, and the
// output.

import ArgumentParser
import CatalogSearch
import Glibc
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
        (["--read0"], "OptionNeeds: %1$@ %2$@"), (["--with-nth", "1"], "OptionNeeds: %1$@ %2$@"),
        (["--lines", "--accept-nth", "0"], "InvalidFields: %1$@ %2$@"),
        (["--pick", "--lines", "--bind", "f5:reload"], "ActionNeedsCommand: %@"),
        (["--pick", "--bind", "f5:reload(ls)"], "OptionNeeds: %1$@ %2$@"),
        (["--lines", "-c", "a"], "Conflict: %1$@ %2$@"),
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

    /// A choice before the results of the newest input applies to those results.
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

    /// Any content of a record is one word of the shell.
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

    // MARK: Fields

    @Test(arguments: [
        ("1", "a"), ("-1", "d"), ("2..", "b:c:d"), ("..2", "a:b"), ("-2..", "c:d"), ("1,3", "a:c"), ("9", ""),
        ("3..2", ""), ("{2} of {1,-1}!", "b of a:d!"), ("{x}{1}", "{x}a"), ("..", "a:b:c:d"),
    ])
    func fieldsAreChosenAsInFzf(selection: String, shown: String) throws {
        var form = LineForm()
        form.delimiter = FieldDelimiter(":")
        let fields = try #require(FieldSelection(selection))
        form.printed = fields
        #expect(String(decoding: form.printed(Array("a:b:c:d".utf8)), as: UTF8.self) == shown)
    }

    @Test(arguments: ["", "0", "1,,2", "x", "{x}", "1...2", "1..x"])
    func otherTextsChooseNoFields(text: String) { #expect(FieldSelection(text) == nil) }

    @Test(
        arguments: [
            (nil, "  one  two\tthree ", ["one  ", "two\t", "three "]), (":", "a::b", ["a:", ":", "b"]),
            ("\\t", "a b\tc", ["a b\t", "c"]), ("[:/]", "a:b/c", ["a:", "b/", "c"]),
            ("|", "a|b", ["a|", "b"]),
            (", +", "a,  b", ["a,  ", "b"]), ("[", "a[b", ["a[", "b"]),
            ("\\d+", "a12b3c", ["a12", "b3", "c"]),
            ("x*", "axb", ["ax", "b"]),
            // Invalid expressions.
            ("[a", "b[ac", ["b[a", "c"]), ("a{1", "ba{1c", ["ba{1", "c"]),
            ("\\p{", "a\\p{b", ["a\\p{", "b"]),
        ] as [(String?, String, [String])])
    func aDelimiterBelongsToTheFieldBeforeIt(delimiter: String?, line: String, fields: [String]) {
        let delimiter = delimiter.map(FieldDelimiter.init) ?? .whitespace
        #expect(delimiter.fields(of: Array(line.utf8)).map { String(decoding: $0, as: UTF8.self) } == fields)
    }

    @Test func aLineShowsAndPrintsItsFields() throws {
        let lines = ["--pick", "--lines", "-d", ":", "--with-nth", "2", "--accept-nth", "1", "--ansi"]
        let input = try #require(
            try SearchOptions(
                SearchArguments.parse(SearchArguments.completed(lines)), preferredLocales: [.english]
            ).lines)
        let records = LineRecords([Array("\u{1B}[1m7\u{1B}[0m:rose:x".utf8)], input.form)
        let engine = SearchEngine([try records.index(.english)])
        #expect(try engine.search(SearchRequest("rose", locale: .english)).hits.map(\.title) == ["rose"])
        #expect(try engine.search(SearchRequest("x", locale: .english, relax: .never)).total == 0)
        #expect(String(decoding: records.printed("1"), as: UTF8.self) == "7")
        #expect(String(decoding: records.bytes("1"), as: UTF8.self) == "7:rose:x")
    }

    @Test func aHeaderIsShownAndNotSearched() async throws {
        let sample = try InteractiveSample(arguments: ["--pick=id", "--header", "choose\none"])
        await sample.settle()
        let label = try #require(sample.lines.firstIndex { $0.hasPrefix(" 228 ") })
        #expect(Array(sample.lines[label + 1...label + 2]) == [" choose", " one"])
        var form = LineForm()
        form.headerCount = 1
        let lines = LineRecords([Array("NAME".utf8), Array("rose".utf8)], form)
        #expect(lines.header == ["NAME"])
        #expect(try lines.index(.english).recordCount == 1)
        #expect(lines.bytes("2") == Array("rose".utf8))
    }

    // MARK: Lines that arrive

    @Test func commandsOfKeysAreRead() throws {
        let bind = "ctrl-r:reload(ps -ef, (x+y)),ctrl-x:clear-query+abort,f5:reload:ls | sort, a"
        let pick = try #require(try options("--pick", "--lines", "--bind", bind).pick)
        #expect(
            pick.bindings[try #require(KeyName("ctrl-r")).stroke] == [BoundAction(.reload, "ps -ef, (x+y)")])
        #expect(
            pick.bindings[try #require(KeyName("ctrl-x")).stroke] == [
                BoundAction(.clearQuery), BoundAction(.abort),
            ])
        #expect(pick.bindings[try #require(KeyName("f5")).stroke] == [BoundAction(.reload, "ls | sort, a")])
    }

    @Test func linesOfACommandReplaceThose() async throws {
        let signal = "/tmp/lsearch-\(UInt64.random(in: 0...UInt64.max))"
        defer { remove(signal) }
        let stream = LineStream(
            LineRecords([Array("old".utf8)]), separator: 0x0A, .english, awaitsInput: false)
        #expect(stream.isFinished && stream.take() == nil)
        let (news, continuation) = AsyncStream.makeStream(of: Void.self)
        let waiting = "until [ -e \(signal) ]; do sleep 0.02; done"
        stream.reload("printf 'b rose\\na rose\\n'; \(waiting); printf 'c rose'; echo error >&2") {
            continuation.yield()
        }
        var counts: [Int] = []
        for await _ in news {
            if let engine = stream.take()?.engine {
                counts.append(try engine.search(SearchRequest("rose", locale: .english)).total)
                if let file = fopen(signal, "w") { fclose(file) }
            }
            if stream.isFinished { break }
        }
        // Lines are found while others are awaited.
        #expect(counts.first == 2 && counts.last == 3)
        #expect(stream.records.bytes("3") == Array("c rose".utf8))
    }
}
