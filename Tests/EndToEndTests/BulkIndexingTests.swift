// Checks indexes that several processes build of parts of a catalog, as a cluster does.

import TestSupport
import Testing

@Suite struct BulkIndexingTests {
    private static let mark = "00112233445566778899aabbccddeeff"

    /// Indexes the shop in parts, given by the numbers of its lines, and publishes
    /// the index in the folder `index`.
    private func withIndex(
        _ parts: [[Int]] = [[1, 3, 5], [2, 4]], records: String = Shop.records,
        _ body: (String) throws -> Void
    ) throws {
        try withFiles(["shop.catalog.json": Shop.sidecar]) { folder in
            let lines = records.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            let segments = try parts.compactMap { numbers in
                try build(numbers.map { lines[$0 - 1] + "\n" }.joined(), numbers, in: folder).json["file"]?
                    .text
            }
            let published = try publish(segments, in: folder)
            #expect(published.errors == "")
            #expect(published.status == 0)
            try body(folder)
        }
    }

    private func build(_ records: String, _ numbers: [Int]? = nil, in folder: String) throws -> ProgramRun {
        var words = "-c \(folder)/shop.jsonl --build-segment \(folder)/built"
        if let numbers {
            try makeFile(folder + "/numbers", numbers.map { "\($0)\n" }.joined())
            words += " --line-numbers \(folder)/numbers"
        }
        return try lsearch(words, input: records, in: folder)
    }

    private func publish(_ segments: [String], in folder: String, mark: String = mark) throws -> ProgramRun {
        let description = Shop.sidecar.replacing("\n", with: "").replacing("\"", with: "\\\"")
        let names = segments.map { "\"\($0)\"" }.joined(separator: ",")
        return try lsearch(
            "--publish \(folder)/index",
            input: """
                {"folder":"\(folder)/built","revision":"7","mark":"\(mark)","catalogs":[{"id":"shop","revision":"7",
                "descriptionRevision":"7","description":"\(description)","segments":[\(names)]}]}
                """, in: folder)
    }

    private func search(_ words: String, in folder: String) throws -> ProgramRun {
        try lsearch(words, environment: ["LSEARCH_CATALOGS": folder + "/index"], in: folder)
    }

    @Test(arguments: [
        "-l de geburtstag --explain", "-l en birthday --format jsonl",
        "-l de --sort price --reverse --limit 3",
        "--list-scopes -l de", "--list-locales", "-l de -s Hochzeiten", "-l de xyzzy", "-l de ringe",
        "--price 3..20 --year ..2000 --format jsonl", "-l de öl --chain de,en", "-l de -c index",
    ])
    func anIndexOfPartsAnswersAsTheCatalog(words: String) throws {
        try withIndex { folder in
            let whole = try searchShop(words.replacing("-c index", with: ""))
            let parts = try search(words, in: folder)
            #expect(parts.output == whole.output)
            #expect(parts.errors == "")
            #expect(parts.status == whole.status)
            #expect(!exists(folder + "/shop.jsonl"))
        }
    }

    @Test func aBatchAsksIt() throws {
        try withIndex { folder in
            let run = try lsearch(
                "--batch -l de", environment: ["LSEARCH_CATALOGS": folder + "/index"],
                input: "{\"q\":\"torte\"}\n{\"q\":\"oel\"}\n", in: folder)
            #expect(try run.jsonLines.map { $0["total"] } == [1, 1])
        }
    }

    @Test func theSameRecordsGiveTheSameFile() throws {
        try withFiles(["shop.catalog.json": Shop.sidecar]) { folder in
            let first = try build(Shop.records, in: folder)
            #expect(first.status == 0)
            let name = try #require(try first.json["file"]?.text)
            let made = try bytes(of: folder + "/built/" + name)
            #expect(try build(Shop.records, in: folder).output == first.output)
            #expect(try allNames(inFolder: folder + "/built") == [name])
            #expect(try bytes(of: folder + "/built/" + name) == made)
            #expect(try first.json["records"] == 5)
            #expect(try first.json["bytes"] == .number("\(made.count)"))
        }
    }

    @Test func whatIsLeftOutIsNamedWithItsLineInTheCatalog() throws {
        try withFiles(["shop.catalog.json": Shop.sidecar]) { folder in
            let records = #"{"id":"a"}"# + "\n{\n" + #"{"id":"a"}"# + "\n" + #"{"id":"b","title":{"??":"x"}}"#
            let report = try build(records + "\n", [7, 100, 2_000, 30_000], in: folder).json
            #expect(report["records"] == 2)
            #expect(report["skipped"] == 2)
            #expect(report["errors"] == 2)
            #expect(report["warnings"] == 1)
            let problems = report["problems"]?.elements ?? []
            #expect(problems.map { $0["line"] } == [100, 2_000, 30_000])
            #expect(problems.map { $0["severity"]?.text } == ["error", "error", "warning"])
            #expect(problems.allSatisfy { $0["file"]?.text == folder + "/shop.jsonl" })
            #expect(problems[1]["message"]?.text?.contains("7") == true)
            let strict = "-c \(folder)/shop.jsonl --build-segment \(folder)/built --strict"
            #expect(try lsearch(strict, input: records, in: folder).status == 2)
        }
    }

    @Test func withoutRecordsThereIsNoSegment() throws {
        try withFiles([:]) { folder in
            let report = try build("", in: folder).json
            #expect(report["file"] == .null)
            #expect(report["records"] == 0)
            #expect(report["problems"]?.elements.count == 1)
        }
    }

    @Test func aNewCheckpointReplacesTheOneBefore() throws {
        try withIndex([[1, 2]]) { folder in
            #expect(try search("-l de ofen", in: folder).status == 1)
            let rest = try build(Shop.records, in: folder).json["file"]?.text
            #expect(
                try publish([try #require(rest)], in: folder, mark: Self.mark.replacing("0", with: "f"))
                    .status == 0)
            #expect(try search("-l de ofen", in: folder).status == 0)
            #expect(try names(inFolder: folder + "/built") == [])
            #expect(try names(inFolder: folder + "/index").filter { $0.hasSuffix(".json") }.count == 2)
        }
    }

    @Test func whatCannotBePublishedChangesNothing() throws {
        try withIndex { folder in
            let before = try allNames(inFolder: folder + "/index")
            let name = try #require(try build(Shop.records, in: folder).json["file"]?.text)
            let path = folder + "/built/" + name
            let whole = try bytes(of: path)
            for (segments, change) in [
                (["0123456789abcdef-5.segment"], {}), (["../index/" + before[0]], {}),
                ([name], { try makeFile(path, Array(whole.dropLast())) }),
                (
                    [name],
                    {
                        var damaged = whole
                        damaged[damaged.count / 2] ^= 1
                        try makeFile(path, damaged)
                    }
                ),
            ] as [([String], () throws -> Void)] {
                try change()
                let run = try publish(segments, in: folder)
                #expect(run.status == 2)
                #expect(run.errors.hasPrefix("lsearch: the checkpoint cannot be published ("))
                #expect(try allNames(inFolder: folder + "/index") == before)
            }
            for text in ["", "[]", "{}", #"{"folder":"x","revision":"0","mark":"0","catalogs":[]}"#] {
                let run = try lsearch("--publish \(folder)/index", input: text, in: folder)
                #expect(run.status == 2)
                #expect(run.errors.contains("does not describe a checkpoint"))
            }
            #expect(try search("-l de ofen", in: folder).status == 0)
        }
    }

    @Test func aDamagedIndexIsReportedAndNeverAnswersLess() throws {
        try withIndex([[1, 2, 3, 4, 5]]) { folder in
            let sound = try search("--verify --cache \(folder)/cache", in: folder)
            #expect(sound.status == 0)
            let index = folder + "/index/"
            let segment =
                index + (try #require(try names(inFolder: index).first { $0.hasSuffix(".segment") }))
            var damaged = try bytes(of: segment)
            for place in stride(from: 100, to: damaged.count - 200, by: 50) { damaged[place] ^= 0x55 }
            try makeFile(segment, damaged)
            let run = try search("-l en oven", in: folder)
            #expect(run.status == 2)
            #expect(run.output == "")
            #expect(run.errors.contains("damaged"))
            #expect(try search("--verify --cache \(folder)/cache", in: folder).status == 1)
            remove(segment)
            #expect(try search("-l en oven", in: folder).status == 2)
        }
    }

    @Test func anIndexThatOthersCanChangeIsNotSearched() throws {
        try withIndex { folder in
            try setPermissions(0o777, of: folder + "/index")
            let run = try search("-l en oven", in: folder)
            #expect(run.status == 2)
            #expect(run.errors.contains(folder + "/index"))
        }
    }

    @Test func anIndexOfAnotherVersionIsReported() throws {
        try withIndex { folder in
            let index = folder + "/index/"
            let name = try #require(try names(inFolder: index).first { $0.hasSuffix(".json") })
            let manifest = try contents(of: index + name)
            try makeFile(index + name, "LSEARCHC 2" + manifest.dropFirst("LSEARCHC 1".count))
            let run = try search("-l en oven", in: folder)
            #expect(run.status == 2)
            #expect(run.errors.contains("another version"))
        }
    }

    @Test(arguments: [
        ("--build-segment built", "needs one catalog"),
        ("--build-segment built -c a.jsonl -c b.jsonl", "needs one catalog"),
        ("--build-segment built -c de.po", "needs one catalog"),
        ("--build-segment built --batch -c a.jsonl", "--batch"),
        ("--line-numbers x -c a.jsonl rose", "--build-segment"),
        ("--build-segment built -c a.jsonl --line-numbers none", "none"),
        ("--build-segment built -c a.jsonl --line-numbers wrong", "line number"),
        ("--build-segment a.txt -c a.jsonl", "a.txt"),
        ("--publish=", "--publish"),
    ])
    func wrongOptionsAreRefused(words: String, message: String) throws {
        try withFiles(["wrong": "1\n2x\n", "a.txt": ""]) { folder in
            let run = try lsearch(words, input: #"{"id":"a"}"#, in: folder)
            #expect(run.status == 2)
            #expect(run.errors.contains(message))
            #expect(run.output == "")
        }
    }
}
