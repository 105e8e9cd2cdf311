// The invariant of all formats: a table that is written and read again is unchanged, except for losses that
// the findings name.

import Localization
import TestSupport
import Testing
import TranslationTools

@Suite struct ExchangeRoundTripTests {
    @Test(arguments: 0..<80 as Range<UInt64>)
    func xliffKeepsWholeTables(seed: UInt64) {
        var random = RandomTables(seed: seed)
        random.hasControlCharacters = seed % 5 == 0
        random.hasFormStates = true
        var tables = [random.table("Localizable"), random.table("Errors")]
        if seed % 7 == 0 { tables[1].locale = nil }
        let written = XLIFF.write(tables)
        let read = XLIFF.read(written.bytes)
        #expect(read.tables.map(\.name) == tables.map(\.name))
        #expect(read.tables.map(\.locale) == tables.map(\.locale))
        for (table, readTable) in zip(tables, read.tables) {
            let findings = written.findings + read.findings
            #expect(readTable.sourceLocale == table.sourceLocale)
            #expect(readTable.units(without: findings) == table.units(without: findings))
        }
        #expect(read.findings == [])
        #expect(XLIFF.write(read.tables).bytes == written.bytes || !written.findings.isEmpty)
    }

    @Test(arguments: 0..<80 as Range<UInt64>)
    func stringsdictKeepsAllMessagesThatVary(seed: UInt64) throws {
        var random = RandomTables(seed: seed)
        random.hasControlCharacters = seed % 5 == 0
        let table = random.table()
        let locale = try #require(table.locale)
        let written = Stringsdict.write(table)
        let read = Stringsdict.read(
            written.bytes, name: table.name, sourceLocale: table.sourceLocale, locale: locale)
        #expect(read.findings.filter { $0.severity == .error } == [])
        let findings = written.findings + read.findings
        let expected = table.units(without: findings).compactMap(\.translation).filter(\.varies)
            .map(\.withoutPlainTextBesidesPlural)
        let messages = try #require(read.tables.first).units(without: findings).compactMap(\.translation)
        #expect(messages == expected)
    }

    @Test(arguments: 0..<80 as Range<UInt64>)
    func stringCatalogsKeepAllLocales(seed: UInt64) throws {
        var random = RandomTables(seed: seed)
        random.hasControlCharacters = seed % 5 == 0
        random.hasFormStates = true
        var tables = [random.table()]
        // A second locale, of the same source.
        var other = tables[0]
        other.locale = LocaleIdentifier("fr")
        for index in other.units.indices where other.units[index].state != .obsolete {
            other.units[index].translation = random.message(other.units[index].key)
            other.units[index].state = .needsReview
            other.units[index].formStates = [:]
        }
        other.units.removeAll { $0.state == .obsolete }
        tables.append(other)
        let written = StringCatalog.write(tables)
        let read = StringCatalog.read(written.bytes, name: "Localizable")
        #expect(read.findings == [])
        let findings = written.findings
        for table in tables {
            let found = read.tables.first { $0.locale == table.locale }
            let units = found?.units(without: findings).sorted { $0.key < $1.key } ?? []
            // A locale without any text is not in the file.
            if found != nil || table.units.contains(where: { $0.translation != nil && findings.isEmpty }) {
                let expected = table.units(without: findings).sorted { $0.key < $1.key }
                #expect(units.map(\.key) == expected.map(\.key))
                for (unit, wanted) in zip(units, expected) { #expect(unit == wanted) }
            }
        }
        #expect(StringCatalog.write(read.tables).bytes == written.bytes || !findings.isEmpty)
    }

    @Test func mostRandomMessagesAreKept() {
        var counts = (units: 0, xliff: 0, stringsdict: 0, catalog: 0)
        for seed in 0..<100 as Range<UInt64> {
            var random = RandomTables(seed: seed)
            let table = random.table()
            counts.units += table.units.count
            counts.xliff += table.units(without: XLIFF.write([table]).findings).count
            counts.stringsdict += table.units(without: Stringsdict.write(table).findings).count
            counts.catalog += table.units(without: StringCatalog.write([table]).findings).count
        }
        #expect(counts.units > 500)
        #expect(counts.xliff * 100 > counts.units * 95)
        #expect(counts.stringsdict * 100 > counts.units * 70)
        #expect(counts.catalog * 100 > counts.units * 30)
    }
}

extension Message {
    fileprivate var varies: Bool {
        !plural.isEmpty || !substitutions.isEmpty || !devices.isEmpty || !devicePlurals.isEmpty
    }

    /// The content of a `.stringsdict` file: the plain text besides plural forms is in the `.strings` file.
    fileprivate var withoutPlainTextBesidesPlural: Message {
        plural.isEmpty
            ? self
            : Message(
                key: key, plural: plural, substitutions: substitutions, devices: devices,
                devicePlurals: devicePlurals)
    }
}
