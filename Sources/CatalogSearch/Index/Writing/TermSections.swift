// The terms of a locale with their foldings, which ICU computes once for each term.

internal import ICU
internal import Synchronization

/// The final numbers of a locale's terms and separator runs; immutable.
final class TermNumbering: Sendable {
    let terms: TermRanking
    let runs: TermRanking

    init(_ texts: LocaleTexts) {
        terms = TermRanking(texts.terms)
        runs = TermRanking(texts.runs)
    }
}

/// A numbering made by its first user while the other waits.
final class LazyNumbering: Sendable {
    private let texts: LocaleTexts
    private let made = Mutex<TermNumbering?>(nil)

    init(_ texts: LocaleTexts) { self.texts = texts }

    var value: TermNumbering {
        made.withLock { made in
            let value = made ?? TermNumbering(texts)
            made = value
            return value
        }
    }
}

/// Writes kinds 34 to 36 of a locale.
struct TermSections: ~Copyable {
    private let folder: TextFolder
    private let ascii: ASCIIFolding
    private var offsets: GrowingBuffer<UInt32>
    private var lengths: GrowingBuffer<UInt8>
    private(set) var bytes = GrowingBuffer<UInt8>()
    private var bounds: [Int32] = []
    /// The result of reading ahead; stored so that the compiler keeps the reads.
    private var touched: UInt32 = 0

    /// How many terms ahead to prefetch.
    private static let readAhead = 8

    private init(_ texts: LocaleTexts) throws(ICUError) {
        folder = try TextFolder(texts.locale)
        ascii = ASCIIFolding(texts.folding)
        offsets = GrowingBuffer(capacity: texts.terms.count + 1)
        lengths = GrowingBuffer(capacity: texts.terms.count)
    }

    /// The sections of the terms and of their grams.
    static func make(
        locale number: Int, _ texts: LocaleTexts, _ numbering: TermNumbering
    ) throws -> [FinishedSection] {
        guard texts.terms.count > 0 else { return [] }
        var maker = try TermSections(texts)
        let terms = texts.terms.pieces
        let order = numbering.terms.order.base
        for rank in 0..<terms.count {
            if rank + Self.readAhead < terms.count {
                maker.touched &+= terms.head(of: Int(order[rank + Self.readAhead]))
            }
            maker.append(terms[Int(order[rank])])
        }
        return try maker.finish(locale: number)
    }

    private consuming func finish(locale number: Int) throws(SegmentWriterError) -> [FinishedSection] {
        guard bytes.count <= Int(UInt32.max) else {
            throw .sectionTooLong(kind: IndexLayout.Section.terms.rawValue)
        }
        offsets.append(UInt32(bytes.count))
        let grams = try GramSections.make(locale: number, terms: bytes, offsets: offsets)
        return [
            FinishedSection(.termOffsets, locale: number, offsets),
            FinishedSection(.terms, locale: number, bytes),
            FinishedSection(.termLengths, locale: number, lengths),
        ] + grams
    }

    private mutating func append(_ term: UnsafeRawBufferPointer) {
        let term = term.assumingMemoryBound(to: UInt8.self)
        offsets.append(UInt32(truncatingIfNeeded: bytes.count))
        lengths.append(UInt8(min(255, term.scalarCount)))
        if ascii.isWord(term) { appendWord(term) } else { appendFolded(term) }
    }

    /// Appends a term of ASCII letters and digits, which is one word and needs no ICU.
    private mutating func appendWord(_ term: UnsafeBufferPointer<UInt8>) {
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

    private mutating func appendFolded(_ term: UnsafeBufferPointer<UInt8>) {
        let folded = folder.fold(term)
        var flags = IndexLayout.TermFlags()
        if folded.search != nil { flags.insert(.isSplit) }
        if folded.isAligned { flags.insert(.isAligned) }
        let source = folded.standard.bytes.withUnsafeBufferPointer { Self.source(of: term, folded: $0) }

        let flagsPlace = bytes.count
        bytes.append(0)
        bytes.append(counted: folded.standard.bytes)
        if let search = folded.search { bytes.append(counted: search.bytes) }
        if appendBounds(of: folded.standard) { flags.insert(.listsBounds) }
        if let search = folded.search, appendBounds(of: search) { flags.insert(.listsSearchBounds) }
        if source == .listed {
            bytes.append(varint: term.count)
            bytes.append(UnsafeRawBufferPointer(term))
        }
        bytes[flagsPlace] = flags.rawValue | source.rawValue << 2
    }

    /// Appends word bounds, unless they have their default.
    private mutating func appendBounds(of form: FoldedText.Form) -> Bool {
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

    /// How a term's spelling follows from its folding.
    @inline(__always)
    private static func source(
        of term: UnsafeBufferPointer<UInt8>, folded: UnsafeBufferPointer<UInt8>
    ) -> IndexLayout.TermFlags.Source {
        guard term.count == folded.count, let first = term.first else {
            return term.isEmpty && folded.isEmpty ? .folded : .listed
        }
        for index in 1..<max(1, term.count) where term[index] != folded[index] { return .listed }
        if first == folded[0] { return .folded }
        let isCapital = first >= UInt8(ascii: "A") && first <= UInt8(ascii: "Z")
        return isCapital && folded[0] == first | 0x20 ? .capitalized : .listed
    }
}

/// The folding of ASCII in a locale.
private struct ASCIIFolding {
    let standard: [UInt8]
    let search: [UInt8]
    /// Letters and digits that have one byte in both foldings, whatever ASCII surrounds them.
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
