// The file of a segment contains what was added, as the format describes.

import ICU
import Stemming
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct SegmentWriterTests {
    /// Texts that are hard to cut, in addition to the sample lines.
    static let oddities = [
        "", " ", "  ", "\t\n", "\u{A0}", "a", " a", "a ", "a  b", "a\u{3000}b", "、。", "x、y。z", "a\u{2028}b c",
        "\u{301}", " \u{301}e\u{301}", "\u{AD}", "soft\u{AD}hyphen soft\u{AD}hyphen", "😀 👩‍👩‍👧 x", "ß ẞ SS",
        "e-mail E-Mail foo.bar@example.org", "C++ c++", "Straße straße STRASSE", "\u{0} \u{7F}", "ﬁ ﬂ ㈱",
        "AB-1234",
        "it’s it's", "１２３ 123", "\u{85}a\u{85}", "𠮷野家 吉野家", "เค้ก วันเกิด", "\u{200B}zero\u{200B}width",
        "II ii İi ıI",
    ]

    static func record(
        _ number: Int, locales: [String], using random: inout some RandomNumberGenerator
    ) -> CatalogRecord {
        var record = SampleTexts.record(number, locales: locales, using: &random)
        // Ids are not in order.
        record.id = "\(number * 7919 % 1009)-\(number)"
        for index in record.texts.indices where Int.random(in: 0..<3, using: &random) == 0 {
            record.texts[index].value = oddities.randomElement(using: &random)!
        }
        for index in record.texts.indices where Int.random(in: 0..<6, using: &random) == 0 {
            record.texts[index].value += oddities.randomElement(using: &random)! + record.texts[index].value
        }
        if number % 3 == 0 {
            record.texts.append(.init("notes", LocaleIdentifier(locales[0])!, "not searched \(number % 2)"))
            record.additionalMembers = [.init(name: "unit", json: "\"\(number % 4)\"")]
        }
        return record
    }

    static func records(_ count: Int, _ locales: [String], seed: UInt64) -> [CatalogRecord] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { record($0, locales: locales, using: &random) }
    }

    static func file(_ records: [CatalogRecord], _ description: CatalogDescription = .init(id: "c"))
        async throws
        -> SegmentDecoder
    {
        let writer = SegmentWriter(description)
        for record in records { try writer.append(record) }
        #expect(writer.recordCount == records.count)
        var output = MemoryOutput()
        try await writer.finish(metadata: Array("about".utf8), to: &output)
        return SegmentDecoder(output.bytes)
    }

    static let mixtures: [[String]] = [
        ["de", "en"], ["ja", "th", "ar"], ["tr", "hi", "zh_Hans", "ko"],
        ["sv", "fr", "he", "el", "vi", "ru"],
    ]

    @Test(arguments: mixtures)
    func keepsTextsAsTheyCame(locales: [String]) async throws {
        let records = Self.records(60, locales, seed: 3).sorted {
            $0.id.utf8.lexicographicallyPrecedes($1.id.utf8)
        }
        var random = SeededGenerator(seed: 4)
        let file = try await Self.file(records.shuffled(using: &random))
        #expect(file.faults == [])
        #expect(file.recordCount == records.count)
        #expect(file.sections[.init(kind: 1)] == Array("about".utf8))
        // The heads of titles and summaries are texts of their own.
        #expect(file.texts(3) == FieldName.standard.map(\.rawValue) + ["=title", "=summary"])
        #expect(Set(file.texts(2)) == Set(records.flatMap(\.texts).map(\.locale.identifier)))
        #expect(file.texts(5) == records.map(\.id))

        for (locale, name) in file.texts(2).enumerated() {
            let texts = file.texts(locale: locale, file.terms(locale: locale))
            let head = file.numbers(32, locale: locale, size: 4)!
            #expect(head[2] == texts.count)
            #expect(head[3] == file.terms(locale: locale).count)
            for (field, fieldName) in FieldName.standard.enumerated() {
                let expected = records.map { record in
                    record.texts.filter { $0.field == fieldName && $0.locale == LocaleIdentifier(name)! }
                        .map(\.value)
                }
                let first = file.numbers(48, locale: locale, field: field, size: 4)!
                #expect(first.count == 2)
                let range = first[0]..<first[0] + first[1]
                let owners =
                    file.numbers(50, locale: locale, field: field, size: 8)
                    ?? [Int](repeating: -1, count: 1 + records.count / 64)
                let places =
                    file.ascending(49, locale: locale, field: field, count: range.count)
                    ?? Array(records.indices)
                var found = [[String]](repeating: [], count: records.count)
                for (index, text) in range.enumerated() { found[places[index]].append(texts[text]) }
                #expect(found.map { $0.map { Array($0.utf8) } } == expected.map { $0.map { Array($0.utf8) } })
                for record in records.indices {
                    #expect((owners[record / 64] >> (record % 64) & 1 == 1) == !expected[record].isEmpty)
                }
            }
        }
    }

    @Test(arguments: mixtures)
    func listsTermsWithTheirTextsAndLeaves(locales: [String]) async throws {
        let file = try await Self.file(Self.records(150, locales, seed: 5))
        #expect(file.groupedTerms(locale: 0) > 0)
        for (locale, name) in file.texts(2).enumerated() {
            let folding = try Folding(LocaleIdentifier(name)!)
            let folder = try TextFolder(LocaleIdentifier(name)!)
            let terms = file.terms(locale: locale)
            let codes = file.codes(locale: locale)
            // Terms are in the order of their foldings, and each has one number.
            var counts = [Int](repeating: 0, count: terms.count)
            let classes = file.lengthClasses(locale: locale)
            var postings = [[Int: Int]](repeating: [:], count: terms.count)
            var singles: Set<Int> = []
            for (text, codes) in codes.enumerated() {
                if codes.count == 1 { singles.insert(text) }
                var isRun = false
                for code in codes {
                    defer { isRun = code == 0 && !isRun }
                    guard !isRun, code > 0 else { continue }
                    counts[code - 1] += 1
                    postings[code - 1][text] = classes[text] + (postings[code - 1][text] == nil ? 0 : 8)
                }
            }
            #expect(
                zip(terms, terms.dropFirst()).allSatisfy { first, second in
                    first.standard == second.standard
                        ? first.text.lexicographicallyPrecedes(second.text)
                        : first.standard.lexicographicallyPrecedes(second.standard)
                })
            #expect(Set(terms.map(\.text)).count == terms.count)
            // The most frequent terms have the smallest codes; all terms of a small catalog have such codes.
            #expect(
                (file.numbers(40, locale: locale, size: 4) ?? [])
                    == terms.indices.sorted { (-counts[$0], $0) < (-counts[$1], $1) })
            #expect(file.postings(locale: locale) == postings)
            let bits = file.numbers(45, locale: locale, size: 8) ?? []
            #expect(Set(codes.indices.filter { bits[$0 / 64] >> ($0 % 64) & 1 == 1 }) == singles)

            let fields = file.texts(3).indices.map {
                file.numbers(48, locale: locale, field: $0, size: 4) ?? [0, 0]
            }
            for ((term, impacts), list) in zip(zip(terms, file.impacts(locale: locale)), postings) {
                var shortest = [Int](repeating: 7, count: 4)
                for (text, kind) in list {
                    let field = fields.lastIndex { $0[1] > 0 && $0[0] <= text }!
                    shortest[min(3, field)] = min(shortest[min(3, field)], kind % 8)
                }
                #expect(impacts.shortest == shortest)
                let isOneWord =
                    term.standardBounds == [0, term.standard.count] && term.standard == term.search
                let words = term.text.withUnsafeBufferPointer { TextLength.words(ofTerm: $0) }
                #expect(impacts.isPlain == (isOneWord && words == 1))
                #expect(impacts.word == term.shortestWord)
            }
            var suffixes: [[Suffix]] = [[], [], [], []]
            for (number, term) in terms.enumerated() {
                let folded = term.text.withUnsafeBufferPointer { folder.fold($0) }
                let search = folded.search ?? folded.standard
                #expect(term.standard == folding.standard.folded(String(decoding: term.text, as: UTF8.self)))
                #expect(term.search == folding.search.folded(String(decoding: term.text, as: UTF8.self)))
                #expect(term.standardBounds == Self.union(folded.standard.wordBounds))
                #expect(term.searchBounds == Self.union(search.wordBounds))
                if term.isAligned {
                    for part in Self.leadingParts(of: term.text) {
                        for table in [folding.standard, folding.search] {
                            let folded = table.folded(part)
                            #expect(folded.count == part.utf8.count)
                            #expect(folded.scalarCount == part.unicodeScalars.count)
                        }
                    }
                }
                Self.append(number, term, to: &suffixes)
            }
            for set in 0..<4 {
                #expect(
                    file.leaves(locale: locale, set: set)
                        == Self.leaves(suffixes[set], size: set == 0 ? 128 : 32))
            }
        }
    }

    /// Words of several lengths and alphabets; pieces of fewer than three letters have no stems.
    @Test func listsTermsByTheStemsOfTheirWords() async throws {
        let words = [
            "Häuser", "haus", "T-Shirts", "Straße", "im", "Bäume", "Zum", "a-b", "Gehen", "gehst", "Baum",
        ]
        let titles = (0..<4).map { "\(words.joined(separator: " ")) Nummer\($0)" }
        let records = titles.enumerated().map { number, title in
            CatalogRecord(id: "r\(number)", texts: [.init(.title, LocaleIdentifier("de")!, title)])
        }
        let file = try await Self.file(records)
        let terms = file.terms(locale: 0).map { String(decoding: $0.text, as: UTF8.self) }
        let stems = try #require(file.stems(locale: 0))
        let stemmer = try #require(Stemmer(language: "de"))
        var expected = [[Int]](repeating: [], count: 1 << stems.bits)
        var count = 0
        for (number, term) in terms.enumerated() {
            var buckets: Set<Int> = []
            for word in term.split(separator: "-") where word.count >= 3 {
                let hash = Array(stemmer.stem(of: String(word)).utf8).withUnsafeBytes { Checksum.of($0) }
                buckets.insert(Int(hash >> UInt64(64 - stems.bits)))
                count += 1
            }
            for bucket in buckets { expected[bucket].append(number) }
        }
        #expect(stems.buckets == expected)
        #expect(count > 8 && stems.bits == 1)
        let japanese = CatalogRecord(id: "r", texts: [.init(.title, LocaleIdentifier("ja")!, "誕生日ケーキ")])
        #expect(try await Self.file([japanese]).stems(locale: 0) == nil)
    }

    /// The prefixes of a text, by scalars, up to all of it.
    private static func leadingParts(of text: [UInt8]) -> [String] {
        let scalars = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
        return scalars.indices.map { String(String.UnicodeScalarView(scalars[...$0])) }
    }

    /// The distinct word bounds.
    private static func union(_ bounds: [Int32]) -> [Int] {
        Array(Set(bounds.map { Int($0) })).sorted()
    }

    /// A suffix of a folding: its term, its offset, and the bytes by which it is sorted.
    private struct Suffix {
        let term: Int
        let offset: Int
        let bytes: [UInt8]
    }

    /// Adds the suffixes of a term to the four sets, as the format describes them.
    private static func append(_ number: Int, _ term: SegmentDecoder.Term, to sets: inout [[Suffix]]) {
        func starts(_ folding: [UInt8]) -> [Int] {
            folding.indices.filter { folding[$0] & 0xC0 != 0x80 }
        }
        func suffix(_ folding: [UInt8], _ offset: Int) -> Suffix {
            let bytes = Array(folding[offset...].prefix(32))
            return Suffix(
                term: number, offset: offset, bytes: bytes + [UInt8](repeating: 0, count: 32 - bytes.count))
        }
        for offset in starts(term.standard).dropFirst() {
            sets[term.standardBounds.contains(offset) ? 1 : 0].append(suffix(term.standard, offset))
        }
        guard term.search != term.standard else { return }
        for offset in starts(term.search) {
            let isAtBound = offset == 0 || term.searchBounds.contains(offset)
            // The suffixes of the standard folding contain it already.
            let same = offset + term.standard.count - term.search.count
            if same >= 0, term.standard[same...].elementsEqual(term.search[offset...]),
                !isAtBound || same == 0 || term.standardBounds.contains(same)
            {
                continue
            }
            sets[isAtBound ? 3 : 2].append(suffix(term.search, offset))
        }
    }

    /// The leaves of some suffixes.
    private static func leaves(_ suffixes: [Suffix], size: Int) -> [SegmentDecoder.Leaf] {
        let sorted = suffixes.sorted { left, right in
            left.bytes == right.bytes
                ? (left.term, left.offset) < (right.term, right.offset)
                : left.bytes.lexicographicallyPrecedes(right.bytes)
        }
        return stride(from: 0, to: sorted.count, by: size).map { start in
            let first = sorted[start]
            return SegmentDecoder.Leaf(
                key: first.bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) },
                beginning: [first.term, first.offset],
                terms: Set(sorted[start..<min(start + size, sorted.count)].map(\.term)).sorted())
        }
    }

    @Test(arguments: mixtures)
    func ordersTitlesByTheLocalesCollation(locales: [String]) async throws {
        let records = Self.records(60, locales, seed: 6).sorted {
            $0.id.utf8.lexicographicallyPrecedes($1.id.utf8)
        }
        let file = try await Self.file(records)
        for (number, name) in file.texts(2).enumerated() {
            let locale = LocaleIdentifier(name)!
            let collator = try Collator(locale)
            let keys = records.map { record in
                record.texts.first { $0.field == .title && $0.locale == locale }.map {
                    collator.sortKey($0.value)
                }
            }
            let expected = keys.map { key in
                key.map { key in
                    keys.filter { $0?.lexicographicallyPrecedes(key) ?? false }.count
                } ?? 0xFFFF_FFFF
            }
            #expect(file.numbers(44, locale: number, size: 4) == expected)
            let strings = file.strings(32, locale: number, at: 16).map { String(decoding: $0, as: UTF8.self) }
            #expect(strings.last == collator.source)
        }
    }

    @Test func keepsWhatRecordsHaveBesideTheirTexts() async throws {
        let records = Self.records(80, ["de", "ja"], seed: 7).sorted {
            $0.id.utf8.lexicographicallyPrecedes($1.id.utf8)
        }
        let file = try await Self.file(records.reversed())
        let scopes = file.texts(4)
        #expect(
            file.numbers(6, size: 4)!.map { $0 == 0xFFFF_FFFF ? nil : scopes[$0] } == records.map(\.scope))
        #expect(file.numbers(7, size: 8)!.map { $0 == .min ? nil : $0 } == records.map(\.year))
        #expect(
            file.texts(8) == records.map { $0.price.map { "\($0.spelling) \($0.currency)" } ?? "" })
        let priced = records.indices.filter { records[$0].price != nil }
            .sorted { (records[$0].price!.amount, $0) < (records[$1].price!.amount, $1) }
        // All prices have one currency, so that there is one list.
        #expect(file.texts(9).first == "")
        #expect(Set(file.numbers(18, size: 4) ?? []) == [0])
        #expect(file.numbers(73, size: 4) == priced)
        let amounts = zip(file.numbers(70, size: 8)!, file.numbers(71, size: 1)!).map {
            DecimalNumber(significand: Int64($0), scale: $1)
        }
        let starts = file.numbers(72, size: 4)!
        #expect(starts.last == priced.count)
        for (place, amount) in amounts.enumerated() {
            for record in priced[starts[place]..<starts[place + 1]] {
                #expect(records[record].price?.amount == amount)
            }
        }
        let dated = records.indices.filter { records[$0].year != nil }
            .sorted { (records[$0].year!, $0) < (records[$1].year!, $1) }
        #expect(file.numbers(10, size: 4) == dated)
        #expect(
            file.numbers(11, size: 8)!.map { Double(bitPattern: UInt64(bitPattern: Int64($0))) }
                == records.map(\.popularity))
        #expect(
            file.numbers(12, size: 4)
                == records.map { record in records.filter { $0.popularity > record.popularity }.count })
        let members = file.strings(14).map { SegmentDecoder.counted($0) }
        #expect(
            file.codes(13, of: members.count)!.map { $0 == 0 ? [] : members[$0 - 1] }
                == records.map { $0.additionalMembers.flatMap { [$0.name, $0.json] } })
        let others = file.strings(16).map { SegmentDecoder.counted($0) }
        #expect(
            file.codes(15, of: others.count)!.map { $0 == 0 ? [] : others[$0 - 1] }
                == records.map { record in
                    record.texts.filter { $0.field == "notes" }.flatMap {
                        [$0.field.rawValue, $0.locale.identifier, $0.value]
                    }
                })
    }
}
