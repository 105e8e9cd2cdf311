// `--embedder`: a command makes the vectors of queries, and those of records once; whatever it does, words
// are searched.

import TestSupport
import Testing

@Suite struct EmbedderTests {
    private static let script = packageFolder + "/Tests/Embedder/embedder.py"

    private static func command(_ fault: String = "-", log: String = "") -> String {
        "python3 '\(script)' '\(fault)' '\(log)'"
    }

    /// The lines of a catalog.
    private static func catalog(_ things: [String]) -> String {
        things.enumerated().map { #"{"id":"\#($0.offset)","title":{"en":"\#($0.element)"}}"# + "\n" }.joined()
    }

    /// Runs a test in a folder with a catalog of a few things.
    private static func inFolder(_ body: (String) throws -> Void) throws {
        try withFiles(["things.jsonl": catalog(["Cooler box", "Heater", "Chair"])], body)
    }

    private static func search(
        _ folder: String, _ query: String, _ command: String, _ options: [String] = []
    ) throws -> ProgramRun {
        try run(
            .lsearch,
            ["-c", folder + "/things.jsonl", "-l", "en", "--cache", folder + "/cache"]
                + ["--embedder", command] + options + [query])
    }

    @Test func meaningFindsWhatWordsDoNot() throws {
        try Self.inFolder { folder in
            let found = try Self.search(folder, "fridge", Self.command())
            #expect(found.status == 0)
            #expect(found.lines.prefix(2) == ["1 item found", "No result has the words. Found by meaning."])
            #expect(found.output.contains("Cooler box") && found.errors.isEmpty == true)
            let explained = try Self.search(folder, "cooler", Self.command(), ["--explain"])
            #expect(explained.output.contains("place 1 by meaning"))
            #expect(try Self.search(folder, "fridge", Self.command(), ["--semantic-ratio", "0"]).status == 1)
            let wrong = try Self.search(folder, "fridge", Self.command(), ["--semantic-ratio", "2"])
            #expect(wrong.status == 2 && wrong.errors.contains("--semantic-ratio"))
        }
    }

    @Test func onlyNewTextsAreEmbedded() throws {
        try Self.inFolder { folder in
            let log = folder + "/log"
            func made() throws -> [String] {
                defer { try? makeFile(log, "") }
                return try contents(of: log).split(separator: "\n").map(String.init)
            }
            _ = try Self.search(folder, "x", Self.command(log: log))
            #expect(try made() == ["record: Cooler box", "record: Heater", "record: Chair", "query: x"])
            _ = try Self.search(folder, "x", Self.command(log: log))
            #expect(try made() == ["query: x"])
            try makeFile(folder + "/things.jsonl", Self.catalog(["Cooler box", "Chair", "Fridge magnet"]))
            let found = try Self.search(folder, "fridge", Self.command(log: log))
            #expect(try made() == ["record: Fridge magnet", "query: fridge"])
            #expect(found.output.contains("Cooler box") && found.output.contains("Fridge magnet"))
        }
    }

    @Test(arguments: [
        ("exit", "the embedder ended with status 3"), ("garbage", "did not answer with a vector"),
        ("id", "did not answer with a vector"), ("few", "did not answer with a vector"),
        ("nan", "did not answer with a vector"), ("zero", "did not answer with a vector"),
        ("error", "the embedder says: no memory"), ("model", "another model or length"),
        ("length", "another model or length"),
    ])
    func whereTheEmbedderFailsWordsAnswer(fault: String, message: String) throws {
        try Self.inFolder { folder in
            let found = try Self.search(folder, "cooler", Self.command(fault))
            #expect(found.status == 0 && found.output.contains("Cooler box"))
            #expect(found.errorLines.count == 1 && found.errors.contains(message), "\(found.errors)")
        }
    }

    @Test func aCommandThatIsMissingIsNamed() throws {
        try Self.inFolder { folder in
            let found = try Self.search(folder, "cooler", "exec /nowhere/embedder 2>/dev/null")
            #expect(found.status == 0 && found.errors.contains("ended with status 127"))
        }
    }

    @Test func aBatchHasMeaningToo() throws {
        try Self.inFolder { folder in
            let responses = try run(
                .lsearch,
                ["-c", folder + "/things.jsonl", "-l", "en", "--cache", folder + "/cache", "--batch"]
                    + ["--embedder", Self.command()],
                input: Array("{\"q\":\"fridge\"}\n{\"q\":\"fridge\",\"semanticRatio\":0}\n".utf8)
            ).lines
            #expect(
                responses.count == 2 && responses[0].contains(#""total":1"#)
                    && responses[1].contains(#""total":0"#)
            )
        }
    }

    @Test func aFileOfVectorsIsReadBesideItsCatalog() throws {
        try Self.inFolder { folder in
            let script = """
                import struct, sys, zlib
                records = [("0", [0.0, 1.0]), ("1", [1.0, 0.0]), ("2", [-1.0, 0.0])]
                data = b"LSVECTOR" + struct.pack("<IIQBBf", 1, 2, len(records), 0, 0, 0.0)
                for text in ("default", "temperature", ""):
                    data += struct.pack("<H", len(text)) + text.encode()
                for key, numbers in records:
                    data += struct.pack("<H", len(key)) + key.encode() + struct.pack("<2f", *numbers)
                open(sys.argv[1], "wb").write(data + struct.pack("<I", zlib.crc32(data)))
                """
            try makeFile(folder + "/make.py", script)
            let made = try tool(["python3", folder + "/make.py", folder + "/things.vectors"], [:])
            #expect(made.status == 0)
            let arguments = [
                "-c", folder + "/things.jsonl", "-l", "en", "--cache", folder + "/cache", "--batch",
            ]
            let request = Array("{\"q\":\"warm\",\"vector\":[1,0.1],\"returns\":\"ids\"}\n".utf8)
            #expect(try run(.lsearch, arguments, input: request).output.contains(#""ids":["1"]"#))
            // A damaged file is named, and the records are found by words.
            try makeFile(folder + "/things.vectors", "LSVECTOR")
            let damaged = try run(.lsearch, arguments, input: request)
            #expect(damaged.output.contains(#""ids":[]"#) && damaged.errors.contains("things.vectors"))
        }
    }
}
