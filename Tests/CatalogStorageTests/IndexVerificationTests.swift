// A verification of an index finds every part that breaks its invariant, and changes nothing.

import CatalogSearch
import Testing
import TestSupport

@testable import CatalogStorage
@testable import Files

@Suite struct IndexVerificationTests {
    private static let records = (0..<300).map { number in
        let words = ["apple", "Banane", "crème", "limón", "りんご", "peach"]
        let title = "\(words[number % 6]) number \(number % 50), \(words[number % 5])"
        return """
            {"id":"\(number)","title":{"en":"\(title)","de":"Nr. \(number)"},"type":"s\(number % 3)","year":\(number),\
            "popularity":\(number % 7),"price":{"amount":"\(number % 9).50","currency":"EUR"},"color":"red"}

            """
    }.joined()

    /// Runs a test with a catalog, its cache, and the folder of its index.
    private func withIndex(_ body: (CatalogFile, IndexCache, String) async throws -> Void) async throws {
        try await CatalogStorageTests.withIndex(of: Self.records, body)
    }

    @Test func aSoundIndexIsSound() async throws {
        try await withIndex { file, cache, _ in
            let verification = cache.verify(file)
            #expect(verification.verdict == .sound)
            #expect(verification.recordCount == 300)
            #expect(verification.termCount > 60)
            #expect(verification.postingCount > 900)
            #expect(verification.size > 10_000)
        }
    }

    @Test func anUpdatedIndexIsSound() async throws {
        try await withIndex { file, cache, _ in
            var lines = Self.records.split(separator: "\n")
            lines.removeFirst(10)
            lines.append(#"{"id":"new","title":"new"}"#)
            try makeFile(file.path, lines.joined(separator: "\n"))
            #expect(cache.verify(file).verdict == .stale)
            _ = try await cache.build(file, because: .stale)
            let verification = cache.verify(file)
            #expect(verification.verdict == .sound)
            #expect(verification.recordCount == 291)
        }
    }

    @Test func everyByteOfASegmentIsExamined() async throws {
        try await withIndex { file, cache, folder in
            let path = try segment(folder)
            let whole = try bytes(of: path)
            var generator = SeededGenerator(seed: 5)
            for _ in 0..<20 {
                var damaged = whole
                damaged[Int.random(in: 0..<whole.count, using: &generator)] ^= 0x10
                try makeFile(path, damaged)
                switch cache.verify(file).verdict {
                case .damaged(let parts): #expect(parts.contains(.checksums) || parts == [.files])
                // The footer says which version it is.
                case .unusable(.otherVersion): break
                case let verdict: Issue.record("\(verdict)")
                }
                #expect(try bytes(of: path) == damaged)
            }
            try makeFile(path, whole)
            #expect(cache.verify(file).verdict == .sound)
        }
    }

    @Test func aCatalogThatDiffersFromItsIndexIsFound() async throws {
        try await withIndex { file, cache, folder in
            // As if the index had been built wrong: the file has the same size and time, and another content.
            let place = try IndexLocation(file, in: cache.folder)
            var manifest = try place.manifest(of: file)
            try makeFile(file.path, Self.records.replacing("\"color\":\"red\"", with: "\"color\":\"tea\""))
            for index in manifest.sources.indices where manifest.sources[index].place == .catalog(below: "") {
                let stamp = IndexSource.Stamp(try SystemCalls.status(of: file.path))
                manifest.sources[index].result = .file(stamp, checksum: try checksum(file.path))
            }
            try place.write(manifest)
            #expect(cache.verify(file).verdict == .damaged([.catalog]))
            manifest.reading = CatalogReading(
                description: manifest.reading.description, synonyms: nil, recordCount: 299, skippedCount: 0,
                diagnostics: DiagnosticLog())
            try place.write(manifest)
            #expect(cache.verify(file).verdict == .damaged([.totals]))
        }
    }

    private func checksum(_ path: String) throws -> UInt64 {
        let content = try bytes(of: path)
        return Checksum.of(content.span.bytes)
    }

    @Test func whatCannotBeExaminedIsReportedApart() async throws {
        try await withIndex { file, cache, folder in
            let manifest = try bytes(of: folder + "/manifest")
            try makeFile(folder + "/manifest", manifest.dropLast(2))
            #expect(cache.verify(file).verdict == .damaged([.manifest]))
            remove(folder + "/manifest")
            #expect(cache.verify(file).verdict == .unusable(.missing))
            try makeFile(folder + "/manifest", manifest)
            remove(try segment(folder))
            #expect(cache.verify(file).verdict == .damaged([.files]))
            try setPermissions(0o777, of: folder)
            #expect(cache.verify(file).verdict == .untrusted)
        }
    }
}
