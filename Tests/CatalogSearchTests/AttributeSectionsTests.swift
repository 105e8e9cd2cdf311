// The columns of attributes are stored as the format describes, and read back as they were added.

import ICU
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct AttributeSectionsTests {
    private static let description = CatalogDescription(id: "c", attributes: AttributeSamples.attributes)

    private static func records(_ count: Int, seed: UInt64) -> [CatalogRecord] {
        var random = SeededGenerator(seed: seed)
        var records = (0..<count).map { CatalogRecord(id: "\($0 * 7919 % 1009)-\($0)") }
        for index in records.indices { records[index].attributes = AttributeSamples.values(using: &random) }
        return records.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
    }

    @Test(arguments: [3, 64, 700])
    func theDecoderOfThePageReadsTheValuesOfEachRecord(count: Int) async throws {
        let records = Self.records(count, seed: UInt64(count))
        var random = SeededGenerator(seed: 9)
        let file = try await SegmentWriterTests.file(records.shuffled(using: &random), Self.description)
        #expect(file.faults == [])
        let attributes = file.attributes()
        #expect(attributes.map(\.name) == AttributeSamples.attributes.map(\.name.rawValue))
        #expect(attributes.map(\.type) == AttributeSamples.attributes.map(\.type.rawValue))
        for (attribute, declared) in zip(attributes, AttributeSamples.attributes) {
            let expected = records.map { record in
                record.attributes.filter { $0.name == declared.name }.map {
                    SegmentDecoder.spelling(of: $0.value)
                }
            }
            #expect(attribute.recordValues ?? records.map { _ in [] } == expected)
            #expect(attribute.values == attribute.values.withoutDuplicates)
            for (value, set) in attribute.frequent {
                #expect(set.count > count / 16)
                #expect(set == Set(records.indices.filter { expected[$0].contains(value) }))
            }
            let frequent = Set(expected.joined()).filter { value in
                expected.count { $0.contains(value) } > count / 16
            }
            #expect(Set(attribute.frequent.keys) == frequent)
        }
    }

    @Test func valuesAreInAscendingOrder() async throws {
        let records = Self.records(500, seed: 5)
        let segment = try await SearchComparison.segment(records, Self.description)
        for attribute in AttributeSamples.attributes {
            let column = try #require(segment.attributes.column(attribute.name))
            let values = try (0..<column.valueCount).map { try column.value($0) }
            for (first, second) in zip(values, values.dropFirst()) {
                switch (first, second) {
                case (.number(let one), .number(let other)): #expect(one < other)
                case (.date(let one), .date(let other)): #expect(one < other)
                case (.text(let one, _), .text(let other, _)):
                    #expect(!other.utf8.lexicographicallyPrecedes(one.utf8))
                case (.place(let one), .place(let other)): #expect(one < other)
                default: #expect(first == .boolean(false) && second == .boolean(true))
                }
            }
        }
    }

    /// Values of many records are read from codes, those of few from lists that are built after repeated
    /// requests.
    @Test func recordsOfValuesAreTheSameHoweverOftenTheyAreRequested() throws {
        let supplier = AttributeName("supplier")
        let tag = AttributeName("tag")
        let weight = AttributeName("weight")
        let description = CatalogDescription(
            id: "c",
            attributes: [.init(supplier, .text), .init(tag, .text, isMany: true), .init(weight, .number)])
        var random = SeededGenerator(seed: 11)
        var records: [CatalogRecord] = []
        for number in 0..<900 {
            var record = CatalogRecord(id: "r\(1_000 + number)")
            for (name, count) in [(supplier, 1), (tag, Int.random(in: 0...3, using: &random)), (weight, 1)] {
                // Some values are frequent, most are rare, and some records have none.
                var values = (0..<count).map { _ in
                    Int.random(in: 0...7, using: &random) * Int.random(in: 0...60, using: &random)
                }
                if number % 9 == 0 { values = [] }
                record.attributes += values.withoutDuplicates.map {
                    .init(name, name == weight ? .number(DecimalNumber($0)) : .text("v\($0)"))
                }
            }
            records.append(record)
        }
        let segment = try CatalogIndex(description, records: records).segments[0]
        for name in [supplier, tag, weight] {
            let column = try #require(segment.attributes.column(name))
            let spellings = try (0..<column.valueCount).map { try column.value($0) }
            func expected(_ values: Range<Int>) -> [Int32] {
                let wanted = Set(spellings[values].map(\.spelling))
                return (0..<Int32(records.count)).filter { record in
                    records[Int(record)].attributes.contains {
                        $0.name == name && wanted.contains($0.value.spelling)
                    }
                }
            }
            for _ in 0..<40 {
                let first = Int.random(in: 0..<column.valueCount, using: &random)
                let last = min(column.valueCount - 1, first + Int.random(in: 0...40, using: &random))
                let range = first..<last + 1
                #expect(try column.records(withValues: range).records == expected(range))
                var set = RecordSet(universe: column.valueCount)
                for value in range { set.insert(value) }
                #expect(try column.records(withValues: set).records == expected(range))
                let counts = try column.counts(in: RecordSet(all: records.count))
                #expect(counts.values[first] == expected(first..<first + 1).count)
                #expect(counts.records == expected(0..<column.valueCount).count)
            }
        }
    }

    @Test func recordsAreReadAsTheyWereAdded() async throws {
        let records = Self.records(300, seed: 6)
        let segment = try await SearchComparison.segment(records, Self.description)
        for (number, record) in records.enumerated() { #expect(try segment.record(number) == record) }
    }

    @Test func valuesOfOtherTypesAndOtherAttributesAreNotKept() throws {
        let record = CatalogRecord(
            id: "a",
            attributes: [
                .init("stock", .text("many")), .init("size", .text("XL")), .init("color", .text("red")),
                .init("color", .text("red")),
            ])
        let index = try CatalogIndex(Self.description, records: [record])
        #expect(try index.segments[0].record(0).attributes == [.init("color", .text("red"))])
    }

    @Test func textsAreKeptInCanonicalForm() throws {
        let record = CatalogRecord(id: "a", attributes: [.init("brand", .text("Cafe\u{301}"))])
        let index = try CatalogIndex(Self.description, records: [record])
        guard case .text(let text, _) = try index.segments[0].record(0).attributes[0].value else {
            Issue.record("no text")
            return
        }
        #expect(Array(text.utf8) == Array("Café".utf8))
    }
}

extension SegmentDecoder {
    /// The column of an attribute as IndexFormat.md describes it, with values as texts.
    struct Attribute {
        let name: String
        let type: String
        var values: [String] = []
        /// The values of each record; `nil` without a section.
        var recordValues: [[String]]?
        var frequent: [String: Set<Int>] = [:]
    }

    /// A value in the form of ``Attribute/values``.
    static func spelling(of value: AttributeValue) -> String {
        switch value {
        case .text(let id, let labels):
            ([id]
                + labels.sorted { $0.key.icuIdentifier < $1.key.icuIdentifier }
                .flatMap { [$0.key.icuIdentifier, $0.value] }).joined(separator: "|")
        case .number(let number): "\(number.significand)e-\(number.scale)"
        case .date(let date): "\(date.microseconds)e-0"
        case .boolean(let flag): flag ? "1e-0" : "0e-0"
        case .place(let place): "\(place.latitudeUnits) \(place.longitudeUnits)"
        }
    }

    func attributes() -> [Attribute] {
        let types = numbers(61, size: 1) ?? []
        return zip(texts(60), types).enumerated().map { field, attribute in
            var found = Attribute(
                name: attribute.0, type: ["text", "number", "date", "boolean", "place"][attribute.1])
            if found.type == "text" {
                found.values = fieldStrings(64, field: field).map { Self.counted($0).joined(separator: "|") }
            } else {
                let isPlace = found.type == "place"
                let scales = numbers(63, field: field, size: 1)
                found.values = (numbers(62, field: field, size: 8) ?? []).enumerated().map {
                    // The lower half of a place is its longitude; a negative one borrows from the latitude.
                    let longitude = Int32(truncatingIfNeeded: $1)
                    return isPlace
                        ? "\(($1 - Int(longitude)) / 4_294_967_296) \(longitude)"
                        : "\($1)e-\(scales?[$0] ?? 0)"
                }
            }
            let width = found.values.count < 256 ? 1 : found.values.count < 65_536 ? 2 : 4
            if let codes = numbers(65, field: field, size: width) {
                found.recordValues = codes.map { $0 == 0 ? [] : [found.values[$0 - 1]] }
            } else if let starts = numbers(66, field: field, size: 4) {
                let list = numbers(67, field: field, size: width)!
                found.recordValues = zip(starts, starts.dropFirst()).map { start, end in
                    list[start..<end].map { found.values[$0 - 1] }
                }
            }
            let words = (recordCount + 63) / 64
            let sets = numbers(69, field: field, size: 8) ?? []
            for (place, value) in (numbers(68, field: field, size: 4) ?? []).enumerated() {
                found.frequent[found.values[value]] = Set(
                    (0..<recordCount).filter { sets[place * words + $0 / 64] >> ($0 % 64) & 1 == 1 })
            }
            return found
        }
    }

    private func fieldStrings(_ kind: Int, field: Int) -> [[UInt8]] {
        guard let section = sections[Name(kind: kind, field: field)] else { return [] }
        return strings(in: section, at: 0)
    }
}
