// Ways to write a segment: in bulk, at once, on the heap; and its limits.

import ICU
import Stemming
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct SegmentWritingTests {
    /// Records added in bulk, in another order, or one by one give the same texts, terms and lists.
    @Test func writesTheSameInBulk() async throws {
        let records = SegmentWriterTests.records(100, ["de", "en", "ja"], seed: 8)
        let single = try await SegmentWriterTests.file(records)
        let writer = SegmentWriter(CatalogDescription(id: "c"))
        try await writer.append(Array(records[..<30]))
        try await writer.append(Array(records[30...]))
        var output = MemoryOutput()
        try await writer.finish(metadata: Array("about".utf8), to: &output)
        #expect(output.bytes == single.bytes)
    }

    /// Many and few keys, with long common prefixes, zeros, and keys that are prefixes of others.
    @Test(arguments: [0, 1, 20, 200, 3_000])
    func sortsByBytes(count: Int) {
        var random = SeededGenerator(seed: UInt64(count))
        let keys = (0..<count).map { _ -> [UInt8] in
            let length = Int.random(in: 0...20, using: &random)
            let beginning: [UInt8] = Bool.random(using: &random) ? Array("the same beginning".utf8) : []
            return beginning + (0..<length).map { _ in UInt8.random(in: 0...2, using: &random) }
        }
        let pointers = keys.map { key in
            let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: key.count, alignment: 1)
            copy.copyBytes(from: key)
            return UnsafeRawBufferPointer(copy)
        }
        defer { for pointer in pointers { pointer.deallocate() } }
        let order = ByteOrder.sorted(count: count) { pointers[$0] }
        let expected = keys.indices.sorted { left, right in
            keys[left] == keys[right]
                ? left < right : keys[left].lexicographicallyPrecedes(keys[right])
        }
        #expect((0..<order.count).map { Int(order[$0]) } == expected)
    }

    @Test func countsPiecesHoweverManyThereAre() {
        var random = SeededGenerator(seed: 9)
        var table = TermTable()
        var numbers: [[UInt8]: Int] = [:]
        var counts: [Int] = []
        for _ in 0..<5_000 {
            let length = Int.random(in: 1...19, using: &random)
            let piece = (0..<length).map { _ in UInt8.random(in: 97...99, using: &random) }
            let expected = numbers[piece] ?? counts.count
            if expected == counts.count {
                numbers[piece] = expected
                counts.append(0)
            }
            counts[expected] += 1
            #expect(table.number(of: piece, length: length) == expected)
        }
        let pieces = table.pieces
        #expect(pieces.count == counts.count)
        #expect((0..<pieces.count).map { Int(pieces.occurrences(of: $0)) } == counts)
        for (piece, number) in numbers { #expect(Array(pieces[number]) == piece) }
    }

    /// With and without suspension, on one core and on all.
    @Test(arguments: [3, 400]) func writesTheSameAtOnce(words: Int) async throws {
        var records = SegmentWriterTests.records(30, ["de", "ja", "ru"], seed: 17)
        for number in records.indices {
            let title = (0..<words).map { "wort\(number * words + $0)" }.joined(separator: " ")
            records[number].texts.append(.init(.summary, LocaleIdentifier("de")!, title))
        }
        let writer = SegmentWriter(CatalogDescription(id: "c"))
        for record in records { try writer.append(record) }
        // Other cores take part only in large segments.
        #expect((writer.memoryEstimate > SegmentWriter.smallSize) == (words > 3))
        var output = MemoryOutput()
        try writer.finishAtOnce(metadata: Array("about".utf8), to: &output)
        let other = SegmentWriter(CatalogDescription(id: "c"))
        for record in records { try other.append(record) }
        var expected = MemoryOutput()
        try await other.finish(metadata: Array("about".utf8), to: &expected)
        #expect(output.bytes == expected.bytes)
    }

    /// A text that a writer refuses is reported by its limit; nothing else can be too large here.
    @Test func whatAWriterRefusesIsATextThatIsTooLong() {
        let refusals = [SegmentWriterError.sectionTooLong(kind: 43), .tooManyTexts]
        for refusal in refusals {
            #expect(throws: SearchError.textTooLong(limit: 64 << 20)) {
                try SegmentWriter.segment(of: CatalogDescription(id: "c")) { _ in throw refusal }
            }
        }
        #expect(throws: SearchError.damagedIndex(catalog: "c")) {
            try SegmentWriter.segment(of: CatalogDescription(id: "c")) { _ in throw SegmentError.damaged }
        }
    }

    /// A segment on the heap lacks only the foldings, which the process has.
    @Test func aSegmentOnTheHeapLacksOnlyTheFoldings() async throws {
        let records = SegmentWriterTests.records(20, ["de", "sv"], seed: 18)
        let description = CatalogDescription(id: "c")
        let file = try await SegmentWriterTests.file(records)
        let segment = try CatalogIndex(description, records: records).segments[0]
        #expect(Set(file.sections.keys.map(\.kind)).isSuperset(of: [20, 21]))
        #expect(segment.file.section(.foldingPages) == nil && segment.file.section(.foldingTables) == nil)
        for name in file.sections.keys where ![1, 20, 21].contains(name.kind) {
            let kind = try #require(IndexLayout.Section(rawValue: UInt32(name.kind)))
            #expect(segment.file.section(kind, locale: name.locale, field: name.field) != nil, "\(name)")
        }
        // Nothing is missed when a query needs them.
        try segment.supplyFoldings(for: [LocaleIdentifier("de")!, LocaleIdentifier("fi")!])
    }

    @Test func writesASegmentWithoutRecords() async throws {
        let file = try await SegmentWriterTests.file([])
        #expect(file.faults == [])
        #expect(file.recordCount == 0)
    }

    @Test func ordersByTitlesThatAreNotSearched() async throws {
        let english = LocaleIdentifier("en")!
        let records = ["b", "c", "a"].enumerated().map { number, title in
            CatalogRecord(
                id: "\(number)",
                texts: [.init(.title, english, title), .init(.summary, english, "word")])
        }
        let file = try await SegmentWriterTests.file(
            records, CatalogDescription(id: "c", fields: [.summary], titleField: .title))
        #expect(file.numbers(44, size: 4) == [1, 2, 0])
        #expect(file.terms(locale: 0).count == 1)
    }
}
