// The terms that contain a word are found by the sorted suffixes of their foldings.

import ICU
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct TermFinderTests {
    private static let german = LocaleIdentifier("de")!
    private static let description = CatalogDescription(id: "c")

    /// Terms of several leaves: long equal parts, word bounds, two foldings, several scripts.
    private static func terms(using random: inout SeededGenerator) -> [String] {
        let letters = ["a", "b", "ab", "aa", "ä", "ß", "-", ".", "B", "ж", "東京", "ungen", "aaaaaaaa"]
        return (0..<300).map { _ in
            let count = Int.random(in: 1...9, using: &random)
            return (0..<count).map { _ in letters.randomElement(using: &random)! }.joined()
        } + [String(repeating: "ab", count: 140), String(repeating: "äb", count: 100) + "-ab"]
    }

    private static func segment(_ terms: [String]) async throws -> IndexedSegment {
        let writer = SegmentWriter(description)
        for (number, term) in terms.enumerated() {
            try writer.append(CatalogRecord(id: "r\(number)", texts: [.init(.title, german, term)]))
        }
        var output = SegmentBytes()
        try await writer.finish(metadata: [], to: &output)
        return try output.segment()
    }

    private static func holds(_ folding: UnsafeRawBufferPointer, _ pattern: BytePattern?) -> Bool {
        pattern?.isContained(by: folding) ?? false
    }

    /// Invariant: the candidates are all terms that contain the word, and, if they are reported as exact, no
    /// others.
    @Test func findsTheTermsThatContainAWord() async throws {
        var random = SeededGenerator(seed: 41)
        let terms = Self.terms(using: &random)
        let segment = try await Self.segment(terms)
        // An index is valid as long as its segment.
        defer { withExtendedLifetime(segment) {} }
        let index = try #require(try segment.locale(Self.german))
        #expect(index.leaves.count == 4 && index.leaves[0].count > 10)
        let folding = try Folding(Self.german)
        let finder = TermFinder(index)
        var exact = 0
        for round in 0..<80 {
            let term = Array(terms.randomElement(using: &random)!.unicodeScalars)
            let start = Int.random(in: term.indices, using: &random)
            let length = round % 8 == 0 ? 40 : Int.random(in: 1...12, using: &random)
            var word = String.UnicodeScalarView(term[start..<min(start + length, term.count)])
            if round % 10 == 0 { word.append("b") }
            let form = PreparedQuery.Form(String(word), folding)
            let found = try finder.candidates(form)
            var expected: [UInt32] = []
            var begins: [UInt32] = []
            for number in 0..<index.termCount {
                let entry = try index.term(number)
                guard Self.holds(entry.standard, form.standard) || Self.holds(entry.search, form.search)
                else {
                    continue
                }
                expected.append(UInt32(number))
                let bounds = try entry.details().bounds
                if Self.begins(entry.standard, form.standard, bounds.standard)
                    || Self.begins(entry.search, form.search, bounds.search)
                {
                    begins.append(UInt32(number))
                }
            }
            #expect(Set(expected).isSubset(of: found.terms), "\(word)")
            #expect(found.terms == Array(Set(found.terms)).sorted())
            if found.isExact {
                exact += 1
                #expect(found.terms == expected, "\(word)")
            }
            let beginning = try finder.terms(beginningWith: form)
            #expect(Set(begins).isSubset(of: beginning), "\(word)")
            #expect(beginning == Array(Set(beginning)).sorted())
            let patterns = [form.standard, form.search].compactMap(\.self)
            #expect(Set(expected).isSubset(of: try finder.terms(containingAnyOf: patterns)), "\(word)")
        }
        // Only words of more bytes than suffixes are sorted by need a look at all terms.
        #expect(exact > 50)
    }

    /// Whether a pattern begins at a word bound of a folding.
    private static func begins(
        _ folding: UnsafeRawBufferPointer, _ pattern: BytePattern?, _ bounds: [UInt32]?
    ) -> Bool {
        guard let pattern else { return false }
        return (bounds.map { $0.map(Int.init) } ?? [0]).contains { bound in
            folding[bound...].starts(with: pattern.bytes)
        }
    }

    /// Invariant: the leaves do not depend on how many suffixes are sorted at once.
    @Test(arguments: [1, 50, 3_000]) func sortsInChunksOfAnySize(size: Int) async throws {
        var random = SeededGenerator(seed: 42)
        let segment = try await Self.segment(Self.terms(using: &random))
        defer { withExtendedLifetime(segment) {} }
        let terms = try #require(segment.file.section(.terms)).all()
        let count = try #require(try segment.locale(Self.german)).termCount
        let offsets = try #require(try segment.file.ascending(.termOffsets, count: count + 1)).numbers()
        let made = try LeafSections.make(
            locale: 0, terms: terms,
            offsets: UnsafeBufferPointer(start: offsets.base, count: offsets.count), leastChunk: size)
        #expect(made.map(\.field) == [0, 1, 2, 3])
        for section in made {
            let stored = try #require(segment.file.section(.leaves, field: section.field)).all()
            #expect(section.withBytes { $0.elementsEqual(stored) })
        }
    }

    /// Only the most frequent terms have short codes.
    @Test func choosesTheMostFrequentTerms() {
        var random = SeededGenerator(seed: 43)
        let occurrences = (0..<16_500).map { _ in
            UInt32(1_000_000 / Int.random(in: 1...50_000, using: &random))
        }
        var buffer = GrowingBuffer<UInt32>()
        for count in occurrences { buffer.append(count) }
        let chosen = FrequentTerms.choose(buffer)
        let expected = occurrences.indices.sorted {
            (occurrences[$1], $0) < (occurrences[$0], $1)
        }.prefix(16_383)
        #expect((0..<chosen.count).map { Int(chosen[$0]) } == Array(expected))
    }

    /// The estimate of many terms is near their postings, however unevenly these are distributed.
    @Test func estimatesTheTextsOfManyTerms() async throws {
        let titles = (0..<900).map { number in "w\(number) w\(number % 7) w\(number % 90)" }
        let segment = try await Self.segment(titles)
        defer { withExtendedLifetime(segment) {} }
        let index = try #require(try segment.locale(Self.german))
        let terms = (0..<UInt32(index.termCount)).map { $0 }
        var postings = 0
        for term in terms { postings += try index.postingCount(ofTerm: Int(term)) }
        let estimate = try index.estimatedTexts(of: terms)
        #expect(abs(estimate / Double(postings) - 1) < 0.25)
        #expect(try index.estimatedTexts(of: [terms[5]]) == Double(index.postingCount(ofTerm: 5)))
    }
}
