// Installed data is found wherever the program was installed or built.

import Files
import Testing
import TestSupport

@Suite struct DataFoldersTests {
    @Test func namedFolderComesFirstThenTheInstalledOne() {
        let folders = DataFolders(variables: ["LSEARCH_DATA": "/data"], programFolder: "/opt/bin")
        #expect(folders.paths == ["/data", "/opt/bin/../share/lsearch"])
    }

    @Test func whatIsNotKnownIsLeftOut() {
        #expect(
            DataFolders(variables: ["LSEARCH_DATA": ""], programFolder: "/opt/bin").paths == [
                "/opt/bin/../share/lsearch"
            ])
        #expect(DataFolders(variables: [:], programFolder: nil).paths.isEmpty)
        #expect(DataFolders(variables: [:], programFolder: nil).folder("Localizations") == nil)
    }

    @Test func sourcesThatAProgramWasBuiltFromAreFoundUpToFiveLevelsAboveIt() throws {
        try withTemporaryFolder { (folder) throws in
            try makeFolder(folder + "/Localizations")
            try makeFolder(folder + "/Localizations/en.lproj")
            for levels in 1...6 {
                let program = folder + String(repeating: "/x", count: levels)
                let paths = DataFolders(variables: [:], programFolder: program).paths
                #expect(paths.contains(folder) == (levels <= 5), "\(levels)")
            }
        }
    }

    @Test func firstFolderThatThereIsIsTaken() throws {
        try withTemporaryFolder { (folder) throws in
            for path in [
                "/a", "/a/Page", "/share", "/share/lsearch", "/share/lsearch/Page", "/share/lsearch/Pages",
                "/bin",
            ] {
                try makeFolder(folder + path)
            }
            try makeFile(folder + "/a/Texts", "no folder")
            let folders = DataFolders(
                variables: ["LSEARCH_DATA": folder + "/a"], programFolder: folder + "/bin")
            #expect(folders.folder("Page") == folder + "/a/Page")
            // All names are tried in one folder before the next.
            #expect(folders.folder("Pages", "Page") == folder + "/a/Page")
            #expect(folders.folder("Pages") == folder + "/bin/../share/lsearch/Pages")
            #expect(folders.folder("Texts") == nil)
            #expect(folders.candidates("Texts").first == folder + "/a/Texts")
            #expect(
                folders.candidates("Pages", "Page").prefix(3) == [
                    folder + "/a/Pages", folder + "/a/Page", folder + "/bin/../share/lsearch/Pages",
                ])
        }
    }

    @Test func folderOfTheRunningProgramIsKnown() throws {
        let folder = try #require(DataFolders.programFolder)
        #expect(folder.hasPrefix("/") && !folder.hasSuffix("/"))
        #expect(exists(folder))
    }
}
