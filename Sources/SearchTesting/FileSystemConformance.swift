// The invariants of `FileSystem`, as tests for any implementation.

public import Files
public import Testing

/// Checks that a `FileSystem` does what the protocol promises. Each broken invariant is recorded
/// as an issue of the running test.
public struct FileSystemConformance: Sendable {
    private let files: any FileSystem
    private let folder: String

    /// Tests of a file system.
    ///
    /// - Parameter folder: the path of an empty folder, in which the tests make files. They leave them there.
    public init(_ files: any FileSystem, emptyFolder folder: String) {
        self.files = files
        self.folder = folder
    }

    /// Checks all invariants.
    ///
    /// - Throws: `FileError` if a call fails that must not; the invariants after it are not checked.
    public func run(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try checkReplacing(sourceLocation)
        try checkNames(sourceLocation)
        try checkKinds(sourceLocation)
        try checkFolders(sourceLocation)
        try checkReading(sourceLocation)
        try checkFailedReplacing(sourceLocation)
        try await checkReplacingWhileReading(sourceLocation)
    }

    /// Makes a folder of its own for an invariant.
    private func makeFolder(_ name: String) throws(FileError) -> String {
        let path = folder + "/" + name
        try files.makeFolder(path)
        return path
    }

    private func checkReplacing(_ place: SourceLocation) throws {
        let folder = try makeFolder("replacing")
        let path = folder + "/a.strings"
        try files.replace(path, with: Array("old".utf8))
        #expect(
            try files.contents(of: path) == Array("old".utf8), "replace(_:with:) makes a file",
            sourceLocation: place)
        try files.replace(path, with: Array("new and longer".utf8))
        #expect(
            try files.contents(of: path) == Array("new and longer".utf8),
            "replace(_:with:) replaces all bytes",
            sourceLocation: place)
        try files.replace(path, with: [])
        #expect(try files.contents(of: path) == [], "a file may be empty", sourceLocation: place)
        #expect(
            try files.names(inFolder: folder) == ["a.strings"], "replace(_:with:) leaves no other file",
            sourceLocation: place)
    }

    private func checkNames(_ place: SourceLocation) throws {
        let folder = try makeFolder("names")
        #expect(try files.names(inFolder: folder) == [], "a new folder is empty", sourceLocation: place)
        for name in ["b", "a", "É", "B", ".hidden"] { try files.replace(folder + "/" + name, with: []) }
        try files.makeFolder(folder + "/c")
        #expect(
            try files.names(inFolder: folder) == [".hidden", "B", "a", "b", "c", "É"],
            "names(inFolder:) sorts all names by their bytes", sourceLocation: place)
        #expect(throws: FileError.self, "a file has no names in it", sourceLocation: place) {
            try files.names(inFolder: folder + "/a")
        }
        #expect(throws: FileError.self, "a missing folder has no names", sourceLocation: place) {
            try files.names(inFolder: folder + "/none")
        }
    }

    private func checkKinds(_ place: SourceLocation) throws {
        let folder = try makeFolder("kinds")
        try files.replace(folder + "/a", with: [1])
        #expect(try files.kind(of: folder) == .folder, sourceLocation: place)
        #expect(try files.kind(of: folder + "/a") == .file, sourceLocation: place)
        for path in [folder, folder + "/a", folder + "/none"] {
            #expect(!files.isSymbolicLink(path), "\(path) is no symbolic link", sourceLocation: place)
        }
        let error = #expect(throws: FileError.self, "a missing file has no kind", sourceLocation: place) {
            try files.kind(of: folder + "/none")
        }
        #expect(error?.isMissing == true, "the error says that the file is missing", sourceLocation: place)
        #expect(error?.path == folder + "/none", "the error names the path", sourceLocation: place)
        #expect(error?.message.isEmpty == false, "the error has a message", sourceLocation: place)
    }

    private func checkFolders(_ place: SourceLocation) throws {
        let folder = try makeFolder("folders")
        try files.makeFolder(folder + "/one/two")
        try files.makeFolder(folder + "/one/two")
        #expect(
            try files.kind(of: folder + "/one/two") == .folder, "makeFolder(_:) makes the folders around it",
            sourceLocation: place)
        #expect(throws: FileError.self, "a folder cannot be opened", sourceLocation: place) {
            try files.open(folder + "/one")
        }
        #expect(throws: FileError.self, "a folder cannot be replaced", sourceLocation: place) {
            try files.replace(folder + "/one", with: [])
        }
        #expect(
            try files.names(inFolder: folder + "/one") == ["two"], "a refused call changes nothing",
            sourceLocation: place)
    }

    private func checkReading(_ place: SourceLocation) throws {
        let path = try makeFolder("reading") + "/a"
        var random = SeededGenerator(seed: 1)
        for count in [0, 1, 4095, 4096, 100_000] {
            let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            try files.replace(path, with: bytes)
            #expect(try files.contents(of: path, limit: count) == bytes, sourceLocation: place)
            let size = try files.open(path).size
            #expect(size == nil || size == count, "size is the number of bytes", sourceLocation: place)
            #expect(
                try read(path, at: 1 + count / 7) == bytes, "reading in parts gives all bytes in order",
                sourceLocation: place)
        }
        try files.replace(path, with: [1, 2, 3])
        #expect(throws: FileError.self, "more bytes than the limit are refused", sourceLocation: place) {
            try files.contents(of: path, limit: 2)
        }
        #expect(throws: FileError.self, "a missing file cannot be opened", sourceLocation: place) {
            try files.open(path + ".none")
        }
    }

    /// Reads a file by calls for at most `count` bytes each.
    private func read(_ path: String, at count: Int) throws -> [UInt8] {
        let stream = try files.open(path)
        var part = [UInt8](repeating: 0, count: count)
        var bytes: [UInt8] = []
        while true {
            let read = try part.withUnsafeMutableBytes { try stream.read(into: $0) }
            if read == 0 { return bytes }
            bytes += part[..<read]
        }
    }

    private func checkFailedReplacing(_ place: SourceLocation) throws {
        let folder = try makeFolder("failing")
        try files.replace(folder + "/a", with: [1])
        #expect(throws: FileError.self, "a file in a missing folder cannot be made", sourceLocation: place) {
            try files.replace(folder + "/none/a", with: [2])
        }
        #expect(throws: FileError.self, "a file cannot be made inside a file", sourceLocation: place) {
            try files.replace(folder + "/a/b", with: [2])
        }
        #expect(try files.names(inFolder: folder) == ["a"], "a failure leaves no file", sourceLocation: place)
        #expect(try files.contents(of: folder + "/a") == [1], "the old file stays", sourceLocation: place)
    }

    /// Readers see all of the old bytes or all of the new ones.
    private func checkReplacingWhileReading(_ place: SourceLocation) async throws {
        let path = try makeFolder("atomic") + "/a"
        let contents = (0..<4).map { [UInt8](repeating: UInt8($0), count: 10_000 + 5_000 * $0) }
        try files.replace(path, with: contents[0])
        let files = files
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for round in 0..<40 { try files.replace(path, with: contents[round % contents.count]) }
            }
            group.addTask {
                for _ in 0..<40 {
                    let read = try files.contents(of: path)
                    #expect(
                        contents.contains(read), "a reader sees the bytes of one replacement",
                        sourceLocation: place)
                }
            }
            try await group.waitForAll()
        }
    }
}
