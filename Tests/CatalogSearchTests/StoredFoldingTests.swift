// Folding tables in an index: they fold the same after loading, and damage is detected or harmless.

import ICU
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct StoredFoldingTests {
    private static let locales = [
        "en", "de", "sv", "da", "tr", "es", "hu", "cs", "lt", "vi", "el", "ru", "ar", "he", "hi", "th", "ja",
        "ko", "zh", "zh_Hant",
    ]

    private static func text(_ random: inout SeededGenerator) -> String {
        (0..<Int.random(in: 1...6, using: &random)).map { _ in
            FoldingTableTests.pieces.randomElement(using: &random)!
        }.joined()
    }

    private static func pages(_ bytes: [UInt8]) -> FoldingPages? {
        bytes.withUnsafeBytes { FoldingPages(stored: $0) }
    }

    private static func table(_ bytes: [UInt8], _ pages: FoldingPages) -> FoldingTable? {
        bytes.withUnsafeBytes { FoldingTable(stored: $0, pages: pages) }
    }

    @Test func tablesOfAllLocalesFoldAsBefore() throws {
        var stored = StoredFoldings()
        var numbers: [(FoldingTable, Int)] = []
        for locale in Self.locales {
            let folding = try Folding(#require(LocaleIdentifier(locale)))
            for table in [folding.standard, folding.search] {
                numbers.append((table, stored.number(of: table)))
            }
        }
        #expect(stored.tables.count < numbers.count)
        let pages = try #require(Self.pages(stored.pages))
        let loaded = try stored.tables.map { try #require(Self.table($0, pages)) }
        var random = SeededGenerator(seed: 3)
        var checked: Set<Int> = []
        // Tables with the same number are equal.
        for (table, number) in numbers where checked.insert(number).inserted {
            var texts = (0..<200).map { _ in Self.text(&random) }
            for scalar in stride(from: UInt32(number), to: 0x110000, by: 97) {
                if let scalar = Unicode.Scalar(scalar) { texts.append(String(Character(scalar))) }
            }
            let different = texts.filter { loaded[number].folded($0) != table.folded($0) }
            #expect(different.isEmpty)
        }
        // A loaded table is stored as the same bytes again.
        var again = StoredFoldings()
        for table in loaded { _ = again.number(of: table) }
        #expect(again.pages == stored.pages && again.tables == stored.tables)
    }

    @Test func equalTablesShareANumber() throws {
        var stored = StoredFoldings()
        let german = try Folding(#require(LocaleIdentifier("de")))
        let english = try Folding(#require(LocaleIdentifier("en")))
        #expect(stored.number(of: german.standard) == stored.number(of: english.standard))
        #expect(stored.number(of: german.search) != stored.number(of: english.search))
        #expect(stored.number(of: german.search) == stored.number(of: german.search))
    }

    @Test func adoptedFoldingsAreUsedForTheirLocale() throws {
        let german = try Folding(#require(LocaleIdentifier("de")))
        // A locale that no other test uses.
        let locale = try #require(LocaleIdentifier("de_x_adopted") ?? LocaleIdentifier("de__ADOPTED"))
        #expect(!Folding.isKnown(locale))
        Folding.adopt(standard: german.search, search: german.standard, for: locale)
        #expect(try Folding(locale).standard === german.search)
        Folding.adopt(standard: german.standard, search: german.standard, for: locale)
        #expect(try Folding(locale).standard === german.search)
    }

    /// Tables loaded from damaged bytes never crash, and fold to valid UTF-8.
    @Test func damageIsNoticedOrHarmless() throws {
        var stored = StoredFoldings()
        for locale in ["de", "ja", "th"] {
            let folding = try Folding(#require(LocaleIdentifier(locale)))
            _ = stored.number(of: folding.standard)
            _ = stored.number(of: folding.search)
        }
        let pages = stored.pages
        let goodPages = try #require(Self.pages(pages))
        var random = SeededGenerator(seed: 11)
        var refused = 0
        for round in 0..<2_000 {
            var sharedPages = goodPages
            var bytes = stored.tables.randomElement(using: &random)!
            // Checking all pages is slow in a debug build: damage mostly the tables.
            if round % 20 == 0 {
                var bad = pages
                Self.damage(&bad, &random)
                guard let loaded = Self.pages(bad) else {
                    refused += 1
                    continue
                }
                sharedPages = loaded
            } else {
                Self.damage(&bytes, &random)
            }
            guard let table = Self.table(bytes, sharedPages) else {
                refused += 1
                continue
            }
            for _ in 0..<5 {
                let text = Self.text(&random)
                let folded = table.folded(text)
                #expect(String(validating: folded, as: UTF8.self) != nil, "round \(round)")
                _ = SourceMap(text, table)
            }
        }
        #expect(refused > 100)
    }

    private static func damage(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: bytes.removeLast(Int.random(in: 1...bytes.count, using: &random))
        case 1: bytes += [UInt8](repeating: 0, count: Int.random(in: 1...8, using: &random))
        case 2:
            // The counts before the lists.
            let start = bytes.count > 0x2200 + 20 ? [0, 0x2200].randomElement(using: &random)! : 0
            bytes[start + Int.random(in: 0..<8, using: &random)] = UInt8.random(in: 0...255, using: &random)
        default:
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
                    in: 0...255, using: &random)
            }
        }
    }

    @Test func hostileEntriesAreRefused() throws {
        // One page, one expansion of one scalar.
        func pages(_ entry: UInt32, _ expansion: UInt32 = 0x61) -> [UInt8] {
            var words: [UInt32] = [1, 1] + Array(repeating: 0, count: 256) + [0, 1, expansion]
            words[2 + 0x41] = entry
            return words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
        }
        #expect(Self.pages(pages(1 << 30 | 0x61)) != nil)
        #expect(Self.pages(pages(1 << 30 | 0xD800)) == nil, "a surrogate")
        #expect(Self.pages(pages(1 << 30 | 0x110000)) == nil, "beyond Unicode")
        #expect(Self.pages(pages(2 << 30)) != nil)
        #expect(Self.pages(pages(2 << 30 | 1)) == nil, "no such expansion")
        #expect(Self.pages(pages(0, 0xDFFF)) == nil, "a surrogate in an expansion")
        // A letter that claims to be a syllable folds to nothing.
        let syllable = try #require(Self.pages(pages(2 << 30 | 0x03FF_FFFF)))
        let table = try #require(
            Self.table([UInt8](repeating: 0, count: 0x2200 + 20), syllable))
        #expect(table.folded("bAc") == Array("bc".utf8))
        var beyond = [UInt8](repeating: 0, count: 0x2200 + 20)
        beyond[2] = 1
        #expect(Self.table(beyond, syllable) == nil, "no such page")
    }
}

extension SourceMap {
    fileprivate init(_ text: String, _ table: FoldingTable) {
        var text = text
        self = text.withUTF8 { SourceMap($0, table) }
    }
}
