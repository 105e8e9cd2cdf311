// Checks the message of a program that was copied without its folder of data.

import TestSupport
import Testing

@Suite struct MissingDataTests {
    /// Runs a copy of a program in a folder without data.
    private func runCopy(_ program: Program, _ arguments: [String]) throws -> ProgramRun {
        try withTemporaryFolder { (folder) throws in
            let copy = folder + "/" + program.rawValue
            #expect(try tool(["cp", programFolder + program.rawValue, copy], [:]).status == 0)
            return try tool([copy] + arguments, ["LSEARCH_DATA": "", "LANG": "de_DE.UTF-8"])
        }
    }

    @Test(arguments: [
        (Program.lsearch, ["rose"]), (.lsearch, ["--list-catalogs"]), (.lsearch, ["--locale", "xx", "rose"]),
        (.lsearch, ["--help"]), (.lsearch, ["--generate-manual"]), (.lstrings, ["check"]),
        (.lstrings, ["help", "check"]), (.lstrings, []),
    ])
    func theMissingFolderAndTheCureAreNamedInEnglish(program: Program, arguments: [String]) throws {
        let run = try runCopy(program, arguments)
        #expect(run.status == 2)
        #expect(run.output == "")
        #expect(run.errorLines.count == 1)
        #expect(run.errors.hasPrefix("\(program.rawValue): the program's folder “Localizations” is missing"))
        #expect(run.errors.contains("/share/lsearch/Localizations"))
        #expect(run.errors.contains("set LSEARCH_DATA"))
    }

    @Test(arguments: Program.allCases) func theVersionNeedsNoData(program: Program) throws {
        let run = try runCopy(program, ["--version"])
        #expect(run.status == 0)
        #expect(run.output == (try lsearch("--version").output))
    }
}
