// Tables derived from the root's weights compared with tables for which every character was weighed.

import ICU
import Testing

@testable import CatalogSearch

@Suite struct FoldingTableBuilderTests {
    /// Of each way to differ from the root: not at all, by order only, a few letters, ideographs, ignored
    /// punctuation, digits read as numbers.
    @Test(arguments: [
        ("en", Collator.Kind.standard), ("en", .search), ("ru", .standard), ("sv", .standard),
        ("de", .search),
        ("ja", .standard), ("th", .standard), ("ar", .search), ("de@colnumeric=yes", .standard),
        ("de@collation=phonebook", .standard),
    ])
    func untailoredCharactersHaveTheRootsWeights(locale: String, kind: Collator.Kind) throws {
        let collator = try Collator(try #require(LocaleIdentifier(locale)), kind: kind, strength: .primary)
        let table = try FoldingTableBuilder.table(of: collator)
        let expected = try FoldingTableBuilder.table(of: collator, weighsAll: true)
        #expect(table.pages == expected.pages)
        #expect(table.entries == expected.entries)
        #expect(table.expansions == expected.expansions)
        #expect(table.contractions == expected.contractions)
        #expect(table.contexts == expected.contexts)
        #expect(table.combiningClasses == expected.combiningClasses)
    }

    @Test func collationsThatTailorNothingShareATable() throws {
        let tables = try ["en", "ru", "el"].map {
            try FoldingTableBuilder.table(
                of: Collator(try #require(LocaleIdentifier($0)), strength: .primary))
        }
        #expect(tables.allSatisfy { $0 === tables[0] })
    }
}
