// The texts of a locale, and the postings of its terms.

/// Writes kinds 33, 36 to 38, 42 to 50 and 53 of a locale.
struct TextSections: ~Copyable {
    private let number: Int
    private let texts: LocaleTexts
    private let numbering: TermNumbering
    private let runRanks: UnsafePointer<UInt32>

    /// The state of a term while texts are added, by the table's number.
    private struct Term: BitwiseCopyable {
        /// The code of the term in texts.
        let code: UInt32
        /// The number of words that it adds to the length of a text.
        let words: UInt32
        /// The last text that contained it.
        var lastText: UInt32
        /// The words at its ends.
        var edge: BigramFilter.Edge = 0
        /// The position of its next posting.
        var cursor: Int
    }

    private var terms: GrowingBuffer<Term>
    /// The pairs of adjacent words; `nil` for languages that are not searched.
    private var bigrams: BigramFilter?
    /// The texts that contain each term, concatenated.
    private var postings: GrowingBuffer<ListedPosting>
    /// The start of each list, by final number.
    private var listStarts: GrowingBuffer<Int>

    private var offsets: GrowingBuffer<UInt32>
    private var bytes = GrowingBuffer<UInt8>()
    private var singleTerms: GrowingBuffer<UInt64>
    /// By text, one byte each.
    private var lengthClasses: GrowingBuffer<UInt8>
    private var sections: [FinishedSection] = []
    private var textCount = 0
    /// The number of texts in each field and all fields before it.
    private var fieldEnds: [UInt32] = []

    /// The sections of a locale. Releases its texts.
    ///
    /// - Parameters:
    ///   - number: the locale's number in the file.
    ///   - order: the number, in the order added, of each record of the file.
    ///   - titleField: the number of the title field, if it is searched.
    ///   - otherTitles: titles by the records' numbers in the order added, if the title field is not
    ///     searched.
    ///   - isSearched: whether the locale's language is searched.
    static func make(
        locale number: Int, _ texts: LocaleTexts, _ lazyNumbering: LazyNumbering, order: [UInt32],
        titleField: Int?, otherTitles: [UInt32: String], isSearched: Bool
    ) throws -> [FinishedSection] {
        let titles: [FinishedSection]
        if let titleField {
            let column = texts.fields[titleField]
            let first = column.firstTexts(recordCount: order.count)
            var buffer = GrowingBuffer<UInt8>()
            titles = try TitleSections.make(locale: number, texts.locale, order: order) { record in
                let index = Int(first[record])
                return index < first[record + 1] ? texts.string(column.text(index), &buffer) : nil
            }
        } else {
            titles = try TitleSections.make(locale: number, texts.locale, order: order) { record in
                otherTitles[UInt32(record)]
            }
        }
        // Not earlier: the task of the term sections makes the numbering while this task writes the titles.
        let numbering = try lazyNumbering.value()
        var maker = try TextSections(number, texts, numbering, isSearched: isSearched)
        for field in texts.fields.indices { try maker.append(field: field, order) }
        let runs = numbering.runs.order.base
        let pieces = texts.runs.pieces
        let list = try StringListBuffer.make(.separatorRuns, count: pieces.count) { pieces[Int(runs[$0])] }
        return try maker.finish() + titles + [FinishedSection(.separatorRuns, locale: number, list)]
    }

    private init(
        _ number: Int, _ texts: LocaleTexts, _ numbering: TermNumbering, isSearched: Bool
    ) throws(SegmentError) {
        self.number = number
        self.texts = texts
        self.numbering = numbering
        runRanks = UnsafePointer(numbering.runs.ranks.base)
        let pieces = texts.terms.pieces
        listStarts = GrowingBuffer(capacity: pieces.count)
        terms = GrowingBuffer(capacity: pieces.count)
        for number in 0..<pieces.count {
            let words = TextLength.words(ofTerm: pieces[number].bindMemory(to: UInt8.self))
            terms.append(
                Term(
                    code: numbering.codes[number], words: UInt32(truncatingIfNeeded: words), lastText: .max,
                    cursor: Int(pieces.occurrences(of: number))))
        }
        var total = 0
        for term in 0..<pieces.count {
            let number = Int(numbering.order[term])
            listStarts.append(total)
            (terms.base[number].cursor, total) = (total, total + terms[number].cursor)
        }
        if isSearched {
            var filter = BigramFilter(termCount: total)
            for term in 0..<pieces.count {
                terms.base[Int(numbering.order[term])].edge = try filter.edge(of: numbering.term(term))
            }
            bigrams = consume filter
        }
        postings = GrowingBuffer(repeating: ListedPosting(text: 0), count: total)
        offsets = GrowingBuffer(capacity: texts.count + 1)
        offsets.append(0)
        singleTerms = GrowingBuffer(repeating: 0, count: (texts.count + 63) / 64)
        lengthClasses = GrowingBuffer(capacity: texts.count)
    }

    private mutating func append(field: Int, _ order: [UInt32]) throws(SegmentWriterError) {
        let column = texts.fields[field]
        let first = column.firstTexts(recordCount: order.count)
        var records = GrowingBuffer<UInt32>(capacity: column.count)
        var owners = GrowingBuffer<UInt64>(repeating: 0, count: (order.count + 63) / 64)
        var owning = 0
        var firstTexts = GrowingBuffer<UInt32>(capacity: 2)
        firstTexts.append(UInt32(textCount))
        firstTexts.append(UInt32(column.count))
        sections.append(FinishedSection(.firstTexts, locale: number, field: field, firstTexts))
        for record in order.indices {
            let arrival = Int(order[record])
            let range = Int(first[arrival])..<Int(first[arrival + 1])
            guard !range.isEmpty else { continue }
            owners[record >> 6] |= 1 << UInt64(record & 63)
            owning += 1
            for index in range {
                append(text: column.text(index))
                records.append(UInt32(record))
            }
        }
        fieldEnds.append(UInt32(textCount))
        guard bytes.count <= Int(UInt32.max) else {
            throw .sectionTooLong(kind: IndexLayout.Section.texts.rawValue)
        }
        if column.count > 0 {
            let first = textCount - column.count
            sections.append(
                AscendingNumbers.section(
                    .textOffsets, locale: number, field: field,
                    UnsafeBufferPointer(start: offsets.base + first, count: column.count + 1)))
        }
        column.clear()
        if owning < order.count {
            sections.append(FinishedSection(.owners, locale: number, field: field, owners))
        }
        if owning < order.count || records.count > owning {
            sections.append(
                AscendingNumbers.section(
                    .textRecords, locale: number, field: field,
                    UnsafeBufferPointer(start: records.base, count: records.count)))
        }
    }

    /// Adds a text with final numbers, and a posting for each of its terms.
    @inline(__always)
    private mutating func append(text: UnsafeBufferPointer<UInt8>) {
        // Final codes have at most five bytes, those of the tables at least one.
        bytes.reserve(5 * text.count)
        let end = text.baseAddress.map { $0 + text.count }
        var position = text.baseAddress ?? UnsafePointer(bytes.base)
        var written = bytes.base + bytes.count
        let begin = written
        let posting = UInt32(truncatingIfNeeded: textCount)
        var pieces = 0
        var words = 0
        bigrams?.beginText()
        while let end, position < end {
            let code = Varint.read(&position)
            pieces += 1
            if code == 0 {
                written[0] = 0
                let run = Int(runRanks[Varint.read(&position)])
                written += 1 + Varint.write(run, to: written + 1)
                pieces += 1
            } else {
                let term = terms.base + (code - 1)
                words += Int(term.pointee.words)
                bigrams?.append(term.pointee.edge)
                written += Varint.write(Int(term.pointee.code), to: written)
                // A term has one posting for each text.
                if term.pointee.lastText != posting {
                    term.pointee.lastText = posting
                    postings.base[term.pointee.cursor] = ListedPosting(text: posting)
                    term.pointee.cursor += 1
                } else {
                    postings.base[term.pointee.cursor - 1].isRepeated = true
                }
            }
        }
        bytes.advance(written - begin)
        offsets.append(UInt32(truncatingIfNeeded: bytes.count))
        if pieces == 1 { singleTerms[textCount >> 6] |= 1 << UInt64(textCount & 63) }
        lengthClasses.append(TextLength(words: words).rawValue)
        textCount += 1
    }

    private consuming func finish() throws -> [FinishedSection] {
        var sections = sections
        sections.append(FinishedSection(.texts, locale: number, bytes))
        sections.append(FinishedSection(.singleTerms, locale: number, singleTerms))

        if let bigrams { sections += bigrams.sections(locale: number) }

        let numbering = numbering
        let order = numbering.order.base
        var maker = PostingSections(locale: number, termCount: terms.count, fieldEnds: fieldEnds)
        for rank in 0..<terms.count {
            let term = terms[Int(order[rank])]
            let range = listStarts[rank]..<term.cursor
            maker.append(
                UnsafeBufferPointer(start: postings.base + range.lowerBound, count: range.count),
                lengths: UnsafePointer(lengthClasses.base),
                try TermImpacts(of: numbering.term(rank), wordCount: Int(term.words)))
        }
        // Not earlier: the postings read the lengths.
        var pairs = GrowingBuffer<UInt8>(repeating: 0, count: (textCount + 1) / 2)
        for text in 0..<textCount { pairs[text >> 1] |= lengthClasses[text] << UInt8(4 * (text & 1)) }
        sections.append(FinishedSection(.lengthClasses, locale: number, pairs))
        return try sections + maker.finish()
    }
}
