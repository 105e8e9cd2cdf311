// The texts of a locale until the segment is written, as numbers of their terms.

internal import ICU

/// The texts of a locale, split into terms when they are added.
final class LocaleTexts: @unchecked Sendable {
    // `@unchecked`: the writer lets only one task change it, and none while others read.
    let locale: LocaleIdentifier
    let folding: Folding
    let borders: TermBorders
    private(set) var terms = TermTable()
    /// Separators between terms, except single spaces.
    private(set) var runs = TermTable()
    /// By searched field.
    let fields: [FieldTexts]
    /// Cuts words for ``TextHead``, in languages without spaces between them.
    lazy var segmenter = WordSegmenter(locale)
    private var scratch = GrowingBuffer<UInt8>()
    private let batch = TermTable.Batch()

    init(_ locale: LocaleIdentifier, _ folding: Folding, fieldCount: Int) {
        self.locale = locale
        self.folding = folding
        borders = TermBorders(folding)
        fields = (0..<fieldCount).map { _ in FieldTexts() }
    }

    /// The number of texts in all fields.
    var count: Int { fields.reduce(0) { $0 + $1.count } }

    /// The memory used, in bytes.
    var size: Int { fields.reduce(terms.size + runs.size) { $0 + $1.size } }

    /// Whether offsets are too small for the content; then texts must not be read.
    var isOverlong: Bool {
        terms.isOverlong || runs.isOverlong || fields.contains { $0.isOverlong }
    }

    /// Adds a text.
    ///
    /// - Parameters:
    ///   - record: the number of the record in the order added; must not decrease.
    ///   - text: valid UTF-8.
    func append(_ text: UnsafeBufferPointer<UInt8>, field: Int, record: UInt32) {
        guard text.count <= IndexLayout.longestText else { return fields[field].refuse() }
        scratch.clear()
        // Each byte may be a term or a run, which take at most six bytes.
        scratch.reserve(6 * text.count + 16)
        let length = Self.encode(text, borders, &terms, &runs, batch, to: scratch.base)
        fields[field].append(scratch.base, length: length, record: record)
    }

    /// Writes a text in the file's format, but with the numbers of the tables.
    ///
    /// - Returns: the number of bytes written to `target`.
    private static func encode(
        _ text: UnsafeBufferPointer<UInt8>, _ borders: TermBorders, _ terms: inout TermTable,
        _ runs: inout TermTable, _ batch: borrowing TermTable.Batch, to target: UnsafeMutablePointer<UInt8>
    ) -> Int {
        guard let start = text.baseAddress else { return 0 }
        return borders.classes.withUnsafeBufferPointer { classes in
            var tokenizer = TermTokenizer(text, borders, classes)
            var written = 0
            while !tokenizer.isAtEnd {
                let count = tokenizer.next(into: batch.pieces.base, limit: TermTable.Batch.limit)
                terms.findNumbers(of: batch, count: count, in: start)
                for index in 0..<count {
                    let piece = batch.pieces.base[index]
                    if piece.hasTerm {
                        written += Varint.write(Int(batch.numbers.base[index]) + 1, to: target + written)
                    }
                    if piece.hasRun, !piece.isOneSpace(in: text) {
                        let run = runs.number(of: start + piece.termEnd, length: piece.end - piece.termEnd)
                        target[written] = 0
                        written += 1 + Varint.write(run, to: target + written + 1)
                    }
                }
            }
            return written
        }
    }

    func string(_ text: UnsafeBufferPointer<UInt8>, _ buffer: inout GrowingBuffer<UInt8>) -> String {
        buffer.clear()
        guard var position = text.baseAddress else { return "" }
        let end = position + text.count
        var isBehindTerm = false
        while position < end {
            let code = Varint.read(&position)
            if code == 0 {
                buffer.append(runs.pieces[Varint.read(&position)])
                isBehindTerm = false
            } else {
                if isBehindTerm { buffer.append(0x20) }
                buffer.append(terms.pieces[code - 1])
                isBehindTerm = true
            }
        }
        return String(decoding: UnsafeBufferPointer(start: buffer.base, count: buffer.count), as: UTF8.self)
    }

    /// Releases the memory needed only to add texts.
    func close() {
        terms.close()
        runs.close()
        scratch = GrowingBuffer()
    }
}

/// The texts of a field in a locale, in the order added.
final class FieldTexts {
    /// The texts, concatenated in the file's format but with the numbers of the tables.
    private(set) var stream = GrowingBuffer<UInt8>()
    /// The start of each text.
    private(set) var starts = GrowingBuffer<UInt32>()
    /// The record of each text, in the order added; ascending.
    private(set) var records = GrowingBuffer<UInt32>()

    var count: Int { records.count }
    var size: Int { stream.size + starts.size + records.size }

    /// Whether a text exceeds the limit.
    private var hasOverlongText = false

    /// Whether offsets are too small for the texts, or a text exceeds the limit.
    var isOverlong: Bool { hasOverlongText || stream.count > Int(UInt32.max) }

    fileprivate func append(_ bytes: UnsafePointer<UInt8>, length: Int, record: UInt32) {
        starts.append(UInt32(truncatingIfNeeded: stream.count))
        stream.append(bytes, count: length)
        records.append(record)
    }

    fileprivate func refuse() { hasOverlongText = true }

    /// The encoded bytes of a text.
    @inline(__always)
    func text(_ index: Int) -> UnsafeBufferPointer<UInt8> {
        let start = Int(starts[index])
        let end = index + 1 < starts.count ? Int(starts[index + 1]) : stream.count
        return UnsafeBufferPointer(start: stream.base + start, count: end - start)
    }

    /// The index of each record's first text, and the number of texts.
    func firstTexts(recordCount: Int) -> GrowingBuffer<UInt32> {
        var first = GrowingBuffer<UInt32>(capacity: recordCount + 1)
        var index = 0
        for record in 0..<recordCount {
            first.append(UInt32(index))
            while index < records.count, records[index] == UInt32(record) { index += 1 }
        }
        first.append(UInt32(index))
        return first
    }

    /// Releases the texts.
    func clear() {
        stream = GrowingBuffer()
        starts = GrowingBuffer()
        records = GrowingBuffer()
    }
}
