// A segment's file that is small enough to be read thousands of times a second.

@testable import CatalogSearch

/// A file without folding tables, which are larger than the rest, and the ranges of its sections.
struct SmallSegment {
    let description = CatalogDescription(id: "c", attributes: SmallSegment.attributes, group: "product")
    let bytes: [UInt8]
    /// All sections, the table, and the footer without its versions.
    let sections: [Range<Int>]

    static let metadata = Array("c/segment".utf8)

    init(records count: Int, locales: [String]) async throws {
        let writer = SegmentWriter(description)
        for number in 0..<count { try writer.append(Self.record(number, locales)) }
        var output = SegmentBytes()
        try await writer.finish(metadata: Self.metadata, to: &output)
        (bytes, sections) = Self.withoutFoldings(output.bytes)
    }

    static let attributes: [CatalogDescription.Attribute] = [
        .init("color", .text, isMany: true), .init("stock", .number), .init("added", .date, isMany: true),
        .init("onSale", .boolean), .init("product", .text),
    ]

    private static let texts = [
        "Märchenbuch für Große", "Straße nach Köln", "STRASSENKREUZER", "rot 2001", "東京タワー 今日、明日",
        "C++-Compiler", "",
        " a  b ", "Öl & Essig \u{A8} x", "e\u{301}te\u{301}", "😀 👩‍👩‍👧", "เค้ก วันเกิด",
    ]

    static func record(_ number: Int, _ locales: [String]) -> CatalogRecord {
        var record = CatalogRecord(id: "r\(number * 7 % 80)-\(number)")
        if number % 3 > 0 { record.scope = "s\(number % 3)" }
        if number % 2 == 0 { record.year = 1_990 + number }
        if number % 5 > 0 { record.price = Price("\(number).50", currency: "EUR") }
        if number % 2 > 0 { record.prices.append(Price("\(number * 100)", currency: "JPY")!) }
        if number % 3 > 0 { record.prices.append(Price("\(number).25", currency: "EUR", market: "AT")!) }
        if number % 4 == 0 { record.popularity = Double(number % 7) }
        for (place, name) in locales.enumerated() {
            let locale = LocaleIdentifier(name)!
            func text(_ step: Int) -> String { texts[(number * step + place) % texts.count] }
            if number % 7 > 0 { record.texts.append(.init(.title, locale, text(1))) }
            record.texts.append(.init(.summary, locale, text(5) + " " + text(7)))
            if number % 2 > 0 { record.texts.append(.init(.keywords, locale, text(11))) }
        }
        record.attributes = values(number)
        if number % 6 == 0 {
            record.texts.append(.init("notes", LocaleIdentifier(locales[0])!, "not searched"))
            record.additionalMembers = [.init(name: "unit", json: "\(number)")]
        }
        return record
    }

    private static func values(_ number: Int) -> [CatalogRecord.Attribute] {
        var values: [CatalogRecord.Attribute] = []
        if number % 3 > 0 {
            values.append(.init("color", .text("c\(number % 5)", labels: [LocaleIdentifier("de")!: "Öl"])))
        }
        if number % 3 > 1 { values.append(.init("color", .text("red"))) }
        if number % 4 > 0 { values.append(.init("stock", .number(DecimalNumber("\(number % 9).5")!))) }
        if number % 2 > 0 {
            values.append(.init("added", .date(Instant(microseconds: Int64(number) * 1_000_000))))
        }
        if number % 4 > 0 { values.append(.init("product", .text("p\(number / 3)"))) }
        if number % 5 > 0 { values.append(.init("onSale", .boolean(number % 2 > 0))) }
        return values
    }

    // MARK: The file, as IndexFormat.md describes it

    private static func number(_ bytes: [UInt8], _ place: Int, size: Int = 8) -> Int {
        Int((0..<size).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[place + $1]) })
    }

    private static func withoutFoldings(_ file: [UInt8]) -> (bytes: [UInt8], sections: [Range<Int>]) {
        let footer = file.count - IndexLayout.footerSize
        let (table, count) = (number(file, footer), number(file, footer + 8))
        var bytes = Array(file[..<8])
        var entries: [UInt8] = []
        var sections: [Range<Int>] = []
        for entry in stride(from: table, to: table + count * IndexLayout.tableEntrySize, by: 32) {
            let kind = IndexLayout.Section(rawValue: UInt32(number(file, entry, size: 4)))
            if kind == .foldingPages || kind == .foldingTables { continue }
            let (start, length) = (number(file, entry + 16), number(file, entry + 24))
            entries += file[entry..<entry + 16] + little(bytes.count) + file[entry + 24..<entry + 32]
            sections.append(bytes.count..<bytes.count + length)
            bytes += file[start..<start + length]
            bytes += [UInt8](repeating: 0, count: -bytes.count & 7)
        }
        let newTable = bytes.count
        bytes += entries
        sections.append(newTable..<bytes.count)
        let sums = bytes.count
        bytes += [UInt8](repeating: 0, count: (sums + IndexLayout.pageSize - 1) / IndexLayout.pageSize * 8)
        let newFooter = bytes.count
        let size = newFooter + IndexLayout.footerSize
        bytes += little(newTable) + little(entries.count / 32) + little(sums) + little(size)
        bytes += file[(footer + 32)...]
        sections.append(newFooter..<newFooter + 32)
        seal(&bytes)
        return (bytes, sections)
    }

    private static func little(_ number: Int) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// Corrects all checksums.
    static func seal(_ bytes: inout [UInt8]) {
        let footer = bytes.count - IndexLayout.footerSize
        bytes.withUnsafeMutableBytes { bytes in
            func sum(_ range: Range<Int>) -> UInt64 {
                Checksum.of(UnsafeRawBufferPointer(rebasing: bytes[range]))
            }
            func set(_ value: UInt64, _ place: Int) {
                bytes.storeBytes(of: value.littleEndian, toByteOffset: place, as: UInt64.self)
            }
            let sums = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: footer + 16, as: UInt64.self))
            let pages = sums / 4_096 + (sums % 4_096 == 0 ? 0 : 1)
            if sums <= footer, sums % 8 == 0, pages * 8 <= UInt64(footer) - sums {
                for page in 0..<Int(pages) {
                    set(sum(page * 4_096..<min(Int(sums), (page + 1) * 4_096)), Int(sums) + page * 8)
                }
                set(sum(Int(sums)..<Int(sums + pages * 8)), footer + 48)
            }
            set(sum(footer..<footer + 56), footer + 56)
        }
    }
}
