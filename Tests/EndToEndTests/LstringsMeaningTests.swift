// Checks `lstrings check --meaning`: the tests' own embedder makes the vectors.

import TestSupport
import Testing

@Suite struct LstringsMeaningTests {
    private static let script = packageFolder + "/Tests/Embedder/embedder.py"

    /// Texts of made-up words, each unlike the others.
    private static let texts = (0..<48).map { number in
        let syllables = ["bar", "cel", "dim", "fon", "gup", "hax", "jev", "kyl"]
        return (1...4).map { syllables[(number * $0 + number / 8) % 8] + syllables[(number + $0 * $0) % 8] }
            .joined(separator: " ")
    }

    /// A project whose German texts have one word more. Each is the translation of the text with a number.
    private static func files(_ translations: [Int]) -> [String: String] {
        let source = texts.indices.map { "\"k\($0)\" = \"\(texts[$0])\";\n" }.joined()
        let translation = translations.enumerated().map {
            "\"k\($0.offset)\" = \"\(texts[$0.element]) und\";\n"
        }
        return ["p/en.lproj/A.strings": source, "p/de.lproj/A.strings": translation.joined()]
    }

    private static func check(meaning: String, in folder: String) throws -> ProgramRun {
        try lstrings(
            ["check", "--fail-on", "note", "--meaning", meaning, "p"],
            environment: ["XDG_CACHE_HOME": folder + "/cache"], in: folder)
    }

    @Test func translationsOfOtherMessagesAreNotes() throws {
        var numbers = Array(Self.texts.indices)
        numbers.swapAt(3, 30)
        try withFiles(Self.files(numbers)) { folder throws in
            let log = folder + "/log"
            let run = try Self.check(meaning: "python3 '\(Self.script)' - '\(log)'", in: folder)
            #expect(run.status == 1 && run.errors.isEmpty, "\(run.output) \(run.errors)")
            let lines = run.output.split(separator: "\n").filter { $0.hasPrefix("p/") }
            #expect(lines.count == 2)
            #expect(lines.first?.hasPrefix("p/de.lproj/A.strings:4:") == true)
            #expect(lines.last?.hasPrefix("p/de.lproj/A.strings:31:") == true)
            #expect(lines.first?.contains("note: ") == true)
            // Known texts are not embedded again.
            let count = try contents(of: log).count
            _ = try Self.check(meaning: "python3 '\(Self.script)' - '\(log)'", in: folder)
            #expect(try contents(of: log).count == count)
        }
    }

    @Test(arguments: ["exit", "garbage", "few", "nan", "error", "id"])
    func aCommandThatFailsIsNamedOnceAndOtherChecksGoOn(fault: String) throws {
        var files = Self.files(Array(Self.texts.indices))
        files["p/de.lproj/A.strings"]! += "\"old\" = \"Alt\";\n"
        try withFiles(files) { folder throws in
            let run = try Self.check(meaning: "python3 '\(Self.script)' \(fault)", in: folder)
            #expect(run.status == 2)
            #expect(run.errors.split(separator: "\n").count { $0.contains("meanings are not compared") } == 1)
            #expect(run.output.contains("“old”"))
        }
    }

    @Test func theCheckNeedsACommand() throws {
        try withFiles(Self.files([0])) { folder throws in
            let run = try lstrings("check --select meaning p", in: folder)
            #expect(run.status == 2 && run.errors.contains("--meaning"))
            // A user who selects all checks gets those that can run.
            #expect(try lstrings("check --select all p", in: folder).status != 2)
        }
    }
}
