// The terms of a locale by the stems of their words.

internal import ICU
internal import Stemming

/// Writes kind 51 of a locale.
enum StemSections {
    /// The stems that share a bucket, on average.
    private static let stemsInBucket = 8

    static func make(
        locale number: Int, _ texts: LocaleTexts, _ lazyNumbering: LazyNumbering
    ) throws -> [FinishedSection] {
        guard texts.terms.count > 0 else { return [] }
        let numbering = try lazyNumbering.value()
        return try make(
            locale: number, language: texts.locale.language, texts.folding, count: texts.terms.count
        ) { (term) throws(SegmentError) in try numbering.term(term) }
    }

    /// The section of some terms; none where no word has a stem.
    ///
    /// - Parameter term: the term with a number.
    static func make(
        locale number: Int, language: String, _ folding: Folding, count: Int,
        term: (Int) throws(SegmentError) -> IndexedTerm
    ) throws(SegmentError) -> [FinishedSection] {
        guard let stemmer = Stemmer(language: language) else { return [] }
        // The stems' terms and hashes, by term.
        var terms = GrowingBuffer<UInt32>()
        var hashes = GrowingBuffer<UInt32>()
        for number in 0..<count {
            for word in try words(of: try term(number), folding) {
                terms.append(UInt32(number))
                hashes.append(UInt32(StemIndex.bucket(ofStem: stemmer.stem(of: word), bits: 32)))
            }
        }
        guard terms.count > 0 else { return [] }
        var bits = 0
        while stemsInBucket << bits < terms.count { bits += 1 }
        return [FinishedSection(.stems, locale: number, section(terms, hashes, bits: bits))]
    }

    private static func section(
        _ terms: borrowing GrowingBuffer<UInt32>, _ hashes: borrowing GrowingBuffer<UInt32>, bits: Int
    ) -> GrowingBuffer<UInt8> {
        func bucket(_ index: Int) -> Int { bits == 0 ? 0 : Int(hashes[index] >> UInt32(32 - bits)) }
        var ends = GrowingBuffer<Int>(repeating: 0, count: 1 << bits)
        for index in 0..<terms.count { ends[bucket(index)] += 1 }
        var total = 0
        for bucket in 0..<ends.count { (ends[bucket], total) = (total, total + ends[bucket]) }
        // After this pass, each end is behind its bucket's last term.
        var sorted = GrowingBuffer<UInt32>(repeating: 0, count: terms.count)
        for index in 0..<terms.count {
            let bucket = bucket(index)
            sorted[ends[bucket]] = terms[index]
            ends[bucket] += 1
        }
        var offsets = GrowingBuffer<UInt32>(capacity: ends.count + 1)
        var lists = GrowingBuffer<UInt8>()
        var index = 0
        for bucket in 0..<ends.count {
            offsets.append(UInt32(lists.count))
            var previous = -1
            while index < ends[bucket] {
                let term = Int(sorted[index])
                index += 1
                if term == previous { continue }
                lists.append(varint: term - previous - 1)
                previous = term
            }
        }
        offsets.append(UInt32(lists.count))
        var bytes = GrowingBuffer<UInt8>(capacity: 4 + offsets.size + lists.count)
        bytes.append(number: UInt32(bits))
        for index in 0..<offsets.count { bytes.append(number: offsets[index]) }
        bytes.append(lists.base, count: lists.count)
        return bytes
    }

    /// The words of a term that may have other forms, as the term spells them.
    static func words(of term: IndexedTerm, _ folding: Folding) throws(SegmentError) -> [String] {
        let (bounds, source) = try term.details()
        guard source.isValidUTF8 else { throw .damaged }
        let standard = words(in: term.standard, bounds.standard)
        let search = words(in: term.search, bounds.search)
        var pieces = TermPieces(source)
        if term.flags.contains(.isAligned) {
            // Offsets in the foldings are those in the term. A forged file's may not be.
            guard term.standard.count == source.count, term.search.count == source.count else {
                throw .damaged
            }
            pieces.enter(standard)
            if term.isSplit { pieces.enter(search) }
        } else {
            pieces.enter(standard, of: term.standard, distance: 0, folding.standard)
            pieces.enter(search, of: term.search, distance: 0, folding.search)
        }
        return pieces.spellings
    }

    private static func words(in folding: UnsafeRawBufferPointer, _ bounds: [UInt32]?) -> [Range<Int>] {
        let bounds = bounds?.map(Int.init) ?? [0, folding.count]
        return zip(bounds, bounds.dropFirst()).compactMap { start, end in
            start < end && folding[start..<end].scalarCount >= StemIndex.sameLetters ? start..<end : nil
        }
    }
}
