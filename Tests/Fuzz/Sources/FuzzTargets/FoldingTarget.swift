// The folding tables in a segment's file, with changes anywhere.

import FuzzRunner

@testable import CatalogSearch

/// Loads changed tables, and folds texts with them. The result must be UTF-8, and no access may be out of
/// bounds.
enum FoldingTarget {
    static let target = FuzzTarget(
        "folding", limit: EditList.longest, seeds: { [[UInt8](repeating: 0, count: 16), [1], [2]] },
        mutate: EditList.mutate
    ) {
        let files = try [tiny, tables(of: "de"), tables(of: "ja"), tables(of: "th")]
        return { input in
            let edits = EditList(input)
            let file = files[edits[header: 0] % files.count]
            var bytes = file.bytes
            edits.apply(to: &bytes, file.sections)
            bytes.withUnsafeBytes { bytes in
                guard let pages = FoldingPages(stored: .init(rebasing: bytes[..<file.tableStart])),
                    let table = FoldingTable(stored: .init(rebasing: bytes[file.tableStart...]), pages: pages)
                else { return }
                for text in texts { check(table, text) }
            }
        }
    }

    private static let texts = [
        "aA zZ", "Straße STRASSE ﬁ ㈱ ẞ", "e\u{301}te\u{301}\u{323} \u{1E69} \u{FB49}",
        "東京タワー か\u{3099}ガｶﾞ 각각 가", "เค้ก แก้ว วันเกิด",
        "\u{0} \u{7F} \u{FFFF} \u{10FFFF} \u{200B}\u{AD}", "l·l ch Ch CH dz ǆ ij", "עברית عَرَبِيّ हिन्दी",
    ]

    private static func check(_ table: FoldingTable, _ text: String) {
        let folded = table.folded(text)
        invariant(String(validating: folded, as: UTF8.self) != nil, "a folding is valid UTF-8")
        var text = text
        text.withUTF8 { text in
            let map = SourceMap(text, table)
            for start in stride(from: 0, to: folded.count, by: 3) {
                let range = map.sourceRange(ofFolded: start..<min(folded.count, start + 4))
                invariant(
                    range.lowerBound >= 0 && range.upperBound <= text.count, "a match is within its text")
            }
        }
    }

    /// Shared pages with a table after them.
    private struct File {
        let bytes: [UInt8]
        let tableStart: Int
        let sections: [Range<Int>]

        init(pages: [UInt8], table: [UInt8]) {
            bytes = pages + table
            tableStart = pages.count
            // Of the table, the numbers of pages and the lists.
            let lists = tableStart + 0x2200
            sections = [0..<tableStart, tableStart..<lists, lists..<bytes.count, lists..<bytes.count]
        }
    }

    private static func tables(of locale: String) throws -> File {
        var stored = StoredFoldings()
        let folding = try Folding(LocaleIdentifier(locale)!)
        let number = stored.number(of: folding.search)
        return File(pages: stored.pages, table: stored.tables[number])
    }

    /// One page, one expansion of two scalars, and a table with lists of one element each.
    private static var tiny: File {
        func bytes(_ words: [UInt32]) -> [UInt8] {
            words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
        }
        var entries = [UInt32](repeating: 0, count: 256)
        entries[0x41] = 1 << 30 | 0x61
        entries[0x73] = 2 << 30
        return File(
            pages: bytes([1, 1] + entries + [0, 2, 0x73, 0x73]),
            table: [UInt8](repeating: 0, count: 0x2200) + bytes([0, 1, 1, 0, 0] + [0x63, 1, 0, 0x68]))
    }
}
