// Vectors are quantized, stored with records, and compared exactly.

import ICU
import TestSupport
import Testing

@testable import CatalogSearch

/// Random vectors.
enum VectorSamples {
    static func vector(_ count: Int, using random: inout SeededGenerator) -> QuantizedVector {
        // The sum of several numbers is about normal, as the numbers of models are.
        let values = (0..<count).map { _ in
            (0..<4).reduce(0.0) { sum, _ in sum + Double.random(in: -1...1, using: &random) }
        }
        return try! QuantizedVector(values)
    }

    /// A vector near another one.
    static func vector(near other: QuantizedVector, using random: inout SeededGenerator) -> QuantizedVector {
        try! QuantizedVector(
            other.numbers.map { Double($0) + Double.random(in: -60...60, using: &random) })
    }

    /// The cosine, computed without the code that is tested.
    static func cosine(_ one: QuantizedVector, _ other: QuantizedVector) -> Double {
        let (one, other) = (one.numbers.map(Int.init), other.numbers.map(Int.init))
        func product(_ left: [Int], _ right: [Int]) -> Double {
            Double(zip(left, right).reduce(0) { $0 + $1.0 * $1.1 })
        }
        return product(one, other) / (product(one, one).squareRoot() * product(other, other).squareRoot())
    }
}

@Suite struct VectorTests {
    @Test func numbersAreRoundedToAHundredTwentySeventhOfTheGreatest() throws {
        let vector = try QuantizedVector([0.5, -1, 0.25, 0])
        #expect(vector.numbers == [64, -127, 32, 0])
        #expect(zip(vector.values, [0.5, -1, 0.25, 0]).allSatisfy { abs($0 - $1) < 0.005 })
        var random = SeededGenerator(seed: 1)
        for count in [1, 15, 16, 17, 384] {
            let vector = VectorSamples.vector(count, using: &random)
            // What was stored gives the same vector again.
            #expect(try QuantizedVector(vector.values.map(Double.init)).numbers == vector.numbers)
        }
    }

    @Test(
        arguments: [
            ([], .count(0)), ([Double](repeating: 1, count: 4_097), .count(4_097)), ([0, 0], .zero),
            ([1, .nan], .notFinite(1)), ([-.infinity], .notFinite(0)),
        ] as [([Double], QuantizedVector.Problem)])
    func whatHasNoDirectionIsNoVector(values: [Double], problem: QuantizedVector.Problem) {
        #expect(throws: problem) { try QuantizedVector(values) }
    }

    @Test(arguments: [1e-300, 1e300, .leastNonzeroMagnitude, 1.7e308, 1e-9, 1e9])
    func anyMagnitudeHasADirection(size: Double) throws {
        let vector = try QuantizedVector([size, -size])
        #expect(vector.numbers == [127, -127])
        #expect(vector.scale > 0 && vector.scale.isFinite)
    }

    @Test(arguments: [1, 5, 16, 100, 384])
    func theNearestAreThoseOfAScan(count: Int) throws {
        var random = SeededGenerator(seed: UInt64(count))
        let vectors = (0..<120).map { _ in VectorSamples.vector(count, using: &random) }
        let records = vectors.enumerated().map { number, vector in
            var record = CatalogRecord(id: "r\(number)")
            if number % 10 > 0 { record.vectors = [.init(vector)] }
            return record
        }
        let engine = SearchEngine([
            try CatalogIndex(CatalogDescription(id: "c"), records: records, segments: 3)
        ])
        for _ in 0..<5 {
            let query = VectorSamples.vector(count, using: &random)
            var request = SearchRequest("", locale: .root, limit: 20)
            request.vector = VectorQuery(query, floor: 0.01)
            let expected = vectors.enumerated().filter { $0.offset % 10 > 0 }
                .map { (id: "r\($0.offset)", score: VectorSamples.cosine(query, $0.element)) }
                .filter { $0.score >= 0.01 }.sorted { ($1.score, $0.id) < ($0.score, $1.id) }
            let found = try engine.search(request)
            #expect(found.total == expected.count)
            #expect(found.hits.map(\.id) == expected.prefix(20).map(\.id))
            #expect(found.hits.map { $0.similarity?.cosine } == expected.prefix(20).map(\.score))
            // No words were looked for.
            #expect(!found.isByMeaning)
        }
    }

    @Test(arguments: [1, 5, 16, 100, 384, 4_096])
    func onlyRowsBelowTheBarArePassedOver(count: Int) {
        var random = SeededGenerator(seed: UInt64(count))
        let query = VectorSamples.vector(count, using: &random)
        let product = VectorProduct(query)
        for number in 0..<100 {
            let other =
                number.isMultiple(of: 2)
                ? VectorSamples.vector(near: query, using: &random)
                : VectorSamples.vector(count, using: &random)
            let padding = [Int8](repeating: 0, count: VectorProduct.rowSize(count) - count)
            let cosine = VectorSamples.cosine(query, other)
            func found(_ bar: Double) -> Double? {
                (other.numbers + padding).withUnsafeBytes { row in
                    product.cosine(row.baseAddress!, squaredLength: other.squaredLength, atLeast: bar)
                }
            }
            #expect(found(-1) == cosine)
            #expect(found(cosine) == cosine)
            if cosine > -0.0005 { #expect(found(cosine + 0.001) == nil) }
        }
    }

    @Test func theBarOfAFullListIsItsLeastScore() {
        var nearest = NearestNumbers(limit: 2, floor: 0.1)
        nearest.insert(1, score: 0.5)
        #expect(nearest.bar == 0.1)
        nearest.insert(2, score: 0.3)
        #expect(nearest.bar == 0.3)
        nearest.insert(3, score: 0.4)
        #expect(nearest.bar == 0.4)
        #expect(nearest.sorted().map(\.record) == [1, 3])
    }

    @Test func recordsKeepTheirVectors() throws {
        var random = SeededGenerator(seed: 3)
        let records = (0..<30).map { number in
            var record = CatalogRecord(id: String(format: number))
            if number % 3 > 0 { record.vectors.append(.init(VectorSamples.vector(20, using: &random))) }
            if number % 5 > 0 {
                let vector = VectorSamples.vector(7 + number % 2, using: &random)
                record.vectors.append(.init(vector, name: "other", model: "m"))
            }
            return record
        }
        let catalog = try CatalogIndex(CatalogDescription(id: "c"), records: records)
        let segment = catalog.segments[0]
        #expect(segment.vectors.count == 3)
        for record in records {
            let number = try #require(try segment.number(ofID: record.id))
            #expect(Set(try segment.record(number).vectors) == Set(record.vectors))
        }
        #expect(try SegmentVerification(segment).damagedParts == [])
    }

    @Test func recordsWithoutVectorsAreStoredAsBefore() throws {
        let record = CatalogRecord(id: "1", texts: [.init(.title, LocaleIdentifier("en")!, "Rose")])
        let segment = try CatalogIndex(CatalogDescription(id: "c"), records: [record]).segments[0]
        #expect(segment.file.section(.vectorSpaces) == nil)
        #expect(segment.vectors.isEmpty)
    }

    @Test func forgedVectorsAreFoundOutOrHarmless() throws {
        var random = SeededGenerator(seed: 4)
        let records = (0..<40).map { number in
            var record = CatalogRecord(id: "\(number)")
            record.vectors = [.init(VectorSamples.vector(24, using: &random))]
            return record
        }
        var output = SegmentBytes()
        let writer = SegmentWriter(CatalogDescription(id: "c"))
        for record in records { try writer.append(record) }
        try writer.finishAtOnce(metadata: [], to: &output)
        let file = BreakableSegment(output.bytes)
        let query = VectorQuery(VectorSamples.vector(24, using: &random), floor: -1)
        for _ in 0..<400 {
            var seeds = random
            file.withChanges { bytes in
                SegmentForgery.forge(bytes, using: &seeds)
                SegmentForgery.seal(bytes)
            } _: { bytes in
                guard let segment = try? IndexedSegment(bytes, owner: 0) else { return }
                let engine = SearchEngine([CatalogIndex(CatalogDescription(id: "c"), segments: [segment])])
                var request = SearchRequest("", locale: .root, limit: 50)
                request.vector = query
                if let found = try? engine.search(request) { #expect(found.hits.count <= 40) }
                _ = try? SegmentVerification(segment)
            }
            random = seeds
        }
    }
}

extension String {
    /// Three digits, so that ids are in the order of their numbers.
    fileprivate init(format number: Int) {
        let digits = String(number)
        self = String(repeating: "0", count: 3 - digits.count) + digits
    }
}
