// How are the texts of a locale kept until the segment is written? As numbers of their terms.

internal import ICU

/// The texts of a locale, cut into terms as they come.
final class LocaleTexts: @unchecked Sendable {
    // `@unchecked`: the writer lets one task at a time change it, and none while several read.
    let locale: LocaleIdentifier
    let folding: Folding
    let borders: TermBorders
    private(set) var terms = TermTable()
    /// What stands between terms, where it is not one space.
    private(set) var runs = TermTable()
    /// One for each searched field.
    let fields: [FieldTexts]
    private var scratch = GrowingBuffer<UInt8>()
    private let pieces = Pieces()

    init(_ locale: LocaleIdentifier, fieldCount: Int) throws(ICUError) {
        self.locale = locale
        folding = try Folding(locale)
        borders = TermBorders(folding)
        fields = (0..<fieldCount).map { _ in FieldTexts() }
    }

    /// How many texts there are in all fields.
    var count: Int { fields.reduce(0) { $0 + $1.count } }

    /// How much memory all this takes, in bytes.
    var size: Int { fields.reduce(terms.size + runs.size) { $0 + $1.size } }

    /// Whether there is more than offsets reach: no text may be read then.
    var isOverlong: Bool {
        terms.isOverlong || runs.isOverlong || fields.contains { $0.isOverlong }
    }

    /// Adds a text.
    ///
    /// - Parameters:
    ///   - record: its number in the order in which records come, which rises.
    ///   - text: valid UTF-8.
    func append(_ text: UnsafeBufferPointer<UInt8>, field: Int, record: UInt32) {
        scratch.clear()
        // A byte can be a term or a run; these take six bytes at most.
        scratch.reserve(6 * text.count + 16)
        let length = Self.cut(text, borders, &terms, &runs, pieces, scratch.base)
        fields[field].append(scratch.base, length: length, record: record)
    }

    /// Cuts a text into terms and what stands between them.
    ///
    /// - Returns: how many bytes were written to `target`: the text as the format has it, with the numbers of the
    ///   tables.
    private static func cut(
        _ text: UnsafeBufferPointer<UInt8>, _ borders: TermBorders, _ terms: inout TermTable,
        _ runs: inout TermTable, _ pieces: borrowing Pieces, _ target: UnsafeMutablePointer<UInt8>
    ) -> Int {
        borders.classes.withUnsafeBufferPointer { classes in
            guard let start = text.baseAddress else { return 0 }
            let count = text.count
            var written = 0
            var position = 0
            while position < count {
                // So many terms at once, so that memory is waited for together.
                var cut = 0
                while position < count, cut < Pieces.limit {
                    let termStart = position
                    while position < count {
                        let kind = classes[Int(start[position])]
                        if kind != 0, separatorLength(text, position, kind, borders) > 0 { break }
                        position += 1
                    }
                    let termLength = position - termStart
                    pieces.starts.base[cut] = termStart
                    pieces.lengths.base[cut] = termLength
                    pieces.hashes.base[cut] = termLength > 0 ? terms.hash(start + termStart, termLength) : 0
                    cut += 1
                    while position < count {
                        let kind = classes[Int(start[position])]
                        guard kind != 0 else { break }
                        let length = separatorLength(text, position, kind, borders)
                        guard length > 0 else { break }
                        position += length
                    }
                }
                terms.warm(pieces.hashes.base, count: cut, pieces.found.base)
                for piece in 0..<cut {
                    let termStart = pieces.starts.base[piece]
                    let termLength = pieces.lengths.base[piece]
                    if termLength > 0 {
                        let number = terms.number(
                            of: start + termStart, length: termLength, hash: pieces.hashes.base[piece])
                        written += Varint.write(number + 1, to: target + written)
                    }
                    let runStart = termStart + termLength
                    let runEnd = piece + 1 < cut ? pieces.starts.base[piece + 1] : position
                    let isPlain =
                        runEnd == runStart + 1 && start[runStart] == 0x20 && termLength > 0 && runEnd < count
                    if runEnd > runStart, !isPlain {
                        target[written] = 0
                        let number = runs.number(of: start + runStart, length: runEnd - runStart)
                        written += 1 + Varint.write(number, to: target + written + 1)
                    }
                }
            }
            return written
        }
    }

    /// Terms that were cut and not yet looked up.
    private struct Pieces: ~Copyable {
        static let limit = 32
        let starts = GrowingBuffer<Int>(repeating: 0, count: limit)
        let lengths = GrowingBuffer<Int>(repeating: 0, count: limit)
        let hashes = GrowingBuffer<UInt64>(repeating: 0, count: limit)
        let found = GrowingBuffer<UInt64>(repeating: 0, count: limit)
    }

    /// The length of the separator at a position, in bytes; 0 where there is none.
    @inline(__always)
    private static func separatorLength(
        _ text: UnsafeBufferPointer<UInt8>, _ position: Int, _ kind: UInt8, _ borders: TermBorders
    ) -> Int {
        if kind == TermBorders.separator { return 1 }
        let (scalar, length) = text.scalar(at: position)
        return borders.isSeparator(scalar) ? length : 0
    }

    /// A text as it came.
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

    /// Gives up the memory that only adding texts needs.
    func close() {
        terms.close()
        runs.close()
        scratch = GrowingBuffer()
    }
}

/// The texts of a field in a locale, in the order in which they came.
final class FieldTexts {
    /// The texts one behind the other, as the format has them but with the numbers of the tables.
    private(set) var stream = GrowingBuffer<UInt8>()
    /// Where each text begins.
    private(set) var starts = GrowingBuffer<UInt32>()
    /// The record of each text, in the order in which records come; rising.
    private(set) var records = GrowingBuffer<UInt32>()

    var count: Int { records.count }
    var size: Int { stream.size + starts.size + records.size }

    /// Whether offsets still reach all texts.
    var isOverlong: Bool { stream.count > Int(UInt32.max) }

    fileprivate func append(_ bytes: UnsafePointer<UInt8>, length: Int, record: UInt32) {
        starts.append(UInt32(truncatingIfNeeded: stream.count))
        stream.append(bytes, count: length)
        records.append(record)
    }

    /// A text's bytes.
    @inline(__always)
    func text(_ index: Int) -> UnsafeBufferPointer<UInt8> {
        let start = Int(starts[index])
        let end = index + 1 < starts.count ? Int(starts[index + 1]) : stream.count
        return UnsafeBufferPointer(start: stream.base + start, count: end - start)
    }

    /// Where the texts of each record begin among all, and for one record more.
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

    /// Gives up the texts.
    func clear() {
        stream = GrowingBuffer()
        starts = GrowingBuffer()
        records = GrowingBuffer()
    }
}
