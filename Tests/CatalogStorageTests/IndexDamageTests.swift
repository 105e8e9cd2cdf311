// Indexes with truncated, changed or missing files, and with two writers.

import CatalogSearch
import Testing
import TestSupport

@testable import CatalogStorage
@testable import Files

@Suite struct IndexDamageTests {
    private let titles = ["Apfel", "Birne", "Citrone"]

    /// Runs a test with a catalog, its index, and the index's folder.
    private func withIndex(_ body: (CatalogFile, IndexCache, String) async throws -> Void) async throws {
        let records = titles.map { #"{"id":"\#($0)","title":"\#($0)"}"# + "\n" }.joined()
        let cache = { IndexCache(folder: $0, memoryBudget: 1 << 20, patience: 100) }
        try await CatalogStorageTests.withIndex(of: records, in: cache, body)
    }

    @Test func aDamagedManifestIsNoticedWhereverTheDamageIs() async throws {
        try await withIndex { file, cache, folder in
            let path = folder + "/manifest"
            let manifest = try bytes(of: path)
            var generator = SeededGenerator(seed: 1)
            for _ in 0..<200 {
                var damaged = manifest
                let place = Int.random(in: 0..<manifest.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: damaged[place] ^= UInt8(1) << UInt8.random(in: 0..<8, using: &generator)
                case 1: damaged = Array(damaged[..<place])
                default: for zeroed in place..<min(place + 64, damaged.count) { damaged[zeroed] = 0 }
                }
                try makeFile(path, damaged)
                let error = #expect(throws: IndexFault.self) { try cache.open(file) }
                #expect(error == .damaged || error == .otherVersion)
            }
            try makeFile(path, manifest)
            _ = try cache.open(file)
        }
    }

    @Test func aSegmentThatIsMissingOrCutIsNoticed() async throws {
        try await withIndex { file, cache, folder in
            let path = try segment(folder)
            let whole = try bytes(of: path)
            for count in [0, 1, 100, whole.count / 2, whole.count - 1] {
                try makeFile(path, Array(whole[..<count]))
                #expect(throws: IndexFault.damaged) { try cache.open(file) }
            }
            try makeFile(path, whole)
            _ = try cache.open(file)
            try rename(path, to: folder + "/away")
            #expect(throws: IndexFault.damaged) { try cache.open(file) }
            try makePipe(path, holding: "x")
            #expect(throws: IndexFault.damaged) { try cache.open(file) }
        }
    }

    @Test func anIndexOfAnotherVersionIsDistinguishedFromADamagedOne() async throws {
        try await withIndex { file, cache, folder in
            let manifest = try contents(of: folder + "/manifest")
            try makeFile(
                folder + "/manifest",
                manifest.replacing("LSEARCHM \(IndexManifest.version) ", with: "LSEARCHM 999 "))
            #expect(throws: IndexFault.otherVersion) { try cache.open(file) }
        }
    }

    @Test func whatABuildThatWasKilledLeftIsRemoved() async throws {
        try await withIndex { file, cache, folder in
            let whole = try bytes(of: try segment(folder))
            // The greatest process number on Linux is 4,194,304.
            let leftOvers = ["0123456789abcdef.segment", ".5000000-abc.new"]
            for name in leftOvers { try makeFile(folder + "/" + name, whole) }
            try makeFile(folder + "/notes.txt", "not ours")
            // The number of a running process.
            try makeFile(folder + "/.1-abc.new", "")
            _ = try cache.open(file)
            var faults: [IndexFault] = []
            _ = try await cache.build(
                file, because: .stale, isForced: true, begin: { faults.append($0) })
            for name in leftOvers { #expect(!exists(folder + "/" + name)) }
            for name in ["notes.txt", ".1-abc.new"] { #expect(exists(folder + "/" + name)) }
            #expect(faults == [.stale])
        }
    }

    @Test func aBuildThatNeverEndedIsReported() async throws {
        try await withIndex { file, cache, folder in
            try rename(folder + "/manifest", to: folder + "/away")
            #expect(throws: IndexFault.missing) { try cache.open(file) }
            var faults: [IndexFault] = []
            _ = try await cache.build(file, because: .missing, begin: { faults.append($0) })
            #expect(faults == [.unfinished])
            #expect(try names(inFolder: folder).filter { $0.hasSuffix(".segment") }.count == 1)
        }
    }

    @Test func whoWaitsForAnotherProcessDoesNotWaitForEver() async throws {
        try await withIndex { file, cache, folder in
            let place = try IndexLocation(file, in: cache.folder)
            let lock = try place.lock()
            #expect(lock != nil)
            guard case .busy = try await cache.build(file, because: .stale) else {
                Issue.record("built beside another one")
                return
            }
            // Reading does not need the lock.
            _ = try cache.open(file)
            withExtendedLifetime(lock) {}
        }
    }

    @Test func whatAnotherProcessBuiltMeanwhileIsUsed() async throws {
        try await withIndex { file, cache, folder in
            let built = try segment(folder)
            guard case .done = try await cache.build(file, because: .missing) else {
                Issue.record("not built")
                return
            }
            #expect(try segment(folder) == built)
            guard case .done = try await cache.build(file, because: .missing, isForced: true) else {
                Issue.record("not built")
                return
            }
            #expect(try segment(folder) != built)
        }
    }

    @Test func manyWhoBuildAndReadAtOnceAllSeeWholeIndexes() async throws {
        try await withIndex { file, cache, folder in
            let titles = titles
            let patient = IndexCache(folder: cache.folder, memoryBudget: 1 << 20, patience: 20_000)
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        for _ in 0..<5 {
                            let outcome = try? await patient.build(file, because: .stale, isForced: true)
                            guard case .done = outcome else {
                                Issue.record("not built")
                                return
                            }
                        }
                    }
                    group.addTask {
                        for _ in 0..<50 {
                            do {
                                let catalog = try patient.open(file)
                                let ids = try (0..<3).map { try catalog.segments[0].record($0).id }
                                #expect(ids == titles)
                            } catch {
                                Issue.record(error)
                            }
                        }
                    }
                }
            }
        }
    }

    @Test func aFullDiskLeavesTheOldIndexAndNothingElse() throws {
        try withTemporaryFolder { (folder) throws in
            try makeFile(folder + "/a", "old")
            do {
                let file = try FileReplacement(of: folder + "/a", permissions: 0o600)
                try Array("half".utf8).withUnsafeBytes { try file.write($0) }
                #expect(try LocalFileSystem().names(inFolder: folder).count == 2)
            }
            #expect(try LocalFileSystem().names(inFolder: folder) == ["a"])
            #expect(try contents(of: folder + "/a") == "old")
        }
    }

    @Test(arguments: [[1_000], [1 << 20, 3, 1 << 21, 5], [], [1 << 18, 1 << 19, 1 << 20]])
    func blocksOfAnySizeAreWrittenInOrder(sizes: [Int]) throws {
        try withTemporaryFolder { (folder) throws in
            var all: [UInt8] = []
            let file = try FileReplacement(of: folder + "/a", permissions: 0o600)
            for (number, size) in sizes.enumerated() {
                let block = [UInt8](repeating: UInt8(number + 1), count: size)
                try block.withUnsafeBytes { try file.write($0) }
                all += block
            }
            try file.commit()
            #expect(try bytes(of: folder + "/a") == all)
        }
    }
}

/// Which indexes are removed.
@Suite struct IndexKeepingTests {
    @Test func indexesThatNobodyUsesMakeWay() async throws {
        try await withTemporaryFolder { (folder) async throws in
            let cache = IndexCache(folder: folder + "/cache", memoryBudget: 1 << 20, patience: 100)
            let files = ["a", "b", "c", "d"].map { CatalogFile(path: "\(folder)/\($0).jsonl")! }
            var places: [IndexLocation] = []
            for (number, file) in files.enumerated() {
                try makeFile(file.path, #"{"id":"a"}"#)
                _ = try await cache.build(file, because: .missing)
                places.append(try IndexLocation(file, in: cache.folder))
                let manifest = places[number].folder + "/manifest"
                try setModificationTime(of: manifest, secondsAgo: (4 - number) * 1_000)
            }
            // Other folders, whatever their names.
            try makeFolder(cache.folder + "/photos")
            try makeFile(cache.folder + "/photos/manifest", "")
            try makeFolder(cache.folder + "/x-0123456789abcdef")
            try makeFile(cache.folder + "/x-0123456789abcdef/letter.txt", "")
            try setModificationTime(of: cache.folder + "/x-0123456789abcdef", secondsAgo: 90_000)
            func kept() -> [Bool] { places.map { exists($0.folder) } }

            cache.cleanUp(sparing: places[0])
            #expect(kept() == [true, true, true, true])
            cache.cleanUp(sparing: places[0], .init(age: 2_500 * 1_000_000_000))
            #expect(kept() == [true, false, true, true])
            cache.cleanUp(sparing: places[0], .init(size: 0))
            #expect(kept() == [true, false, false, false])
            #expect(exists(cache.folder + "/photos/manifest"))
            #expect(exists(cache.folder + "/x-0123456789abcdef/letter.txt"))
        }
    }

    /// Two catalogs with indexes in a cache.
    private func twoCatalogs(in folder: String) async throws -> (cache: IndexCache, files: [CatalogFile]) {
        let cache = IndexCache(folder: folder + "/cache", memoryBudget: 1 << 20, patience: 100)
        let files = ["a", "b"].map { CatalogFile(path: "\(folder)/\($0).jsonl")! }
        for file in files {
            try makeFile(file.path, #"{"id":"a"}"#)
            _ = try await cache.build(file, because: .missing)
        }
        return (cache, files)
    }

    /// Programs can give files any time: here some in 2263 and 2407, which nanoseconds in 64
    /// bits do not reach, and one in 1646.
    @Test(arguments: [-7_480_000_000, -12_000_000_000, 12_000_000_000])
    func aTimeFarAwayIsNoTrap(secondsAgo: Int) async throws {
        try await withTemporaryFolder { (folder) async throws in
            let (cache, files) = try await twoCatalogs(in: folder)
            let places = try files.map { try IndexLocation($0, in: cache.folder) }
            try setModificationTime(of: places[0].folder + "/manifest", secondsAgo: secondsAgo)
            cache.cleanUp(sparing: places[1])
            #expect(exists(places[0].folder) == (secondsAgo < 0) && exists(places[1].folder))
        }
    }

    @Test func whatIsUsedStays() async throws {
        try await withTemporaryFolder { (folder) async throws in
            let (cache, files) = try await twoCatalogs(in: folder)
            let place = try IndexLocation(files[0], in: cache.folder)
            try setModificationTime(of: place.folder + "/manifest", secondsAgo: 100 * 86_400)
            _ = try cache.open(files[0])
            cache.cleanUp(sparing: try IndexLocation(files[1], in: cache.folder))
            #expect(exists(place.folder))
        }
    }
}
