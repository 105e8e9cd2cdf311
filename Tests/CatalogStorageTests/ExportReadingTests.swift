// Exports of shop systems and spreadsheets are read, or refused with the true reason.

import CatalogSearch
import CatalogStorage
import Files
import Testing

@Suite struct ExportReadingTests {
    func read(
        _ text: String, as name: String = "shop.csv", columns: [String: String] = [:], sidecar: String? = nil
    ) -> Outcome {
        read(Array(text.utf8), as: name, columns: columns, sidecar: sidecar)
    }

    func read(
        _ bytes: [UInt8], as name: String = "shop.csv", columns: [String: String] = [:],
        sidecar: String? = nil
    ) -> Outcome {
        let files = InMemoryFileSystem()
        files.set(name, bytes)
        var file = CatalogFile(path: name)!
        file.columns = columns
        if let sidecar { files.set(file.sidecarPath, Array(sidecar.utf8)) }
        return CatalogStorageTests.read(file, in: files)
    }

    /// Text in Windows-1252; it has only characters that this encoding has.
    func windows1252(_ text: String) -> [UInt8] {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "€": 0x80
            case "„": 0x84
            case "“": 0x93
            case "–": 0x96
            default: UInt8(scalar.value)
            }
        }
    }

    func utf16(_ text: String, isBigEndian: Bool = false) -> [UInt8] {
        text.utf16.flatMap { unit in
            let bytes = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            return isBigEndian ? bytes.reversed() : bytes
        }
    }

    func title(_ record: CatalogRecord) -> String? {
        record.texts.first { $0.field == .title }?.value
    }

    // MARK: Separators and encodings

    @Test(arguments: [",", ";", "\t", "|"])
    func theHeadingShowsTheSeparator(separator: String) {
        for name in ["shop.csv", "shop.tsv"] {
            let text = ["\"id\"", "title", "price[EUR]\n1", "\"a,b;c|d\"", "2\n"].joined(separator: separator)
            let outcome = read("\u{FEFF}" + text, as: name)
            #expect(outcome.records.map(title) == ["a,b;c|d"])
            #expect(outcome.diagnostics == [])
        }
    }

    @Test func windows1252IsReadAndNamed() {
        let outcome = read(
            windows1252("id;title;price[EUR]\n1;„Größe“ – weiß;1.299,00 €\n"),
            sidecar: #"{"defaultLocale":"de"}"#)
        #expect(outcome.records.map(title) == ["„Größe“ – weiß"])
        #expect(outcome.records.map(\.price) == [Price("1299.00", currency: "EUR")])
        #expect(outcome.faults == [Fault(line: nil, kind: .tableEncoding("Windows-1252"))])
    }

    @Test(arguments: [false, true], [false, true])
    func utf16IsReadWithAndWithoutAMark(isBigEndian: Bool, hasMark: Bool) {
        let text = "id\ttitle\n1\tWeiß 🌹 und מק״ט\n"
        let outcome = read(
            utf16((hasMark ? "\u{FEFF}" : "") + text, isBigEndian: isBigEndian), as: "shop.tsv")
        #expect(outcome.records.map(title) == ["Weiß 🌹 und מק״ט"])
        #expect(outcome.diagnostics.map(\.kind) == [.tableEncoding(isBigEndian ? "UTF-16BE" : "UTF-16LE")])
    }

    @Test func singleWrongBytesDoNotChangeTheEncodingOfTheFile() {
        let bytes = Array("id,title\n1,Größe\n2,Straße\n3,x".utf8) + [0xE4] + Array("\n".utf8)
        let outcome = read(bytes)
        #expect(outcome.ids == ["1", "2"])
        #expect(outcome.faults == [Fault(line: 4, kind: .invalidUTF8(byte: 4))])
    }

    @Test func aTextFileIsATableIfItsHeadingHasTabsOrSemicolons() {
        let files = InMemoryFileSystem()
        files.set("artikel.txt", utf16("\u{FEFF}id\ttitle\n1\tTasse\n"))
        files.set("notes.txt", Array("Bring milk, bread and eggs\n".utf8))
        let location = CatalogLocator(fileSystem: files).locate(["artikel.txt", "notes.txt"])
        #expect(location.files.map(\.id) == ["artikel"])
        #expect(location.files.map(\.sidecarPath) == ["artikel.catalog.json"])
        #expect(location.diagnostics.map(\.kind) == [.unknownFormat])
    }

    /// Whatever the file's name is.
    @Test(arguments: ["articles.xlsx", "articles.ods", "articles.csv"])
    func aWorkbookIsNamed(file: String) {
        let files = InMemoryFileSystem()
        files.set(file, [0x50, 0x4B, 0x03, 0x04, 0x14, 0x00])
        let located = CatalogLocator(fileSystem: files).locate([file])
        let read = located.files.flatMap { CatalogStorageTests.read($0, in: files).diagnostics }
        #expect((located.diagnostics + read).map(\.kind).first == .workbook)
    }

    // MARK: Columns

    @Test func aHeadingWithoutIdIsNamedWithAProposal() {
        let outcome = read(windows1252("Artikelnr.;Bezeichnung;Größe;Preis\n1;Jacke;M;5\n"))
        #expect(outcome.reading.isUnusable)
        #expect(
            outcome.diagnostics.last?.kind
                == .noIdentifierColumn(
                    columns: "Artikelnr., Bezeichnung, Größe, Preis", separator: ";",
                    encoding: "Windows-1252",
                    mapping: "Artikelnr.=id,Bezeichnung=title[de],Größe=attributes.size,Preis=price[…]"))
    }

    @Test func rowsWithoutIdsAreNumberedIfTheMappingSaysSo() {
        let text = "Name;Preis;Jahr\nTasse;9,90;2020\nTeller;1,50;heute\nVase;5;2021\n"
        let proposal = read(text).diagnostics.last
        #expect(proposal?.kind.code == .noIdentifierColumn)
        #expect(proposal?.arguments.last == .text("#=id,Name=title,Preis=price[…]"))
        let columns = ["#": "id", "Name": "title", "Preis": "price[EUR]", "Jahr": "year"]
        let outcome = read(text, columns: columns)
        // A row that cannot be used keeps its number.
        #expect(outcome.records.map(\.id) == ["1", "3"])
        #expect(outcome.faults == [Fault(line: 3, kind: .wrongType(member: "Jahr", expected: .integer))])
        // A column of that name is an ordinary column.
        #expect(read("#;Name\nA7;Tasse\n", columns: columns).records.map(\.id) == ["A7"])
    }

    @Test func columnsThatAMappingNamesAndATableLacksAreReported() {
        let columns = ["Nmae": "title", "SKU": "id", "NAME": "title"]
        let outcome = read("sku,Name\n1,Tasse\n", columns: columns)
        #expect(
            outcome.diagnostics == [
                CatalogDiagnostic(
                    file: "shop.csv", line: 1,
                    kind: .mappedColumnUnknown(column: "Nmae", columns: "sku, Name"))
            ])
        #expect(outcome.records.map { title($0) } == ["Tasse"])
    }

    @Test func aHeadingThatCannotBeReadMakesTheFileUnusable() {
        #expect(read("\"id\"x,title\na,b\n").reading.isUnusable)
        #expect(read(Array("id,title".utf8) + [0xFF, 0x0A]).reading.isUnusable)
    }

    @Test func columnsAreMappedByCommandAndSidecar() {
        let text = "Artikelnr.;Bezeichnung;Preis\n1;Tasse;9,90\n"
        let sidecar =
            #"{"defaultLocale": "de", "currency": "EUR", "columns": {"bezeichnung": "title[de]", "Preis": "price"}}"#
        let outcome = read(text, columns: ["Artikelnr.": "id"], sidecar: sidecar)
        #expect(outcome.diagnostics == [])
        let record = CatalogRecord(
            id: "1", texts: [.init(.title, locale("de"), "Tasse")], price: Price("9.90", currency: "EUR"))
        #expect(outcome.records == [record])
    }

    @Test func membersOfJSONAreMappedToo() {
        let text =
            #"[{"sku":"A1","name_de":"Kanne","name_en":"Pot","price":12.5},{"sku":"A2","name_de":"Tasse","price":"1.299,00"}]"#
        let sidecar =
            #"{"defaultLocale":"de","currency":"EUR","columns":{"sku":"id","name_de":"title[de]","name_en":"title[en]"}}"#
        let outcome = read(text, as: "shop.json", sidecar: sidecar)
        #expect(outcome.diagnostics == [])
        #expect(outcome.ids == ["A1", "A2"])
        #expect(outcome.records.map { $0.texts.map(\.value) } == [["Kanne", "Pot"], ["Tasse"]])
        #expect(
            outcome.records.map(\.price) == [
                Price("12.5", currency: "EUR"), Price("1299.00", currency: "EUR"),
            ])
    }

    @Test func itemsOfWhichNoneHasAnIdAreNamedWithTheirMembers() {
        let outcome = read(#"[{"sku":"A1","name":"Kanne"},{"sku":"A2","name":"Tasse"}]"#, as: "shop.json")
        #expect(outcome.reading.isUnusable)
        #expect(
            outcome.diagnostics.last?.kind
                == .noIdentifierMember(members: "sku, name", mapping: "sku=id,name=title"))
        // A single one without id is its own fault.
        let mixed = read(#"[{"sku":"A1"},{"id":"A2","title":"Tasse"}]"#, as: "shop.json")
        #expect(!mixed.reading.isUnusable)
        #expect(mixed.diagnostics.map(\.kind) == [.noIdentifier])
    }

    @Test func aFileWithoutTitlesSaysWhichColumnSeemsToBeOne() {
        let outcome = read("id,name\n1,Tasse\n")
        #expect(outcome.faults == [Fault(line: nil, kind: .noTitle(mapping: "name=title"))])
        #expect(read("id,name,title\n1,Tasse,Cup\n").diagnostics == [])
    }

    @Test func aFileWithoutTitlesProposesAColumnOfWordsWhateverItsName() {
        let fault = Fault(line: nil, kind: .noTitle(mapping: "what it is=title"))
        let table = "id,shelf,what it is,link\n1,A 1,Red cup,http://x\n2,,Blue cup for tea,\n3,,Pot,\n"
        #expect(read(table).faults == [fault])
        let lines = #"{"id":"1","shelf":7,"what it is":"Red cup"}"#
        #expect(read(lines, as: "shop.jsonl").faults == [fault])
        #expect(read(table, columns: ["what it is": "title"]).diagnostics == [])
        // A field has texts, so records are found by words.
        #expect(read("id,summary,what it is\n1,x,Red cup\n").diagnostics == [])
        // No column has words.
        #expect(
            read("id,shelf,code\n1,A1,77\n2,B2,78\n").faults
                == [Fault(line: nil, kind: .noTitle(mapping: "…=title"))])
    }

    @Test func columnsThatTheSearchDoesNotUseAreNamed() {
        let text = "id,title,Brand,SKU,Beschreibung,shelf\n1,Cup,Alm,A-7,x,B\n"
        let mapping = "Brand=attributes.brand,SKU=attributes.sku,Beschreibung=description"
        #expect(
            read(text).faults == [
                Fault(
                    line: nil,
                    kind: .columnsUnused(columns: "Brand, SKU, Beschreibung", mapping: mapping))
            ])
        let columns = ["Brand": "attributes.brand", "SKU": "", "Beschreibung": "description"]
        #expect(read(text, columns: columns).diagnostics == [])
        let sidecar = #"{"fields": ["title", "Brand", "Beschreibung"], "columns": {"SKU": null}}"#
        #expect(read(text, sidecar: sidecar).diagnostics == [])
        // Members of JSON without a use are the program's own.
        let line = #"{"id":"1","title":"Cup","brand":"Alm","sku":"A-7"}"#
        #expect(read(line, as: "shop.jsonl").diagnostics == [])
    }

    @Test func listsOfObjectsAndWhatIsMappedAlreadyAreNotProposed() {
        let text =
            #"[{"id":"1","name":"Kanne","price":"12.5","regular_price":"20","categories":[{"name":"x"}]}]"#
        #expect(
            read(text, as: "shop.json", columns: ["price": "price[EUR]"]).faults
                == [Fault(line: nil, kind: .noTitle(mapping: "name=title"))])
        #expect(
            read(#"{"id":"1","preis":"¥500"}"#, as: "shop.jsonl", columns: ["preis": "price"]).faults
                == [Fault(line: 1, kind: .noCurrency(member: "preis", mapping: "preis=price[JPY]"))])
    }

    // MARK: Prices

    private static let prices: [(text: String, locale: String, amount: String?)] = [
        ("93,69 €", "de", "93.69"), ("1.299,00", "de", "1299.00"), ("1.299", "de", "1299"),
        ("1.299", "en", "1.299"),
        ("1,299", "en", "1299"), ("1,299", "fr", "1.299"), ("1 299,50 €", "fr", "1299.50"),
        ("1’299.–", "de_CH", "1299"),
        ("12,-", "de", "12"), ("€ 5", "nl", "5"), ("EUR 12.50", "en", "12.50"), ("12.50 EUR", "de", "12.50"),
        ("-3,5", "de", "-3.5"),
        ("1,234,567.89", "en", "1234567.89"), ("1.234.567", "de", "1234567"), ("0,125", "de", "0.125"),
        ("0.125", "de", "0.125"),
        ("12.5", "de", "12.5"), ("٩٫٥٠", "ar", "9.50"), ("1,23,456.00", "hi", "123456.00"),
        ("auf Anfrage", "de", nil),
        ("12,5,6", "de", nil), ("1..2", "en", nil), ("5 Stück", "de", nil), ("", "de", nil),
        ("12-15", "de", nil),
    ]

    @Test(arguments: prices)
    func pricesAreReadAsTheyAreWritten(text: String, language: String, amount: String?) {
        let outcome = read(
            "id,price[EUR]\n1,\"\(text)\"\n", sidecar: "{\"defaultLocale\":\"\(language)\"}")
        #expect(outcome.records.first?.price == amount.flatMap { Price($0, currency: "EUR") }, "\(text)")
        if let amount { #expect(outcome.records.first?.price?.spelling == amount) }
    }

    @Test func anAmountNamesItsCurrency() {
        let outcome = read(
            "id,price\n1,\"93,69 €\"\n2,12.00 USD\n3,$5\n4,£5\n", sidecar: #"{"defaultLocale":"de"}"#)
        #expect(outcome.records.map { $0.price?.currency } == ["EUR", "USD", "GBP"])
        // A dollar sign stands for many currencies.
        #expect(
            outcome.faults == [
                Fault(line: 4, kind: .noCurrency(member: "price", mapping: "price=price[USD]"))
            ])
        let known = read("id,price\n3,$5\n", sidecar: #"{"currency":"CAD"}"#)
        #expect(known.records.map(\.price) == [Price("5", currency: "CAD")])
    }

    // MARK: HTML

    private static let html: [(html: String, text: String)] = [
        (
            "<p>Warme <b>Daunenjacke</b>&nbsp;mit Kapuze &amp; Reißverschluss</p>",
            "Warme Daunenjacke mit Kapuze & Reißverschluss"
        ),
        ("<ul><li>100&#37; Baumwolle</li><li>wei&szlig;</li></ul>", "100% Baumwolle\nweiß"),
        ("a < b & c > d", "a < b & c > d"), ("if x<y then", "if x<y then"), ("R&D", "R&D"),
        ("<3 &c;", "<3 &c;"),
        ("Bask &amp; Söhne\nzweite Zeile", "Bask & Söhne\nzweite Zeile"),
        ("x<!-- <p>secret</p> -->y<script>alert('<p>')</script>z<style>p {}</style>", "xyz"),
        ("<a href=\"x>y\" title='<b>'>Link</a>", "Link"), ("<p>open", "open"),
        ("<P CLASS=x>Up<BR/>down</P>", "Up\ndown"),
        ("caf&eacute; &#x20AC;5 &euro;", "café €5 €"), ("<p></p>", ""), ("List<String>", "List<String>"),
        ("<p", "<p"),
    ]

    @Test(arguments: ["R&D &amp; more", "Use <b>&amp;</b>", "a &b; c", "x & y"])
    func labelsThatAreNoHTMLStayAsTheyAre(title: String) {
        #expect(read("id,title\n1,\(title)\n").records.first?.texts.map(\.value) == [title])
    }

    @Test func aMappingToAMisspeltFieldIsReported() {
        let mapped = ["ID": "id", "Name": "titel", "Size": "shoe size", "Brand": "brand"]
        for (name, text) in [
            ("shop.csv", "ID,Name,Size,Brand\n1,Red,5,x\n"), ("shop.json", #"[{"ID":"1","Name":"Red"}]"#),
        ] {
            let outcome = read(text, as: name, columns: mapped)
            #expect(outcome.ids == ["1"])
            #expect(
                outcome.faults.map(\.kind).contains(.mappedMemberUnknown(member: "titel", nearest: "title")))
            #expect(outcome.faults.count { $0.kind.code == .mappedMemberUnknown } == 1)
        }
    }

    @Test(arguments: ["sep=;\r\n", "SEP=;\n", "\u{FEFF}sep=;\n"])
    func aLineThatNamesTheSeparatorIsNoHeading(line: String) {
        let outcome = read(line + "id;title\n1;a,b,c\n2;x;y\n")
        #expect(outcome.ids == ["1"])
        #expect(outcome.records[0].texts.map(\.value) == ["a,b,c"])
        #expect(outcome.faults == [Fault(line: 4, kind: .fieldCount(3, header: 2))])
        // A column may have this name.
        #expect(read("sep=;id\nx;1\n").ids == ["1"])
    }

    @Test(arguments: [[0x50, 0x4B, 3, 4], [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1]] as [[UInt8]])
    func aWorkbookIsNoTable(beginning: [UInt8]) {
        let outcome = read(beginning + Array(repeating: 0xFE, count: 50) + [0x0A, 0x41, 0x2C, 0x42, 0x0A])
        #expect(outcome.faults.map(\.kind).contains(.workbook))
        #expect(outcome.records.isEmpty)
        #expect(!outcome.faults.contains { $0.kind.code == .noIdentifierColumn })
    }

    @Test(arguments: ["<!DOCTYPE html>\n<html>", "\u{FEFF}\n <html lang=\"de\">"]) func aWebPageIsNoTable(
        beginning: String
    ) {
        let outcome = read(beginning + "<body>a,b</body></html>\n1,2\n")
        #expect(outcome.records.isEmpty && outcome.faults.map(\.kind) == [.webPage])
    }

    @Test func labelsHaveTheCharactersOfTheirEntities() {
        let sidecar = #"{"attributes": {"brand": {"type": "text"}, "tags": {"type": "text", "many": true}}}"#
        let table = read(
            """
            id,title,type,keywords,brand,tags
            1,Cap &amp; Visor,Home &#38; Garden,a &lt; b;c,H&amp;M,x&amp;y;z
            """, sidecar: sidecar)
        let line = read(
            #"{"id":"1","title":"Cap &amp; Visor","type":"Home &#38; Garden","keywords":{"en":["a &lt; b","c"]},"#
                + #""brand":"H&amp;M","tags":["x&amp;y","z"]}"#, as: "shop.jsonl", sidecar: sidecar)
        for record in [table, line].compactMap(\.records.first) {
            #expect(record.texts.map(\.value) == ["Cap & Visor", "a < b", "c"])
            #expect(record.scope == "Home & Garden")
            #expect(record.attributes.map(\.value.spelling) == ["H&M", "x&y", "z"])
        }
        #expect(table.records.count + line.records.count == 2)
    }

    @Test(arguments: html)
    func descriptionsInHTMLBecomeWhatAReaderSees(html: String, text: String) {
        let cell = html.replacing("\"", with: "\"\"")
        let table = read("id,title,description\n1,<b>x</b>,\"\(cell)\"\n")
        let found = table.records.first?.texts.filter { $0.field == .description }.map(\.value) ?? []
        #expect(found == (text.isEmpty ? [] : [text]))
        // Titles are plain text.
        #expect(table.records.first.flatMap(title) == "<b>x</b>")
        let plain = read("id,description\n1,\"\(cell)\"\n", sidecar: #"{"html": false}"#)
        #expect(plain.records.first?.texts.map(\.value) == [html])
    }
}
