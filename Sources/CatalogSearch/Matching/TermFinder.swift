// Finds the terms that contain a word. Sorted suffixes of the foldings find them without reading the terms.

internal import ICU
internal import Support

/// Finds the terms of a locale that contain a folded word.
///
/// Terms that begin with it form a range of numbers. A range of leaves lists the terms that contain it
/// elsewhere; only the first and the last leaf may list others, so their terms are read.
struct TermFinder {
    private let index: LocaleIndex

    init(_ index: LocaleIndex) { self.index = index }

    /// The terms that may contain a word in one of their foldings.
    func candidates(_ form: PreparedQuery.Form) throws(SegmentError) -> WordTerms {
        try index.caches.value(of: WordTermsKey(form)) { () throws(SegmentError) in try found(form) }
    }

    private func found(_ form: PreparedQuery.Form) throws(SegmentError) -> WordTerms {
        guard index.termCount > 0, form.standard != nil || form.search != nil else {
            return WordTerms(terms: [], isExact: true)
        }
        var union = TermUnion(termCount: index.termCount)
        var isExact = true
        if let pattern = form.standard {
            isExact = try addStandard(pattern, to: &union) && isExact
            if form.isSame { isExact = try addSearch(pattern, to: &union) && isExact }
        }
        guard !form.isSame, let pattern = form.search else {
            return WordTerms(terms: union.terms, isExact: isExact)
        }
        isExact = try addSearch(pattern, to: &union) && isExact
        // Terms whose foldings are equal have no suffixes of the search folding. Other terms may contain
        // these bytes in the standard folding only.
        var others = TermUnion(termCount: index.termCount)
        isExact = try addStandard(pattern, to: &others) && isExact
        var interruption = Interruption()
        var read = 0
        for term in others.terms where !union.contains(term) {
            try interruption.count()
            if read < Self.mostRead {
                read += 1
                let folding = try index.term(Int(term)).search
                try interruption.count(folding.count / Interruption.bytes)
                if !pattern.isContained(by: folding) { continue }
            } else {
                isExact = false
            }
            union.insert(term)
        }
        return WordTerms(terms: union.terms, isExact: isExact)
    }

    /// The number of terms that are read to decide whether they contain a word; more are left to the caller.
    private static let mostRead = 1_024

    /// The terms that may contain one of the patterns in one of their foldings, ascending.
    func terms(containingAnyOf patterns: [BytePattern]) throws(SegmentError) -> [UInt32] {
        guard index.termCount > 0 else { return [] }
        var union = TermUnion(termCount: index.termCount)
        for pattern in patterns {
            try union.insert(index.terms(beginningWith: pattern.indexed))
            for leaves in index.leaves {
                try union.insert(leaves.matches(pattern.indexed, index).leaves, of: leaves)
            }
        }
        return union.terms
    }

    /// Whether a pattern is long enough that most terms do not contain it, unlike a single letter.
    static func isSelective(_ pattern: BytePattern) -> Bool { pattern.scalars.count >= 2 }

    /// The terms in which a word may begin at a word bound.
    struct Beginnings {
        /// The terms whose standard folding begins with a pattern; the first of them may be equal to it.
        let ranges: [(all: Range<Int>, equal: Range<Int>)]
        /// Other terms with word bounds of their own, ascending.
        let others: [UInt32]
        /// Whether all terms of the ranges are known to begin with the word.
        let isExact: Bool
        /// The length of the word's longest folding, in bytes.
        let length: Int

        /// Whether a term is in one of the ranges.
        @inline(__always)
        func contains(_ term: Int) -> Bool {
            for range in ranges where range.all.contains(term) { return true }
            return false
        }

        /// Whether a folding of a term in the ranges may be equal to a pattern.
        @inline(__always)
        func isWhole(_ term: Int) -> Bool {
            for range in ranges where range.equal.contains(term) { return true }
            return false
        }
    }

    /// The terms in which a word may begin at a word bound.
    func beginnings(_ form: PreparedQuery.Form) throws(SegmentError) -> Beginnings {
        guard index.termCount > 0 else { return Beginnings(ranges: [], others: [], isExact: true, length: 0) }
        var ranges: [(all: Range<Int>, equal: Range<Int>)] = []
        var others = TermUnion(termCount: index.termCount)
        let patterns = form.patterns
        for pattern in patterns {
            let all = try index.terms(beginningWith: pattern.indexed)
            let end = try all.partitioningIndex { (number) throws(SegmentError) in
                try index.term(number).standard.count > pattern.bytes.count
            }
            if !all.isEmpty { ranges.append((all, all.lowerBound..<end)) }
            for leaves in index.leaves where leaves.set.isAtBounds {
                try others.insert(leaves.matches(pattern.indexed, index).leaves, of: leaves)
            }
        }
        return Beginnings(
            ranges: ranges,
            others: others.terms.filter { term in !ranges.contains { $0.all.contains(Int(term)) } },
            isExact: patterns.allSatisfy(\.isIndexed), length: form.length)
    }

    /// The terms that may have a word as a whole word, ascending.
    ///
    /// - Parameter endsCompounds: whether to include terms in which it may end a longer word.
    func terms(
        mayHaveWord form: PreparedQuery.Form, endsCompounds: Bool = false
    ) throws(SegmentError) -> [UInt32] {
        guard index.termCount > 0 else { return [] }
        var union = TermUnion(termCount: index.termCount)
        for pattern in form.patterns {
            let all = try index.terms(beginningWith: pattern.indexed)
            if pattern.isIndexed {
                for range in try withoutLongerWords(all, than: pattern) { try union.insert(range) }
            } else {
                try union.insert(all)
            }
            for leaves in index.leaves where leaves.set.isAtBounds || endsCompounds {
                for range in try wholeWords(pattern, leaves) { try union.insert(range, of: leaves) }
            }
        }
        return union.terms
    }

    private func wholeWords(_ pattern: BytePattern, _ leaves: LeafIndex) throws(SegmentError) -> [Range<Int>]
    {
        // Suffixes are not sorted by more bytes.
        guard pattern.bytes.count + FollowingLetters.longest <= IndexLayout.suffixLength else {
            return [try leaves.matches(pattern.indexed, index).leaves]
        }
        return try leaves.wholeWords(pattern.bytes, index)
    }

    /// Whether a condition holds for a term that may have a word as a whole word.
    ///
    /// - Parameter endsCompounds: see ``terms(mayHaveWord:endsCompounds:)``.
    func isAnyTerm(
        mayHaveWord form: PreparedQuery.Form, endsCompounds: Bool = false,
        _ isMatch: (Int) throws(SegmentError) -> Bool
    ) throws(SegmentError) -> Bool {
        guard index.termCount > 0 else { return false }
        var interruption = Interruption()
        for pattern in form.patterns {
            let all = try index.terms(beginningWith: pattern.indexed)
            for range in pattern.isIndexed ? try withoutLongerWords(all, than: pattern) : [all] {
                for term in range {
                    try interruption.count()
                    if try isMatch(term) { return true }
                }
            }
            for leaves in index.leaves where leaves.set.isAtBounds || endsCompounds {
                for leaf in try wholeWords(pattern, leaves).joined() {
                    for term in try leaves.terms(leaf) {
                        try interruption.count()
                        if try isMatch(Int(term)) { return true }
                    }
                }
            }
        }
        return false
    }

    /// Whether a term contains a pattern in its standard folding.
    func contains(_ pattern: BytePattern) throws(SegmentError) -> Bool {
        guard index.termCount > 0 else { return false }
        // Suffixes are sorted by their first bytes only: a longer pattern is looked for in the terms.
        let isIndexed = pattern.isIndexed
        var interruption = Interruption()
        for term in try index.terms(beginningWith: pattern.indexed) {
            try interruption.count()
            if isIndexed { return true }
            if try pattern.isContained(by: index.term(term).standard) { return true }
        }
        for leaves in index.leaves where !leaves.set.isOfSearch {
            let matches = try leaves.matches(pattern.indexed, index)
            if isIndexed, !matches.whole.isEmpty { return true }
            for leaf in matches.leaves {
                for term in try leaves.terms(leaf) {
                    try interruption.count()
                    if try pattern.isContained(by: index.term(Int(term)).standard) { return true }
                }
            }
        }
        return false
    }

    /// Whether a word may begin with a pattern.
    func mayBegin(_ pattern: BytePattern) throws(SegmentError) -> Bool {
        guard index.termCount > 0 else { return false }
        if try !index.terms(beginningWith: pattern.indexed).isEmpty { return true }
        for leaves in index.leaves where leaves.set.isAtBounds {
            if try !leaves.matches(pattern.indexed, index).leaves.isEmpty { return true }
        }
        return false
    }

    /// The terms of a range, which all begin with a pattern, in which no letter of the same word follows.
    private func withoutLongerWords(
        _ all: Range<Int>, than pattern: BytePattern
    ) throws(SegmentError) -> [Range<Int>] {
        if all.isEmpty { return [] }
        func first(in terms: Range<Int>, from bytes: [UInt8]) throws(SegmentError) -> Int {
            try terms.partitioningIndex { (number) throws(SegmentError) in
                try index.term(number).standard.order(of: bytes, from: pattern.bytes.count) >= 0
            }
        }
        var ranges: [Range<Int>] = []
        var start = all.lowerBound
        for letters in FollowingLetters.behind(pattern.bytes) {
            let end = try first(in: start..<all.upperBound, from: letters.first)
            ranges.append(start..<end)
            start = try first(in: end..<all.upperBound, from: letters.end)
        }
        return ranges + [start..<all.upperBound]
    }

    /// The terms in which a word may begin at a word bound, ascending.
    func terms(beginningWith form: PreparedQuery.Form) throws(SegmentError) -> [UInt32] {
        let beginnings = try beginnings(form)
        var union = TermUnion(termCount: index.termCount)
        for range in beginnings.ranges { try union.insert(range.all) }
        for term in beginnings.others { union.insert(term) }
        return union.terms
    }

    /// Adds the terms whose standard folding contains a pattern.
    ///
    /// - Returns: `false` if some may not.
    private func addStandard(_ pattern: BytePattern, to union: inout TermUnion) throws(SegmentError) -> Bool {
        try union.insert(index.terms(beginningWith: pattern.indexed))
        for leaves in index.leaves where !leaves.set.isOfSearch { try add(leaves, pattern, to: &union) }
        return pattern.isIndexed
    }

    /// Adds the terms that have two foldings and contain a pattern in the search
    /// folding, up to its last difference.
    ///
    /// - Returns: `false` if some may not.
    private func addSearch(_ pattern: BytePattern, to union: inout TermUnion) throws(SegmentError) -> Bool {
        for leaves in index.leaves where leaves.set.isOfSearch { try add(leaves, pattern, to: &union) }
        return pattern.isIndexed
    }

    /// Adds the terms of some leaves that contain a pattern.
    private func add(
        _ leaves: LeafIndex, _ pattern: BytePattern, to union: inout TermUnion
    ) throws(SegmentError) {
        let matches = try leaves.matches(pattern.indexed, index)
        try union.insert(matches.whole, of: leaves)
        var interruption = Interruption()
        for leaf in matches.others {
            let terms = try leaves.terms(leaf)
            try index.touch(terms[...])
            for term in terms where !union.contains(term) {
                let entry = try index.term(Int(term))
                let folding = leaves.set.isOfSearch ? entry.search : entry.standard
                try interruption.count(1 + folding.count / Interruption.bytes)
                if pattern.isContained(by: folding) { union.insert(term) }
            }
        }
    }
}

extension PreparedQuery.Form {
    /// The length of the longer folding, in bytes.
    var length: Int { max(standard?.bytes.count ?? 0, search?.bytes.count ?? 0) }
}

extension BytePattern {
    /// The bytes by which suffixes are sorted.
    fileprivate var indexed: [UInt8] { isIndexed ? bytes : Array(bytes.prefix(IndexLayout.suffixLength)) }

    /// Whether suffixes are sorted by all bytes of the pattern.
    fileprivate var isIndexed: Bool { bytes.count <= IndexLayout.suffixLength }

    /// The pattern's scalars; it is valid UTF-8.
    var scalars: [UInt32] { String(decoding: bytes, as: UTF8.self).unicodeScalars.map(\.value) }

    /// Whether a text contains the pattern.
    @inline(__always)
    func isContained(by text: UnsafeRawBufferPointer) -> Bool { place(in: text, from: 0) != nil }

    @inline(__always)
    func begins(_ text: UnsafeRawBufferPointer) -> Bool { text.order(of: bytes, from: 0) == 0 }

    /// The length of texts up to which comparing the pattern at each position is fastest, in bytes.
    static let shortText = 255

    private func placeInLongText(_ text: UnsafeRawBufferPointer, from offset: Int) -> Int? {
        first(in: text.assumingMemoryBound(to: UInt8.self), offset..<max(offset, text.count))
    }

    /// The first position of the pattern in a text from an offset on.
    @inline(__always)
    func place(in text: UnsafeRawBufferPointer, from offset: Int) -> Int? {
        if text.count > Self.shortText { return placeInLongText(text, from: offset) }
        return bytes.withUnsafeBytes { Self.place(of: $0, inShort: text, from: offset) }
    }

    /// Whether a folding has the pattern as a whole word.
    ///
    /// - Parameter matchClass: the class of a match from one offset to another.
    func isWord(
        in folding: UnsafeRawBufferPointer, _ matchClass: (Int, Int) throws(SegmentError) -> MatchClass
    ) throws(SegmentError) -> Bool {
        var place = self.place(in: folding, from: 0)
        while let start = place {
            if try matchClass(start, start + bytes.count) <= .wholeWord { return true }
            place = self.place(in: folding, from: start + 1)
        }
        return false
    }

    /// Whether a text contains a pattern, which is not empty.
    @inline(__always)
    static func holds(_ text: UnsafeRawBufferPointer, _ pattern: UnsafeRawBufferPointer) -> Bool {
        if text.count > shortText { return BytePattern(Array(pattern)).isContained(by: text) }
        return place(of: pattern, inShort: text, from: 0) != nil
    }

    /// The same for a text of at most ``shortText`` bytes.
    @inline(__always)
    private static func place(
        of pattern: UnsafeRawBufferPointer, inShort text: UnsafeRawBufferPointer, from offset: Int
    ) -> Int? {
        let last = text.count - pattern.count
        guard offset <= last, let text = text.baseAddress, let start = pattern.baseAddress else { return nil }
        var position = offset
        if pattern.count >= 4 {
            let head = start.loadUnaligned(as: UInt32.self)
            let rest = pattern.count - 4
            while position <= last {
                if text.loadUnaligned(fromByteOffset: position, as: UInt32.self) == head,
                    equal(text + position + 4, start + 4, rest)
                {
                    return position
                }
                position += 1
            }
        } else {
            while position <= last {
                if equal(text + position, start, pattern.count) { return position }
                position += 1
            }
        }
        return nil
    }

    @inline(__always)
    private static func equal(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ count: Int) -> Bool {
        var index = 0
        while index < count {
            if left.load(fromByteOffset: index, as: UInt8.self)
                != right.load(fromByteOffset: index, as: UInt8.self)
            {
                return false
            }
            index += 1
        }
        return true
    }
}

extension WordTermsKey {
    init(_ form: PreparedQuery.Form, endsCompounds: Bool = false, marked: [UInt8] = []) {
        self.endsCompounds = endsCompounds
        self.marked = marked
        standard = form.standard?.bytes ?? []
        search = form.search?.bytes ?? []
    }
}
