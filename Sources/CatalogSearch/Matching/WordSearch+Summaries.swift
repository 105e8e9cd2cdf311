// The match classes of a word in terms. Most are known from the bytes; few need a map from folding to source.

internal import ICU

extension WordSearch {
    /// Whether each scalar of a term has the same offset in its foldings, so that
    /// no map is needed: the usual case.
    @inline(__always)
    func isSimple(_ entry: IndexedTerm) -> Bool {
        !isLong(entry)
            && (entry.flags.contains(.isAligned) || !entry.isSplit && form.isSame && entry.source != .listed)
    }

    /// Whether a term is so long that its bytes should be read only a few times.
    @inline(__always)
    func isLong(_ entry: IndexedTerm) -> Bool {
        entry.standard.count > BytePattern.shortText || entry.search.count > BytePattern.shortText
    }

    /// The spelling of a simple term, if it is stored.
    @inline(__always)
    private func listedSource(
        ofSimple entry: IndexedTerm
    ) throws(SegmentError) -> UnsafeRawBufferPointer? {
        guard entry.source == .listed else { return nil }
        let listed = try entry.listedSource()
        guard listed.count == entry.standard.count else { throw .damaged }
        return listed
    }

    @inline(__always)
    func simpleSummary(_ entry: IndexedTerm) throws(SegmentError) -> TermSummary {
        let bounds = endsCompounds && entry.listsBounds ? try entry.details().bounds : nil
        var summary = TermSummary()
        let listed = try listedSource(ofSimple: entry)
        var classes = entry.matchClasses(inSearch: false)
        try addPlaces(of: form.standard, in: entry.standard, bounds?.standard, entry, listed, to: &summary) {
            start, end throws(SegmentError) in try classes.matchClass(start, end)
        }
        if form.isSame && !entry.isSplit { return summary }
        if let pattern = form.search {
            if entry.search.count != entry.standard.count { throw .damaged }
            var classes = entry.matchClasses(inSearch: true)
            try addPlaces(of: pattern, in: entry.search, bounds?.search, entry, listed, to: &summary) {
                start, end throws(SegmentError) in try classes.matchClass(start, end)
            }
        }
        return summary
    }

    /// Adds the matches in a folding with the same offsets as the term.
    ///
    /// - Parameter bounds: the folding's word bounds, if ends of compounds match; `nil` if it is one word.
    @inline(__always)
    private func addPlaces(
        of pattern: BytePattern?, in folding: UnsafeRawBufferPointer, _ bounds: [UInt32]?,
        _ entry: IndexedTerm, _ listed: UnsafeRawBufferPointer?, to summary: inout TermSummary,
        _ matchClass: (_ start: Int, _ end: Int) throws(SegmentError) -> MatchClass
    ) throws(SegmentError) {
        try forEachPlace(of: pattern, in: folding) { start, end throws(SegmentError) in
            let match = try matchClass(start, end)
            let isWhole = start == 0 && end == folding.count
            if endsCompounds, match > .wholeWord, !isWhole,
                !FoldedForm(ofTerm: folding, bounds).endsCompound(start, end)
            {
                return
            }
            summary.add(match, isRespelled: !isTyped(start..<end, entry, listed), isWhole: isWhole)
        }
    }

    @inline(__always)
    private func forEachPlace(
        of pattern: BytePattern?, in folding: UnsafeRawBufferPointer,
        _ body: (_ start: Int, _ end: Int) throws(SegmentError) -> Void
    ) throws(SegmentError) {
        guard let pattern, var start = pattern.place(in: folding, from: 0) else { return }
        while true {
            try body(start, start + pattern.bytes.count)
            guard let next = pattern.place(in: folding, from: start + 1) else { return }
            start = next
        }
    }

    /// Whether the bytes of a simple term equal what was typed.
    @inline(__always)
    private func isTyped(
        _ bytes: Range<Int>, _ entry: IndexedTerm, _ listed: UnsafeRawBufferPointer?
    ) -> Bool {
        if let listed { return isTyped(listed, bytes) }
        // A folding has no ASCII capitals.
        guard !isSmall else { return isTyped(entry.standard, bytes) }
        if entry.source == .uppercase {
            return spelling.elementsEqual(entry.standard[bytes].lazy.map(\.uppercaseASCII))
        }
        guard bytes.lowerBound == 0, entry.source == .capitalized else {
            return isTyped(entry.standard, bytes)
        }
        return spelling.first == entry.standard[0] &- 0x20
            && spelling.dropFirst().elementsEqual(entry.standard[1..<bytes.upperBound])
    }

    @inline(__always)
    private func isTyped(_ source: UnsafeRawBufferPointer, _ bytes: Range<Int>) -> Bool {
        source[bytes].elementsEqual(spelling)
            || isSmall && TypedCase.small(UnsafeRawBufferPointer(rebasing: source[bytes]), is: spelling)
    }

    /// The summary of a term whose foldings have another length, if the word occurs once in it: then the
    /// match in the spelling corresponds to the match in the folding, and no map is needed.
    ///
    /// - Returns: `nil` if the term needs a map.
    func unambiguousSummary(_ entry: IndexedTerm) throws(SegmentError) -> TermSummary? {
        guard entry.source == .listed, let folding, beginsPlainly else { return nil }
        var summary = TermSummary()
        let standard = try onlyPlace(of: form.standard, in: entry.standard)
        let needsSearch = !form.isSame || entry.isSplit
        let search = needsSearch ? try onlyPlace(of: form.search, in: entry.search) : .none
        if case .several = standard { return nil }
        if case .several = search { return nil }
        var match: MatchClass?
        if case .one(let place) = standard {
            var classes = entry.matchClasses(inSearch: false)
            match = try classes.matchClass(place.lowerBound, place.upperBound)
        }
        if case .one(let place) = search {
            var classes = entry.matchClasses(inSearch: true)
            let other = try classes.matchClass(place.lowerBound, place.upperBound)
            if let match, match != other { return nil }
            match = other
        }
        guard let match else { return summary }
        let source = try entry.listedSource()
        let small = isSmall ? TypedCase.small(source) : []
        // Offsets in a text of another length are not offsets in the source.
        if isSmall, small.count != source.count { return nil }
        func place(from start: Int) -> Int? {
            isSmall
                ? small.withUnsafeBytes { typedSpelling.place(in: $0, from: start) }
                : typedSpelling.place(in: source, from: start)
        }
        guard let typed = place(from: 0) else {
            summary.add(match, isRespelled: true, isWhole: false)
            return summary
        }
        let end = typed + spelling.count
        // Marks and contractions may extend past the end of the match.
        guard place(from: typed + 1) == nil,
            end == source.count
                || folding.countsAlone(source.assumingMemoryBound(to: UInt8.self), at: end, behind: spelling),
            stands(source, typed..<end, standard, folding.standard)
                || stands(source, typed..<end, search, folding.search)
        else { return nil }
        summary.add(match, isRespelled: false, isWhole: false)
        return summary
    }

    private enum Occurrences {
        case none
        case one(Range<Int>)
        /// Several matches, or the whole folding.
        case several
    }

    @inline(__always)
    private func onlyPlace(
        of pattern: BytePattern?, in folding: UnsafeRawBufferPointer
    ) throws(SegmentError) -> Occurrences {
        guard let pattern, let start = pattern.place(in: folding, from: 0) else { return .none }
        guard pattern.bytes.count < folding.count, pattern.place(in: folding, from: start + 1) == nil else {
            return .several
        }
        return .one(start..<start + pattern.bytes.count)
    }

    /// Whether a range of a term is the source of a range of its folding.
    private func stands(
        _ source: UnsafeRawBufferPointer, _ typed: Range<Int>, _ place: Occurrences, _ table: FoldingTable
    ) -> Bool {
        guard case .one(let folded) = place else { return false }
        // Plain letters before it fold to one byte each.
        if table.foldsASCIIByteByByte, typed == folded,
            source[..<typed.upperBound].allSatisfy({ $0 >= 0x20 && $0 < 0x7F })
        {
            return true
        }
        return table.foldedCount(source, upTo: typed.lowerBound) == folded.lowerBound
            && table.foldedCount(source, upTo: typed.upperBound) == folded.upperBound
    }

    /// Whether a long term has the word as a whole word, by its word bounds: a map takes long to make.
    func hasWholeWord(inLong entry: IndexedTerm) throws(SegmentError) -> Bool {
        let bounds = try entry.details().bounds
        func isWord(
            _ pattern: BytePattern?, in folding: UnsafeRawBufferPointer, _ bounds: [UInt32]?
        ) throws(SegmentError) -> Bool {
            try pattern?.isWord(in: folding) { start, end in
                IndexedTerm.Bounds.matchClass(start, end, length: folding.count, bounds: bounds)
            } ?? false
        }
        if try isWord(form.standard, in: entry.standard, bounds.standard) { return true }
        guard entry.isSplit || !form.isSame else { return false }
        return try isWord(form.search, in: entry.search, bounds.search)
    }

    /// The summary of a term that is neither simple nor long and contains the word.
    func makeSummary(_ entry: IndexedTerm) throws(SegmentError) -> TermSummary {
        if let summary = try unambiguousSummary(entry) { return summary }
        return try mappedSummary(entry)
    }

    /// The summary of a term by its spelling and both foldings.
    func mappedSummary(_ entry: IndexedTerm) throws(SegmentError) -> TermSummary {
        if isSimple(entry) { return try simpleSummary(entry) }
        return try readSummary(entry)
    }

    /// The summary of a term by its spelling.
    func readSummary(_ entry: IndexedTerm) throws(SegmentError) -> TermSummary {
        var summary = TermSummary()
        try matcher.forEachOccurrence(of: alternative, level: level.position, inTerm: entry) {
            summary.add($0.match, isRespelled: $0.isRespelled, isWhole: $1)
        }
        return summary
    }
}

extension Collection<UInt8> {
    /// Whether these bytes can be folded; a forged file may contain anything.
    var isValidUTF8: Bool {
        allSatisfy { $0 < 0x80 } || String(validating: self, as: UTF8.self) != nil
    }
}

extension Folding {
    /// Whether the character at an offset is independent: it is not ignored, no mark on the word before it,
    /// and in no contraction with that word (`l·` in Catalan).
    fileprivate func countsAlone(
        _ text: UnsafeBufferPointer<UInt8>, at offset: Int, behind word: [UInt8]
    ) -> Bool {
        let isASCII = text[offset] < 0x80
        guard isASCII || text[offset...].isValidUTF8 else { return false }
        let (scalar, _) = text.scalar(at: offset)
        if isASCII, scalar < 0x20 { return false }
        return [standard, search].allSatisfy { table in
            let entry = table.entry(of: scalar)
            return (isASCII || entry.kind != .ignorable && !entry.has(.isMark))
                && !table.mayContract(word, with: scalar)
        }
    }
}

extension FoldingTable {
    /// Whether a contraction may join the end of a word with the scalar after it.
    fileprivate func mayContract(_ word: [UInt8], with next: UInt32) -> Bool {
        if foldsASCIIByteByByte, word.allSatisfy({ $0 < 0x80 }) { return false }
        return word.withUnsafeBufferPointer { word in
            var position = 0
            while position < word.count {
                let (scalar, length) = word.scalar(at: position)
                position += length
                guard entry(of: scalar).has(.startsContraction) else { continue }
                if contractions.rows(of: scalar).contains(where: {
                    contractions.company(of: $0).contains(next)
                }) {
                    return true
                }
            }
            return false
        }
    }

    /// The number of bytes that to which the beginning of a text folds; -1 if it is not valid UTF-8.
    fileprivate func foldedCount(_ text: UnsafeRawBufferPointer, upTo end: Int) -> Int {
        guard text[..<end].isValidUTF8 else { return -1 }
        var folded: [UInt8] = []
        var sink = NoSink()
        let start = UnsafeRawBufferPointer(rebasing: text[..<end]).assumingMemoryBound(to: UInt8.self)
        fold(start, into: &folded, sink: &sink)
        return folded.count
    }
}
