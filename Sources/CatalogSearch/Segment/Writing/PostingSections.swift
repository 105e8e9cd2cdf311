// The postings of a locale's terms: which texts contain them.

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
    ///   - texts: the texts that contain it, ascending; empty if all records with the term were replaced.
    ///   - lengths: the class of each text of the locale.
    ///   - impacts: the impacts of the term before its texts are added.
    mutating func append(
        _ texts: UnsafeBufferPointer<UInt32>, lengths: UnsafePointer<UInt8>, _ impacts: TermImpacts
    ) {
        var impacts = impacts
        var field = 0
        for text in texts {
            while text >= fieldEnds[field] { field += 1 }
            impacts.add(field: field, length: lengths[Int(text)])
        }
        self.impacts.append(impacts.rawValue)
        if texts.count == 1 {
            let text = texts[0]
            references.append(
                IndexLayout.inlinePosting | text << IndexLayout.lengthBits | UInt32(lengths[Int(text)]))
            return
        }
        references.append(UInt32(truncatingIfNeeded: lists.count))
        list.clear()
        if texts.count < IndexLayout.groupedPostings {
            appendShort(texts, lengths)
        } else {
            appendGroups(texts, lengths)
        }
        lists.append(varint: texts.count)
        lists.append(varint: list.count)
        lists.append(list.base, count: list.count)
    }

    private mutating func appendShort(_ texts: UnsafeBufferPointer<UInt32>, _ lengths: UnsafePointer<UInt8>) {
        var previous: UInt32 = .max
        for text in texts {
            let distance = Int(text &- previous &- 1)
            list.append(varint: distance << Int(IndexLayout.lengthBits) | Int(lengths[Int(text)]))
            previous = text
        }
    }

    private mutating func appendGroups(_ texts: UnsafeBufferPointer<UInt32>, _ lengths: UnsafePointer<UInt8>)
    {
        var start = 0
        var fieldStart: UInt32 = 0
        for (field, fieldEnd) in fieldEnds.enumerated() {
            var end = start
            while end < texts.count, texts[end] < fieldEnd { end += 1 }
            let own = UnsafeBufferPointer(rebasing: texts[start..<end])
            start = end
            if !own.isEmpty { append(own, lengths, field: field, fieldStart) }
            fieldStart = fieldEnd
        }
    }

    /// Adds the groups of the texts of a field.
    private mutating func append(
        _ texts: UnsafeBufferPointer<UInt32>, _ lengths: UnsafePointer<UInt8>, field: Int,
        _ fieldStart: UInt32
    ) {
        var counts = [Int](repeating: 0, count: TextLength.classCount)
        for text in texts { counts[Int(lengths[Int(text)])] += 1 }
        var group = GrowingBuffer<UInt8>()
        for (length, count) in counts.enumerated() where count > 0 {
            group.clear()
            // Distances take at most five bytes.
            group.reserve(5 * count)
            var written = group.base
            var next = fieldStart
            for text in texts where Int(lengths[Int(text)]) == length {
                written += Varint.write(Int(text - next), to: written)
                next = text + 1
            }
            let size = written - group.base
            list.append(varint: field << Int(IndexLayout.lengthBits) | length)
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
