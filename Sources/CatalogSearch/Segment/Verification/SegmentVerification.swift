// Verifies a whole segment, as Lucene's CheckIndex does: a search reads only the parts that it needs.

internal import ICU

/// The contents of a segment's file, and the components that break their invariants (IndexFormat.md).
package struct SegmentVerification: Sendable {
    /// A component of the file with its own invariants.
    package enum Part: String, Hashable, Sendable, CaseIterable {
        /// The checksum of each page is correct.
        case checksums
        /// Ids ascend, and each record can be read whole.
        case records
        /// The orders by price, year and popularity contain each record with such a value once, and are
        /// sorted.
        case orders
        /// Terms can be read, are numbered by their foldings, and have the stored lengths and codes.
        case terms
        /// Texts can be read, are UTF-8, and belong to the records that are said to own them.
        case texts
        /// Each term's postings are exactly the texts that contain it.
        case postings
        /// The leaves contain exactly the terms with their suffixes.
        case leaves
        /// The positions of titles are those of some order.
        case titles
        /// The folding tables of all locales can be read.
        case foldings
        /// Values of attributes are in order, and stored sets equal the records' values.
        case attributes
        /// Vectors are of ascending records, with the stored lengths.
        case vectors
    }

    /// The parts that break an invariant, in the order of their declaration.
    package private(set) var damagedParts: [Part] = []
    /// The number of records, deleted ones included.
    package private(set) var recordCount = 0
    /// The number of terms in all locales.
    package private(set) var termCount = 0
    /// The number of postings in all locales.
    package private(set) var postingCount = 0

    /// Verifies all of a segment.
    ///
    /// - Throws: `SegmentError.cancelled`, `SegmentError.icu`.
    package init(_ segment: IndexedSegment) throws(SegmentError) {
        recordCount = segment.numberCount
        try verify(.checksums) { () throws(SegmentError) in try segment.verifyAll() }
        try verify(.records) { () throws(SegmentError) in try Self.checkRecords(of: segment) }
        try verify(.orders) { () throws(SegmentError) in try segment.records.checkOrders(segment.priceLists)
        }
        try verify(.attributes) { () throws(SegmentError) in
            try segment.attributes.check(recordCount: segment.numberCount)
        }
        try verify(.vectors) { () throws(SegmentError) in
            for column in segment.vectors { try column.check() }
        }
        for number in Array(segment.localeNames.indices) + [segment.idLocale].compactMap(\.self) {
            try verify(.foldings) { () throws(SegmentError) in try segment.checkFoldings(ofLocale: number) }
            var locale: LocaleIndex?
            try verify(.texts) { () throws(SegmentError) in locale = try segment.index(ofLocale: number) }
            if let locale { try verify(locale, of: segment) }
        }
        // If the bytes changed meanwhile, other results are worthless.
        if !segment.isIntact { note(.checksums) }
        damagedParts.sort { Part.allCases.firstIndex(of: $0)! < Part.allCases.firstIndex(of: $1)! }
    }

    private mutating func verify(_ locale: LocaleIndex, of segment: IndexedSegment) throws(SegmentError) {
        termCount += locale.termCount
        let records = segment.numberCount
        var contents: TermContents?
        try verify(.texts) { () throws(SegmentError) in
            contents = try TermContents(of: locale)
            for column in locale.columns { try column.checkOwners(recordCount: records) }
        }
        try verify(.titles) { () throws(SegmentError) in try locale.checkTitlePositions(recordCount: records)
        }
        guard let contents else { return }
        postingCount += contents.postingCount
        try verify(.terms) { () throws(SegmentError) in try locale.checkTerms(contents.occurrences) }
        // Lengths are counted in terms, so wrong terms make them wrong, too.
        if !damagedParts.contains(.terms), !contents.hasRightLengths {
            try verify(.texts) { () throws(SegmentError) in throw .damaged }
        }
        try verify(.postings) { () throws(SegmentError) in try locale.checkPostings(contents) }
        // The leaves of unreadable terms cannot be verified.
        guard !damagedParts.contains(.terms) else { return }
        try verify(.texts) { () throws(SegmentError) in
            guard try locale.hasBigramsOfItsTexts(contents.occurrences, in: segment.file) else {
                throw .damaged
            }
        }
        try verify(.leaves) { () throws(SegmentError) in
            guard try locale.hasLeavesOfItsTerms(in: segment.file) else { throw .damaged }
        }
        try verify(.terms) { () throws(SegmentError) in
            guard try locale.hasStemsOfItsTerms(in: segment),
                try locale.hasLettersOfItsTerms(in: segment.file),
                try locale.hasJoinedTermsOfItsTerms(in: segment.file)
            else { throw .damaged }
        }
    }

    private mutating func verify(
        _ part: Part, _ check: () throws(SegmentError) -> Void
    ) throws(SegmentError) {
        do throws(SegmentError) {
            try check()
        } catch {
            switch error {
            case .cancelled, .icu: throw error
            case .damaged, .notAnIndex, .otherVersion: note(part)
            }
        }
    }

    private mutating func note(_ part: Part) {
        if !damagedParts.contains(part) { damagedParts.append(part) }
    }

    private static func checkRecords(of segment: IndexedSegment) throws(SegmentError) {
        var interruption = Interruption()
        var last: String?
        for number in 0..<segment.numberCount {
            try interruption.count(Interruption.record)
            let record = try segment.record(number)
            if let last, !last.utf8.lexicographicallyPrecedes(record.id.utf8) { throw .damaged }
            guard try segment.number(ofID: record.id) == number else { throw .damaged }
            last = record.id
        }
        if let ids = try segment.idIndex() { try segment.checkIDs(ids) }
        guard let hashes = try segment.contentHashes() else { return }
        guard hashes.count == segment.numberCount else { throw .damaged }
    }
}

extension IndexedSegment {
    /// Checks that the texts of the pseudo-locale of ids are the records' ids, and names in these.
    fileprivate func checkIDs(_ index: LocaleIndex) throws(SegmentError) {
        let names = fields.firstIndex(of: .idHead).map { index.columns[$0].texts } ?? 0..<0
        guard let field = fields.firstIndex(of: .id), index.columns[field].texts == 0..<numberCount,
            index.textCount == numberCount + names.count
        else { throw .damaged }
        for number in 0..<numberCount {
            let text = try index.bytes(ofText: number)
            guard try index.columns[field].record(ofText: number) == number,
                UnsafeBufferPointer(start: text.base, count: text.count).elementsEqual(
                    try id(of: number).utf8)
            else { throw .damaged }
        }
        for number in names {
            let text = try index.bytes(ofText: number)
            let record = try index.columns[fields.firstIndex(of: .idHead)!].record(ofText: number)
            guard let name = TextHead.name(ofID: try id(of: record)),
                UnsafeBufferPointer(start: text.base, count: text.count).elementsEqual(name.utf8)
            else { throw .damaged }
        }
    }

    /// Reads the folding tables of a locale.
    fileprivate func checkFoldings(ofLocale number: Int) throws(SegmentError) {
        let tables = try index(ofLocale: number).foldingTables
        for table in [tables.standard, tables.search] { _ = try foldingTable(table) }
    }
}

extension IndexedRecords {
    /// Checks the orders by numbers.
    fileprivate func checkOrders(_ lists: PriceLists) throws(SegmentError) {
        try lists.check(self)
        var years: [Int: Int] = [:]
        for record in 0..<count { years[record] = try year(of: record) }
        let order = try orderByYear()
        guard order.count == years.count, Set(order).count == order.count else { throw .damaged }
        for (first, second) in zip(order, order.dropFirst()) {
            guard let one = years[first], let other = years[second], one <= other else { throw .damaged }
        }
        guard hasPopularities else { return }
        var popularities: [Double] = []
        for record in 0..<count { popularities.append(try popularity(of: record)) }
        // NaN is less popular than all numbers.
        let sorted = popularities.sorted { $0 > $1 || !$0.isNaN && $1.isNaN }
        for record in 0..<count {
            let place = try popularityPosition(of: record)
            guard place < count else { throw .damaged }
            let (own, there) = (popularities[record], sorted[place])
            let isFirst = place == 0 || sorted[place - 1] > own || own.isNaN && !sorted[place - 1].isNaN
            guard own == there || own.isNaN && there.isNaN, isFirst else { throw .damaged }
        }
    }
}
