// Terms with their foldings, as the file stores them; ICU folds each term once.

internal import ICU

/// Terms one after the other, each as kind 35 stores it.
struct FoldedTerms: ~Copyable {
    private(set) var bytes = GrowingBuffer<UInt8>()
    /// The start of each term, then the end of the last one.
    private(set) var offsets = GrowingBuffer<UInt32>()

    /// How many terms ahead to prefetch.
    private static let readAhead = 8

    /// Folds all terms of a table.
    ///
    /// - Throws: `ICUError`; `SegmentWriterError` if there are too many for one section.
    init(_ texts: LocaleTexts) throws {
        let terms = texts.terms.pieces
        var encoder = TermEncoder(texts.locale, texts.folding)
        offsets.reserve(terms.count + 1)
        for number in 0..<terms.count {
            offsets.append(UInt32(truncatingIfNeeded: bytes.count))
            encoder.append(terms[number].assumingMemoryBound(to: UInt8.self), to: &bytes)
        }
        guard bytes.count <= Int(UInt32.max) else {
            throw SegmentWriterError.sectionTooLong(kind: IndexLayout.Section.terms.rawValue)
        }
        offsets.append(UInt32(bytes.count))
    }

    /// Copies terms into the order of their standard foldings' bytes, then of their spellings' bytes.
    ///
    /// - Parameter order: receives the table's number of each term.
    init(
        sorting terms: borrowing FoldedTerms, of table: borrowing TermTable,
        _ order: inout GrowingBuffer<UInt32>
    ) {
        let pieces = table.pieces
        order = Self.sortedByFolding(terms, count: pieces.count)
        bytes.reserve(terms.bytes.count + LeafSections.readBeyond)
        offsets.reserve(pieces.count + 1)
        var touched: UInt8 = 0
        var start = 0
        while start < order.count {
            let folding = terms.standard(order[start])
            var end = start + 1
            while end < order.count, ByteOrder.equal(folding, terms.standard(order[end])) { end += 1 }
            if end - start > 1 { Self.sortBySpelling(&order, start..<end, pieces) }
            for place in start..<end {
                if place + Self.readAhead < order.count {
                    touched &+= terms.flags(order[place + Self.readAhead])
                }
                append(terms, order[place])
            }
            start = end
        }
        offsets.append(UInt32(bytes.count))
        withExtendedLifetime(touched) {}
    }

    private static func sortedByFolding(
        _ terms: borrowing FoldedTerms, count: Int
    ) -> GrowingBuffer<UInt32> {
        let (bytes, offsets) = (UnsafePointer(terms.bytes.base), UnsafePointer(terms.offsets.base))
        return ByteOrder.sorted(count: count) { standard(bytes + Int(offsets[$0])) }
    }

    private static func sortBySpelling(
        _ order: inout GrowingBuffer<UInt32>, _ range: Range<Int>, _ pieces: TermTable.Pieces
    ) {
        let sorted = range.map { order[$0] }.sorted {
            pieces[Int($0)].lexicographicallyPrecedes(pieces[Int($1)])
        }
        for (place, number) in zip(range, sorted) { order[place] = number }
    }

    private mutating func append(_ terms: borrowing FoldedTerms, _ number: UInt32) {
        offsets.append(UInt32(bytes.count))
        let start = Int(terms.offsets[Int(number)])
        bytes.append(terms.bytes.base + start, count: Int(terms.offsets[Int(number) + 1]) - start)
    }

    @inline(__always)
    private func flags(_ number: UInt32) -> UInt8 { bytes[Int(offsets[Int(number)])] }

    @inline(__always)
    private func standard(_ number: UInt32) -> UnsafeRawBufferPointer {
        Self.standard(bytes.base + Int(offsets[Int(number)]))
    }

    /// The standard folding of an encoded term.
    @inline(__always)
    private static func standard(_ term: UnsafePointer<UInt8>) -> UnsafeRawBufferPointer {
        var position = term + 1
        let count = Varint.read(&position)
        return UnsafeRawBufferPointer(start: position, count: count)
    }
}

/// Encodes terms with their foldings.
private struct TermEncoder: ~Copyable {
    private let folder: TextFolder
    private let ascii: ASCIIFolding
    private var bounds: [Int32] = []

    init(_ locale: LocaleIdentifier, _ folding: Folding) {
        folder = TextFolder(locale, folding)
        ascii = ASCIIFolding(folding)
    }

    mutating func append(_ term: UnsafeBufferPointer<UInt8>, to bytes: inout GrowingBuffer<UInt8>) {
        if ascii.isWord(term) { appendWord(term, to: &bytes) } else { appendFolded(term, to: &bytes) }
    }

    /// Appends a term of ASCII letters and digits, which is one word and needs no ICU.
    private func appendWord(_ term: UnsafeBufferPointer<UInt8>, to bytes: inout GrowingBuffer<UInt8>) {
        bytes.reserve(3 * term.count + 32)
        let flags = bytes.count
        var isSplit = false
        bytes.append(0)
        bytes.append(varint: term.count)
        let folded = bytes.base + bytes.count
        for index in term.indices {
            folded[index] = ascii.standard[Int(term[index])]
            isSplit = isSplit || folded[index] != ascii.search[Int(term[index])]
        }
        bytes.advance(term.count)
        if isSplit {
            bytes.append(varint: term.count)
            for byte in term { bytes.append(ascii.search[Int(byte)]) }
        }
        let source = Self.source(of: term, folded: UnsafeBufferPointer(start: folded, count: term.count))
        bytes[flags] =
            IndexLayout.TermFlags.isAligned.rawValue | source.rawValue << 2
            | (isSplit ? IndexLayout.TermFlags.isSplit.rawValue : 0)
        if source == .listed {
            bytes.append(varint: term.count)
            bytes.append(UnsafeRawBufferPointer(term))
        }
    }

    private mutating func appendFolded(
        _ term: UnsafeBufferPointer<UInt8>, to bytes: inout GrowingBuffer<UInt8>
    ) {
        let folded = folder.fold(term)
        var flags = IndexLayout.TermFlags()
        if folded.search != nil { flags.insert(.isSplit) }
        if folded.isAligned { flags.insert(.isAligned) }
        let source = folded.standard.bytes.withUnsafeBufferPointer { Self.source(of: term, folded: $0) }

        let flagsPlace = bytes.count
        bytes.append(0)
        bytes.append(counted: folded.standard.bytes)
        if let search = folded.search { bytes.append(counted: search.bytes) }
        if appendBounds(of: folded.standard, to: &bytes) { flags.insert(.listsBounds) }
        if let search = folded.search, appendBounds(of: search, to: &bytes) {
            flags.insert(.listsSearchBounds)
        }
        if source == .listed {
            bytes.append(varint: term.count)
            bytes.append(UnsafeRawBufferPointer(term))
        }
        bytes[flagsPlace] = flags.rawValue | source.rawValue << 2
    }

    /// Appends word bounds, unless they are the default.
    private mutating func appendBounds(
        of form: FoldedText.Form, to bytes: inout GrowingBuffer<UInt8>
    ) -> Bool {
        bounds.removeAll(keepingCapacity: true)
        for bound in form.wordBounds where bound != bounds.last { bounds.append(bound) }
        let length = Int32(form.bytes.count)
        if bounds == [0, length] || (length == 0 && bounds == [0]) { return false }
        bytes.append(varint: bounds.count)
        var previous: Int32 = 0
        for bound in bounds {
            bytes.append(varint: Int(bound - previous))
            previous = bound
        }
        return true
    }

    /// How a term's spelling is derived from its folding.
    @inline(__always)
    private static func source(
        of term: UnsafeBufferPointer<UInt8>, folded: UnsafeBufferPointer<UInt8>
    ) -> IndexLayout.TermFlags.Source {
        guard term.count == folded.count, let first = term.first else {
            return term.isEmpty && folded.isEmpty ? .folded : .listed
        }
        func isSame(_ index: Int) -> Bool { term[index] == folded[index] }
        let rest = 1..<max(1, term.count)
        if rest.allSatisfy(isSame) {
            return isSame(0) ? .folded : first == folded[0].uppercaseASCII ? .capitalized : .listed
        }
        return term.indices.allSatisfy { term[$0] == folded[$0].uppercaseASCII } ? .uppercase : .listed
    }
}

/// The folding of ASCII in a locale.
private struct ASCIIFolding {
    let standard: [UInt8]
    let search: [UInt8]
    /// Letters and digits that have one byte in both foldings, in any ASCII context.
    private let isPlain: [Bool]

    init(_ folding: Folding) {
        standard = folding.standard.ascii
        search = folding.search.ascii
        isPlain = zip(standard, search).enumerated().map { byte, folded in
            let scalar = Unicode.Scalar(UInt8(byte))
            return ("a"..."z" ~= scalar || "A"..."Z" ~= scalar || "0"..."9" ~= scalar)
                && folded.0 < 0x80 && folded.1 < 0x80
        }
    }

    /// Whether a term is one word (UAX #29, WB5 to WB10) and each of its bytes has one byte in both foldings.
    @inline(__always)
    func isWord(_ term: UnsafeBufferPointer<UInt8>) -> Bool {
        isPlain.withUnsafeBufferPointer { isPlain in
            for byte in term where byte >= 0x80 || !isPlain[Int(byte)] { return false }
            return true
        }
    }
}
