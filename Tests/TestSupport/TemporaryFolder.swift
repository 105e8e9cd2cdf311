// Temporary folders, removed after the test.

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Runs a test with the path of a new folder.
package func withTemporaryFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = try makeTemporaryFolder()
    defer { remove(folder) }
    return try body(folder)
}

/// The same for an asynchronous test.
package nonisolated(nonsending) func withTemporaryFolder<Result>(
    _ body: nonisolated(nonsending) (String) async throws -> Result
) async throws -> Result {
    let folder = try makeTemporaryFolder()
    defer { remove(folder) }
    return try await body(folder)
}

private func makeTemporaryFolder() throws -> String {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array((parent + "/lsearch-tests-XXXXXX").utf8CString)
    guard let made = mkdtemp(&template) else {
        throw SystemCallFailure("mkdtemp", parent, code: errno)
    }
    return String(cString: made)
}
