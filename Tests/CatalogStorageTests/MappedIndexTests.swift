// Indexes that other programs truncate or overwrite while they are open.

import CatalogSearch
import Testing
import TestSupport

@testable import CatalogStorage
@testable import Files

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

@Suite struct MappedIndexTests {
    private static let english = LocaleIdentifier("en")!

    /// A catalog whose index has some hundred pages.
    private static let records = (0..<120).map { number in
        let words = ["apple", "banana", "cherry", "lemon", "orange", "peach"]
        let title = "\(words[number % 6]) number \(number)"
        return #"{"id":"\#(number)","title":"\#(title)","type":"\#(words[number % 3])","year":\#(number)}"#
            + "\n"
    }.joined()

    /// Runs a test with a catalog, its index, and the path of the index's only segment.
    private func withIndex(_ body: (CatalogFile, IndexCache, String) async throws -> Void) async throws {
        try await CatalogStorageTests.withIndex(of: Self.records) { file, cache, index in
            let segments = try names(inFolder: index).filter { $0.hasSuffix(".segment") }
            #expect(segments.count == 1)
            try await body(file, cache, index + "/" + segments[0])
        }
    }

    private func request(
        _ query: String, _ change: (inout SearchRequest) -> Void = { _ in }
    ) -> SearchRequest {
        var request = SearchRequest(query, locale: Self.english, chain: [Self.english])
        change(&request)
        return request
    }

    /// Operations that read different parts of an index; each gives something to compare.
    private var operations: [@Sendable (SearchEngine) throws -> String] {
        let requests = [
            request("apple"), request("an number"), request("") { $0.sort = .title },
            request("number") { $0.sort = .year }, request("aple") { $0.relax = .always },
            request("number 1") { $0.scope = "banana" },
        ]
        var operations: [@Sendable (SearchEngine) throws -> String] = [
            { engine in "\(try engine.record("77", in: "shop")?.texts.count ?? -1)" },
            { engine in "\(try engine.catalogs[0].recordCountsByLocale().values.sorted())" },
        ]
        for request in requests {
            operations.append { engine in
                let results = try engine.search(request)
                return "\(results.total) \(results.hits.map(\.id)) \(results.scopes.map(\.count))"
            }
        }
        return operations
    }

    /// Whether the operation says that the index is damaged. Records an issue if it does anything else.
    private func isDamaged(
        _ engine: SearchEngine, _ operation: (SearchEngine) throws -> String, _ place: String
    ) {
        do {
            Issue.record("\(place): the answer is \(try operation(engine))")
        } catch SearchError.damagedIndex(catalog: "shop") {
        } catch {
            Issue.record("\(place): \(error)")
        }
    }

    @Test(arguments: [false, true])
    func anIndexTruncatedWhileItIsOpenIsDamaged(isWarm: Bool) async throws {
        try await withIndex { file, cache, path in
            let whole = try bytes(of: path)
            let sizes = [0, 4_097, whole.count / 2, whole.count - 1]
            for size in sizes {
                for (number, operation) in operations.enumerated() {
                    try makeFile(path, whole)
                    let engine = SearchEngine([try cache.open(file).index])
                    if isWarm { for operation in operations { _ = try operation(engine) } }
                    try resizeFile(path, to: size)
                    isDamaged(engine, operation, "\(size) of \(whole.count) bytes, operation \(number)")
                }
            }
        }
    }

    @Test func aSegmentStaysDamagedWhenItsFileIsLongAgain() async throws {
        try await withIndex { file, cache, path in
            let whole = try bytes(of: path)
            let engine = SearchEngine([try cache.open(file).index])
            try resizeFile(path, to: 0)
            isDamaged(engine, operations[0], "truncated")
            try makeFile(path, whole)
            isDamaged(engine, operations[0], "written again")
            _ = try operations[0](SearchEngine([try cache.open(file).index]))
        }
    }

    @Test func anIndexOverwrittenInPlaceIsDamaged() async throws {
        try await withIndex { file, cache, path in
            var other = try bytes(of: path)
            let engine = SearchEngine([try cache.open(file).index])
            for operation in operations { _ = try operation(engine) }
            for index in 0..<other.count / 2 { other[index] = UInt8(truncatingIfNeeded: index) }
            try setModificationTime(of: path, secondsAgo: 10)
            try makeFile(path, other)
            for operation in operations { isDamaged(engine, operation, "overwritten") }
        }
    }

    @Test func anIndexIsTruncatedWhileItIsSearched() async throws {
        try await withIndex { file, cache, path in
            let whole = try bytes(of: path)
            var generator = SeededGenerator(seed: 3)
            for _ in 0..<8 {
                try makeFile(path, whole)
                let engine = SearchEngine([try cache.open(file).index])
                let expected = try operations.map { try $0(engine) }
                let size = Int.random(in: 0..<whole.count, using: &generator)
                let operations = operations
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<2 {
                        group.addTask {
                            // Until the damage is noticed.
                            while true {
                                for (operation, expected) in zip(operations, expected) {
                                    // Lets the task run that truncates.
                                    await Task.yield()
                                    do throws(any Error) {
                                        let result = try operation(engine)
                                        #expect(result == expected, "wrong answer instead of damage")
                                    } catch SearchError.damagedIndex {
                                        return
                                    }
                                }
                            }
                        }
                    }
                    group.addTask { try resizeFile(path, to: size) }
                    try await group.waitForAll()
                }
            }
        }
    }

    @Test func whatWasReadIntoMemoryDoesNotChange() async throws {
        try await withIndex { file, cache, path in
            var cache = cache
            let expected = try operations.map { try $0(SearchEngine([try cache.open(file).index])) }
            cache.readsIntoMemory = true
            let engine = SearchEngine([try cache.open(file).index])
            try resizeFile(path, to: 0)
            #expect(try operations.map { try $0(engine) } == expected)
        }
    }

    @Test func otherFaultsEndTheProcessAsBefore() async {
        await #expect(processExitsWith: .signal(SIGBUS)) {
            try withTemporaryFolder { (folder) throws in
                let path = folder + "/file"
                try makeFile(path, [UInt8](repeating: 1, count: 10_000))
                let registered = try MappedFile(FileDescriptor.opened(forReadingOwn: path))
                let descriptor = try FileDescriptor.opened(forReadingOwn: path)
                let other = try descriptor.map(count: 10_000)
                try resizeFile(path, to: 0)
                // Zeros in the registered range, and the end of the process in the other.
                precondition(registered?.bytes[9_000] == 0 && registered?.areIntact == false)
                precondition(other[9_000] == 0)
            }
        }
    }
}
