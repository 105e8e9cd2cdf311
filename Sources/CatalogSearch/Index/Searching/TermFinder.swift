// Finds the terms that contain a word: grams give candidates, the terms' bytes decide.

internal import ICU

/// Finds the terms of a locale that contain a folded word.
struct TermFinder {
    private let index: LocaleIndex

    init(_ index: LocaleIndex) { self.index = index }

    /// The terms that may contain a word in one of their foldings, ascending, and whether all of them do.
    func candidates(
        _ form: PreparedQuery.Form
    ) throws(SegmentError) -> (terms: [UInt32], isExact: Bool) {
        guard let grams = index.grams else { return ([], true) }
        var isExact = form.isSame
        var candidates: [UInt32] = []
        if let pattern = form.standard {
            candidates = try self.candidates(pattern, in: grams, &isExact)
        }
        if !form.isSame, let pattern = form.search {
            let others = try self.candidates(pattern, in: grams, &isExact)
            candidates = Self.union(candidates, others)
        }
        return (candidates, isExact)
    }

    /// The terms that may contain one of the patterns in one of their foldings, ascending.
    func terms(holdingAnyOf patterns: [BytePattern]) throws(SegmentError) -> [UInt32] {
        guard let grams = index.grams else { return [] }
        var terms: [UInt32] = []
        for pattern in patterns {
            var isExact = true
            terms = Self.union(terms, try candidates(pattern, in: grams, &isExact))
        }
        return terms
    }

    /// Whether a pattern is long enough that most terms do not contain it, unlike a single letter.
    static func isSelective(_ pattern: BytePattern) -> Bool { pattern.scalars.count >= 2 }

    /// Those of some terms in which a word may begin at a word bound of the term.
    func termsBeginning(
        with form: PreparedQuery.Form, among terms: [UInt32]
    ) throws(SegmentError) -> [UInt32] {
        guard let grams = index.grams else { return [] }
        var found: [UInt32] = []
        for pattern in [form.standard, form.isSame ? nil : form.search] {
            guard let scalars = pattern?.scalars, let first = scalars.first else { continue }
            let second = scalars.count > 1 ? scalars[1] : nil
            let start = IndexLayout.Gram.start
            let keys =
                IndexLayout.Gram.key(
                    start, first, second ?? 0)...IndexLayout.Gram.key(
                    start, first, second ?? 0x1F_FFFF)
            found = Self.union(found, try union(of: grams.grams(keys), in: grams, among: terms))
        }
        return found
    }

    /// The terms that may contain a pattern.
    ///
    /// - Parameter isExact: set to `false` if some may not.
    private func candidates(
        _ pattern: BytePattern, in grams: GramIndex, _ isExact: inout Bool
    ) throws(SegmentError) -> [UInt32] {
        let scalars = pattern.scalars
        var keys: [UInt64] = []
        for position in scalars.indices {
            let next = position + 1 < scalars.count ? scalars[position + 1] : nil
            if let next, IndexLayout.Gram.isDense(scalars[position]), IndexLayout.Gram.isDense(next) {
                keys.append(IndexLayout.Gram.key(scalars[position], next, 0))
            } else if let next, position + 2 < scalars.count {
                keys.append(IndexLayout.Gram.key(scalars[position], next, scalars[position + 2]))
            }
        }
        if keys.isEmpty {
            let first = scalars[0]
            let second = scalars.count > 1 ? scalars[1] : nil
            let range =
                IndexLayout.Gram.key(
                    first, second ?? 0, 0)...IndexLayout.Gram.key(
                    first, second ?? 0x1F_FFFF, 0x1F_FFFF)
            return try union(of: grams.grams(range), in: grams, among: nil)
        }
        // One gram that contains the whole pattern; a gram of two dense scalars says nothing about a third.
        isExact = isExact && keys.count == 1 && scalars.count == (keys[0] & 0x1F_FFFF == 0 ? 2 : 3)
        var lists: [GramIndex.TermList] = []
        for key in Set(keys) {
            let found = try grams.grams(key...key)
            guard !found.isEmpty else { return [] }
            lists.append(try grams.list(found.lowerBound))
        }
        lists.sort { $0.count < $1.count }
        var terms = try lists[0].terms()
        for index in lists.indices.dropFirst() {
            try Interruption.check()
            // Checking a term costs as much as reading some twenty numbers of a list, but most terms common to two
            // lists contain the word.
            guard lists[index].count < terms.count * (index == 1 ? 16 : 3) else { break }
            terms = try lists[index].intersection(terms)
        }
        return terms
    }

    /// The terms of several grams.
    private func union(
        of numbers: Range<Int>, in grams: GramIndex, among terms: [UInt32]?
    ) throws(SegmentError) -> [UInt32] {
        if numbers.isEmpty { return [] }
        if numbers.count == 1 {
            var list = try grams.list(numbers.lowerBound)
            if let terms { return try list.intersection(terms) }
            return try list.terms()
        }
        var set = RecordSet(universe: index.termCount)
        try set.withWords { words throws(SegmentError) in
            var interruption = Interruption()
            for number in numbers {
                var list = try grams.list(number)
                try interruption.count(list.count)
                while let term = try list.next() { words[Int(term >> 6)] |= 1 << UInt64(term & 63) }
            }
        }
        if let terms { return terms.filter { set.contains(Int($0)) } }
        return set.records.map { UInt32(bitPattern: $0) }
    }

    private static func union(_ left: [UInt32], _ right: [UInt32]) -> [UInt32] {
        if left.isEmpty { return right }
        if right.isEmpty { return left }
        var result: [UInt32] = []
        result.reserveCapacity(left.count + right.count)
        var (first, second) = (0, 0)
        while first < left.count, second < right.count {
            let next = min(left[first], right[second])
            if left[first] == next { first += 1 }
            if right[second] == next { second += 1 }
            result.append(next)
        }
        return result + left[first...] + right[second...]
    }
}

extension BytePattern {
    /// The pattern's scalars; it is valid UTF-8.
    var scalars: [UInt32] { String(decoding: bytes, as: UTF8.self).unicodeScalars.map(\.value) }

    /// Whether a text contains the pattern.
    @inline(__always)
    func isHeld(by text: UnsafeRawBufferPointer) -> Bool { place(in: text, from: 0) != nil }

    /// The length of texts up to which comparing the pattern at each position is fastest, in bytes.
    static let shortText = 255

    private func placeInLongText(_ text: UnsafeRawBufferPointer, from offset: Int) -> Int? {
        first(in: text.assumingMemoryBound(to: UInt8.self), offset..<max(offset, text.count))
    }

    /// The first position of the pattern in a text from an offset on.
    @inline(__always)
    func place(in text: UnsafeRawBufferPointer, from offset: Int) -> Int? {
        if text.count > Self.shortText { return placeInLongText(text, from: offset) }
        return bytes.withUnsafeBytes { pattern in
            let last = text.count - pattern.count
            guard offset <= last, let text = text.baseAddress, let start = pattern.baseAddress else {
                return nil
            }
            var position = offset
            if pattern.count >= 4 {
                let head = start.loadUnaligned(as: UInt32.self)
                let rest = pattern.count - 4
                while position <= last {
                    if text.loadUnaligned(fromByteOffset: position, as: UInt32.self) == head,
                        Self.equal(text + position + 4, start + 4, rest)
                    {
                        return position
                    }
                    position += 1
                }
            } else {
                while position <= last {
                    if Self.equal(text + position, start, pattern.count) { return position }
                    position += 1
                }
            }
            return nil
        }
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
