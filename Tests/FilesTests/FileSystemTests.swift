// Both file systems, on the disk and in memory, do what the protocol promises.

import Files
import SearchTesting
import Testing
import TestSupport

@Suite struct FileSystemTests {
    /// Runs a test on both file systems, each with an empty folder.
    private func withBoth(_ body: (any FileSystem, String) throws -> Void) throws {
        try withTemporaryFolder { try body(LocalFileSystem(), $0) }
        let memory = InMemoryFileSystem()
        memory.makeFolder("/folder")
        try body(memory, "/folder")
    }

    @Test func theLocalFileSystemConforms() async throws {
        try await withTemporaryFolder {
            try await FileSystemConformance(LocalFileSystem(), emptyFolder: $0).run()
        }
    }

    @Test func theInMemoryFileSystemConforms() async throws {
        let memory = InMemoryFileSystem()
        memory.makeFolder("/folder")
        try await FileSystemConformance(memory, emptyFolder: "/folder").run()
    }

    @Test func replacingMakesAFileAndReplacesItsBytes() throws {
        try withBoth { files, folder in
            let path = folder + "/a.strings"
            try files.replace(path, with: Array("old".utf8))
            #expect(try files.contents(of: path) == Array("old".utf8))
            try files.replace(path, with: Array("new and longer".utf8))
            #expect(try files.contents(of: path) == Array("new and longer".utf8))
            #expect(try files.names(inFolder: folder) == ["a.strings"])
        }
    }

    @Test func namesAreSortedByTheirBytes() throws {
        try withBoth { files, folder in
            for name in ["b", "a", "É", "B", ".hidden"] { try files.replace(folder + "/" + name, with: []) }
            #expect(try files.names(inFolder: folder) == [".hidden", "B", "a", "b", "É"])
        }
    }

    @Test func kindsAreReported() throws {
        try withBoth { files, folder in
            try files.replace(folder + "/a", with: [1])
            #expect(try files.kind(of: folder) == .folder)
            #expect(try files.kind(of: folder + "/a") == .file)
            let error = #expect(throws: FileError.self) { try files.kind(of: folder + "/b") }
            #expect(error?.isMissing == true)
            #expect(error?.message.isEmpty == false)
        }
    }

    @Test func aFolderIsNotOpened() throws {
        try withBoth { files, folder in
            #expect(throws: FileError.self) { try files.open(folder) }
            #expect(throws: FileError.self) { try files.replace(folder, with: []) }
        }
    }

    @Test func contentsBeyondTheLimitAreRefused() throws {
        try withBoth { files, folder in
            try files.replace(folder + "/a", with: [1, 2, 3])
            #expect(try files.contents(of: folder + "/a", limit: 3) == [1, 2, 3])
            #expect(throws: FileError.self) { try files.contents(of: folder + "/a", limit: 2) }
        }
    }

    @Test func aDeviceIsRefusedBecauseItMayNeverEnd() throws {
        #expect(try LocalFileSystem().kind(of: "/dev/zero") == .other)
        #expect(throws: FileError.self) { try LocalFileSystem().open("/dev/zero") }
    }

    @Test func aPipeIsRead() throws {
        try withTemporaryFolder { (folder) throws in
            let path = folder + "/pipe"
            let text = String(repeating: "long enough for several reads ", count: 10_000)
            try makePipe(path, holding: text)
            #expect(try LocalFileSystem().kind(of: path) == .pipe)
            let read = try LocalFileSystem().contents(of: path)
            // `#expect` would print both.
            #expect(read == Array(text.utf8) as [UInt8], "\(read.count) bytes")
        }
    }

    @Test func aPipeWithoutWriterIsAnErrorAndDoesNotWait() throws {
        try withTemporaryFolder { (folder) throws in
            let path = folder + "/pipe"
            try makePipe(path)
            var files = LocalFileSystem()
            files.pipePatience = 0
            let error = #expect(throws: FileError.self) { try files.contents(of: path) }
            #expect(error?.hasNoWriter == true)
            #expect(error?.path == path)
        }
    }

    @Test func aPipeIsNoRegularFile() throws {
        try withTemporaryFolder { (folder) throws in
            let path = folder + "/pipe"
            try makePipe(path)
            let error = #expect(throws: FileError.self) {
                try LocalFileSystem().contents(ofRegularFile: path)
            }
            #expect(error?.isNotRegular == true)
            #expect(throws: FileError.self) { try LocalFileSystem().replace(path, with: []) }
            #expect(try LocalFileSystem().kind(of: path) == .pipe)
        }
    }

    @Test func aReplacedFileKeepsItsPermissionsAndItsSymbolicLink() throws {
        try withTemporaryFolder { (folder) throws in
            let path = folder + "/a"
            try makeFile(path, "old")
            try setPermissions(0o640, of: path)
            try link(folder + "/link", to: "a")
            try LocalFileSystem().replace(folder + "/link", with: Array("new".utf8))
            #expect(try contents(of: path) == "new")
            #expect(try permissions(of: path) == 0o640)
            #expect(isLink(folder + "/link"))
        }
    }

    @Test func aFailedReplacementLeavesTheOldFile() throws {
        try withTemporaryFolder { (folder) throws in
            // The folder is so deep that the system accepts the file's path, but not the longer one of the
            // temporary file.
            var deep = folder
            while deep.utf8.count < 4080 {
                deep += "/" + String(repeating: "n", count: min(200, 4085 - deep.utf8.count))
                try makeFolder(deep)
            }
            try makeFile(deep + "/a", "old")
            #expect(throws: FileError.self) {
                try LocalFileSystem().replace(deep + "/a", with: Array("new".utf8))
            }
            #expect(try contents(of: deep + "/a") == "old")
            #expect(try LocalFileSystem().names(inFolder: deep) == ["a"])
        }
    }

    @Test func aFailedRenamingLeavesNothingBeside() throws {
        try withTemporaryFolder { (folder) throws in
            // The temporary file can be written; only the final name is too long.
            let path = folder + "/" + String(repeating: "n", count: 300)
            let error = #expect(throws: FileError.self) {
                try LocalFileSystem().replace(path, with: [1])
            }
            #expect(error?.path == path)
            #expect(try LocalFileSystem().names(inFolder: folder) == [])
        }
    }

    @Test func devicesAndMissingFoldersAreNotReplaced() throws {
        try withTemporaryFolder { (folder) throws in
            #expect(throws: FileError.self) { try LocalFileSystem().replace("/dev/null", with: []) }
            #expect(throws: FileError.self) { try LocalFileSystem().replace(folder + "/none/a", with: []) }
        }
    }
}
