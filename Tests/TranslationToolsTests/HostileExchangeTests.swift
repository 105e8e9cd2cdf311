// Damaged and malicious files are read to their end, and their faults are reported.

import Localization
import TestSupport
import Testing
import TranslationTools

@Suite struct HostileExchangeTests {
    private let english = LocaleIdentifier("en")
    private let german = LocaleIdentifier("de")

    @Test(arguments: 0..<60 as Range<UInt64>)
    func mutatedFilesAreReadOrRefused(seed: UInt64) throws {
        let (english, german) = (try #require(english), try #require(german))
        var random = RandomTables(seed: seed)
        var generator = SeededGenerator(seed: seed)
        let table = random.table()
        let xliff = XLIFF.write([table]).bytes
        let stringsdict = Stringsdict.write(table).bytes
        let catalog = StringCatalog.write([table]).bytes
        for _ in 0..<10 {
            // A mutated file is usually broken; then a finding must report it.
            let read = XLIFF.read(mutated(xliff, using: &generator))
            #expect(!read.tables.isEmpty || !read.findings.isEmpty)
            let rules = Stringsdict.read(
                mutated(stringsdict, using: &generator), name: "a", sourceLocale: english, locale: german)
            #expect(rules.tables.count == 1)
            let strings = StringCatalog.read(mutated(catalog, using: &generator), name: "a")
            #expect(!strings.tables.isEmpty || !strings.findings.isEmpty)
            for finding in read.findings + rules.findings + strings.findings {
                #expect((finding.position?.line ?? 0) >= 1)
            }
        }
    }

    @Test func everyTruncationOfXMLIsReported() throws {
        let (english, german) = (try #require(english), try #require(german))
        var random = RandomTables(seed: 3)
        let table = random.table()
        let xliff = XLIFF.write([table]).bytes
        let end = xliff.count - "</xliff>\n".utf8.count
        for length in stride(from: 0, to: end, by: 97) {
            let read = XLIFF.read(Array(xliff[..<length]))
            #expect(read.findings.contains { $0.messageKey.hasPrefix("XML.") })
            let whole = table.units.prefix(read.tables.first?.units.count ?? 0)
            #expect(read.tables.first.map { $0.units.map(\.key) } ?? [] == whole.map(\.key))
        }
        let stringsdict = Stringsdict.write(table).bytes
        for length in stride(from: 0, to: stringsdict.count - 12, by: 97) {
            let read = Stringsdict.read(
                Array(stringsdict[..<length]), name: "a", sourceLocale: english, locale: german)
            #expect(read.findings.contains { $0.messageKey.hasPrefix("XML.") })
        }
    }

    @Test func entitiesAreReportedAndNotExpanded() throws {
        let text = """
            <!DOCTYPE xliff [<!ENTITY b SYSTEM "file:///etc/passwd">]>
            <xliff version="1.2"><file original="a.strings" source-language="en"><body>
            <trans-unit id="one"><source>One</source></trans-unit>
            <trans-unit id="two"><source>&b;</source></trans-unit></body></file></xliff>
            """
        let read = XLIFF.read(Array(text.utf8))
        #expect(read.findings.map(\.messageKey) == ["XML.EntityReference"])
        #expect(read.findings.first?.facts == ["b"])
        #expect(read.findings.first?.position?.line == 4)
        #expect(read.tables.first?.units.map(\.key) == ["one", "two"])
        #expect(read.tables.first?.units.last?.source?.text?.source == "&b;")
    }

    @Test func depthIsNoDanger() throws {
        let (english, german) = (try #require(english), try #require(german))
        let count = 100_000
        let groups =
            "<xliff version='1.2'><file original='a' source-language='en'><body>"
            + String(repeating: "<group>", count: count)
        #expect(XLIFF.read(Array(groups.utf8)).findings.map(\.kind) == [.xmlNotWellFormed])
        let dictionaries = "<plist>" + String(repeating: "<dict><key>a</key>", count: count)
        let rules = Stringsdict.read(
            Array(dictionaries.utf8), name: "a", sourceLocale: english, locale: german)
        #expect(rules.findings.map(\.kind) == [.xmlNotWellFormed])
        for text in [
            String(repeating: "[", count: count), String(repeating: "{\"a\":", count: count),
            "{\"sourceLanguage\":\"en\",\"strings\":{\"k\":"
                + String(repeating: "{\"variations\":", count: count)
                + "1" + String(repeating: "}", count: count + 2),
        ] {
            let read = StringCatalog.read(Array(text.utf8), name: "a")
            #expect(read.tables == [])
            #expect(read.findings.map(\.kind) == [.stringCatalogInvalidJSON])
        }
    }

    @Test func manyAttributesEndTheReading() throws {
        func xliff(_ attributes: String) -> [UInt8] {
            let text = """
                <xliff version="1.2"><file original="a.strings" source-language="en"><body>
                <trans-unit id="one"><source>One</source></trans-unit>
                <!-- <a \(attributes)> --><trans-unit id="two" \(attributes)><source>Two</source></trans-unit>
                </body></file></xliff>
                """
            return Array(text.utf8)
        }
        for attribute in ["a", "xmlns:a"] {
            let many = XLIFF.read(xliff((0..<80_000).map { "\(attribute)\($0)='>'" }.joined(separator: " ")))
            #expect(many.findings.map(\.kind) == [.xmlTooManyAttributes])
            #expect(many.findings.first?.facts == ["256"])
            #expect(many.findings.first?.position?.line == 3)
            #expect(many.tables.first?.units.map(\.key) == ["one"])
            let few = XLIFF.read(xliff((0..<200).map { "\(attribute)\($0)='>'" }.joined(separator: " ")))
            #expect(few.findings == [])
            #expect(few.tables.first?.units.map(\.key) == ["one", "two"])
        }
        let broken = XLIFF.read(Array("<xliff>&b;".utf8) + xliff(String(repeating: "a='' ", count: 300)))
        #expect(broken.findings.map(\.kind) == [.xmlEntityReference, .xmlTooManyAttributes])
    }

    @Test func aHugeAttributeIsRead() {
        let key = String(repeating: "k", count: 1 << 20)
        let text = """
            <xliff version="1.2"><file original="a.strings" source-language="en"><body>
            <trans-unit id="\(key)"><source>One</source></trans-unit></body></file></xliff>
            """
        let read = XLIFF.read(Array(text.utf8))
        #expect(read.findings == [])
        #expect(read.tables.first?.units.first?.key.utf8.count == 1 << 20)
    }
}
