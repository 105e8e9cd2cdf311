// A damaged index file is detected or harmless; it never causes a wrong result silently.

import ICU
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct DamagedIndexTests {
    private static let locales = ["de", "ja", "ar", "th"]

    private static func prepared() async throws -> (file: BreakableSegment, calls: SegmentCalls) {
        var records = SegmentWriterTests.records(100, locales, seed: 21)
        // Use every kind of section.
        for index in records.indices where index % 4 == 0 { records[index].popularity = Double(index) }
        var values = SeededGenerator(seed: 34)
        for index in records.indices { records[index].attributes = AttributeSamples.values(using: &values) }
        for index in records.indices where index % 3 > 0 {
            records[index].vectors = [.init(VectorSamples.vector(20, using: &values))]
        }
        let description = CatalogDescription(id: "c", attributes: AttributeSamples.attributes)
        let writer = SegmentWriter(description)
        for record in records { try writer.append(record) }
        var output = SegmentBytes()
        try await writer.finish(metadata: Array("about the catalog".utf8), to: &output)
        var random = SeededGenerator(seed: 22)
        var requests = [SearchRequest("", locale: LocaleIdentifier("de")!)]
        for round in 0..<24 {
            let chain = locales.shuffled(using: &random).prefix(2).map { LocaleIdentifier($0)! }
            requests.append(
                SearchRequest(
                    round % 6 == 0 ? "" : SampleTexts.query(from: records, using: &random), locale: chain[0],
                    chain: chain, year: round % 7 == 0 ? NumericRange(lower: DecimalNumber(2000)) : nil,
                    relax: round % 3 == 0 ? .always : .never,
                    sort: SearchRequest.SortOrder.allCases[round % 4], isReversed: round % 8 > 5,
                    limit: 1 + round % 5))
        }
        // Crosses term boundaries.
        requests.append(SearchRequest("、", locale: LocaleIdentifier("ja")!))
        return (
            BreakableSegment(output.bytes),
            SegmentCalls(
                description: description, requests: requests, ids: records.prefix(5).map(\.id) + ["nothing"])
        )
    }

    @Test func bytesBeyondTheEndPrecedeEachPattern() {
        [UInt8](1...3).withUnsafeBytes { bytes in
            #expect(bytes.order(of: [2, 3], from: 1) == 0)
            #expect(bytes.order(of: [1], from: 3) == -1)
            #expect(bytes.order(of: [1], from: 5) == -1)
            #expect(bytes.order(of: [], from: 5) == 0)
        }
    }

    @Test func changedBytesAreFoundOutOrHarmless() async throws {
        let (file, calls) = try await Self.prepared()
        let whole = try SegmentBytes.segment(file.original)
        try whole.verifyAll()
        let truth = try (0..<calls.count).map { try calls.result($0, whole) }
        let checked = SegmentForgery.checkedCount(file.original)
        var random = SeededGenerator(seed: 23)
        var opened = 0
        for round in 0..<Damage.rounds {
            // Half of the positions are in the part that opening reads.
            let size = file.original.count
            let place =
                round % 3 == 0
                ? Int.random(in: checked - 2_000..<size, using: &random)
                : Int.random(in: 0..<size, using: &random)
            let damage = Damage(place: place, using: &random)
            file.withChanges({ damage.apply(to: $0) }) { bytes in
                do {
                    let segment = try IndexedSegment(bytes, owner: 0)
                    opened += 1
                    // Reading the whole file is slow in a debug build.
                    if round % 4 == 0, damage.changes(file.original) {
                        #expect(throws: SegmentError.damaged, "\(damage)") { try segment.verifyAll() }
                    }
                } catch {
                    #expect(SegmentCalls.isExpected(error), "\(damage): \(error)")
                    return
                }
                for _ in 0..<3 {
                    let call = Int.random(in: 0..<calls.count, using: &random)
                    do {
                        // A page is checked only once, so each request gets a new reader.
                        let segment = try IndexedSegment(bytes, owner: 0)
                        #expect(try calls.result(call, segment) == truth[call], "\(damage)")
                    } catch {
                        #expect(SegmentCalls.isExpected(error), "\(damage): \(error)")
                    }
                }
            }
        }
        #expect(opened > Damage.rounds / 4)
    }

    @Test func cutFilesAreRefused() async throws {
        let (file, _) = try await Self.prepared()
        var random = SeededGenerator(seed: 24)
        for round in 0..<100 {
            let length = round < 20 ? round * 5 : Int.random(in: 0..<file.original.count, using: &random)
            #expect(throws: SegmentError.self) { try SegmentBytes.segment(Array(file.original[..<length])) }
        }
        #expect(throws: SegmentError.self) { try SegmentBytes.segment(file.original + [0]) }
        #expect(throws: SegmentError.self) { try SegmentBytes.segment(file.original + file.original) }
    }

    /// With correct checksums the results may be wrong, but nothing worse happens.
    @Test func forgedFilesDoNoHarm() async throws {
        let (file, calls) = try await Self.prepared()
        // Foldings are cached for the process: other tests must not use those of this file.
        for locale in Self.locales + ["en"] { _ = try Folding(LocaleIdentifier(locale)!) }
        var random = SeededGenerator(seed: 25)
        var succeeded = 0
        for _ in 0..<Damage.rounds {
            file.withChanges({
                SegmentForgery.forge($0, using: &random)
                SegmentForgery.seal($0)
            }) { bytes in
                guard let segment = try? IndexedSegment(bytes, owner: 0) else { return }
                for _ in 0..<4 {
                    let call = Int.random(in: 0..<calls.count, using: &random)
                    do {
                        _ = try calls.result(call, segment)
                        succeeded += 1
                    } catch {
                        #expect(SegmentCalls.isExpected(error), "\(error)")
                    }
                }
            }
        }
        #expect(succeeded > Damage.rounds)
    }
}

/// One change of a file.
private struct Damage: CustomStringConvertible {
    /// The number of changes tried.
    static let rounds = 250

    let place: Int
    let length: Int
    /// The bytes are XORed with this; `nil` sets them to 0.
    let mask: UInt8?

    init(place: Int, using random: inout SeededGenerator) {
        self.place = place
        if Bool.random(using: &random) {
            length = 1
            mask = 1 << UInt8.random(in: 0..<8, using: &random)
        } else {
            length = Int.random(in: 1...300, using: &random)
            mask = Bool.random(using: &random) ? nil : UInt8.random(in: 1...255, using: &random)
        }
    }

    /// Whether any byte changes: a byte set to 0 may have been 0.
    func changes(_ bytes: [UInt8]) -> Bool {
        mask != nil || bytes[place..<min(bytes.count, place + length)].contains { $0 != 0 }
    }

    func apply(to bytes: UnsafeMutableRawBufferPointer) {
        for index in place..<min(bytes.count, place + length) {
            bytes[index] = mask.map { bytes[index] ^ $0 } ?? 0
        }
    }

    var description: String { "\(length) bytes at \(place), \(mask.map { "xor \($0)" } ?? "zeroed")" }
}
