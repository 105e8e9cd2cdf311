// Recognizes folders with translations that only a program's own tests read.

internal import Files

/// Translations for tests: they contain mistakes on purpose, or are copies of others.
enum TestData {
    /// Whether a folder is one of test data below those that the command line names:
    /// `src/test/resources`, `tests/fixtures`.
    static func isIn(_ folder: String, below named: [String]) -> Bool {
        let folder = PathName.normalized(folder)
        let rests = named.map(PathName.normalized).compactMap { above -> Substring? in
            if above == "." { return folder[...] }
            return folder == above || folder.hasPrefix(above + "/") ? folder.dropFirst(above.count) : nil
        }
        return !rests.isEmpty
            && rests.allSatisfy { rest in
                rest.split(separator: "/").contains { names.contains($0.lowercased()) }
            }
    }

    private static let names: Set<String> = [
        "test", "tests", "testdata", "test-data", "test_data", "fixtures", "__tests__", "__fixtures__",
        "androidtest",
    ]
}
