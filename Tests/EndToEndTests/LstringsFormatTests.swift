// `lstrings format`: which catalogs it writes, and what `--check` reports.

import TestSupport
import Testing

@Suite struct LstringsFormatTests {
    private static let compact = #"{"strings":{"b":{},"a":{}},"sourceLanguage":"en","version":"1.0"}"# + "\n"
    private static let canonical = """
        {
          "sourceLanguage" : "en",
          "strings" : {
            "a" : {

            },
            "b" : {

            }
          },
          "version" : "1.0"
        }
        """

    @Test func catalogsBelowAFolderAreSpelledAsXcodeDoes() throws {
        try withFiles(["App/A.xcstrings": Self.compact, "App/In/B.xcstrings": Self.canonical]) {
            (folder) throws in
            let run = try lstrings("format App", in: folder)
            #expect(run.status == 0)
            #expect(run.errors == "1 file written.\n")
            #expect(try contents(of: folder + "/App/A.xcstrings") == Self.canonical)
            #expect(try lstrings("format App", in: folder).errors == "0 files written.\n")
        }
    }

    @Test func aCheckWritesNothing() throws {
        try withFiles(["A.xcstrings": Self.compact, "B.xcstrings": Self.canonical]) { (folder) throws in
            let run = try lstrings("format --check A.xcstrings B.xcstrings", in: folder)
            #expect(run.status == 1)
            #expect(run.errorLines.count == 1 && run.errors.hasPrefix("lstrings: A.xcstrings: "))
            #expect(try contents(of: folder + "/A.xcstrings") == Self.compact)
            #expect(try lstrings("format --check B.xcstrings", in: folder).status == 0)
        }
    }

    @Test func aDamagedCatalogStaysAndTheOthersAreWritten() throws {
        try withFiles(["A.xcstrings": Self.compact, "B.xcstrings": "{\"sourceLanguage\""]) {
            (folder) throws in
            let run = try lstrings("format .", in: folder)
            #expect(run.status == 2)
            #expect(run.errors.contains("B.xcstrings:1: "))
            #expect(try contents(of: folder + "/A.xcstrings") == Self.canonical)
            #expect(try contents(of: folder + "/B.xcstrings") == "{\"sourceLanguage\"")
        }
        try withFiles(["a.po": ""]) { (folder) throws in
            let run = try lstrings("format .", in: folder)
            #expect(run.status == 2 && run.errors.contains("no string catalog"))
        }
    }
}
