// The terms of one locale of a segment, their postings, and the texts.

internal import ICU
internal import Support

/// The terms and texts of one locale in a segment; valid as long as the segment's file.
final class LocaleIndex: Sendable {
    let locale: LocaleIdentifier
    /// The number of the locale in the segment.
    let number: Int
    let termCount: Int
    let textCount: Int
    /// The name of the collation that orders the titles.
    let collation: String
    /// The scalars that separate terms.
    let separators: [UInt32]
    /// By the number of the field in the segment.
    let columns: [IndexedColumn]

    private let runs: StringList?
    private let termOffsets: AscendingNumbers?
    private let terms: CheckedBytes
    private let termImpacts: CheckedBytes
    private let postingReferences: CheckedBytes
    private let postings: CheckedBytes?
    /// The sets of leaves that have suffixes.
    let leaves: [LeafIndex]
    /// The terms whose letters differ from their foldings, see ``LetterSections``; `nil` if they are not
    /// listed.
    let otherLetters: TermBuckets?
    /// The terms by the stems of their words; `nil` if no word has a stem, or Snowball has no algorithm for
    /// the language.
    let stems: TermBuckets?
    /// The terms with several components, by the joined components; `nil` if no term has several.
    let joinedTerms: TermBuckets?
    /// The adjacent words in texts, see ``WordBigram``; `nil` if the file has no filter.
    private let bigrams: CheckedBytes?
    /// The terms to which texts refer by the smallest codes.
    let frequentTerms: CheckedBytes
    let frequentCount: Int
    private let nearTerms: NearTerms.Cached
    /// Cached results of searches about the terms.
    let caches: KeyedCaches
    private let texts: CheckedBytes?
    private let titlePositions: CheckedBytes?
    private let singleTerms: CheckedBytes
    private let lengthClasses: CheckedBytes
    private let titleLengths: CheckedBytes?
    /// The numbers of the standard and of the search folding table.
    let foldingTables: (standard: Int, search: Int)

    init(
        _ file: SegmentFile, locale: LocaleIdentifier, number: Int, fieldCount: Int, _ budget: CacheBudget
    ) throws(SegmentError) {
        self.locale = locale
        self.number = number
        guard let head = file.section(.locale, locale: number), head.count >= 16 else { throw .damaged }
        foldingTables = (Int(try head.number(0, as: UInt32.self)), Int(try head.number(1, as: UInt32.self)))
        textCount = Int(try head.number(2, as: UInt32.self))
        termCount = Int(try head.number(3, as: UInt32.self))
        guard let (list, _) = try StringList.read(try head.slice(16..<head.count)), list.count > 0 else {
            throw .damaged
        }
        let names = try list.strings()
        collation = names.last!
        separators = names.dropLast().compactMap(\.unicodeScalars.first?.value)
        runs = try StringList.read(file.section(.separatorRuns, locale: number))?.list

        func part(_ kind: IndexLayout.Section, width: Int, count: Int) throws(SegmentError) -> CheckedBytes {
            if let list = try file.list(kind, locale: number, width: width, count: count) { return list }
            guard count == 0, let empty = try file.section(.locale, locale: number)?.slice(0..<0) else {
                throw .damaged
            }
            return empty
        }
        termOffsets = try file.ascending(.termOffsets, locale: number, count: termCount + 1)
        guard termOffsets != nil || termCount == 0 else { throw .damaged }
        if let terms = file.section(.terms, locale: number) {
            self.terms = terms
        } else {
            terms = try part(.terms, width: 1, count: 0)
        }
        termImpacts = try part(.termImpacts, width: 2, count: termCount)
        postingReferences = try part(.postingReferences, width: 4, count: termCount)
        postings = file.section(.postings, locale: number)
        var leaves: [LeafIndex] = []
        for set in IndexLayout.LeafSet.allCases {
            if let found = try LeafIndex(file, locale: number, set, termCount: termCount) {
                leaves.append(found)
            }
        }
        self.leaves = leaves
        otherLetters = try TermBuckets(file, .otherLetters, locale: number, termCount: termCount)
        stems = try TermBuckets(file, .stems, locale: number, termCount: termCount)
        joinedTerms = try TermBuckets(file, .joinedTerms, locale: number, termCount: termCount)
        bigrams = file.section(.wordBigrams, locale: number)
        guard (bigrams?.count ?? 8).nonzeroBitCount == 1, bigrams?.count ?? 8 >= 8 else { throw .damaged }
        frequentCount = (file.section(.frequentTerms, locale: number)?.count ?? 0) / 4
        guard frequentCount <= termCount else { throw .damaged }
        frequentTerms = try part(.frequentTerms, width: 4, count: frequentCount)
        texts = file.section(.texts, locale: number)
        titlePositions = try file.list(.titlePositions, locale: number, width: 4, count: file.recordCount)
        singleTerms = try part(.singleTerms, width: 8, count: (textCount + 63) / 64)
        lengthClasses = try part(.lengthClasses, width: 1, count: (textCount + 1) / 2)
        titleLengths = try file.list(.titleLengths, locale: number, width: 2, count: file.recordCount)

        var columns: [IndexedColumn] = []
        for field in 0..<fieldCount {
            let column = try IndexedColumn(file, locale: number, field: field)
            guard column.texts.lowerBound == columns.last?.texts.upperBound ?? 0 else { throw .damaged }
            columns.append(column)
        }
        guard columns.last?.texts.upperBound ?? 0 == textCount else { throw .damaged }
        self.columns = columns
        caches = KeyedCaches(budget)
        nearTerms = NearTerms.Cached(budget)
    }

    // MARK: Terms

    @inline(__always)
    func term(_ number: Int) throws(SegmentError) -> IndexedTerm { try IndexedTerm(storedTerm(number)) }

    /// The bytes of a term.
    @inline(__always)
    func storedTerm(_ number: Int) throws(SegmentError) -> UnsafeRawBufferPointer {
        guard let termOffsets else { throw .damaged }
        return try terms.bytes(from: termOffsets[number], to: termOffsets[number + 1])
    }

    /// The numbers of the terms whose standard folding begins with some bytes.
    func terms(beginningWith bytes: [UInt8]) throws(SegmentError) -> Range<Int> {
        let first = try (0..<termCount).partitioningIndex { (number) throws(SegmentError) in
            try term(number).standard.order(of: bytes, from: 0) >= 0
        }
        let end = try (first..<termCount).partitioningIndex { (number) throws(SegmentError) in
            try term(number).standard.order(of: bytes, from: 0) > 0
        }
        return first..<end
    }

    /// Loads terms into the processor's caches, in parallel.
    @inline(__always)
    func touch(_ numbers: ArraySlice<UInt32>) throws(SegmentError) {
        var sum: UInt8 = 0
        for number in numbers { sum &+= try firstByte(ofTerm: Int(number)) }
        withExtendedLifetime(sum) {}
    }

    /// Loads the postings of terms into the processor's caches, in parallel.
    @inline(__always)
    func touchPostings(_ numbers: ArraySlice<UInt32>) throws(SegmentError) {
        guard let postings else { return }
        var sum: UInt8 = 0
        for number in numbers {
            let reference = try postingReferences.number(Int(number), as: UInt32.self)
            if Int(reference) < postings.count { sum &+= try postings.number(Int(reference), as: UInt8.self) }
        }
        withExtendedLifetime(sum) {}
    }

    // MARK: Postings

    /// An upper bound of the scores of a term's postings.
    @inline(__always)
    func impacts(ofTerm number: Int) throws(SegmentError) -> TermImpacts {
        TermImpacts(rawValue: try termImpacts.number(number))
    }

    /// The texts that contain a term.
    @inline(__always)
    func postings(ofTerm number: Int) throws(SegmentError) -> TermPostings {
        let reference: UInt32 = try postingReferences.number(number)
        if let text = try onlyText(reference) {
            return .one(text: text, try PostingKind(reference))
        }
        guard let postings, Int(reference) < postings.count else { throw .damaged }
        // Each of the two numbers before a list has at most five bytes.
        let headEnd = min(Int(reference) + 10, postings.count)
        var head = VarintReader(try postings.bytes(Int(reference)..<headEnd))
        let count = Int(try head.next())
        let size = Int(try head.next())
        let start = headEnd - head.remaining
        guard count <= textCount else { throw .damaged }
        let reader = VarintReader(try postings.bytes(start..<start + size))
        if count < IndexLayout.groupedPostings { return .short(count: count, reader) }
        return .grouped(count: count, TermPostings.Groups(reader))
    }

    /// The text that contains a term; `nil` if several do.
    @inline(__always)
    func onlyText(ofTerm number: Int) throws(SegmentError) -> Int? {
        try onlyText(try postingReferences.number(number, as: UInt32.self))
    }

    /// The text of a reference to a single posting; `nil` if it refers to a list.
    @inline(__always)
    private func onlyText(_ reference: UInt32) throws(SegmentError) -> Int? {
        guard reference & IndexLayout.inlinePosting != 0 else { return nil }
        let text = Int((reference & ~IndexLayout.inlinePosting) >> IndexLayout.postingBits)
        guard text < textCount else { throw .damaged }
        return text
    }

    /// The number of texts that contain a term.
    @inline(__always)
    func postingCount(ofTerm number: Int) throws(SegmentError) -> Int { try postings(ofTerm: number).count }

    // MARK: Bigrams

    /// The size of ``bigrams`` in bytes.
    var bigramSize: Int { bigrams?.count ?? 0 }

    /// `false` if no text has two words next to each other; else a text may have them.
    ///
    /// - Parameters:
    ///   - first: the numbers of the first word in some foldings.
    ///   - second: those of the word after it.
    func mayHave(_ first: [UInt64], before second: [UInt64]) throws(SegmentError) -> Bool {
        guard let bigrams else { return true }
        for first in first {
            for second in second {
                let pair = WordBigram.pair(first, second)
                let bits = WordBigram.bits(of: pair)
                let index = WordBigram.index(of: pair, count: bigrams.count / 8)
                if try bigrams.number(index, as: UInt64.self) & bits == bits { return true }
            }
        }
        return false
    }

    // MARK: Texts

    /// The size of all texts in bytes.
    var textSize: Int { texts?.count ?? 0 }

    /// The terms and separators of a text.
    @inline(__always)
    func tokens(ofText number: Int) throws(SegmentError) -> TextTokens {
        guard let texts else {
            guard number < textCount else { throw .damaged }
            return tokens(UnsafeRawBufferPointer(start: nil, count: 0))
        }
        for column in columns where number < column.texts.upperBound {
            let (start, end) = try column.bytes(ofText: number)
            return tokens(try texts.bytes(from: start, to: end))
        }
        throw .damaged
    }

    @inline(__always)
    private func tokens(_ bytes: UnsafeRawBufferPointer) -> TextTokens {
        TextTokens(
            VarintReader(bytes), frequentTerms: frequentTerms, frequentCount: frequentCount,
            termCount: termCount)
    }

    /// A run of separators.
    func run(_ number: Int) throws(SegmentError) -> UnsafeRawBufferPointer {
        guard let runs else { throw .damaged }
        return try runs[number]
    }

    /// The original text. Invalid UTF-8 of a forged file is replaced.
    func text(_ number: Int) throws(SegmentError) -> String {
        let bytes = try bytes(ofText: number)
        return String(decoding: UnsafeBufferPointer(start: bytes.base, count: bytes.count), as: UTF8.self)
    }

    /// The original text from its terms and separators, as UTF-8.
    ///
    /// - Parameter visit: called with each term, and with the bytes before it.
    @inline(__always)
    func bytes(
        ofText number: Int,
        _ visit: (IndexedTerm, borrowing GrowingBuffer<UInt8>) throws(SegmentError) -> Void = { _, _ in }
    ) throws(SegmentError) -> GrowingBuffer<UInt8> {
        let near = try nearTerms.terms(of: self)
        let nearCount = near?.count ?? 0
        var tokens = try tokens(ofText: number)
        // Most texts are four to five times as long as their stored form.
        var bytes = GrowingBuffer<UInt8>(capacity: 6 * tokens.size)
        var needsSpace = false
        // The numbers of terms, and the complements of the numbers of runs: many are decoded before their
        // terms are read, which are scattered in memory.
        var list = InlineArray<64, Int>(repeating: 0)
        var count = 0
        var sum: UInt8 = 0
        // The number of the first near term; the others follow.
        let firstNear = termCount
        var interruption = Interruption()
        repeat {
            if count > 0 { try interruption.count(list.count) }
            count = 0
            while count < list.count, let token = try tokens.nextStored() {
                switch token {
                case .run(let run): list[count] = ~run
                case .frequent(let position) where position < nearCount: list[count] = firstNear + position
                case .frequent(let position):
                    list[count] = try tokens.term(atPlace: position)
                    sum &+= try firstByte(ofTerm: list[count])
                case .other(let term):
                    list[count] = term
                    // Loads many terms into the processor's caches in parallel.
                    sum &+= try firstByte(ofTerm: term)
                }
                count += 1
            }
            for position in 0..<count {
                let number = list[position]
                if number < 0 {
                    bytes.append(try run(~number))
                } else {
                    if needsSpace { bytes.append(0x20) }
                    let isNear = number >= firstNear
                    let term = isNear ? try near![number - firstNear] : try term(number)
                    try visit(term, bytes)
                    try term.appendSource(to: &bytes)
                }
                needsSpace = number >= 0
                guard bytes.count <= IndexLayout.longestText else { throw .damaged }
            }
        } while count == list.count
        withExtendedLifetime(sum) {}
        return bytes
    }

    @inline(__always)
    private func firstByte(ofTerm number: Int) throws(SegmentError) -> UInt8 {
        guard let termOffsets else { return 0 }
        let offset = Int(try termOffsets[number])
        return offset < terms.count ? try terms.number(offset, as: UInt8.self) : 0
    }

    /// Whether a text consists of a single term.
    @inline(__always)
    func isSingleTerm(_ text: Int) throws(SegmentError) -> Bool {
        try singleTerms.number(text >> 6, as: UInt64.self) & 1 << UInt64(text & 63) != 0
    }

    /// The class of a text by its number of terms, see ``TextLength``.
    @inline(__always)
    func lengthClass(ofText text: Int) throws(SegmentError) -> UInt8 {
        let pair: UInt8 = try lengthClasses.number(text >> 1)
        let length = pair >> UInt8(4 * (text & 1)) & 15
        guard Int(length) < TextLength.classCount else { throw .damaged }
        return length
    }

    /// The number of scalars of a record's title in this locale; `nil` without a title.
    @inline(__always)
    func titleLength(_ record: Int) throws(SegmentError) -> Int? {
        guard let length = try titleLengths?.number(record, as: UInt16.self),
            length != IndexLayout.noTitleLength
        else { return nil }
        return Int(length)
    }

    /// The number of titles of this locale before a record's title; `nil` without a title.
    func titlePosition(_ record: Int) throws(SegmentError) -> Int? {
        guard let position = try titlePositions?.number(record, as: UInt32.self), position != IndexLayout.none
        else {
            return nil
        }
        return Int(position)
    }

    /// Whether the file stores the order of titles.
    var placesTitles: Bool { titlePositions != nil }
}
