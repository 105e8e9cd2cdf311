// A segment's file by an author who computes its checksums: the target opens it and sends requests of every
// kind.

import FuzzRunner

@testable import CatalogSearch

/// Opens and searches segments whose sections, table and footer were changed. No access may be out of bounds;
/// results may be wrong, but a search must end.
enum SegmentTarget {
    static let target = FuzzTarget(
        "segment", limit: EditList.longest,
        seeds: {
            (0..<16).map { [UInt8($0 % 3), UInt8($0), UInt8(15 - $0)] + [UInt8](repeating: 0, count: 13) }
        }, mutate: EditList.mutate
    ) {
        // Foldings are cached for the whole process, so those of a changed file would determine how later
        // inputs are read. They have a target of their own.
        for locale in locales { _ = try Folding(locale) }
        let files = [
            try await SmallSegment(records: 12, locales: ["de", "en"]),
            try await SmallSegment(records: 70, locales: ["de"]),
            try await SmallSegment(records: 9, locales: ["ja", "th"]),
        ]
        return { input in
            let edits = EditList(input)
            let file = files[edits[header: 0] % files.count]
            var bytes = file.bytes
            edits.apply(to: &bytes, file.sections)
            SmallSegment.seal(&bytes)
            bytes.withUnsafeBytes { bytes in
                guard let segment = try? IndexedSegment(bytes, owner: 0) else { return }
                ask(segment, file.description, edits)
            }
        }
    }

    static let locales = ["de", "en", "ja", "th"].map { LocaleIdentifier($0)! }

    /// Sends two requests that the header determines; only two, so that more files are tried.
    private static func ask(_ segment: IndexedSegment, _ description: CatalogDescription, _ edits: EditList) {
        for place in 1...2 {
            requests[edits[header: place] % requests.count](segment, description, edits[header: 3])
        }
    }

    private static let requests:
        [@Sendable (_ segment: IndexedSegment, _ description: CatalogDescription, _ variant: Int) -> Void] = [
            { search("stras", $0, $1, $2) { $0.sort = .relevance } },
            { search("", $0, $1, $2) { $0.sort = .title } },
            { search("a", $0, $1, $2) { $0.year = NumericRange(lower: DecimalNumber(1995)) } },
            { search("maerchen buch", $0, $1, $2) { $0.sort = .price } },
            { search("rot 2001", $0, $1, $2) { $0.price = NumericRange(upper: DecimalNumber(40)) } },
            { search("東京 今", $0, $1, $2) { $0.chain = [locales[2], locales[3], locales[0]] } },
            { search("o e c++", $0, $1, $2) { $0.scope = "s1" } },
            { search("strasenkreuser", $0, $1, $2) { $0.relax = .always } },
            { search("、", $0, $1, $2) { $0.fields = [.title, .keywords] } },
            { segment, description, _ in
                let engine = SearchEngine([CatalogIndex(description, segments: [segment])])
                for query in ["mär", "strasenkreuser"] {
                    _ = try? engine.suggestions(
                        for: SearchRequest(query, locale: locales[0], chain: [locales[0]]))
                }
            },
            { segment, _, variant in
                guard segment.recordCount > 0 else { return }
                _ = try? segment.record(variant % segment.recordCount)
                _ = try? segment.id(of: variant % segment.recordCount)
            },
            { segment, _, variant in _ = try? segment.number(ofID: "r\(variant % 80)") },
            { segment, _, _ in
                _ = try? segment.recordCountsByLocale()
                _ = try? segment.contentHashes()
            },
            { segment, _, _ in
                _ = try? segment.metadata()
                _ = try? segment.verifyAll()
            },
            { segment, description, variant in
                guard segment.recordCount > 0 else { return }
                var deleted = RecordSet(universe: segment.recordCount)
                deleted.insert(variant % segment.recordCount)
                guard let rest = try? segment.excluding(deleted) else { return }
                search("rot", rest, description, variant) { _ in }
            },
            { search("e", $0, $1, $2) { $0.isReversed = true } },
            { search("\"nach köln\" -rot", $0, $1, $2) { $0.isGrouped = false } },
            { search("rot OR buch title:a", $0, $1, $2) { $0.match = .any } },
            {
                search("color:red stock:>2", $0, $1, $2) { $0.order = [SortKey("added", isDescending: true)] }
            },
            { search("", $0, $1, $2) { $0.filter = filters[0] } },
            { search("e", $0, $1, $2) { $0.filter = filters[1] } },
            { search("", $0, $1, $2) { $0.order = [SortKey("color"), SortKey("stock")] } },
            {
                search("", $0, $1, $2) {
                    ($0.currency, $0.market, $0.sort) = ("EUR", "AT", .price)
                    $0.filter = filters[2]
                }
            },
            { search("", $0, $1, $2) { $0.facets = facets } },
            {
                search("rot", $0, $1, $2) {
                    $0.filter = filters[0]
                    $0.facets = facets
                    $0.currency = "JPY"
                    $0.isGrouped = false
                }
            },
            { segment, _, variant in
                guard segment.recordCount > 0 else { return }
                _ = try? segment.attributes.values(of: variant % segment.recordCount)
                let attribute = SmallSegment.attributes[variant % SmallSegment.attributes.count]
                guard let column = segment.attributes.column(attribute.name) else { return }
                if let owners = try? column.owners() { _ = try? column.counts(in: owners) }
                var values = RecordSet(universe: column.valueCount)
                for value in [0, 2] where value < column.valueCount { values.insert(value) }
                _ = try? column.records(withValues: values)
                _ = try? column.values(withID: "c2")
                _ = try? column.firstValue { $0 == .boolean(true) }
            },
        ]

    private static let filters = [
        "color IN [red, c2] AND NOT onSale = true", "stock 2 TO 6.5 OR added >= 1970-01-01 OR product EXISTS",
        "price < 30 AND year >= 1992",
    ].map { text in
        do { return try Filter(text) } catch { preconditionFailure("\(text): \(error)") }
    }

    private static let facets = [
        FacetRequest("color", prefix: "ö"),
        FacetRequest("stock", bounds: [.number(DecimalNumber(2)), .number(DecimalNumber(5))]),
        FacetRequest("added"), FacetRequest("onSale"), FacetRequest("price"),
        FacetRequest("product", limit: 3),
    ]

    private static func search(
        _ query: String, _ segment: IndexedSegment, _ description: CatalogDescription, _ variant: Int,
        _ change: (inout SearchRequest) -> Void
    ) {
        var request = SearchRequest(
            query, locale: locales[0], chain: [locales[0], locales[1]], limit: 1 + variant % 6)
        request.sort = SearchRequest.SortOrder.allCases[variant / 8 % SearchRequest.SortOrder.allCases.count]
        change(&request)
        _ = try? SearchEngine([CatalogIndex(description, segments: [segment])]).search(request)
    }
}
