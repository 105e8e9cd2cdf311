// Folds a text by a table, optionally noting where each folded byte comes from.

internal import ICU

/// Receives the position in the folded text at which each character (or contraction) of a text begins.
protocol FoldingSink {
    /// Called before the source at `offset` (in UTF-8 bytes of the text) is folded; offsets ascend.
    ///
    /// - Parameter foldedOffset: where its folded bytes will begin.
    mutating func willFold(sourceOffset offset: Int, foldedOffset: Int)

    /// Called once for several characters. Each has one byte and becomes one byte.
    mutating func willFold(bytes count: Int, sourceOffset offset: Int, foldedOffset: Int)
}

/// A sink that notes nothing.
struct NoSink: FoldingSink {
    @inline(__always)
    mutating func willFold(sourceOffset offset: Int, foldedOffset: Int) {}

    @inline(__always)
    mutating func willFold(bytes count: Int, sourceOffset offset: Int, foldedOffset: Int) {}
}

extension FoldingTable {
    /// The folded form of a text.
    package func folded(_ text: String) -> [UInt8] {
        var text = text
        var output: [UInt8] = []
        text.withUTF8 { bytes in
            var sink = NoSink()
            fold(bytes, into: &output, sink: &sink)
        }
        return output
    }

    /// Appends the folded form of a text.
    ///
    /// - Parameters:
    ///   - text: valid UTF-8.
    ///   - sink: receives each source position before it is folded.
    @inline(__always)
    func fold(_ text: UnsafeBufferPointer<UInt8>, into output: inout [UInt8], sink: inout some FoldingSink) {
        output.reserveCapacity(output.count + text.count)
        var position = 0
        ascii.withUnsafeBufferPointer { ascii in
            while position < text.count {
                let end = Self.endOfASCII(text, from: position, ascii)
                if end > position {
                    sink.willFold(
                        bytes: end - position, sourceOffset: position, foldedOffset: output.count)
                    Self.append(text[position..<end], by: ascii, to: &output)
                    position = end
                    continue
                }
                let byte = text[position]
                if byte < 0x80, ascii[Int(byte)] == Self.asciiIgnorable {
                    sink.willFold(sourceOffset: position, foldedOffset: output.count)
                    position += 1
                    continue
                }
                position = foldOther(text, from: position, into: &output, sink: &sink)
            }
        }
    }

    /// The end of the run of characters, from a position on, that each become one byte of ASCII.
    @inline(__always)
    private static func endOfASCII(
        _ text: UnsafeBufferPointer<UInt8>, from position: Int, _ ascii: UnsafeBufferPointer<UInt8>
    ) -> Int {
        var end = position
        while end < text.count, text[end] < 0x80, ascii[Int(text[end])] < 0x80 { end += 1 }
        // A mark that follows may continue a contraction with the last letter; marks are not ASCII.
        if end > position, end < text.count, text[end] >= 0xCC { end -= 1 }
        return end
    }

    /// Appends what replaces characters of ASCII.
    @inline(__always)
    private static func append(
        _ text: Slice<UnsafeBufferPointer<UInt8>>, by ascii: UnsafeBufferPointer<UInt8>,
        to output: inout [UInt8]
    ) {
        let start = output.count
        output.append(contentsOf: UnsafeBufferPointer(rebasing: text))
        output.withUnsafeMutableBufferPointer { output in
            for index in start..<output.count { output[index] = ascii[Int(output[index])] }
        }
    }

    /// Folds the character at a position; takes the slow path if marks or contractions are involved.
    ///
    /// - Returns: the position after the folded characters.
    private func foldOther(
        _ text: UnsafeBufferPointer<UInt8>, from position: Int, into output: inout [UInt8],
        sink: inout some FoldingSink
    ) -> Int {
        let (scalar, length) = text.scalar(at: position)
        let entry = entry(of: scalar)
        let next = position + length
        if next < text.count, text[next] >= 0xCC {
            // Marks begin at U+0300, whose first byte is 0xCC.
            let (following, _) = text.scalar(at: next)
            if self.entry(of: following).has(.isMark) {
                return foldCluster(text, from: position, into: &output, sink: &sink)
            }
        }
        if entry.has(.startsContraction) || entry.has(.isMark) {
            return foldCluster(text, from: position, into: &output, sink: &sink)
        }
        sink.willFold(sourceOffset: position, foldedOffset: output.count)
        append(entry, of: scalar, at: position, of: text, to: &output)
        return next
    }

    /// Appends what replaces a scalar at its position in a text.
    @inline(__always)
    private func append(
        _ entry: Entry, of scalar: UInt32, at position: Int, of text: UnsafeBufferPointer<UInt8>,
        to output: inout [UInt8]
    ) {
        if entry.has(.hasContext), let expansion = expansion(of: scalar, inContextAt: position, of: text) {
            appendExpansion(expansion, to: &output)
        } else {
            append(entry, of: scalar, to: &output)
        }
    }

    /// The expansion of a scalar after the characters that precede it; `nil` where these do not matter.
    private func expansion(
        of scalar: UInt32, inContextAt position: Int, of text: UnsafeBufferPointer<UInt8>
    ) -> Int? {
        for row in contexts.rows(of: scalar) {
            if text.hasSuffix(contexts.company(of: row), before: position) {
                return Int(contexts.rows[row].expansion)
            }
        }
        return nil
    }

    /// A scalar, and the byte offset of its UTF-8 in the text.
    private typealias LocatedScalar = (scalar: UInt32, offset: Int)

    /// Folds a run of scalars in which contractions may match: normalize, then take
    /// the longest match at each scalar.
    ///
    /// - Returns: the position after the run.
    private func foldCluster(
        _ text: UnsafeBufferPointer<UInt8>, from position: Int, into output: inout [UInt8],
        sink: inout some FoldingSink
    ) -> Int {
        var (run, end) = normalizedRun(in: text, from: position)
        var index = 0
        while index < run.count {
            let (scalar, offset) = run[index]
            sink.willFold(sourceOffset: offset, foldedOffset: output.count)
            index += 1
            if let expansion = takeContraction(from: scalar, in: &run, at: &index) {
                appendExpansion(expansion, to: &output)
            } else {
                append(entry(of: scalar), of: scalar, at: offset, of: text, to: &output)
            }
        }
        return end
    }

    /// The scalars from a position to the first one that no contraction can reach, decomposed if one of them
    /// continues a contraction.
    ///
    /// - Returns: also the position after the run.
    private func normalizedRun(
        in text: UnsafeBufferPointer<UInt8>, from position: Int
    ) -> (run: [LocatedScalar], end: Int) {
        var run: [LocatedScalar] = []
        var end = position
        var needsDecomposition = false
        // The run continues over marks, and over as many other scalars as a contraction may still need.
        var reach = 1
        while end < text.count {
            let (scalar, length) = text.scalar(at: end)
            let entry = entry(of: scalar)
            if !entry.has(.isMark) {
                if reach == 0 { break }
                reach -= 1
            } else if entry.has(.continuesContraction) {
                needsDecomposition = true
            }
            if let longest = contractions.rows(of: scalar).first {
                reach = max(reach, contractions.company(of: longest).count)
            }
            run.append((scalar, end))
            end += length
        }
        return (needsDecomposition ? decomposed(run) : run, end)
    }

    /// Takes the longest contraction that begins at `index - 1` out of the run, by the rules of UTS #10,
    /// section 7.2 (S2.1.1 to S2.1.3): adjoining scalars first, then marks that nothing blocks.
    ///
    /// - Returns: the number of its expansion; `nil` if no contraction matches.
    private func takeContraction(
        from first: UInt32, in run: inout [LocatedScalar], at index: inout Int
    ) -> Int? {
        let candidates = contractions.rows(of: first)
        guard !candidates.isEmpty else { return nil }
        let adjoining = longestContraction(candidates, before: run[index...])
        let matched = adjoining.map { Array(contractions.company(of: $0)) } ?? []
        index += matched.count
        let last = takeUnblockedMarks(after: matched, candidates, in: &run, at: index) ?? adjoining
        return last.map { Int(contractions.rows[$0].expansion) }
    }

    /// The first of some rows, longest first, whose company the rest of a run begins with.
    private func longestContraction(_ candidates: Range<Int>, before rest: ArraySlice<LocatedScalar>) -> Int?
    {
        candidates.first { candidate in
            let company = contractions.company(of: candidate)
            return company.count <= rest.count && zip(rest, company).allSatisfy { $0.scalar == $1 }
        }
    }

    /// Lengthens a match by the marks from `index` on that no mark of the same or a higher class precedes,
    /// and removes these from the run.
    ///
    /// - Returns: the row of the longest match; `nil` if no mark lengthens it.
    private func takeUnblockedMarks(
        after company: [UInt32], _ candidates: Range<Int>, in run: inout [LocatedScalar], at index: Int
    ) -> Int? {
        var company = company
        var row: Int?
        var lastClass: UInt8 = 0
        var next = index
        while next < run.count, let combiningClass = combiningClasses[run[next].scalar] {
            if combiningClass > lastClass || next == index,
                let longer = candidates.first(where: {
                    contractions.company(of: $0).elementsEqual(company + [run[next].scalar])
                })
            {
                company.append(run[next].scalar)
                row = longer
                run.remove(at: next)
            } else {
                lastClass = combiningClass
                next += 1
            }
        }
        return row
    }

    /// The canonical decomposition of a run; each scalar keeps the offset of its starter.
    private func decomposed(_ run: [LocatedScalar]) -> [LocatedScalar] {
        var result: [LocatedScalar] = []
        var start = 0
        while start < run.count {
            var end = start + 1
            while end < run.count, combiningClasses[run[end].scalar] != nil { end += 1 }
            let parts = Normalizer.decomposed(run[start..<end].lazy.map { Unicode.Scalar($0.scalar)! })
            for part in parts { result.append((part.value, run[start].offset)) }
            start = end
        }
        return result
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether the text before a position ends with these scalars. The text must be valid UTF-8.
    func hasSuffix(_ scalars: ArraySlice<UInt32>, before position: Int) -> Bool {
        var end = position
        for scalar in scalars.reversed() {
            guard end > 0 else { return false }
            var start = end - 1
            while start > 0, self[start] & 0xC0 == 0x80 { start -= 1 }
            guard self.scalar(at: start).value == scalar else { return false }
            end = start
        }
        return true
    }

    /// The scalar whose UTF-8 begins at a position of valid UTF-8, and its length in bytes.
    @inline(__always)
    func scalar(at position: Int) -> (value: UInt32, length: Int) {
        let first = UInt32(self[position])
        if first < 0x80 { return (first, 1) }
        let second = UInt32(self[position + 1]) & 0x3F
        if first < 0xE0 { return ((first & 0x1F) << 6 | second, 2) }
        let third = UInt32(self[position + 2]) & 0x3F
        if first < 0xF0 { return ((first & 0x0F) << 12 | second << 6 | third, 3) }
        return ((first & 0x07) << 18 | second << 12 | third << 6 | UInt32(self[position + 3]) & 0x3F, 4)
    }
}
