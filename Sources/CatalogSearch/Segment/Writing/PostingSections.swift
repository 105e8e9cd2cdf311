// The postings of a locale's terms: which texts contain them.

/// A text that contains a term.
struct ListedPosting: BitwiseCopyable, Equatable {
    private var bits: UInt32

    /// - Parameter text: below ``IndexLayout/mostTexts``.
    @inline(__always)
    init(text: UInt32, isRepeated: Bool = false) { bits = text << 1 | (isRepeated ? 1 : 0) }

    @inline(__always)
    var text: UInt32 { bits >> 1 }

    /// Whether the text contains the term several times.
    @inline(__always)
    var isRepeated: Bool {
        get { bits & 1 != 0 }
        set { bits = newValue ? bits | 1 : bits & ~1 }
    }

    /// The kind, as files have it.
    ///
    /// - Parameter lengths: the class of each text of the locale.
    @inline(__always)
    fileprivate func kind(_ lengths: UnsafePointer<UInt8>) -> UInt8 {
        lengths[Int(text)] | (isRepeated ? IndexLayout.repeatedPosting : 0)
    }
}

/// Writes kinds 36 to 38 of a locale.
struct PostingSections: ~Copyable {
    private let number: Int
    private var impacts = GrowingBuffer<UInt16>()
    private var references = GrowingBuffer<UInt32>()
    private var lists = GrowingBuffer<UInt8>()
    private var list = GrowingBuffer<UInt8>()
    /// The end of each field's texts.
    private let fieldEnds: [UInt32]

    /// - Parameter fieldEnds: the number of texts in each field and all fields before it.
    init(locale number: Int, termCount: Int, fieldEnds: [UInt32]) {
        self.number = number
        self.fieldEnds = fieldEnds
        impacts = GrowingBuffer(capacity: termCount)
        references = GrowingBuffer(capacity: termCount)
    }

    /// Adds the next term.
    ///
    /// - Parameters:
    ///   - postings: the texts that contain it, ascending; empty if all records with the term were replaced.
    ///   - lengths: the class of each text of the locale.
    ///   - impacts: the impacts of the term before its texts are added.
    mutating func append(
        _ postings: UnsafeBufferPointer<ListedPosting>, lengths: UnsafePointer<UInt8>, _ impacts: TermImpacts
    ) {
        var impacts = impacts
        var field = 0
        for posting in postings {
            while posting.text >= fieldEnds[field] { field += 1 }
            impacts.add(field: field, length: lengths[Int(posting.text)])
        }
        self.impacts.append(impacts.rawValue)
        if postings.count == 1 {
            let only = postings[0]
            references.append(
                IndexLayout.inlinePosting | only.text << IndexLayout.postingBits | UInt32(only.kind(lengths)))
            return
        }
        references.append(UInt32(truncatingIfNeeded: lists.count))
        list.clear()
        if postings.count < IndexLayout.groupedPostings {
            appendShort(postings, lengths)
        } else {
            appendGroups(postings, lengths)
        }
        lists.append(varint: postings.count)
        lists.append(varint: list.count)
        lists.append(list.base, count: list.count)
    }

    private mutating func appendShort(
        _ postings: UnsafeBufferPointer<ListedPosting>, _ lengths: UnsafePointer<UInt8>
    ) {
        var previous: UInt32 = .max
        for posting in postings {
            let distance = Int(posting.text &- previous &- 1)
            list.append(varint: distance << Int(IndexLayout.postingBits) | Int(posting.kind(lengths)))
            previous = posting.text
        }
    }

    private mutating func appendGroups(
        _ postings: UnsafeBufferPointer<ListedPosting>, _ lengths: UnsafePointer<UInt8>
    ) {
        var start = 0
        var fieldStart: UInt32 = 0
        for (field, fieldEnd) in fieldEnds.enumerated() {
            var end = start
            while end < postings.count, postings[end].text < fieldEnd { end += 1 }
            let own = UnsafeBufferPointer(rebasing: postings[start..<end])
            start = end
            if !own.isEmpty { append(own, lengths, field: field, fieldStart) }
            fieldStart = fieldEnd
        }
    }

    /// Adds the groups of the texts of a field.
    private mutating func append(
        _ postings: UnsafeBufferPointer<ListedPosting>, _ lengths: UnsafePointer<UInt8>, field: Int,
        _ fieldStart: UInt32
    ) {
        var counts = [Int](repeating: 0, count: 1 << Int(IndexLayout.postingBits))
        for posting in postings { counts[Int(posting.kind(lengths))] += 1 }
        var group = GrowingBuffer<UInt8>()
        for (kind, count) in counts.enumerated() where count > 0 {
            group.clear()
            // Distances take at most five bytes.
            group.reserve(5 * count)
            var written = group.base
            var next = fieldStart
            for posting in postings where Int(posting.kind(lengths)) == kind {
                written += Varint.write(Int(posting.text - next), to: written)
                next = posting.text + 1
            }
            let size = written - group.base
            list.append(varint: field << Int(IndexLayout.postingBits) | kind)
            list.append(varint: count)
            list.append(varint: size)
            list.append(group.base, count: size)
        }
    }

    consuming func finish() throws(SegmentWriterError) -> [FinishedSection] {
        guard lists.count < Int(IndexLayout.inlinePosting) else {
            throw .sectionTooLong(kind: IndexLayout.Section.postings.rawValue)
        }
        return [
            FinishedSection(.termImpacts, locale: number, impacts),
            FinishedSection(.postingReferences, locale: number, references),
            FinishedSection(.postings, locale: number, lists),
        ]
    }
}
