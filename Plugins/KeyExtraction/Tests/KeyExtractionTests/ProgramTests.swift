// The program's requests, and how it finds files.

import Glibc
import Testing

@testable import lstrings_extract

@Suite struct ProgramTests {
    @Test func requestIsReadFromJSON() throws {
        let json = #"{"protocol":1,"files":["a.swift"],"routines":["tr"],"swiftUI":true,"later":1}"#
        #expect(
            try Request(json: Array(json.utf8))
                == Request(files: ["a.swift"], routines: ["tr"], swiftUI: true))
        #expect(try Request(json: Array(#"{"files":[]}"#.utf8)) == Request())
    }

    @Test(arguments: ["", "[]", "{}", #"{"files":1}"#, #"{"files":[],"protocol":2}"#, "{\"files\":[\"a"])
    func otherRequestsAreRefused(json: String) {
        #expect(throws: RequestError.invalidRequest) { try Request(json: Array(json.utf8)) }
    }

    @Test func requestIsReadFromTheCommandLine() throws {
        let arguments = ["--swift-ui", "a", "--routine", "x", "--routine=y=T", "--", "-b"]
        #expect(
            try Request(arguments) == Request(files: ["a", "-b"], routines: ["x", "y=T"], swiftUI: true))
        #expect(throws: RequestError.unknownOption("--nope")) { try Request(["--nope"]) }
        #expect(throws: RequestError.unknownOption("--routine")) { try Request(["--routine"]) }
    }

    @Test func foldersAreReplacedByTheirSources() throws {
        var template = Array("/tmp/key-extraction-XXXXXX".utf8CString)
        let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
        defer { removeAll(folder) }
        for name in ["b", ".build", "a"] { mkdir(folder + "/" + name, 0o755) }
        for name in ["b/1.swift", "b/2.txt", ".build/3.swift", "a/4.swift", "0.swift", ".5.swift"] {
            close(open(folder + "/" + name, O_CREAT | O_WRONLY, 0o644))
        }
        symlink("..", folder + "/a/loop")
        symlink("nowhere", folder + "/a/dangling.swift")
        let (files, failures) = SourceFiles.expand([
            folder, folder + "/b/2.txt", folder + "/none", "/dev/null",
        ])
        #expect(files == ["0.swift", "a/4.swift", "b/1.swift", "b/2.txt"].map { folder + "/" + $0 })
        #expect(failures.map(\.kind) == [.unreadable, .notAFile])
        #expect(throws: FileFailure.self) { try SourceFiles.read(folder) }
        #expect(try SourceFiles.read(folder + "/b/2.txt") == [])
    }

    @Test func resultsHaveTheOrderOfTheFiles() {
        let names = (0..<200).map(String.init)
        #expect(Workers.map(names) { $0 + "!" } == names.map { $0 + "!" })
        #expect(Workers.map([]) { $0 } == [])
    }

    private func removeAll(_ folder: String) {
        for name in [
            "b/1.swift", "b/2.txt", ".build/3.swift", "a/4.swift", "0.swift", ".5.swift", "a/loop",
            "a/dangling.swift",
        ] {
            unlink(folder + "/" + name)
        }
        for name in ["b", ".build", "a"] { rmdir(folder + "/" + name) }
        rmdir(folder)
    }
}
