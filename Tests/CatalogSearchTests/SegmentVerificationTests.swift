// A verification finds sections that contradict each other although all checksums are right.

import ICU
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct SegmentVerificationTests {
    private static func file() async throws -> BreakableSegment {
        // With some seeds a wrong frequent term makes a text unreadable, before the terms are compared.
        var records = SegmentWriterTests.records(100, ["de", "ja", "th"], seed: 32)
        for index in records.indices where index % 4 == 0 { records[index].popularity = Double(index) }
        var values = SeededGenerator(seed: 34)
        for index in records.indices { records[index].attributes = AttributeSamples.values(using: &values) }
        for index in records.indices {
            records[index].vectors = [.init(VectorSamples.vector(20, using: &values))]
        }
        let writer = SegmentWriter(CatalogDescription(id: "c", attributes: AttributeSamples.attributes))
        for record in records { try writer.append(record) }
        var output = SegmentBytes()
        try await writer.finish(metadata: [], to: &output)
        return BreakableSegment(output.bytes)
    }

    private func number(_ bytes: [UInt8], _ offset: Int, _ size: Int) -> Int {
        (0..<size).reversed().reduce(0) { $0 << 8 | Int(bytes[offset + $1]) }
    }

    @Test func whatTheWriterWritesIsSound() async throws {
        let file = try await Self.file()
        let verification = try SegmentVerification(try SegmentBytes.segment(file.original))
        #expect(verification.damagedParts == [])
        #expect(verification.recordCount == 100)
        #expect(verification.termCount > 100)
        #expect(verification.postingCount > verification.termCount)
    }

    /// The sections that follow from other ones, and the part that a wrong number in them damages.
    @Test(arguments: [
        (IndexLayout.Section.priceRecords, SegmentVerification.Part.orders), (.priceAmounts, .orders),
        (.priceListNumbers, .orders), (.yearOrder, .orders),
        (.popularityPositions, .orders), (.termImpacts, .postings), (.postingReferences, .postings),
        (.postings, .postings), (.leaves, .leaves), (.frequentTerms, .terms), (.stems, .terms),
        (.otherLetters, .terms),
        (.singleTerms, .texts), (.lengthClasses, .texts), (.wordBigrams, .texts), (.textRecords, .texts),
        (.titlePositions, .titles),
        (.frequentValueSets, .attributes), (.vectorRecords, .vectors), (.vectorLengths, .vectors),
        (.vectors, .vectors),
    ])
    func aSectionThatContradictsOthersIsFound(
        _ kind: IndexLayout.Section, _ part: SegmentVerification.Part
    ) async throws {
        let file = try await Self.file()
        let table = number(file.original, file.original.count - 72, 8)
        let count = number(file.original, file.original.count - 64, 8)
        var examined = 0
        for entry in (0..<count).map({ table + 32 * $0 })
        where number(file.original, entry, 4) == kind.rawValue {
            let (start, length) = (number(file.original, entry + 16, 8), number(file.original, entry + 24, 8))
            let parts = file.withChanges { bytes in
                // The lowest bit of the number in the middle.
                let width = length % 8 == 0 ? 8 : length % 4 == 0 ? 4 : 1
                bytes[start + length / 2 / width * width] ^= 1
                SegmentForgery.seal(bytes)
            } _: { bytes in
                Result {
                    let segment = try IndexedSegment(bytes, owner: 0)
                    return try SegmentVerification(segment).damagedParts
                }
            }
            // Opening refuses some contradictions.
            if case .success(let parts) = parts { #expect(parts.contains(part), "\(kind) at \(entry)") }
            examined += 1
        }
        #expect(examined > 0)
    }

    @Test func aForgedFileIsExaminedWithoutHarm() async throws {
        let file = try await Self.file()
        var random = SeededGenerator(seed: 33)
        var damaged = 0
        for _ in 0..<60 {
            file.withChanges { bytes in
                SegmentForgery.forge(bytes, using: &random)
                SegmentForgery.seal(bytes)
            } _: { bytes in
                do {
                    let segment = try IndexedSegment(bytes, owner: 0)
                    if try !SegmentVerification(segment).damagedParts.isEmpty { damaged += 1 }
                } catch {
                    #expect(SegmentCalls.isExpected(error), "\(error)")
                }
            }
        }
        #expect(damaged > 15)
    }
}
